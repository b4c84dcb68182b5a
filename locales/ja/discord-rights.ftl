# 権限の名。Discordの日本語クライアントの呼び方。
discord-right-view = チャンネルを見る
discord-right-send = メッセージを送信
discord-right-send-in-threads = スレッドでメッセージを送信
discord-right-threads = 公開スレッドの作成
discord-right-pin = メッセージをピン留め
discord-right-files = ファイルを添付
discord-right-history = メッセージ履歴を読む
discord-right-manage-threads = スレッドの管理
