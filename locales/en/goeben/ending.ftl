# The end of a game
ending-result = { $outcome ->
    [won] { $mission }: accomplished on day { $day } of { $days }, with { $points } victory points of { $needed }.
    [out-of-time] { $mission }: failed. The { $days } days are over; { $points } victory points of { $needed }.
    [squadron-lost] { $mission }: failed. No German ship is left on day { $day } of { $days }; { $points } victory points of { $needed }.
   *[open] { $mission }: broken off on day { $day } of { $days }, with { $points } victory points of { $needed }.
  }
ending-campaign = The campaign
ending-points-day = Day { $day }: { $causes }; { $sum } together, { $total } in all.
ending-points-all = By cause: { $causes }; { $total } in all.
ending-no-points = No points were won or lost.
ending-track = The track
ending-track-ship = { $ship } from { $from }; { $days }.
ending-track-day = day { $day }: { $spaces }
ending-loss = { $ship } (day { $day }, { $space })
ending-sunk = Sunk: { $ships }.
ending-damaged = Damaged or driven off: { $ships }.
ending-no-losses = No Allied ship was sunk or damaged.
ending-ship = { $ship } at { $space }: hull { $hull }, coal { $coal }, ammunition { $ammunition }.
ending-ship-lost = { $ship } was lost on day { $day } at { $space }.
ending-ship-gone = { $ship } was lost earlier.
ending-luck-german = German fire
ending-luck-allied = Allied fire
ending-luck-others = All other dice
ending-face-down-at = { $space }: { $what }.
ending-face-down-coast = Coastal guns that were never shown: { $what }.
ending-history-text = At dawn on 4 August 1914 Goeben shelled Philippeville and Breslau Bône; both coaled at Messina and left it on the evening of 6 August. HMS Gloucester kept in touch, four British armoured cruisers turned away before dawn on the 7th, and the battlecruisers were looking to the west. On the evening of 10 August the Germans were let into the Dardanelles. Within a week they flew the Ottoman flag; on 29 October they fired on Russian ports, and the Ottoman Empire was at war.
ending-share-toll = Fights { $fights }, Allied ships sunk { $sunk }, damaged { $damaged }; German ships lost { $lost }.
