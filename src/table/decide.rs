//! Dispatches each command to its matter.

use super::command::TableCommand;
use super::effect::{Decision, Draft};
use super::fold::Table;
use super::reply::Reply;
use crate::games::Packed;

impl<G: Packed> Table<G> {
    /// Decides on a command: adds its entries to the draft, or says why there are none.
    pub(super) fn decide(&self, command: &TableCommand, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        match command {
            TableCommand::TakeSeat { seat } => self.take_seat(*seat, draft),
            TableCommand::OfferSeat { at, seat, player } => self.offer_seat(*at, *seat, player, draft),
            TableCommand::SeekPlayers { at, sought } => self.seek_players(*at, *sought, draft),
            TableCommand::WithdrawOffer { at, seat } => self.withdraw_offer(*at, *seat, draft),
            TableCommand::DeclineSeat { seat } => self.decline_seat(*seat, draft),
            TableCommand::Leave => self.leave(draft),

            TableCommand::Order(order) => self.submit(order, draft),
            TableCommand::TakeBack { to } => self.take_back(*to, draft),
            TableCommand::Undo { seat, count } => self.undo(*seat, *count, draft),

            TableCommand::AskTakeBack { seat, order } => self.ask_take_back(*seat, *order, draft),
            TableCommand::ProposeClose { seat } => self.propose_close(*seat, draft),
            TableCommand::AnswerRequest { seat, number, agrees } => {
                self.answer_request(*seat, *number, *agrees, draft)
            }

            TableCommand::ChangeTime { seat, change } => self.change_time(*seat, change, draft),
            TableCommand::StopClock { seat } => self.stop_clock(*seat, draft),
            TableCommand::BookAbsence { seat, span } => self.book_absence(*seat, *span, draft),
            TableCommand::EndAbsence { seat, booked } => self.end_absence(*seat, *booked, draft),
            TableCommand::Expire { seat, prompt, not_before, computer } => {
                self.expire((*seat, *prompt), *not_before, computer.as_deref(), draft)
            }
            TableCommand::Claim { seat, against } => self.claim(*seat, *against, draft),
            TableCommand::SetClock => self.set_clock(draft),
            TableCommand::MoveDeadline { seat, prompt, due } => {
                self.move_deadline((*seat, *prompt), *due, draft)
            }

            TableCommand::SayReady { seat, ready } => self.say_ready(*seat, *ready, draft),
            TableCommand::Publish { seat, delay } => self.publish(*seat, *delay, draft),
            TableCommand::Unpublish { seat } => self.unpublish(*seat, draft),

            TableCommand::ChangeMaster { seat, player } => {
                self.change_master(*seat, player.as_deref(), draft)
            }
            TableCommand::ResignAsMaster => self.resign_as_master(draft),
            TableCommand::ChangeTimeAsMaster { change } => self.change_time_as_master(change, draft),
            TableCommand::Extend { seat, hours } => self.extend(*seat, *hours, draft),
            TableCommand::Replace { seat, player } => self.replace(*seat, player.as_deref(), draft),
            TableCommand::CloseAsMaster => self.close_as_master(draft),

            TableCommand::Close => self.close(draft),
            TableCommand::CloseFromOutside => self.close_as_manager(draft),
            TableCommand::Resign { seat } => self.resign(*seat, draft),

            TableCommand::Refuse { why } => Err(Reply::refused("by-door").about("why", why).into()),
            TableCommand::LeaveUndone { refusal, .. } => Err(refusal.clone().into()),
        }
    }
}
