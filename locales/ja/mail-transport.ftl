# ボットとメールボックスやメールサーバーの間の不都合。運用者に向けて言う。
mail-line = { $server }に届かないか、接続が切れました：{ $why }
mail-unknown-host = { $server }のアドレスが見つかりません。名前が間違っているか、このマシンのネームサーバーが応答していません
mail-slow = { $server }が{ $seconds }秒以内に応答しませんでした
mail-certificate = { $server }の証明書が信頼できないので、何も送りませんでした：{ $why }
mail-bare = { $server }が暗号化（STARTTLS）を申し出ないので、何も送りませんでした。途中の誰かが取り除いたのかもしれません
mail-authority = ca_file = "{ $file }" の証明書が使えません：{ $why }
mail-login = { $server }がユーザー名とパスワードを受け付けません：{ $said }
mail-no-folder = { $server }に既読メール用のフォルダー「{ $folder }」がなく、作ることもできません（{ $said }）。[mail] folder を "INBOX.{ $folder }" のような、サーバーが認める名前にしてください
mail-full = 空きがありません。{ $server }の応答：{ $said }
mail-later = { $server }が後にするよう求めています：{ $said }
mail-strange = { $server }の応答が想定と違います：{ $said }
mail-sender = { $server }がこちらからのメールを受け付けません：{ $said }
mail-address = { $server }がこの宛先へのメールを受け付けません：{ $said }
mail-message = { $server }がこのメールを受け付けません：{ $said }
mail-no-address = これはメールを送れる宛先ではありません
mail-file = { $file }：{ $why }
mail-token-command = token_command { $program }：{ $why }
mail-token-none = トークンを出力しません。一語を出力してください
mail-token-cannot-run = 実行できません：{ $why }
mail-token-slow = { $seconds }秒以内に終わりませんでした
mail-token-failed = { $status }で失敗しました
mail-no-dns = このマシンのネームサーバーが分かりません：{ $why }
