//! A spoilt pack is refused by name or loads; it never breaks the program.

use wardroom::games::grand_fleet::pack::Pack;

use crate::pack_support::slips;

#[test]
fn deep_nesting_is_refused_and_overflows_nothing() {
    slips::deep_nesting_is_refused::<Pack>("tables.toml", "damage");
}

#[test]
fn a_slip_of_the_pen_is_a_fault_or_a_pack() {
    slips::a_slip_is_a_fault_or_a_pack::<Pack>(
        "202|707|early-bc|forbidden|\\[hexes\\.202\\]|\\[ships\\.a\\]",
    );
}

#[test]
fn a_spoilt_value_of_a_log_is_a_fault_or_a_pack() {
    slips::a_spoilt_value_is_a_fault_or_a_pack::<Pack>();
}
