//! What a table makes of a command: each goes to its matter.

use chrono::{DateTime, Utc};

use super::batch::Batch;
use super::caller::Caller;
use super::command::TableCommand;
use super::effect::Decision;
use super::fold::Table;
use super::reply::Reply;
use crate::games::Packed;

impl<G: Packed> Table<G> {
    /// Decides on a command that is given at `now`: adds its entries to the batch, or says why there are none.
    pub(super) fn decide(
        &self,
        (caller, command): (&Caller, &TableCommand),
        now: DateTime<Utc>,
        batch: &mut Batch<'_, G::Event>,
    ) -> Decision<G> {
        match command {
            TableCommand::TakeSeat { seat } => self.take_seat(caller, *seat, batch),
            TableCommand::OfferSeat { at, seat, player } => {
                self.offer_seat(caller, *at, *seat, player, batch)
            }
            TableCommand::SeekPlayers { at, sought } => self.seek_players(caller, *at, *sought, batch),
            TableCommand::WithdrawOffer { at, seat } => self.withdraw_offer(caller, *at, *seat, batch),
            TableCommand::DeclineSeat { seat } => self.decline_seat(caller, *seat, batch),
            TableCommand::Leave => self.leave(caller, batch),

            TableCommand::Order(order) => self.submit(caller, order, batch),
            TableCommand::TakeBack { to } => self.take_back(caller, *to, batch),
            TableCommand::Undo { seat, count } => self.undo(caller, *seat, *count, batch),

            TableCommand::AskTakeBack { seat, order } => self.ask_take_back(caller, *seat, *order, batch),
            TableCommand::ProposeClose { seat } => self.propose_close(caller, *seat, batch),
            TableCommand::AnswerRequest { seat, number, agrees } => {
                self.answer_request(caller, *seat, *number, *agrees, batch)
            }

            TableCommand::ChangeTime { seat, change } => self.change_time(caller, *seat, change, batch),
            TableCommand::StopClock { seat } => self.stop_clock(caller, *seat, batch),
            TableCommand::BookAbsence { seat, span } => self.book_absence(caller, *seat, *span, batch),
            TableCommand::EndAbsence { seat, booked } => self.end_absence(caller, *seat, *booked, batch),
            TableCommand::Expire { seat, prompt, not_before, computer } => {
                self.expire((*seat, *prompt), (now, *not_before), computer.as_deref(), batch)
            }
            TableCommand::Claim { seat, against } => self.claim(caller, *seat, *against, batch),
            TableCommand::SetClock => self.set_clock(caller, now, batch),
            TableCommand::MoveDeadline { seat, prompt, due } => {
                self.move_deadline((*seat, *prompt), *due, batch)
            }

            TableCommand::SayReady { seat, ready } => self.say_ready(caller, *seat, *ready, batch),
            TableCommand::Publish { seat, delay } => self.publish(caller, *seat, *delay, batch),
            TableCommand::Unpublish { seat } => self.unpublish(caller, *seat, batch),

            TableCommand::ChangeMaster { seat, player } => {
                self.change_master(caller, *seat, player.as_deref(), batch)
            }
            TableCommand::ResignAsMaster => self.resign_as_master(caller, batch),
            TableCommand::ChangeTimeAsMaster { change } => self.change_time_as_master(caller, change, batch),
            TableCommand::Extend { seat, hours } => self.extend(caller, *seat, *hours, batch),
            TableCommand::Replace { seat, player } => self.replace(caller, *seat, player.as_deref(), batch),
            TableCommand::CloseAsMaster => self.close_as_master(caller, batch),

            TableCommand::Close => self.close(caller, batch),
            TableCommand::CloseFromOutside => self.close_as_manager(caller, batch),
            TableCommand::Resign { seat } => self.resign(caller, *seat, batch),

            TableCommand::Refuse { why } => Err(Reply::refused("by-door").about("why", why).into()),
            TableCommand::LeaveUndone { refusal, .. } => Err(refusal.clone().into()),
        }
    }
}
