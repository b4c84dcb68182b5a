//! Forms that come too late, from a page that is out of date.

use super::filling::{BEGUN, FIELD, NAMED, typed_out};
use super::half_made::HalfMade;
use super::request::FormFields;
use super::table::{AtBoard, Came, typed, with_steps};
use crate::club::ClubError;
use crate::club::picking::OptionsPath;
use crate::club::picking::steps::StepForm;
use crate::club::session::{Asked, PlayerSession};

impl AtBoard<'_> {
    /// The page as it is now, for what was sent from one that is out of date, with what was typed there.
    pub(super) fn out_of_date(
        &self,
        session: &PlayerSession,
        fields: &FormFields,
        note: &'static str,
    ) -> Result<Came, ClubError> {
        // An order without its shares means nothing on a line, nor does a number alone.
        let begun = fields.get(BEGUN).filter(|_| fields.get(NAMED).is_none());
        let text = fields.get(FIELD).filter(|text| begun.is_some() || text.parse::<i64>().is_err());
        let order = [begun, text].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let typed = if order.is_empty() { typed(fields) } else { order };
        self.page(session, None, &FormFields::default(), Some(note), |page| page.typed = typed)
    }

    /// The half-made order of a late form for shares, where the same shares of the same order are still to be given.
    pub(super) fn shares_again(
        &self,
        session: &PlayerSession,
        asked: &Asked,
        half: &HalfMade,
        fields: &FormFields,
    ) -> Option<HalfMade> {
        with_steps(session, asked, self.seat, |steps, tree| {
            let options = steps.course.options();
            // Among other options the letters of a way may mean another order.
            let path = OptionsPath::read(options, half.path.as_deref()?)?;
            let is_same_order = fields.get(BEGUN) == Some(typed_out(session, options, &path).as_str());
            let Some(StepForm::Shares(bins)) = steps.step(Some(&path), None)?.form else { return None };
            let are_same_shares = bins.iter().map(|(name, ..)| name.as_str()).eq(fields.all(NAMED));
            let again = || self.half_made((String::new(), Some(path.write(options))), asked, tree);
            (is_same_order && are_same_shares).then(again)
        })
    }
}
