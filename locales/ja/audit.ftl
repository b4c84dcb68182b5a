# 検証の結果。
audit-about = { $table }：{ $game }、{ $state }。取り消し{ $takebacks }回、のぞき見{ $peeks }回、封じられた記録{ $sealed }件。
audit-open = 対戦中
audit-closed = 閉じた卓（{ $why }）
audit-practice = 練習卓です。ダイスの後でも命令を取り消せました。
audit-head = チェーンの先頭：{ $head }
audit-integrity = 完全性（書かれたままの記録か）：{ $verdict }
audit-dice = ダイス（すべて種から求まるか）：{ $verdict }
audit-rules = ルール（命令どおりの結果か）：{ $verdict }
audit-ok = 問題なし（{ $checked }件を検証）
audit-ok-except = 問題なし（{ $checked }件を検証、{ $except }）
audit-failed = 不一致：{ $what }
audit-failed-at = 記録{ $entry }番で不一致：{ $what }
audit-differs = 相違あり：{ $what }
audit-differs-at = 記録{ $entry }番に相違あり：{ $what }
audit-not-checkable = 検証できません：{ $why }
audit-forged = 記録全体を作り直した偽造は、この検証では見つかりません。対戦中に先頭を書き留めた人は、書き出した記録をそれと照らし合わせられます：wardroom audit FILE --head HEAD
