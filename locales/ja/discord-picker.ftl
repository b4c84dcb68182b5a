# メニューとボタンで組み立てる命令。
discord-pick-what = 何を命じますか。
discord-pick-verb = { $verb }…
discord-pick-given = { $arg }：{ $value }
discord-pick-place = { $name }（{ $id }）
discord-pick-give = この命令を出す
discord-pick-back = 戻る
discord-pick-over = 最初から
discord-pick-anyway = それでも実行
discord-pick-earlier = 前へ（{ $page }/{ $pages }）
discord-pick-more = 次へ（{ $page }/{ $pages }）
discord-pick-done = 決定
discord-pick-nothing = どれも選ばない
discord-pick-how-many =
    { $least ->
        [0] { $most }個まで選べます。
       *[other]
            { $most ->
                [1] 1個選んでください。
               *[other] { $least }〜{ $most }個選んでください。
            }
    }
discord-pick-cost = { $cost }点
discord-pick-budget = { $budget }点のうち{ $spent }点を使います。
discord-pick-chosen = 選んだもの：{ $list }
discord-pick-points =
    { $least ->
        [0] 合計{ $most }まで振り分けます。
       *[other] 合計{ $least }〜{ $most }を振り分けます。
    }
discord-pick-share = { $bin }：{ $least }〜{ $most }
discord-pick-fill = 記入する
discord-pick-range = { $least }〜{ $most }
discord-pick-not-a-number = 「{ $given }」は使えません。{ $least }〜{ $most }の数を入れてください。
discord-pick-where = どこへ行きますか。
discord-pick-way = { $steps }スペース：{ $way }
discord-pick-step-by-step = 1スペースずつ
discord-pick-here = いまの位置：{ $place }
discord-pick-way-so-far = ここまでの経路：{ $way }
discord-pick-steps-left = あと{ $count }スペースまで進めます。
discord-pick-stop = ここで止まる
discord-pick-by-hand = 自分で分ける
discord-pick-other = { $arg }を選ぶ
discord-pick-several = いくつでも選べます（一つずつの命令になります）。
discord-pick-not-together = まとめては命じられません。一つずつ選んでください。
discord-pick-type = 文字で打つ
discord-pick-typed = 選択肢が多すぎるので、命令の残りを文字で入力してください。
discord-pick-example = 例：{ $text }
discord-pick-bin-count = { $bin }：{ $count }
discord-pick-class-count = { $class }×{ $count }
discord-pick-bin = いま{ $count }、入る数は{ $least }〜{ $most }。
discord-pick-which-bin = どれに入れますか。
discord-pick-bins-more = 続き
discord-pick-things = { $bin }に入れるものを選んでください。
discord-pick-rest = 残りはここへ
discord-pick-left =
    { $count ->
        [0] すべて振り分けました。
       *[other] あと{ $count }、振り分けます。
    }
discord-pick-too-many = { $count }多すぎます。
discord-pick-bin-few = { $bin }には少なくとも{ $least }必要です。
discord-pick-bin-full = { $bin }に入るのは{ $most }までです。
discord-pick-bin-other = { $bin }は、同じ番号のほかのものと一緒には使えません。
discord-pick-must = 必ず入れるもの：{ $things }
discord-pick-spread = 次のうち{ $count }個以上に入れてください：{ $bins }
