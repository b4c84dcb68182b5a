//! How far a player has come in the options tree, and how that is written into a few letters.

use super::packing::{Packing, Unpacking};
use super::ways::{share_bounds, ways};
use crate::game::{Arg, Node, Options, OrderForm, Sort, Sorted, Walk, Word};

/// The way taken so far: a verb, words behind it, and what is given where no further word follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionsPath {
    /// The verb's place among those of the options.
    pub verb: usize,
    /// The places of the words chosen behind it.
    pub words: Vec<usize>,
    /// Words beside one of those, for an order each.
    pub beside: Option<Beside>,
    /// What is given at the last node.
    pub end: Option<PathEnd>,
}

/// Words chosen beside one of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Beside {
    /// Which word of the path they stand beside.
    pub level: usize,
    /// Their places, ascending.
    pub words: Vec<usize>,
}

/// What is given at the last node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathEnd {
    /// The value, perhaps in part.
    pub what: PathValue,
    /// Whether it is put together piece by piece, rather than chosen whole.
    pub by_hand: bool,
    /// Whether it is complete.
    pub done: bool,
}

/// A value of a node, by places in its lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathValue {
    /// Nothing is asked.
    Nothing,
    /// Which words are chosen.
    Chosen(Vec<bool>),
    /// A number.
    Number(i64),
    /// The points of each bin; fewer than there are bins while it is not complete.
    Shares(Vec<u32>),
    /// Each thing's bin, from 1, or 0 for none, with the bin that is being filled.
    Sorted {
        /// The bins.
        of: Vec<usize>,
        /// The one being filled, from 0.
        bin: usize,
    },
    /// At each place the step taken.
    Way(Vec<usize>),
}

/// Where a path leads.
pub(super) struct PathNode<'o> {
    /// The verb.
    pub verb: Word,
    /// The words given, with the arguments they are for.
    pub given: Vec<(&'static str, Word)>,
    /// The node that asks next.
    pub node: &'o Node,
}

impl PathEnd {
    /// A complete value.
    pub fn whole(what: PathValue) -> PathEnd {
        PathEnd { what, by_hand: false, done: true }
    }

    /// A value in the making.
    pub fn part(what: PathValue) -> PathEnd {
        PathEnd { what, by_hand: true, done: false }
    }
}

impl OptionsPath {
    /// The path to a verb.
    pub fn of_verb(verb: usize) -> OptionsPath {
        OptionsPath { verb, words: Vec::new(), beside: None, end: None }
    }

    /// The path that gives `form`; `None` when it is not among the options.
    pub fn of_form(options: &Options, form: &OrderForm) -> Option<OptionsPath> {
        options.accept(form).ok()?;
        let verb = options.verbs.iter().position(|(verb, _)| *verb == form.verb)?;
        let mut path = OptionsPath::of_verb(verb);
        let mut node = &options.verbs[verb].1;
        while let Node::OneOf { arg, of } = node {
            let word = form.word(arg)?;
            let at = of.iter().position(|(legal, _)| *legal == word)?;
            path.words.push(at);
            node = &of[at].1;
        }
        path.end = Some(PathEnd::whole(PathValue::of(node, form)?));
        Some(path)
    }

    /// The same with this word more, and others beside it.
    pub fn with_words(mut self, at: usize, beside: Vec<usize>) -> OptionsPath {
        if !beside.is_empty() {
            self.beside = Some(Beside { level: self.words.len(), words: beside });
        }
        self.words.push(at);
        self
    }

    /// The same up to a word before which others stand.
    pub fn up_to(&self, level: usize) -> OptionsPath {
        let beside = self.beside.clone().filter(|beside| beside.level < level);
        OptionsPath { verb: self.verb, words: self.words[..level].to_vec(), beside, end: None }
    }

    /// The same with this end.
    pub fn with_end(&self, end: PathEnd) -> OptionsPath {
        OptionsPath { end: Some(end), ..self.clone() }
    }

