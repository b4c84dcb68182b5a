# Discordで、状況の投稿と通知の下に置くボタン。
discord-panel-hand = 手元
discord-panel-dice = ダイス
discord-panel-help = ヘルプ
discord-panel-join = { $seat }の席に着く
discord-panel-take = 席に着く
discord-panel-decline = 断る
discord-panel-why = 届いた知らせ
