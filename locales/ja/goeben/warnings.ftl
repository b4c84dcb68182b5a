# ゲーベン1914：取り返しのつかないことの前に
warning = 注意：{ $what }
warning-cargo-points = 「完了」までに使わない資材ポイントは失われます（{ $ships }）。
warning-friends = { $spaces }の友軍船は「完了」で去ります。石炭はその前に。
warning-last-day = きょうが最終日です。一日の終わりに任務の条件がそろっていなければなりません。
warning-last-to-move = 動けるのはあと{ $ship }だけ。動けばマーカーを引き、その日の処理に進みます。
warning-leaving = { $space }の訪問は終わっています。出港すれば二度と入れません。
warning-staying = きょう{ $space }に留まればただ一度の訪問となり、あすは出港して二度と入れません。
warning-french-fleet = 移動フェイズの終わりに、フランス艦隊が{ $spaces }の{ $ships }を撃沈します。
warning-french-fleet-bound = { $ships }はきょう動けなくなります。フランス艦隊は移動フェイズの終わりに{ $spaces }のドイツ艦をすべて撃沈します。
warning-french-fleet-today = きょうはフランス艦隊が出撃中です。移動フェイズの終わりまでに{ $spaces }を離れなければ、{ $ships }は撃沈されます。
warning-squadron-lost = ドイツ艦は一隻も残らず、任務は失敗に終わります。
warning-out-of-reach = これで任務は達成できなくなります。残りの日数では命令の条件に届きません。
warning-ram = { $ships }の船体は残り1。沈没します。
warning-austrians-due = 任務はきょうで終わります。{ $ships }はまだ動けます。基地に戻らなければキャンペーンから永久に去ります。
warning-austrians-away = { $ships }は基地に戻っておらず、キャンペーンから永久に去ります。
warning-last-coal =
    { $count ->
        [1] { $ships }の石炭はあと1。使えば補給まで巡航しかできません。
       *[other] { $ships }の石炭はそれぞれあと1。使えば補給まで巡航しかできません。
    }
warning-last-ammunition =
    { $count ->
        [1] 撃てば{ $ships }の最後の弾薬です。
       *[other] 撃てば{ $ships }のそれぞれ最後の弾薬です。
    }
warning-last-ammo-maximum =
    { $count ->
        [1] 最大発射率なら{ $ships }の最後の弾薬を使い切ります。
       *[other] 最大発射率なら{ $ships }はそれぞれ最後の弾薬を使い切ります。
    }
warning-sail-on = 続行すれば、任務の条件は終了時にもう一度そろっていなければなりません。
