# 読み取れなかった入力
misread-too-long = その行は { $bytes } バイトあります。読むのは { $most } バイトまでです。何も実行していません。
misread-too-many = その行には命令が { $orders } 個あります。一度に受けるのは { $most } 個までです。何も実行していません。
misread-alone = 「{ $verb }」は、ほかに何も書かない行でだけ受け付けます。この行は何も実行していません。
misread-open-quote = 「{ $after }」の前で開いた引用符が { $close } で閉じられていません。
misread-unknown-verb = 「{ $given }」という命令はありません。
misread-ambiguous-verb = 「{ $given }」は次のどれか一つに決まりません：{ $list }。
misread-unknown-word = 「{ $given }」は「{ $verb }」の{ $arg }として使えません。
misread-ambiguous = 「{ $verb }」の{ $arg }「{ $given }」は次のどれか一つに決まりません：{ $list }。
misread-missing = 「{ $verb }」には{ $arg }が必要です。
misread-left-out = 「{ $verb }」は{ $arg }がないと決まりません。打った語が{ $arg }とも読めます。
misread-not-a-number = 「{ $verb }」の{ $arg }「{ $given }」は数ではありません。
misread-not-a-count = 「{ $given }」は1以上の数ではありません。「{ $verb }」の{ $arg }は1以上の数です。
misread-extra = 「{ $verb }」に「{ $given }」は余分です。
misread-takes-nothing = 「{ $verb }」の後には何も付けません（「{ $given }」とあります）。
misread-usage = 書式：「{ $verb }」。
misread-opposite = 逆のことをするなら「{ $verb }」です。
misread-read = 読み方：{ $list }。
misread-read-item = 「{ $given }」は{ $arg }
misread-twice = 「{ $verb }」の{ $arg }が二度あります。
misread-no-bin = 「{ $verb }」の「{ $given }」に{ $arg }がありません。`{ $list }` のように打ちます。
misread-in-no-bin = 「{ $verb }」の「{ $given }」に{ $arg }がありません。
misread-too-few =
    { $left ->
        [0] 「{ $verb }」に使える{ $class }は残っていません。
       *[other] 「{ $verb }」に使える{ $class }は残り{ $left }隻です。
    }
misread-nearest = 「{ $nearest }」のことですか。
misread-legal = 今できるのは：{ $list }。
misread-legal-more = 今できるのは：{ $list }、ほか { $more } 件。
misread-nothing-legal = 今出せる命令はありません。
