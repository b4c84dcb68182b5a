# キャンペーン（24章）
event-campaign-began = キャンペーン開始。命令 { $count } 枚を引きながら任務を続けます。
event-mission-recorded =
    { $outcome ->
        [won] 記録：{ $mission }、達成、{ $points } VP。
       *[lost] 記録：{ $mission }、失敗、{ $points } VP。
    }
event-orders-removed = 命令「{ $mission }」はゲームから除かれます。
event-standing-changed =
    { $standing ->
        [friendly] { $nation }の港湾と基地は、以後友軍となります。
        [allied] { $nation }の港湾と基地は、以後敵となります。
       *[neutral] { $nation }の港湾と基地は、以後中立となります。
    }
event-patrols-withdrawn = { $space }の哨戒は解かれ、以後は公海として扱います。
event-allied-ship-removed = { $ship }は呼び戻され、ゲームから除かれます。
event-reinforcements-promised = 本国が増援を送ります。次の任務の開始時に加わります。
event-mission-began = キャンペーン第 { $number } 任務：{ $ships }
event-ship-stationed = { $ship }は{ $space }から始めます。
event-campaign-ended =
    { $verdict ->
        [victory] キャンペーン終了、達成した任務 { $count }。勝利。昇進と名声を得ます。
        [moral-victory] キャンペーン終了、達成した任務 { $count }。艦は残らないが、戦意上の勝利。
        [draw] キャンペーン終了、達成した任務 { $count }。引き分け。功も罪も半ばします。
        [dismissed] キャンペーン終了、達成した任務 { $count }。任務を負の VP で終え、罷免されました。
       *[failure] キャンペーン終了、達成した任務 { $count }。失敗。指揮権を失います。
    }
board-campaign-set-up = ゲーベン 1914、第 { $number } 任務（最大 { $most }）：{ $phase }、期間 { $days } 日
board-campaign-day = ゲーベン 1914、第 { $number } 任務（最大 { $most }）：{ $day } 日目／全 { $days } 日、{ $phase }
board-campaign-between = ゲーベン 1914、第 { $number } 任務終了：{ $outcome }
board-no-campaign = これは単独のシナリオで、キャンペーンではありません。
campaign-stands = キャンペーン：第 { $number } 任務（最大 { $most }）。達成 { $won }、失敗 { $lost }。
campaign-deed =
    { $outcome ->
        [won] {"[x]"} { $mission }、{ $points } VP
       *[lost] {"[ ]"} { $mission }、失敗、{ $points } VP
    }
campaign-open-seas = 公海となった哨戒ゾーン：{ $list }。
campaign-removed = ゲームを去った艦：{ $list }。
campaign-stations = 任務を始められる場所：{ $list }。
campaign-orders-left = まだ引かれていない命令：{ $list }。
space-open-sea = もう哨戒ゾーンではなく、公海として扱います。
austrian-withdrawn = { $ship }（{ $class }）：永久に撤退
pending-reward = 任務の特典を選びます：{ $list }。
boon-battlecruiser = イギリス巡洋戦艦 1 隻を除く
boon-reinforcements = 30 VP でモルトケとシュトラールズント
prompt-objective = 任務は達成されました。「任務終了」で報告しますか、「続行」しますか。
prompt-reward = 特典はどちらですか：イギリス巡洋戦艦を除くか、モルトケとシュトラールズントか。
order-station = { $ship }を{ $space }から始めます。
order-conclude = 任務達成を報告し、任務を終えます。
order-sail-on = 続行します。任務の条件は終了時に満たしていなければなりません。
order-reward =
    { $reward ->
        [battlecruiser] イギリス巡洋戦艦 1 隻を無作為に除きます。
       *[reinforcements] 30 VP でモルトケとシュトラールズントが加わり、敵にはニュージーランドが加わります。
    }
refusal-first-mission = 最初の任務では、戦隊はセットアップの場所から始めます。
refusal-no-station = { $space }から任務を始めることはまだできません。
why-mission-won = 任務達成
why-mission-lost = 任務失敗
why-between-missions = 任務の間の修理
why-reinforcements = 本国からの増援
roll-battlecruiser-removed = 去る巡洋戦艦：{ $of } 隻のうち { $dice } 番目。
roll-cruiser-joins = 加わる巡洋艦：{ $of } 隻のうち { $dice } 番目。
roll-concealed-incidents = 失われた巡洋戦艦の分の事件マーカー：{ $of } 枚から { $count } 枚。
interval = 任務の合間：第{ $number }任務（最大{ $most }）が始まる
interval-won = 前の任務で得たもの
interval-repaired = 港での修理
interval-repaired-ship = { $ship }：{ $tracks }。
interval-track = { $track } { $from }→{ $to }
interval-start = 出発
interval-start-at = { $ships }。アラートレベル{ $alert }。
interval-goal = 新しい目標
interval-ledger = これまでの戦績
verdict-victory = 勝利
verdict-moral-victory = 戦意上の勝利
verdict-draw = 引き分け
verdict-dismissed = 罷免
verdict-failure = 失敗
