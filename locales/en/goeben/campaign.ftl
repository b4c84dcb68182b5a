# The campaign of Goeben, 1914 (chapter 24).
event-campaign-began = A campaign begins: { $count } orders to draw from, one mission after the other.
event-mission-recorded =
    { $outcome ->
        [won] In the ledger: { $mission }, accomplished with { $points } VP.
       *[lost] In the ledger: { $mission }, not accomplished, { $points } VP.
    }
event-orders-removed = The orders { $mission } leave the game.
event-standing-changed =
    { $standing ->
        [friendly] The ports and bases of { $nation } are friendly from now on.
        [allied] The ports and bases of { $nation } are the enemy's from now on.
       *[neutral] The ports and bases of { $nation } are neutral from now on.
    }
event-patrols-withdrawn = { $space } is no longer patrolled: high seas for the rest of the campaign.
event-allied-ship-removed = { $ship } is recalled and leaves the game.
event-reinforcements-promised = Berlin sends ships: they join when the next mission begins.
event-mission-began = Mission { $number } of the campaign: { $ships }
event-ship-stationed = { $ship } begins at { $space }.
event-campaign-ended =
    { $verdict ->
        [victory] The campaign is over, missions accomplished: { $count }. Victory, promotion and fame.
        [moral-victory] The campaign is over, missions accomplished: { $count }. No ship is left: a moral victory.
        [draw] The campaign is over, missions accomplished: { $count }. A draw: neither disgrace nor glory.
        [dismissed] The campaign is over, missions accomplished: { $count }. A mission ended below 0 VP: you are dismissed.
       *[failure] The campaign is over, missions accomplished: { $count }. Failure: you lose your command.
    }
board-campaign-set-up = Goeben, 1914, mission { $number } of at most { $most }: { $phase }, { $days } days ahead
board-campaign-day = Goeben, 1914, mission { $number } of at most { $most }: day { $day } of { $days }, { $phase }
board-campaign-between = Goeben, 1914, mission { $number } is over: { $outcome }
board-no-campaign = This is a single scenario, not a campaign.
campaign-stands = Campaign: mission { $number } of at most { $most }; accomplished { $won }, failed { $lost }.
campaign-deed =
    { $outcome ->
        [won] {"[x]"} { $mission }, { $points } VP
       *[lost] {"[ ]"} { $mission }, failed, { $points } VP
    }
campaign-open-seas = Patrol zones that are now high seas: { $list }.
campaign-removed = Gone from the game: { $list }.
campaign-stations = A mission may begin at: { $list }.
campaign-orders-left = Orders still to be drawn: { $list }.
space-open-sea = No longer a patrol zone: high seas for the rest of the campaign.
austrian-withdrawn = { $ship } ({ $class }), withdrawn for good
pending-reward = Choose a reward for the mission: { $list }.
boon-battlecruiser = a British battlecruiser leaves the game
boon-reinforcements = Moltke and Stralsund for 30 VP
prompt-objective = Your mission is accomplished: report it with `conclude`, or `sail-on` for more?
prompt-reward = Which reward: one British battlecruiser less, or Moltke and Stralsund?
order-station = Let { $ship } begin at { $space }.
order-conclude = Report the mission accomplished; it ends.
order-sail-on = Sail on: the conditions must be met again when the mission ends.
order-reward =
    { $reward ->
        [battlecruiser] A British battlecruiser, by chance, leaves the game.
       *[reinforcements] Moltke and Stralsund join for 30 VP; New Zealand joins the enemy.
    }
refusal-first-mission = In the first mission the squadron begins where the set-up says.
refusal-no-station = No mission may begin at { $space } yet.
why-mission-won = mission accomplished
why-mission-lost = mission failed
why-between-missions = repaired in harbour
why-reinforcements = reinforcements from Germany
roll-battlecruiser-removed = The battlecruiser that leaves: number { $dice } of { $of }.
roll-cruiser-joins = The cruiser that joins: number { $dice } of { $of }.
roll-concealed-incidents = Incident markers for lost battlecruisers: { $count } of { $of } drawn.
interval = Between missions: mission { $number } of at most { $most } begins
interval-won = What the last mission brought
interval-repaired = Repaired in harbour
interval-repaired-ship = { $ship }: { $tracks }.
interval-track = { $track } { $from } → { $to }
interval-start = Starting places
interval-start-at = { $ships }; alert level { $alert }.
interval-goal = The new goal
interval-ledger = The ledger so far
verdict-victory = victory
verdict-moral-victory = a moral victory
verdict-draw = a draw
verdict-dismissed = dismissed
verdict-failure = failure
