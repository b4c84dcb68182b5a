# ゲーベンの複数プレイヤー：決定、提案、伝言、手紙
seat-first-officer = 第一士官
seat-gunnery = 砲術士官
seat-engineer = 機関士
seat-austria = オーストリア＝ハンガリー司令官
seat-goeben = ゲーベン
seat-moltke = モルトケ
seat-breslau = ブレスラウ
seat-stralsund = シュトラールズント
prompt-stand-by = 今は手番ではありません。
order-approve = { $officer }の提案を実行します。
order-decline = { $officer }の提案を退けます。
order-support = { $officer }の針路に賛成します。
order-oppose = { $officer }の針路に反対します。
order-drop = 自分の提案を取り下げます。
order-rate =
    { $rate ->
        [maximum] { $ship }は全力射撃とします。
       *[normal] { $ship }は通常射撃とします。
    }
order-speed =
    { $speed ->
        [emergency] { $ship }に緊急速度を提案します。
        [maximum] { $ship }に最大速度を提案します。
       *[cruise] { $ship }に巡航速度を提案します。
    }
order-message = { $to }に伝える：「{ $text }」
order-letter = { $space }に手紙を残す：「{ $text }」
order-away = { $officer }は不在。次席が決めます。
order-back = 自分の席に戻ります。
event-order-proposed = { $seat }の提案：{ $order }
event-proposal-agreed = { $seat }は{ $of }の提案に賛成。
event-proposal-opposed = { $seat }は{ $of }の針路に反対。
event-proposal-approved = { $seat }の提案を承認：{ $by }。
event-proposal-declined = { $by }は{ $seat }の提案を退けました。
event-proposal-withdrawn = { $seat }は提案を取り下げました。
event-proposal-lapsed = { $seat }の提案はもう実行できず、効力を失いました：{ $order }
event-rate-set =
    { $rate ->
        [maximum] { $ship }は全力射撃とします。
       *[normal] { $ship }は通常射撃とします。
    }
event-speed-proposed =
    { $speed ->
        [emergency] 機関士は{ $ship }に緊急速度を提案。
        [maximum] 機関士は{ $ship }に最大速度を提案。
       *[cruise] 機関士は{ $ship }に巡航速度を提案。
    }
event-officer-left = { $seat }は不在となり、決定を他に任せました。
event-officer-excused = { $by }は{ $seat }の不在を告げ、代わりを務めます。
event-officer-returned = { $seat }が戻りました。
event-phase-left = { $seat }は完了。
event-message-sent = { $from }から{ $to }へ：「{ $text }」
event-letter-left = { $by }が{ $space }に手紙を残しました。
event-letter-written = { $by }が{ $space }に残した手紙：「{ $text }」
event-letter-read = { $reader }は{ $space }で{ $by }の手紙を見つけた：「{ $text }」
officers-heading = 士官
officers-acting = 最終決定権：{ $seat }。
officers-precedence = 決定の優先順：{ $seats }。
officers-away = 不在：{ $seats }。
officers-done = フェイズ完了：{ $seats }。
officers-proposal = { $seat }の提案：{ $order }
officers-proposal-agreed = { $seat }の提案：{ $order }賛成：{ $agreed }。
officers-proposal-opposed = { $seat }の提案：{ $order }反対：{ $opposed }。
officers-proposal-split = { $seat }の提案：{ $order }賛成：{ $agreed }。反対：{ $opposed }。
officers-proposal-waits = 返事待ち：{ $seats }。
officers-letter-sealed = { $space }に{ $by }の手紙があります。
officers-letter = { $space }に{ $by }の手紙があります：「{ $text }」
officers-message = { $day }日目、{ $from }：「{ $text }」
officers-messages = 自分への伝言
officers-decides = 自分で決める命令：{ $verbs }。
officers-proposes = 提案できる命令：{ $verbs }。
officers-stand-by = 今は手番ではありませんが、伝言は送れます。
refusal-austria-without-ships = オーストリア＝ハンガリー司令官にはその艦が必要です。
refusal-already-away = { $officer }はすでに不在です。
refusal-last-officer = 誰かが残らねばなりません。
refusal-not-yours-to-excuse = { $officer }の不在を告げられるのは代わりを務める者だけです：{ $who }。
refusal-message-cannot-pass = { $to }へは伝わりません。艦が同じスペースにいるか、双方に無線が必要です。
refusal-no-such-officer = そのような相手はいません。
refusal-no-port-for-letters = 手紙を残せるのは自艦のいる友軍か中立の港湾・基地です。{ $space }ではできません。
refusal-proposal-lapsed = { $officer }の提案はもう実行できません。
refusal-no-proposal = { $officer }は何も提案していません。
refusal-another-decides = それを決めるのは{ $officer }です。
refusal-you-are-away = 不在にしています。「復帰」で再び決められます。
refusal-done-with-phase = このフェイズはもう完了しています。
refusal-no-ship-left = 海上に艦がないので、もう何も決められません。
refusal-text-unfit = 伝言は制御文字のない{ $limit }文字以内の一行です。
notice-message = 自分への伝言
notice-letter = 見つけた手紙
notice-proposal = 決めるべき提案
notice-proposal-declined = 提案の却下
notice-proposal-lapsed = 提案の失効
