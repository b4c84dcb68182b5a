# Several players of Goeben, 1914: who decides, proposals, messages and letters.
seat-first-officer = First officer
seat-gunnery = Gunnery officer
seat-engineer = Engineer
seat-austria = Austro-Hungarian commander
seat-goeben = Goeben
seat-moltke = Moltke
seat-breslau = Breslau
seat-stralsund = Stralsund
prompt-stand-by = You have nothing to decide.
order-approve = Carry out what { $officer } proposes.
order-decline = Decline what { $officer } proposes.
order-support = Agree to the course of { $officer }.
order-oppose = Oppose the course of { $officer }.
order-drop = Withdraw your proposal.
order-rate =
    { $rate ->
        [maximum] { $ship } is to fire at the maximum rate.
       *[normal] { $ship } is to fire at the normal rate.
    }
order-speed =
    { $speed ->
        [emergency] Propose emergency speed for { $ship }.
        [maximum] Propose maximum speed for { $ship }.
       *[cruise] Propose cruise speed for { $ship }.
    }
order-message = Say to { $to }: “{ $text }”
order-letter = Leave a letter at { $space }: “{ $text }”
order-away = { $officer } is away; the next in precedence decides.
order-back = Take your seat again.
event-order-proposed = { $seat } proposes: { $order }
event-proposal-agreed = { $seat } agrees to what { $of } proposes.
event-proposal-opposed = { $seat } opposes the course of { $of }.
event-proposal-approved = { $by } accepts the proposal of { $seat }.
event-proposal-declined = { $by } declines the proposal of { $seat }.
event-proposal-withdrawn = { $seat } withdraws the proposal.
event-proposal-lapsed = The proposal of { $seat } is no longer legal and lapses: { $order }
event-rate-set =
    { $rate ->
        [maximum] { $ship } is to fire at the maximum rate.
       *[normal] { $ship } is to fire at the normal rate.
    }
event-speed-proposed =
    { $speed ->
        [emergency] The engineer proposes emergency speed for { $ship }.
        [maximum] The engineer proposes maximum speed for { $ship }.
       *[cruise] The engineer proposes cruise speed for { $ship }.
    }
event-officer-left = { $seat } is away and leaves the decisions to the others.
event-officer-excused = { $by } says that { $seat } is away, and stands in.
event-officer-returned = { $seat } is back.
event-phase-left = { $seat } is done with the phase.
event-message-sent = { $from } to { $to }: “{ $text }”
event-letter-left = { $by } leaves a letter at { $space }.
event-letter-written = A letter of { $by } at { $space }: “{ $text }”
event-letter-read = { $reader } finds a letter from { $by } at { $space }: “{ $text }”
officers-heading = The officers
officers-acting = Decides for the task force: { $seat }.
officers-precedence = Order of precedence: { $seats }.
officers-away = Away: { $seats }.
officers-done = Done with the phase: { $seats }.
officers-proposal = { $seat } proposes: { $order }
officers-proposal-agreed = { $seat } proposes: { $order } Agreed: { $agreed }.
officers-proposal-opposed = { $seat } proposes: { $order } Against: { $opposed }.
officers-proposal-split = { $seat } proposes: { $order } Agreed: { $agreed }. Against: { $opposed }.
officers-proposal-waits = It needs the agreement of: { $seats }.
officers-letter-sealed = At { $space } there is a letter from { $by }.
officers-letter = At { $space } there is a letter from { $by }: “{ $text }”
officers-message = Day { $day }, { $from }: “{ $text }”
officers-messages = Messages to you
officers-decides = You decide: { $verbs }.
officers-proposes = You propose: { $verbs }.
officers-stand-by = You have nothing to decide; you may still send messages.
refusal-austria-without-ships = An Austro-Hungarian commander needs the Austro-Hungarian ships.
refusal-already-away = { $officer } is away already.
refusal-last-officer = At least one officer must stay.
refusal-not-yours-to-excuse = Only the officer who would stand in for { $officer } may do that: { $who }.
refusal-message-cannot-pass = No message can reach { $to }: your ships must be in one space, or both of you need Wireless.
refusal-no-such-officer = There is no officer of that name.
refusal-no-port-for-letters = A letter can only be left in a friendly or neutral port where one of your ships is; { $space } is not one.
refusal-proposal-lapsed = The proposal of { $officer } is no longer legal.
refusal-no-proposal = { $officer } has made no proposal.
refusal-another-decides = { $officer } decides that.
refusal-you-are-away = You are away. Type `back` to decide again.
refusal-done-with-phase = You are done with this phase.
refusal-no-ship-left = You have no ship afloat, so you have nothing more to decide.
refusal-text-unfit = A message is one line of at most { $limit } characters, without control characters.
notice-message = A message to you
notice-letter = A letter you found
notice-proposal = A proposal for you to decide
notice-proposal-declined = Your proposal was declined
notice-proposal-lapsed = Your proposal is no longer legal
