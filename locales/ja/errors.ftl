# コマンドが頼まれたことをしなかった理由。
error-no-database = データベース { $path } がありません。`wardroom play GAME` で作られます
error-no-home = HOME も XDG_DATA_HOME も設定されていません。--db でデータベースを指定してください
error-unknown-game = このプログラムに { $game } というゲームはありません。あるのは { $known } です
error-no-seat = この卓に席 { $seat } はありません。席：{ $seats }
error-seat-free = 席 { $seat } はまだ空いています。着席した人だけが内容を見られます
error-held-by-another = 席 { $seat } は、このマシンの別のプレイヤーの席です。本人なら --player NAME で名乗ってください
error-held-elsewhere = 席 { $seat } は { $door } でプレイされています。そちらで見てください
error-not-seated = 卓 { $table } に自分の席はなく、空席もありません。席があるはずなら --player NAME で名乗ってください
error-not-seated-free = 卓 { $table } に自分の席はありません。空席：{ $seats }。`--as SEAT` で着席します
error-not-seated-offered = 卓 { $table } に自分の席はまだありません。申し出のある席：{ $seats }。`--as SEAT` で着席し、`wardroom decline { $table }` で断ります
error-seat-kept = 席 { $seat } は別のプレイヤーのために空けてあります。本人なら --player NAME で名乗ってください
error-nothing-offered = 卓 { $table } に、自分への申し出はありません。あるはずなら --player NAME で名乗ってください
error-offered-are = 自分への申し出：{ $seats }。--as SEAT で選んでください
error-closed = 卓 { $table } は閉じていて、もう着席できません。`show`、`log`、`dice`、`replay` で見られます
error-nobody-of-that-name = { $name } というIDや名前の人はいません。`wardroom people` で一覧を見られます
error-several-of-that-name = 同じ名前の人が何人もいます。IDで指定してください：{ $ids }
error-refused = できません：{ $why }
error-page-of-another-version = このページは別のバージョンが書いたもので、文章と図は検証していません（このとき `audit` の終了コードは 2 です）
error-partly-checked = 検証した部分に不一致はありませんが、検証していない部分が残っています（このとき `audit` と `import --check` の終了コードは 3 です）
error-unknown-law = このプログラムの知らない版の時間規則で記録されています（このとき `audit` と `import --check` の終了コードは 2 です）。新しい Wardroom なら検証できます
error-unknown-rules = このプログラムの知らない版のルールで記録されています（このとき `audit` と `import --check` の終了コードは 2 です）。新しい Wardroom なら検証できます
error-head-file = ヘッドファイルに書けません：{ $why }。保存したものは失われていません。次のコマンドで再試行します
error-output = 出力できません：{ $why }
error-import = このファイルは取り込めません：{ $why }
error-evidence = 検証できるものがありません：{ $why }
fault-no-room = ディスクに空きがありません：{ $what }。何も保存していません。空きを作ってからもう一度実行してください
fault-busy = 別のプロセスがデータベースを使い続けています：{ $what }
fault-lost-tail = 卓 { $table } の記録の末尾が失われています。ヘッドファイルには { $noted }、データベースには { $found } とあります。バックアップに戻してください。失われた分をあきらめて続けるなら、ヘッドファイルを移し、それを `wardroom restore` に渡してください。プレイヤーにも伝わります
fault-read-only = 卓 { $table } は一部だけの書き出しから取り込んだもので、局面は作れません。`log`、`dice`、`audit` で読めます
fault-entry = 卓 { $table } の記録の項目 { $entry } が合いません: { $what }
fault-archived = 卓 { $table } は { $file } に取り出してあります。`replay`、`show`、`log`、`dice`、`picture`、`audit` は卓の代わりにそのファイルを読み、`import` で元に戻せます
fault-no-table = ここに卓 { $table } はありません
fault-table-exists = ここにはすでに卓 { $table } があります
fault-other-than-archived = 卓 { $table } は { $noted } までを { $file } に取り出してありますが、このファイルは { $found } に至ります。取り出したときの記録ではなく、別の記録か、変更された記録か、古い記録です。何も取り込んでいません
fault-part-of-archived = 卓 { $table } は { $file } に取り出してあります。このファイルは記録の一部だけの書き出しで、卓を元に戻すには記録全体が要ります。何も取り込んでいません
fault-not-ours = { $path } は Wardroom のデータベースではありません：{ $what }
fault-newer-schema = { $path } は、より新しい Wardroom のものです（スキーマ { $found }、このプログラムは { $known } まで）
fault-strange-schema = { $path } のスキーマは { $found } とありますが、中身が合いません（このプログラムは 1 から { $known } まで）。壊れているか、ほかのプログラムが書き換えています。何も変更していません。バックアップに戻してください
fault-older-schema = { $path } は古い Wardroom のものです（スキーマ { $found }、このプログラムは { $known }）。`wardroom migrate` で最新にしてください。先にコピーを作ります。`serve` と `play` でも同じです
fault-cannot-write = { $path } には何も保存できません：{ $what }。中身は `tables`、`show`、`log`、`dice`、`replay`、`audit`、`export`、`backup` で読めますが、記録が残る `--all` と `--full` は使えません
fault-unknown = 保存の途中でデータベースとの接続が切れました。保存されたかどうかは分かりません：{ $what }
fault-unreachable = { $path } に接続できません：{ $what }
fault-not-migrated = { $path } のスキーマは { $found } ですが、このプログラムには { $known } が要ります。所有者のロールで `wardroom migrate` を実行してください
fault-powerful = ロール { $role } は { $path } の記録を所有しているか、書き換えられます。`wardroom migrate --serving ROLE` で権限を与えたロールで接続するか、`single_role = true` と設定してください
fault-moved = このデータベースは { $other } に移されました。プレイはそちらで続いています。ここでは閲覧と検証だけができます
fault-leaving = このデータベースは { $other } に移している途中で、何も保存されません。`wardroom copy --from … --to …` で続けるか、--give-up を付けて取りやめてください
fault-arriving = このデータベースは { $other } の写しを作っている途中で、終わるまで何も保存されません。`wardroom copy --from … --to …` で続けてください
copy-occupied = 移す先のデータベースに、すでに卓か人か、以前の移動の残りがあります。空のものを指定してください
copy-overtaken = { $place } が、この移行の前回の状態と違います。別の `copy` が始まったか、移行が取りやめられました。それ以上は何もしていません。同じコマンドで今の状態が分かります
copy-same = 両方とも同じデータベースです。移行先には別のものを指定してください
copy-too-late = もう取りやめられません。元のデータベースは移され、プレイは移した先で続いています。戻すには、空のデータベースを先にして `wardroom copy` を実行してください
copy-differs = 移したものが元のデータベースと一致しません（{ $what }）。移動は行われていません。--give-up で取りやめ、別の先で試してください
error-no-such-seat = { $game } の席は { $seats } です
error-for-new-tables = --new、--practice、--data、--against、--option は新しい卓に使います。ゲームを指定してください
option-unknown = { $game } にオプション `{ $option }` はありません。あるのは { $known } です
option-unknown-none = { $game } にオプション `{ $option }` はありません。このゲームにオプションはありません
option-twice = オプション `{ $option }` が二度あります
option-takes-no-value = オプション `{ $option }` に値は付けません
option-needs-value = オプション `{ $option }` には値が要ります：{ $shape }
option-not-one-of = オプション `{ $option }` の値は次のどれかです：{ $known }
option-alone = `{ $option }` は選択ルールのないゲームなので、次のものとは一緒に使えません：{ $without }
option-needs = `{ $option }` には `{ $needed }` も要ります
error-pack = データパックが { $game } に合いません：{ $why }
error-config = この設定は使えません：{ $why }
error-file = ファイル{ $path }：{ $why }
file-trouble = { $why }
file-there = その名前のファイルがすでにあります。上書きしません
file-unreadable = 読めません：{ $why }
file-exposed = このマシンのほかのアカウントからも使えるファイルがあります。所有者として次を実行してください：{ $chmod }
line-too-long = 行が上限の{ $most }バイトを超えています
line-not-utf8 = UTF-8でない行があります
data-too-much = データのフォルダーに置けるのは、{ $bytes }バイトまでのファイル{ $files }個までです
data-unreadable = データフォルダーを読めません：{ $why }。設定の `data` か --data で別のフォルダーを指定してください
data-none = このフォルダーにデータファイル（*.toml）がありません
secret-no-home = HOME が設定されていません。--config で設定ファイルを指定してください
secret-in-environment = 秘密は{ $now }にあります。{ $before }に移し、代わりに16進64桁の新しいものを入れてください
secret-no-bytes = 秘密のための乱数が得られません：{ $why }
secret-digits = { $name }は16進{ $digits }桁でなければなりません
secret-not-written = サーバーの秘密を書き込めません：{ $why }。秘密は初回の起動時に、設定ファイルと同じフォルダーに作られます。このユーザーに書き込む権利を与えるか、{ $variable } に16進64桁を設定してください
secret-open = この秘密はほかのアカウントにも読めます。所有者として `{ $chmod }` を実行するか、設定に secrets_readable_by_others = true と書いてください
secret-none = 秘密が入っていません。`now` と16進64桁の行が必要です（その後に `before`、64桁、`until`、時刻の行も書けます）。元のファイルに戻すか、消して新しく作らせてください
secret-too-many = 有効な以前の秘密がすでに{ $most }個あり、これ以上は残せません。最も古いものの期限が過ぎてから、もう一度実行してください
rehearse-nobody-asked = ここで決めることのある席はありません
rehearse-dice-ran-out = --dice の値が足りません：判定{ $number }（{ $purpose }、ルール{ $rule }）には1から{ $of }の値が{ $take }個要ります
rehearse-dice-impossible = --dice の値{ $value }は判定{ $number }（{ $purpose }、ルール{ $rule }）に使えません：1から{ $limit }までで、くじの位置は1度ずつです
rehearse-defect = ルールの処理が不具合で止まりました：{ $why }
rehearse-no-state = `state` がありません。--all を付けて局面を出力してください
rehearse-no-number = --dice：`{ $given }` は1以上の数ではありません
rehearse-many-dice = --dice：値は{ $most }個までです
rehearse-long-script = { $line }行目：スクリプトは{ $bytes }バイトまでの行が{ $lines }行までです
rehearse-not-utf8 = { $line }行目がUTF-8ではありません
rehearse-no-order = `{ $verb }` はこのゲームの命令ではありません
rehearse-number = 番号は一覧から選ぶためのものです。ここには命令が要ります
rehearse-empty = 命令が要ります
serve-no-logs = ログを始められません：{ $why }
serve-no-numbers = メトリクスを始められません：{ $why }
serve-no-threads = スレッドを始められません：{ $why }
serve-cannot-listen = { $address }で待ち受けられません：{ $why }。[serve] listen に別のアドレスを書いてください
serve-cannot-listen-pages = ページ用に{ $address }で待ち受けられません：{ $why }。[pages] listen に別のアドレスを書いてください
serve-other-application = [discord] application_id は{ $written }ですが、トークンはアプリケーション{ $found }のものです。どちらも同じアプリケーションから写してください
serve-ended = { $part } が予期せず終了しました。詳しくはログにあります
serve-no-signals = 停止のシグナルを受け取れません：{ $why }
rejected-token = Discordがボットのトークンを受け付けません。開発者ポータル（アプリケーション、Bot、Reset Token）から写し直してください
rejected-shards = Discordがシャードを受け付けません（終了コード{ $code }）。[discord] の `shards` を確かめてください
rejected-connection = Discordが接続を受け付けません（終了コード{ $code }）。このプログラムの新しい版が要るのかもしれません
config-form = 書き方の誤り：{ $what }
config-at = { $line }行目{ $column }文字目：{ $what }
config-key-form = { $key }：{ $what }
config-secret-form = { $key } は引用符で囲んだ文字列で書いてください
config-club-log-name = [club_log] name は、空白と + を除くASCII文字1から{ $most }字で書いてください。例は "example.org/log"（指定は "{ $given }"）
config-club-log-every = [club_log] every_minutes は1から{ $most }までです（指定は { $given }）
config-club-log-replaces = [club_log] replaces_key には、失われた鍵のIDの16進8桁を書いてください（指定は "{ $given }"）
config-witnesses-many = [club_log] witnesses は{ $most }件までです
config-witnesses-url = [club_log] witnesses の url には "https://witness.example.org" のようなアドレスを書いてください（指定は "{ $given }"）
config-witnesses-key = [club_log] witnesses：{ $why }
config-witnesses-other-key = [club_log] witnesses の key には証人の鍵を書いてください。最後の部分は B で始まります（指定は "{ $given }"）
config-witnesses-twice = [club_log] witnesses に鍵 { $given } が二つあります
config-witness-listen = [witness] listen には "{ $usual }" のようなアドレスとポートを書いてください（指定は "{ $given }"）
config-witness-name = [witness] name がありません。"witness.example.org/w1" のような証人の名前を書いてください
config-witness-log = [witness] logs：{ $why }
config-witness-log-key = [witness] logs には記録の鍵を書いてください。証人の鍵ではありません（{ $given }）
config-witness-no-log = [witness] logs が空です。連署する記録の鍵を書いてください
config-no-witness = 設定に [witness] がありません。name と logs が要ります。docs/club-log.md に説明があります
serve-cannot-listen-witness = 証人への要求を { $address } で待ち受けられません：{ $why }。[witness] listen に別のアドレスを書いてください
config-one-of = { $key } = { $given } は使えません。次のどれかを書いてください：{ $allowed }
config-listen = [serve] listen = "{ $given }" はポートの付いたアドレスではありません。たとえば "{ $usual }" と書きます
config-log = [serve] log = "{ $given }" はフィルターではありません（{ $why }）。"{ $usual }" や "warn,wardroom=debug" と書きます
config-portal = トークンはDiscordの開発者ポータルで、アプリケーションの Bot、Reset Token に表示されます
config-shards-elsewhere = [discord] shards は way = "gateway" のときのものです。消すか、way を変えてください
config-endpoint-needs = [discord] way = "endpoint" には{ $key }が要ります（開発者ポータルの General Information）
config-public-key = [discord] public_key がアプリケーションの鍵ではありません。鍵は16進64桁です。開発者ポータルの General Information から写し直してください
config-two-tokens = [discord] に token と token_file の両方があります。どちらかを消してください
config-no-token = [discord] にトークンがありません。token_file = "…" でトークンのファイルを指定するか、{ $variable }に入れてください。{ $portal }
config-the-file = ファイル{ $file }
config-contact = [discord] contact_url = "{ $given }" は、括弧やコンマのない "https://example.org/our-club" のようなページのアドレスではありません。書かなければ、Discordにはボット自身のページを示します
config-api = [discord] api = "{ $given }" は "http://127.0.0.1:1234" のような基のアドレスではありません。テスト用なので、Discordにつなぐには消してください
config-shards = [discord] shards：{ $total }個のうち{ $first }番から{ $count }個のシャードは動かせません。first は0から数え、first + count は total 以下、total は{ $most }以下です
config-token-file = [discord] token_file = "{ $file }"：{ $why }。トークンだけが入ったファイルを指定してください
config-secret-open = このマシンのほかのアカウントにも読めます。所有者として `{ $chmod }` を実行するか、設定の先頭に secrets_readable_by_others = true と書いてください
config-quoted-token = { $place }のトークンが引用符に入っています。引用符を取ってください。トークンだけを書きます
config-empty-token = { $place }にトークンがありません。トークンは英字・数字・点・ハイフン・下線の一語です。{ $portal }
config-none = [{ $section }] { $key } = 0 では何も許されません。1以上を書いてください
config-no-door = 設定に [discord]・[mail]・[pages]・[play] のどの節もありません。Discordには token_file = "…" のある節か、{ $variable }のトークンが要ります。{ $portal }。電子メール・ページ・ブラウザーの盤については config.example.toml の [mail]・[pages]・[play] を見てください
config-mail-no-address = [mail] に address がありません。address = "wardroom@example.org" のようにボット自身のアドレスを書いてください
config-mail-address = [mail] address = "{ $given }" は "wardroom@example.org" のような、英数字・点・ハイフン・下線だけのアドレスではありません。+ の後ろはボットが付けます
config-mail-maildir-alone = [mail] maildir は imap・smtp・spool をまとめて置き換えるものです。maildir か、それらのどちらかを消してください
config-mail-no-way-in = [mail] にメールの受け取り方がありません。imap = …、spool = "…"、maildir = "…" のいずれかが要ります
config-mail-no-way-out = [mail] にメールの送り方がありません。smtp = … か maildir = "…" が要ります
config-mail-no-user = [mail] imap に user がありません
config-mail-folder = [mail] folder = "{ $given }" は既読メールのフォルダー名として使えません。受信箱ではない "Wardroom" や "INBOX.Wardroom" のような英数字の名前を書いてください
config-mail-days = [mail] keep_days = { $given } は長すぎます。{ $most }以下を書いてください
config-mail-url = [mail] url = "{ $given }" は https:// で始まる "https://wardroom.example.org" のような公開アドレスではありません
config-pages-listen = [pages] listen = "{ $given }" はポートの付いたアドレスではありません。たとえば "{ $usual }" と書きます
config-pages-same = [pages] listen = "{ $given }" は [serve] listen と同じです。そこには外部に公開しない稼働状態とメトリクスがあります。たとえば "{ $usual }" のような別のポートを書いてください
config-pages-no-url = [pages] に public_url がありません。public_url = "https://tables.example.org" のように、リンクの始まりを書いてください
config-operator = [operator] { $key } = "{ $given }"：{ $most }文字までの一行で書いてください
config-pages-url = [pages] public_url = "{ $given }" は "https://tables.example.org" のようなリンクの始まりではありません。https://（試すだけなら http://）で始め、空白・"?"・"#" は入れられません
config-play-listen = [play] listen = "{ $given }" はポートの付いたアドレスではありません。たとえば "{ $usual }" と書きます
config-play-same = [play] listen = "{ $given }" はほかの待ち受けと同じアドレスです。たとえば "{ $usual }" のような別のポートを書いてください
config-play-no-url = [play] に public_url がありません。public_url = "https://play.example.org" のように、盤のアドレスを書いてください
config-play-url = [play] public_url = "{ $given }" はホストのアドレスではありません。"https://play.example.org" のように、https://と専用のホストだけを書いてください（http://は127.0.0.1だけ）
config-play-activity = [play] activity = true には、[discord] に application_id のあるDiscordボットと、そのアプリケーションのクライアントシークレットが要ります。[play] の client_secret_file か、環境変数 { $variable } で指定します
config-play-secret-file = [play] client_secret_file = "{ $file }"：{ $why }。クライアントシークレットだけが入ったファイルを指定してください
serve-cannot-listen-play = ブラウザーの盤を{ $address }で待ち受けられません：{ $why }
config-mail-domain = [mail] { $key } = "{ $given }" は "mx.example.org" のようなサーバー名ではありません
config-mail-host = [mail] { $server } host = "{ $given }" は "{ $server }.example.org" のようなサーバー名ではありません
config-mail-plain = [mail] { $server } security = "plain" では途中にいる者にすべて読まれるので、このマシン自身（localhost、127.0.0.1、::1）にしか使えません。"{ $host }" には "tls" か "starttls" を書いてください
config-mail-two-proofs = [mail] { $server } に password・password_file・token_command が二つ以上あります。一つにしてください
config-mail-nobody = [mail] { $server } にパスワードか token_command があるのに user がありません
config-mail-user = [mail] { $server } user が空か、一行に収まっていません
config-mail-command = [mail] { $server } token_command にプログラムがありません。["/usr/local/bin/mail-token", "wardroom"] のように引数と一緒に書いてください
config-mail-password = [mail] { $server }：パスワードが空か、一行に収まっていません
config-mail-no-proof = [mail] { $server } に user があるのにパスワードがありません。password_file = "…" でパスワードのファイルを指定するか、{ $variable }に入れるか、token_command を書いてください
config-mail-password-file = [mail] { $server } password_file = "{ $file }"：{ $why }。パスワードだけが入ったファイルを指定してください
config-mail-no-spool = 設定にスプールがありません。[mail] spool = "…" か --spool が要ります
config-postgres-file = [postgres] { $key } = "{ $file }"：{ $why }
config-postgres-password = データベースのパスワードが空か、2行以上あります
database-of-no-kind = { $given } はこのプログラムの知るデータベースの種類ではありません。ファイルか、postgres://ロール@ホスト:ポート/データベース で指定します
database-below-a-file = { $given } にデータベースは置けません。途中の { $file } がフォルダーではなくファイルです
without-postgres = このプログラムは PostgreSQL なしで作られています。--features postgres を付けてビルドするか、リリースの配布物を使ってください
migrate-serving-of-a-file = --serving は PostgreSQL サーバーのロールです。ファイルのデータベースにはありません
migrate-no-copy = 以前のデータベースのコピーは作っていません。PostgreSQL サーバーでは、サーバーの管理者が pg_dump か pg_basebackup で作ります
archive-of-a-server = PostgreSQL のデータベースの卓は取り出せません。`export 卓` で一つずつファイルに書き出せます
archive-not-finished = 卓 { $table } はまだ終わっていません。取り出せるのは閉じた卓だけです
archive-other-file = そのファイルはすでにあり、この卓のものではありません：{ $why }。何も変更していません。移すか、別のフォルダーを指定してください
archive-holds = 卓 { $table } の { $head } までの記録です
archive-at-work = 別のコマンドが書き込んでいます
archive-done = 卓 { $table } は { $file } にあり、データベースからは除かれました。ヘッドは { $head } です
archive-waiting = 卓 { $table } は残します。まだ送っていない知らせがあります。名前を指定すれば取り出します
archive-none = 取り出せる終わった卓はありません
archive-vacuumed = データベースは { $before } バイトから { $now } バイトになりました
set-clock-done = { $table }：記録{ $entry }番で時刻を直しました。どの決定も、ここから持ち時間の全部を使えます
set-clock-none = 時計より先に進んだ記録はありません
backup-of-a-server = PostgreSQL のデータベースは、pg_dump や pg_basebackup など PostgreSQL のツールでバックアップしてください
heads-of-a-server = PostgreSQL のデータベースにヘッドファイルはありません。控えたヘッドは `audit TABLE --head` で確かめられます
migrated = スキーマは { $before } から { $now } になりました。{ $oldest } 以降のスキーマ用のプログラムが使えます
migrated-file = { $file } のスキーマを { $before } から { $now } にしました。以前のコピーは { $copy } です
migrated-already = { $file } は最新です（スキーマ { $now }）
copy-leaving = { $place }：プレイを止めました
copy-leased = まだ送信中かもしれません。{ $until } まで待ちます
copy-brought = { $part }：{ $rows }
copy-moved = { $place }：移しました
copy-played-on = { $place }：ここからはこちらでプレイします
copy-given-up = 取りやめました。{ $from } でプレイを続けます
pack-in-file = { $file }：{ $why }
pack-in-key = { $file }の `{ $key }`：{ $why }
pack-at-place = { $file }の{ $line }行目{ $column }文字目：{ $why }
pack-at-key = { $file }の{ $line }行目{ $column }文字目、`{ $key }`：{ $why }
pack-unreadable = 書き方の誤り：{ $what }
pack-out-of-range = { $value }は範囲の外です。{ $least }から{ $most }までです
pack-too-many = { $count }あります。{ $limit }までです
pack-twice = { $item }が2度あります
pack-text-empty = 文字がありません
pack-text-long = { $chars }文字あります。{ $limit }文字までです
pack-text-control = 改行などの制御文字があります
pack-same-id = { $other }と同じIDです（大文字小文字は区別しません）
pack-same-name = { $other }と同じ名前です
pack-file-long = ファイルが{ $found }バイトあります。{ $limit }バイトまでです
pack-file-twice = 同じファイルが2度あります
pack-no-file-near = パックにこのようなファイルはありません。{ $file }のことですか
pack-no-file = パックにこのようなファイルはありません。ファイルは{ $files }です
pack-no-object = パックはJSONのオブジェクトです
pack-format = 形式{ $format }は分かりません。この版が読むのは形式{ $known }です
pack-format-missing = キーがありません。この版が読むのは形式{ $known }です
pack-no-key = パックにこのようなキーはありません
pack-key-missing = キーがありません
