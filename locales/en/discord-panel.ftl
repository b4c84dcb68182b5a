# Buttons below the status message and below notices in Discord.
discord-panel-hand = My hand
discord-panel-dice = Dice
discord-panel-help = Help
discord-panel-join = Join as { $seat }
discord-panel-take = Take the seat
discord-panel-decline = Decline
discord-panel-why = What was I sent?