    /// The same as far as nothing has to be chosen: where `stands` says so, the first word stands by itself.
    pub fn settled(
        mut self,
        options: &Options,
        stands: &dyn Fn(&PathNode<'_>) -> bool,
    ) -> Option<OptionsPath> {
        while stands(&self.place(options)?) {
            self.words.push(0);
        }
        self.end = sole(self.place(options)?.node).map(PathEnd::whole);
        Some(self)
    }

    /// The node it leads to; `None` if these options have no such way.
    pub fn place<'o>(&self, options: &'o Options) -> Option<PathNode<'o>> {
        let (verb, mut node) = options.verbs.get(self.verb).map(|(verb, node)| (*verb, node))?;
        let mut given = Vec::new();
        for at in &self.words {
            let Node::OneOf { arg, of } = node else { return None };
            let (word, next) = of.get(*at)?;
            given.push((*arg, *word));
            node = next;
        }
        Some(PathNode { verb, given, node })
    }

    /// The words given at a level: one, and those beside it.
    pub fn words_at(&self, options: &Options, level: usize) -> Vec<Word> {
        let Some(Node::OneOf { of, .. }) = self.up_to(level).place(options).map(|place| place.node) else {
            return vec![];
        };
        let beside = self.beside.iter().filter(|beside| beside.level == level);
        let all = self.words[level..].iter().take(1).chain(beside.flat_map(|beside| &beside.words));
        all.filter_map(|at| Some(of.get(*at)?.0)).collect()
    }

    /// The order it gives so far: the verb and the words behind it.
    pub fn begun(&self, options: &Options) -> Option<OrderForm> {
        let place = self.place(options)?;
        let mut form = OrderForm::new(place.verb);
        place.given.iter().for_each(|(arg, word)| form.set(Word::literal(arg), Arg::Word(*word)));
        Some(form)
    }

    /// The order it gives; `None` when it is not complete or not among the options.
    pub fn form(&self, options: &Options) -> Option<OrderForm> {
        let end = self.end.as_ref().filter(|end| end.done)?;
        self.form_as_it_is(options, end)
    }

    /// The order if nothing were added to `end`; `None` when that is not among the options.
    pub fn form_as_it_is(&self, options: &Options, end: &PathEnd) -> Option<OrderForm> {
        let mut form = self.begun(options)?;
        let node = self.place(options)?.node;
        if let Some(arg) = node.arg() {
            form.set(Word::literal(arg), end.what.arg(node)?);
        }
        options.accept(&form).is_ok().then_some(form)
    }

    /// One step back, over the words that stand by themselves; `None` when that is before the verb.
    pub fn back(&self, options: &Options, stands: &dyn Fn(&PathNode<'_>) -> bool) -> Option<OptionsPath> {
        let node = self.place(options)?.node;
        let chosen = self.end.as_ref().filter(|_| sole(node).is_none());
        if let Some(end) = chosen {
            let end = end.back();
            return Some(OptionsPath { end, ..self.clone() });
        }
        for level in (0..self.words.len()).rev() {
            let path = self.up_to(level);
            if !stands(&path.place(options)?) {
                return Some(path);
            }
        }
        None
    }

    /// The path as letters that [`OptionsPath::read`] understands among the same options.
    pub fn write(&self, options: &Options) -> String {
        let mut packing = Packing::default();
        packing.put_at(self.verb, options.verbs.len());
        let Some(mut node) = options.verbs.get(self.verb).map(|(_, node)| node) else {
            return packing.text();
        };
        let mut words = self.words.iter().enumerate();
        while let Node::OneOf { of, .. } = node {
            let word = words.next();
            if of.len() > 1 {
                packing.put_flag(word.is_some());
            }
            let Some((level, at, (_, next))) = word.and_then(|(level, at)| Some((level, *at, of.get(*at)?)))
            else {
                return packing.text();
            };
            packing.put_at(at, of.len());
            if of.len() > 1 {
                let beside = self.beside.as_ref().filter(|beside| beside.level == level);
                packing.put_flag(beside.is_some());
                let has = |other: usize| beside.is_some_and(|beside| beside.words.contains(&other));
                (0..of.len()).filter(|_| beside.is_some()).for_each(|other| packing.put_flag(has(other)));
            }
            node = next;
        }
        if sole(node).is_none() {
            packing.put_flag(self.end.is_some());
            if let Some(end) = &self.end {
                packing.put_flag(end.by_hand);
                packing.put_flag(end.done);
                end.what.write(node, &mut packing);
            }
        }
        packing.text()
    }

    /// The path that `text` stands for among these options; `None` when it stands for none.
    pub fn read(options: &Options, text: &str) -> Option<OptionsPath> {
        let mut packed = Unpacking::of(text)?;
        let verb = packed.take_at(options.verbs.len())?;
        let mut path = OptionsPath::of_verb(verb);
        let mut node = &options.verbs[verb].1;
        while let Node::OneOf { of, .. } = node {
            if of.len() > 1 && !packed.take_flag() {
                return packed.is_used_up().then_some(path);
            }
            let at = packed.take_at(of.len())?;
            let mut beside = Vec::new();
            if of.len() > 1 && packed.take_flag() {
                beside.extend((0..of.len()).filter(|_| packed.take_flag()));
            }
            path = path.with_words(at, beside);
            node = &of[at].1;
        }
        path.end = match sole(node) {
            Some(what) => Some(PathEnd::whole(what)),
            None if packed.take_flag() => {
                let (by_hand, done) = (packed.take_flag(), packed.take_flag());
                Some(PathEnd { what: PathValue::read(node, &mut packed)?, by_hand, done })
            }
            None => None,
        };
        packed.is_used_up().then_some(path)
    }
}

