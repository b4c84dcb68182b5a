# ゲーベン1914：資材と標準装備
cargo-for = { $points } ポイント：{ $counters }。
cargo-does = { $item }（{ $does }）
cargo-and = ・
cargo-repair = 修理ダイス＋{ $more }
cargo-fire = 射撃ダイス＋{ $more }
cargo-raid = 通商破壊ダイス＋{ $more }
cargo-contact = 接敵値＋{ $more }
cargo-seebataillon = 港の占領
cargo-camera-crew = 撃沈を撮れば得点
cargo-mines = 海に敷設
cargo-seaplane = 偵察
cargo-torpedo-nets = 港内の被雷を減らす
cargo-torpedo-reload = 発射管を一度満たす
cargo-wireless = 情報活動＋1・二隻なら接敵値＋{ $contact }
outfit-ships = { $ships }に{ $items }
outfit-stows = { $what }（計 { $points } ポイント）。
