//! Luck that players add to the dice before the game begins, and what holds for the dice.

use sha2::{Digest, Sha256};

use super::{OrderOutcome, PlayerSession};
use crate::club::ClubError;
use crate::club::trust::{Trust, checkpoint_in};
use crate::game::Seat;
use crate::table::{Entropy, TableCommand};
use crate::words::Value;

/// Most characters of a player's luck.
const LUCK_CHARACTERS: usize = 200;
/// The prefix of luck promised by its hash.
const PROMISED: &str = "sha256:";
/// The luck that players ask for once their game has begun, to go on without the witness of the dice.
const OWN_DICE: [&str; 2] = ["club", "クラブ"];
/// Bytes that the program at which a player sits draws for them.
const DRAWN_BYTES: usize = 16;

impl PlayerSession {
    /// The trust line of this table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn trust(&self) -> Result<String, ClubError> {
        let facts = self.facts();
        let checkpoint = checkpoint_in(self.view.store())?;
        let (entropy, witness) = (facts.entropy.as_ref(), facts.witness.as_ref());
        let trust = Trust { format: facts.format, entropy, witness, checkpoint };
        Ok(trust.line(&self.phrases()))
    }

    /// Presses a button that says only that the player is ready: where luck is still taken, it gives that of the message too.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn press_ready(&mut self) -> Result<OrderOutcome, ClubError> {
        if self.takes_luck() { self.give_luck("") } else { self.say_ready(true) }
    }

    /// True while luck may be added at this seat, and the player promised none at another.
    pub fn takes_luck(&self) -> bool {
        let entropy = self.facts().entropy.as_ref();
        // Luck of a player is that of all their seats: it would be shown for what they promised at another.
        let (seats, player) = (&self.around().seats, Some(&*self.context.caller.player));
        let promised =
            |seat: &Seat| seats.iter().any(|it| it.seat == *seat && it.player.as_deref() == player);
        entropy.is_some_and(|entropy| {
            let open = !entropy.closed && !entropy.promised.iter().any(promised);
            open && entropy.none.contains(&self.seat)
        })
    }

    /// Adds luck of the player's own before the game begins, and says that they are ready; `sha256:` with digits promises it.
    ///
    /// Without words it is the number of the message that brought this, or is drawn by the player's program. A door whose messages the
    /// server numbers itself has neither, so words are asked for there.
    ///
    /// # Errors
    /// A table that cannot be written; no randomness.
    pub fn give_luck(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        let typed = typed.trim();
        if typed.chars().count() > LUCK_CHARACTERS {
            return Ok(self.refused("luck-too-long", &[("most", LUCK_CHARACTERS.into())]));
        }
        if let Some(digits) = typed.strip_prefix(PROMISED) {
            let mut hash = [0; 32];
            return match hex::decode_to_slice(digits.trim(), &mut hash) {
                Ok(()) => self.add_luck(Entropy { hash, source: None }, "luck-promised", &[]),
                Err(_) => Ok(self.refused("luck-no-hash", &[])),
            };
        }
        // Before the game begins too: its set-up waits for the witness, so these words cannot be luck there.
        if OWN_DICE.contains(&typed) && self.facts().witness.is_some() {
            return self.carry_out(TableCommand::UseOwnDice { seat: self.seat });
        }
        let of = |text: &str, source| Entropy { hash: Sha256::digest(text).into(), source: Some(source) };
        if !typed.is_empty() {
            return self.add_luck(of(typed, "words"), "luck-of-words", &[]);
        }
        // A message has an id that its sender's program, or Discord, gave it. At the terminal the program is the player's own.
        if let Some(key) = self.context.key.clone() {
            if self.context.door.numbers_itself() {
                return Ok(self.refused("luck-needs-words", &[]));
            }
            return self.add_luck(of(&key, "message"), "luck-of-message", &[]);
        }
        let mut drawn = [0; DRAWN_BYTES];
        self.context.platform.fill(&mut drawn).map_err(ClubError::failed)?;
        let drawn = hex::encode(drawn);
        self.add_luck(of(&drawn, "drawn"), "luck-drawn", &[("drawn", drawn.as_str().into())])
    }

    fn add_luck(
        &mut self,
        entropy: Entropy,
        key: &str,
        args: &[(&str, Value<'_>)],
    ) -> Result<OrderOutcome, ClubError> {
        let outcome = self.carry_out(TableCommand::GiveEntropy { seat: self.seat, entropy })?;
        if let OrderOutcome::Accepted { last, .. } = outcome {
            self.remark = Some((last, self.phrases().say(key, args)));
        }
        Ok(outcome)
    }
}
