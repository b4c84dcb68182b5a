# 命令の手引き：ヘルプとマニュアル
book-argument = { $name }：{ $help }
book-example = 例：{ $text } － { $help }
book-rule = ルール { $rule }。
book-verb = { $usage } － { $help }

manual-title = 命令
manual-opening = チャット・メール・端末に共通の命令を、名前ごとに示します。語は紛れがなければ途中まででかまいません。日本語でも英語でも、大文字でも全角でも打てます。複数語の名前は、そのまま、または引用符で囲んで打ちます。角括弧の引数は、打った語のどれもそれと読めないときに省けます。数字は名前の途中までとはみなしません。すべての語が使われたときだけ、その行を実行します。どの引数も「引数=値」のように名前で渡せます。一行に「;」で区切って複数の命令を書けます。
manual-names = 別名：{ $names }。
manual-choices = { $words } のいずれか。
book-term = { $name }：{ $help }
manual-terms = 用語
