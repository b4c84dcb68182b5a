gf-table-types = 艦種
gf-table-type =
    { $letters } { $type }：砲撃値{ $gunnery }、防御値{ $defence }、{ $speed ->
        [fast] 高速
        [slow] 低速
       *[normal] 普通
    }。
gf-table-damage = 損害（サイ2個の合計。ドイツ艦は1を引く）
gf-table-damage-row =
    { $least }〜{ $most }：{ $result ->
        [sunk] 沈没
        [boxed] DDboxへ
       *[none] 損害なし
    }。
gf-table-outbreak = 無制限潜水艦戦の発生
gf-table-outbreak-row = 第{ $turn }ターン：{ $results }。
gf-table-outbreak-die =
    { $die } { $result ->
        [war] 発生
        [choice] ドイツが選択
       *[none] なし
    }
gf-table-submarine-war = 無制限潜水艦戦（発生の次のターンから）
gf-table-submarine-row =
    { $bounds ->
        [up] { $most }以下
        [on] { $least }以上
       *[between] { $least }〜{ $most }
    }：{ $points ->
        [0] なし
       *[other] { $side } { $points }
    }。
gf-table-submarine-later = その最初のターンのあと1ターンごとに、サイに{ $modifier }。
gf-table-maintenance = 北海の維持
gf-table-maintenance-row = { $side }：艦隊ボックスに{ $count }隻以上。
