# `export` と `import` の表示。
import-done = { $table } を { $head } まで取り込みました。
import-partial = 一部だけの書き出しから取り込んだので、読むだけで対戦はできません。
import-unchecked = 書式とハッシュは正しいものでした。ダイスとルールは確かめていません。`wardroom audit { $table }` で確かめられます。取り込む前に確かめるには `import --check` とします。
import-failed-audit = { $file } は検証で不一致が見つかったので、取り込みません。
export-html-to-a-file = ページをそのまま端末に出すと、画面が文字で埋まります。ファイル名を付けてください：`-o { $table }.html`。
export-done = { $file }：{ $table } を { $head } まで書き出しました。封じられた記録 { $sealed } 件。
restore-declared = { $table }：そこから { $head } までが失われたことを、記録{ $entry }番に書きました。
restore-none = 失われた記録は書き込んでいません。
restore-other-history = { $table }：{ $head } より先までプレイされているか、別のデータベースのヘッドファイルです。何も書いていません。次からは、ボットを動かす前に実行してください
restore-nowhere = { $table }：{ $head } まで進んでいましたが、このデータベースに、その名前の開いた卓はありません。プレイヤーに知らせてください
restore-lines-unread = 読めない行があり、その卓は一覧に含まれません
picture-none = { $game } に図はありません。
picture-no-such = この局面に図 { $kind } はありません。あるもの：{ $kinds }。
picture-done = 図 { $kind } を { $file } に書きました。
