# 命令の手引き：ヘルプとマニュアル
book-argument = { $name }：{ $help }
book-example = 例：{ $text } － { $help }
book-rule = ルール { $rule }。
book-verb = { $usage } － { $help }

manual-title = 命令
manual-opening = チャット・メール・端末に共通の命令を名前ごとに示す。語は紛れがなければ途中まででよい。日本語でも英語でも、大文字でも全角でもよい。複数語の名前はそのまま、または引用符で囲む。角括弧の引数は、打った語のどれもそれと読めないときに省ける。数字は名前の途中までとはみなさない。どの語も何かを指して使われたときだけ、その行を実行する。どの引数も「引数=値」のように名前でも渡せる。一行に「;」で区切って複数の命令を書ける。
manual-names = 別名：{ $names }。
manual-choices = { $words } のいずれか。
book-term = { $name }：{ $help }
manual-terms = 用語