impl PathEnd {
    /// One piece less; `None` when nothing is left.
    fn back(&self) -> Option<PathEnd> {
        if !self.by_hand {
            return None;
        }
        let what = match &self.what {
            PathValue::Way(way) if !way.is_empty() => PathValue::Way(way[..way.len() - 1].to_vec()),
            PathValue::Shares(shares) if shares.len() > 1 => {
                PathValue::Shares(shares[..shares.len() - 1].to_vec())
            }
            PathValue::Chosen(_) | PathValue::Sorted { .. } if self.done => self.what.clone(),
            _ => return None,
        };
        Some(PathEnd::part(what))
    }
}

/// The only value a node takes, if there is only one.
fn sole(node: &Node) -> Option<PathValue> {
    let ways = ways(node, 1)?;
    ways.into_iter().next()
}

/// A sorting written out: things with the bins they are in.
pub(super) fn sorted(sort: &Sort, of: &[usize]) -> Sorted {
    let mut sorted = Sorted::new();
    for (item, bin) in sort.items.iter().zip(of) {
        if let Some(bin) = bin.checked_sub(1).and_then(|at| sort.bins.get(at)) {
            sorted.entry(bin.word).or_default().push(item.word);
        }
    }
    sorted
}

impl PathValue {
    /// The value that `form` gives to `node`.
    fn of(node: &Node, form: &OrderForm) -> Option<PathValue> {
        match node {
            Node::End => Some(PathValue::Nothing),
            // What is said is too long for a component; it is typed and given at once.
            Node::OneOf { .. } | Node::Text { .. } => None,
            Node::SomeOf { arg, of, .. } => {
                let words = form.words(arg)?;
                Some(PathValue::Chosen(of.iter().map(|(word, _)| words.contains(word)).collect()))
            }
            Node::Number { arg, .. } => Some(PathValue::Number(form.number(arg)?)),
            Node::Split { arg, bins, .. } => {
                let shares = form.shares(arg)?;
                let share = |(bin, _): &(Word, u32)| shares.get(bin).copied().unwrap_or(0);
                Some(PathValue::Shares(bins.iter().map(share).collect()))
            }
            Node::Sort { arg, sort } => Some(PathValue::of_sorted(sort, &form.sorted(arg)?)),
            Node::Walk { arg, walk } => Some(PathValue::Way(steps(walk, form.words(arg)?)?)),
        }
    }

    /// A sorting by places.
    pub fn of_sorted(sort: &Sort, sorted: &Sorted) -> PathValue {
        let holds = |bin: &Word, thing: &Word| sorted.get(bin).is_some_and(|things| things.contains(thing));
        let bin_of = |thing: &Word| sort.bins.iter().position(|bin| holds(&bin.word, thing));
        let of = sort.items.iter().map(|item| bin_of(&item.word).map_or(0, |at| at + 1)).collect();
        PathValue::Sorted { of, bin: 0 }
    }

