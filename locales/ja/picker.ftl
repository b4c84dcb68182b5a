# メニューとボタンで組み立てる命令。
pick-what = 何を命じますか。
pick-verb = { $verb }…
pick-given = { $arg }：{ $value }
pick-place = { $name }（{ $id }）
pick-give = この命令を出す
pick-back = 戻る
pick-over = 最初から
pick-anyway = それでも実行
pick-earlier = 前へ（{ $page }/{ $pages }）
pick-more = 次へ（{ $page }/{ $pages }）
pick-done = 決定
pick-nothing = どれも選ばない
pick-how-many =
    { $least ->
        [0] { $most }個まで選べます。
       *[other]
            { $most ->
                [1] 1個選んでください。
               *[other] { $range }個選んでください。
            }
    }
pick-cost = { $cost }点
pick-budget = { $budget }点のうち{ $spent }点を使います。
pick-chosen = 選んだもの：{ $list }
pick-points =
    { $least ->
        [0] 合計{ $most }まで振り分けます。
       *[other] 合計{ $range }を振り分けます。
    }
pick-share = { $bin }：{ $range }
pick-fill = 記入する
pick-range = { $least }〜{ $most }
pick-not-a-number = 「{ $given }」は使えません。{ $least }〜{ $most }の数を入れてください。
pick-where = どこへ行きますか。
pick-way = { $steps }スペース：{ $way }
pick-step-by-step = 1スペースずつ
pick-here = いまの位置：{ $place }
pick-way-so-far = ここまでの経路：{ $way }
pick-steps-left = あと{ $count }スペースまで進めます。
pick-stop = ここで止まる
pick-by-hand = 自分で分ける
pick-other = { $arg }を選ぶ
pick-several = いくつでも選べます（一つずつの命令になります）。
pick-not-together = まとめては命じられません。一つずつ選んでください。
pick-type = 文字で打つ
pick-form = フォーム：{ $verb }
pick-where-more = どこへ行きますか（続き）
pick-where-one = どちらか一つのメニューだけで選んでください。
pick-none-given = 一度に全部は命令できないため、どれも命令していません。{ $why }
pick-form-odd = フォームのうち、このプログラムの知らない部分（{ $parts }）が返ってきました。ほかの内容は残っています。足りないものを選んでください。
pick-typed = 選択肢が多すぎるので、命令の残りを文字で入力してください。
pick-example = 例：{ $text }
pick-bin-count = { $bin }：{ $count }
pick-class-count = { $class }×{ $count }
pick-bin = いま{ $count }、入る数は{ $range }。
pick-take =
    { $spare ->
        [0] 全部で{ $count }、すべて振り分けます。
       *[other] ちょうど{ $count }を振り分けます（{ $spare }はそのまま残ります）。
    }
pick-bins =
    { $most ->
        [0] { $bins }：空きがありません。
       *[other]
            { $least ->
                [1] { $bins }：それぞれ{ $most }まで。
               *[other] { $bins }：それぞれ{ $range }、または0。
            }
    }
pick-which-bin = どれに入れますか。
pick-bins-more = 続き
pick-things = { $bin }に入れるものを選んでください。
pick-rest = 残りはここへ
pick-left =
    { $count ->
        [0] すべて振り分けました。
       *[other] あと{ $count }、振り分けます。
    }
pick-too-many = { $count }多すぎます。
pick-bin-few = 「{ $bin }」が少なすぎます（いま{ $held }）。{ $least }以上入れるか、空にしてください。
pick-bin-full =
    { $most ->
        [0] 「{ $bin }」には空きがありません。
       *[other] 「{ $bin }」が多すぎます（いま{ $held }）。入るのは{ $most }までです。
    }
pick-bin-other = { $bin }は、同じ番号のほかのものと一緒には使えません。
pick-must = 必ず入れるもの：{ $things }
pick-spread = 次のうち{ $count }個以上に入れてください：{ $bins }
