# 命令の受領証：誰が送ったかの証明。
receipt-orders-hold = 命令{ $orders }件のうち{ $count }件の受領証は正しいものです（Discordの署名{ $discord }件、送信者のメールのドメインの署名{ $mail }件）
receipt-seat-discord = 記録{ $entry }番：席{ $seat }に着いたのはDiscordのユーザー{ $sender }です
receipt-seat-mail = 記録{ $entry }番：席{ $seat }に着いたのはメールアドレス{ $sender }です
receipt-orders-unbound = 命令{ $orders }件のうち{ $count }件には受領証がありますが、プレイヤーが席に着いたときの同じ種類の受領証がありません。そのアカウントやアドレスがプレイヤーのものかどうかは、記録からは分かりません
receipt-orders-without-key = 命令{ $orders }件のうち{ $count }件にDiscordの受領証がありますが、署名は検証していません。アプリケーションの公開鍵を --discord-key で指定してください。鍵はクラブからではなく、Discordから得てください
receipt-orders-missing = 命令{ $orders }件のうち{ $count }件の受領証がここにありません。プレイヤーとともに消去されたか、省かれたか、今の秘密鍵では読めません
receipt-orders-none = 命令{ $orders }件のうち{ $count }件には受領証がありません（入口：{ $door }）。Discordのゲートウェイ、端末、ブラウザー、コンピューター、ドメインの署名のないメールにはありません
receipt-no-orders = ここには命令がありません
receipt-sealed = 伏せた行{ $count }件は、受領証のある命令かもしれません
receipt-compare-key = メールは、クラブが { $name } で見つけた鍵（SHA-256は { $digest }）で検証しました。それがそのドメインの鍵だったかどうかは、DNSでしか分かりません。比べてください
receipt-other-sender = 記録{ $entry }番は { $sender } から送られましたが、席に着いたのは { $seated } です。どちらも本人のものか、プレイヤーに確かめてください
receipt-other-time = 記録{ $entry }番の時刻は { $at } ですが、Discordが署名したのは { $signed } です
receipt-other-digest = 記録{ $entry }番が示すのは、この受領証ではありません
receipt-unreadable = 記録{ $entry }番の受領証は、Discordの要求でもメールでもありません
receipt-other-message = 記録{ $entry }番の受領証は、この命令のものではない別のメッセージのものです
receipt-not-by-discord = 記録{ $entry }番の受領証に、このDiscordアプリケーションの署名がありません
receipt-not-by-domain = 記録{ $entry }番の受領証に、{ $domain } の正しい署名がありません
receipt-file-form = 受領証のファイルではありません。`wardroom export TABLE -o FILE --receipts RECEIPTS` で書き出せます
receipt-file-of-another = { $table } ではなく { $found } の受領証です
receipt-file-wanted = --receipts の後に受領証のファイルを指定してください。`wardroom export TABLE -o FILE --receipts RECEIPTS` で書き出せます
receipt-no-secret = 受領証はサーバーの秘密鍵で封じてあり、このファイルがありません。WARDROOM_SECRET を設定するか、サーバーの設定ファイルを --config で指定してください
receipt-file-done = { $file }：受領証{ $count }件（記録が示すもののうち{ $lacking }件はありません）。メッセージの全文、名前、宛先が入っています。検証する人だけに渡してください。

# 運として加えた言葉と記録の照合。
luck-found-given = 席{ $seat }はこの言葉をダイスに加えました
luck-found-promised = 席{ $seat }はこの言葉を約束して示し、ダイスに加わっています
luck-found-others = 席{ $seat }が加えたのは別の言葉です
luck-found-others-promised = 席{ $seat }が約束して示したのは別の言葉です
luck-found-not-shown = 席{ $seat }はこの言葉を約束しましたが、示していません。ダイスには加わっていません
luck-found-none = 席{ $seat }は言葉を加えていません
luck-found-no-seed = 席{ $seat }は言葉を加えました。どの言葉かは、シードが公開されてから検証できます