    /// The argument it is; `None` when it is not a value of `node`.
    fn arg(&self, node: &Node) -> Option<Arg> {
        match (self, node) {
            (PathValue::Chosen(chosen), Node::SomeOf { of, .. }) => {
                let words = of.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|((word, _), _)| *word);
                Some(Arg::Words(words.collect()))
            }
            (PathValue::Number(number), Node::Number { .. }) => Some(Arg::Number(*number)),
            (PathValue::Shares(shares), Node::Split { bins, .. }) if shares.len() == bins.len() => {
                let shares = bins.iter().zip(shares).filter(|(_, share)| **share > 0);
                Some(Arg::Shares(shares.map(|((bin, _), share)| (*bin, *share)).collect()))
            }
            (PathValue::Sorted { of, .. }, Node::Sort { sort, .. }) => Some(Arg::Sorted(sorted(sort, of))),
            (PathValue::Way(way), Node::Walk { walk, .. }) => Some(Arg::Words(places(walk, way)?)),
            _ => None,
        }
    }

    fn write(&self, node: &Node, packing: &mut Packing) {
        match (self, node) {
            (PathValue::Chosen(chosen), _) => chosen.iter().for_each(|chosen| packing.put_flag(*chosen)),
            (PathValue::Number(number), Node::Number { least, most, .. }) => {
                packing.put(number.abs_diff(*least), most.abs_diff(*least).saturating_add(1));
            }
            (PathValue::Shares(shares), Node::Split { bins, .. }) => {
                packing.put_at(shares.len(), bins.len() + 1);
                for (share, (_, limit)) in shares.iter().zip(bins) {
                    packing.put(u64::from(*share), u64::from(*limit) + 1);
                }
            }
            (PathValue::Sorted { of, bin }, Node::Sort { sort, .. }) => {
                packing.put_at(*bin, sort.bins.len());
                of.iter().for_each(|bin| packing.put_at(*bin, sort.bins.len() + 1));
            }
            (PathValue::Way(way), Node::Walk { walk, .. }) => {
                packing.put_at(way.len(), walk.most + 1);
                let mut at = walk.from;
                for step in way {
                    let open = walk.steps_from(at);
                    packing.put_at(*step, open.len());
                    at = open.get(*step).copied().unwrap_or(at);
                }
            }
            _ => {}
        }
    }

    fn read(node: &Node, packed: &mut Unpacking) -> Option<PathValue> {
        match node {
            Node::End | Node::OneOf { .. } | Node::Text { .. } => None,
            Node::SomeOf { of, .. } => {
                Some(PathValue::Chosen(of.iter().map(|_| packed.take_flag()).collect()))
            }
            Node::Number { least, most, .. } => {
                let above = packed.take(most.abs_diff(*least).saturating_add(1));
                least.checked_add_unsigned(above).map(PathValue::Number)
            }
            Node::Split { bins, least, most, .. } => {
                let mut shares = Vec::new();
                for at in 0..packed.take_at(bins.len() + 1)? {
                    let share = u32::try_from(packed.take(u64::from(bins[at].1) + 1)).ok()?;
                    let (from, to) = share_bounds(bins, *least, *most, &shares);
                    shares.push(Some(share).filter(|share| (from..=to).contains(share))?);
                }
                Some(PathValue::Shares(shares))
            }
            Node::Sort { sort, .. } => {
                let bin = packed.take_at(sort.bins.len())?;
                let of = sort.items.iter().map(|_| packed.take_at(sort.bins.len() + 1));
                Some(PathValue::Sorted { of: of.collect::<Option<_>>()?, bin })
            }
            Node::Walk { walk, .. } => {
                let mut way = Vec::new();
                let mut at = walk.from;
                for _ in 0..packed.take_at(walk.most + 1)? {
                    let open = walk.steps_from(at);
                    let step = packed.take_at(open.len())?;
                    way.push(step);
                    at = open[step];
                }
                Some(PathValue::Way(way))
            }
        }
    }
}

/// The places that the steps of a way enter.
pub(super) fn places(walk: &Walk, way: &[usize]) -> Option<Vec<Word>> {
    let mut at = walk.from;
    let enter = |step: &usize| {
        at = *walk.steps_from(at).get(*step)?;
        Some(at)
    };
    way.iter().map(enter).collect()
}

/// The steps that enter these places one after another.
pub(super) fn steps(walk: &Walk, places: &[Word]) -> Option<Vec<usize>> {
    let mut at = walk.from;
    let step = |place: &Word| {
        let step = walk.steps_from(at).iter().position(|open| open == place)?;
        at = *place;
        Some(step)
    };
    places.iter().map(step).collect()
}
