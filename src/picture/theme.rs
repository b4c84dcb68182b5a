//! The colours. The sides differ in hue and in lightness, so that they stay apart in every kind of colour blindness and
//! in grey.

/// A colour as SVG writes it: `#0b3c5d`.
pub type Tint = &'static str;

/// Two colours that go together: a ground and the words on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The ground.
    pub fill: Tint,
    /// The text on it.
    pub ink: Tint,
}

/// A table of colours.
#[derive(Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name: `light`.
    pub name: &'static str,
    /// The sea.
    pub sea: Tint,
    /// A rim of shallow water.
    pub shoal: Tint,
    /// Land.
    pub land: Tint,
    /// The line of the coast.
    pub coast: Tint,
    /// Meridians and parallels.
    pub graticule: Tint,
    /// Lines between places.
    pub line: Tint,
    /// Edges of cards and cells.
    pub edge: Tint,
    /// Words.
    pub ink: Tint,
    /// Words that matter less.
    pub soft: Tint,
    /// The ground of a card.
    pub card: Tint,
    /// The halo around words on a map.
    pub halo: Tint,
    /// The one side.
    pub red: Pair,
    /// The other side.
    pub blue: Pair,
    /// Neither.
    pub neutral: Pair,
    /// The colours of the things that matter most just now.
    pub gold: Pair,
    /// The things that have just moved.
    pub moved: Tint,
    /// A place that can be reached.
    pub reach: Tint,
    /// A number that is low.
    pub warning: Tint,
}

/// For mail and print.
static LIGHT: Theme = Theme {
    name: "light",
    sea: "#ddeaf3",
    shoal: "#edf5fa",
    land: "#f1e9d6",
    coast: "#9a8c6b",
    graticule: "#c9dae6",
    line: "#a9c0d0",
    edge: "#5b7080",
    ink: "#13202b",
    soft: "#43586a",
    card: "#ffffff",
    halo: "#ffffff",
    red: Pair { fill: "#bf4a00", ink: "#ffffff" },
    blue: Pair { fill: "#0b3c5d", ink: "#ffffff" },
    neutral: Pair { fill: "#ffffff", ink: "#13202b" },
    gold: Pair { fill: "#f2b705", ink: "#13202b" },
    moved: "#0072b2",
    reach: "#ffffff",
    warning: "#b23c00",
};

/// For screens in the dark, such as Discord's.
static DARK: Theme = Theme {
    name: "dark",
    sea: "#14222e",
    shoal: "#1b2e3d",
    land: "#2c3238",
    coast: "#75838e",
    graticule: "#1e3242",
    line: "#3a5266",
    edge: "#8fa5b5",
    ink: "#f3f6f8",
    soft: "#a9bdcb",
    card: "#0b141b",
    halo: "#0b141b",
    red: Pair { fill: "#f58a42", ink: "#1b0d03" },
    blue: Pair { fill: "#bfe3ff", ink: "#06202f" },
    neutral: Pair { fill: "#2c3238", ink: "#f3f6f8" },
    gold: Pair { fill: "#ffd34d", ink: "#1a1400" },
    moved: "#56b4e9",
    reach: "#20384a",
    warning: "#ff9a5c",
};

/// For a page whose style sheet has the colours: each is a property of its own there.
static STYLED: Theme = Theme {
    name: "styled",
    sea: "var(--sea)",
    shoal: "var(--shoal)",
    land: "var(--land)",
    coast: "var(--coast)",
    graticule: "var(--graticule)",
    line: "var(--line)",
    edge: "var(--edge)",
    ink: "var(--ink)",
    soft: "var(--soft)",
    card: "var(--card)",
    halo: "var(--halo)",
    red: Pair { fill: "var(--red)", ink: "var(--on-red)" },
    blue: Pair { fill: "var(--blue)", ink: "var(--on-blue)" },
    neutral: Pair { fill: "var(--neutral)", ink: "var(--on-neutral)" },
    gold: Pair { fill: "var(--gold)", ink: "var(--on-gold)" },
    moved: "var(--moved)",
    reach: "var(--reach)",
    warning: "var(--warning)",
};

impl Theme {
    /// Every theme, the usual one first.
    pub const ALL: [&'static Theme; 2] = [&LIGHT, &DARK];

    /// The light one.
    pub fn light() -> &'static Theme {
        &LIGHT
    }

    /// The dark one.
    pub fn dark() -> &'static Theme {
        &DARK
    }

    /// The one that leaves its colours to the style sheet of a page, which says them with [`Theme::styles`].
    pub fn styled() -> &'static Theme {
        &STYLED
    }

    /// The colours as a style sheet says them for [`Theme::styled`]: `--sea:#ddeaf3;…`.
    pub fn styles(&self) -> String {
        let property = |named: Tint| named.trim_start_matches("var(").trim_end_matches(')');
        let tints = STYLED.tints().into_iter().zip(self.tints());
        tints.map(|(named, tint)| format!("{}:{tint};", property(named))).collect()
    }

    fn tints(&self) -> [Tint; 22] {
        let Theme { sea, shoal, land, coast, graticule, line, edge, ink, soft, card, halo, .. } = *self;
        let Theme { red, blue, neutral, gold, moved, reach, warning, .. } = *self;
        [
            sea,
            shoal,
            land,
            coast,
            graticule,
            line,
            edge,
            ink,
            soft,
            card,
            halo,
            red.fill,
            red.ink,
            blue.fill,
            blue.ink,
            neutral.fill,
            neutral.ink,
            gold.fill,
            gold.ink,
            moved,
            reach,
            warning,
        ]
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name == name)
    }
}
