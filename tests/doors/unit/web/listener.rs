//! The room that one asker has among all connections.

use std::net::{IpAddr, Ipv6Addr};

use wardroom::door::listener::{CONNECTIONS, Guest, Guests};

#[test]
fn an_address_has_its_share_of_the_room() {
    let guests = Guests::default();
    let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
    let mut held: Vec<Guest> = (0..3).map(|_| guests.enter(one, 3).unwrap()).collect();
    assert!(guests.enter(one, 3).is_none() && guests.enter(other, 3).is_some());
    held.pop();
    held.extend(guests.enter(one, 3));
    assert_eq!(held.len(), 3, "who leaves makes room");
    held.extend((0..CONNECTIONS - 3).map(|_| guests.enter(other, CONNECTIONS).unwrap()));
    assert!(guests.enter([10, 0, 0, 3].into(), 3).is_none(), "there is only so much");
    drop(held);
    assert!(guests.is_empty());
}

#[test]
fn a_network_of_ipv6_has_the_share_of_one_asker() {
    let guests = Guests::default();
    let address = |network, host| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 0, network, 0, 0, 0, host));
    let held: Vec<Guest> = (0..3).map(|host| guests.enter(address(1, host), 3).unwrap()).collect();
    assert!(guests.enter(address(1, 9), 3).is_none(), "whichever of its addresses it takes");
    assert!(guests.enter(address(2, 9), 3).is_some(), "another network");
    drop(held);
    assert!(guests.is_empty());
}
