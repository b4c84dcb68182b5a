# グランドフリート1.2のサイ
gf-roll-other = { $side }の{ $purpose }のサイ：{ $dice }。
gf-roll-commitment = { $side }の投入のサイ：{ $dice }。
gf-roll-transfer = { $side }の転出のサイ（その隻数を移す）：{ $dice }。
gf-roll-outbreak = 無制限潜水艦戦の発生判定：{ $dice }。
gf-roll-submarine-war = 無制限潜水艦戦表：{ $dice }。
gf-roll-submarine-war-modified = 無制限潜水艦戦表：{ $dice } { $sign } { $by } = { $sum }。
gf-roll-initiative = { $side }の主導権のサイ：{ $dice }。
gf-roll-markers = { $side }のマーカーを混ぜます：{ $dice }。
gf-roll-combat-initiative = { $about }での{ $side }の戦闘主導権のサイ：{ $dice }。
gf-roll-damage = { $about }の損害：{ $dice }。
purpose-commitment = 投入
purpose-transfer = 転出
purpose-outbreak = 潜水艦戦の発生
purpose-submarine-war = 潜水艦戦
purpose-initiative = 主導権
purpose-combat-initiative = 戦闘主導権
purpose-damage = 損害
gf-unsaid-outbreak = 無制限潜水艦戦はまだ始まりません。
gf-unsaid-submarine-war = 潜水艦戦による変化はこのターンなし。
