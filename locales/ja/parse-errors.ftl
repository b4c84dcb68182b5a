# 読み取れなかった入力
parse-error-too-long = その行は { $bytes } バイトあります。上限は { $most } バイトです。何も実行していません。
parse-error-too-many = その行には命令が { $orders } 個あります。上限は { $most } 個です。何も実行していません。
parse-error-alone = 「{ $verb }」は、ほかに何も書かない行でだけ受け付けます。この行は何も実行していません。
parse-error-open-quote = 「{ $after }」の前で開いた引用符が { $close } で閉じられていません。
parse-error-unknown-verb = 「{ $given }」という命令はありません。
parse-error-ambiguous-verb = 「{ $given }」は次のどれか一つに決まりません：{ $list }。
parse-error-unknown-word = 「{ $given }」は「{ $verb }」の{ $arg }として使えません。
parse-error-ambiguous = 「{ $verb }」の{ $arg }「{ $given }」は次のどれか一つに決まりません：{ $list }。
parse-error-missing = 「{ $verb }」には{ $arg }が必要です。
parse-error-left-out = 「{ $verb }」は{ $arg }がないと決まりません。打った語が{ $arg }とも読めます。
parse-error-not-a-number = 「{ $verb }」の{ $arg }「{ $given }」は数ではありません。
parse-error-not-a-count = 「{ $given }」は1以上の数ではありません。「{ $verb }」の{ $arg }は1以上の数です。
parse-error-extra = 「{ $verb }」に「{ $given }」は余分です。
parse-error-takes-nothing = 「{ $verb }」の後には何も付けません（「{ $given }」とあります）。
parse-error-usage = 書式：「{ $verb }」。
parse-error-opposite = 逆のことをするなら「{ $verb }」です。
parse-error-read = 読み方：{ $list }。
parse-error-read-item = 「{ $given }」は{ $arg }
parse-error-twice = 「{ $verb }」の{ $arg }が二度あります。
parse-error-no-bin = 「{ $verb }」の「{ $given }」に{ $arg }がありません。`{ $list }` のように打ちます。
parse-error-in-no-bin = 「{ $verb }」の「{ $given }」に{ $arg }がありません。
parse-error-too-few =
    { $left ->
        [0] 「{ $verb }」に使える{ $class }は残っていません。
       *[other] 「{ $verb }」に使える{ $class }は残り{ $left }隻です。
    }
parse-error-nearest = 「{ $nearest }」のことですか。
parse-error-legal = 今できるのは：{ $list }。
parse-error-legal-more = 今できるのは：{ $list }、ほか { $more } 件。
parse-error-nothing-legal = 今出せる命令はありません。
