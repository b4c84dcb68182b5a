# The end of a game
gf-ending-lead = { $lead ->
    [0] Turn { $turn }, victory points level.
   *[other] Turn { $turn }, { $leader } ahead by { $lead } VP.
  }
gf-ending-broken-off = { $lead ->
    [0] Broken off on turn { $turn }, victory points level.
   *[other] Broken off on turn { $turn }, { $leader } ahead by { $lead } VP.
  }
gf-ending-turn = { $lead ->
    [0] Turn { $turn }: { $points }; level.
   *[other] Turn { $turn }: { $points }; { $leader } ahead by { $lead }.
  }
gf-ending-scored = { $side } { $points } { $why }
gf-ending-cause = { $points } { $why }
gf-ending-side = { $sum ->
    [0] { $side }: no points.
   *[other] { $side }: { $sum } VP, { $causes }.
  }
gf-ending-sunk-ship = { $ship } (turn { $turn }, { $hex })
gf-ending-losses = { $count ->
    [0] { $side } lost no ship.
    [one] { $side } lost one ship: { $sunk }.
   *[other] { $side } lost { $count } ships: { $sunk }.
  } { $damaged ->
    [0] None is damaged or detached.
   *[other] Damaged or detached: { $boxed }.
  }
gf-ending-fought = Combats and control
gf-ending-hex = { $hex }: fought over, turn { $turns }.
gf-ending-held = { $side } controlled { $hex } on turn { $turn }.
gf-ending-unturned = { $side }, fleet { $number }: { $ships }.
gf-ending-history-text = The two fleets met once, off Jutland on 31 May and 1 June 1916: Britain lost fourteen ships and some 6,000 men, Germany eleven and some 2,500. The High Seas Fleet came out again in August 1916, but no battle followed, and on 1 February 1917 Germany turned to unrestricted submarine war; two months later the United States were in the war. Ordered out once more in October 1918, the German crews refused. The fleet was interned, and on 21 June 1919 it sank itself at Scapa Flow.
gf-ending-share-toll = Ships lost: Britain { $british }, Germany { $german }.
gf-cause-parity = two dice of equal parity
gf-cause-refusal = battle refused
gf-cause-sinking = ships sunk
gf-cause-control = control of coasts
gf-cause-submarine-war = submarine war
