//! The limits of requests to Discord.

use std::time::Duration;

use wardroom::door::discord::api::post::rate_buckets::RateBuckets;

#[test]
fn a_used_up_bucket_rests_alone_and_a_global_limit_holds_all() {
    let (rate_buckets, now) = (RateBuckets::default(), Duration::from_secs(7));
    let headers = |left: &str| {
        let pairs = [("x-ratelimit-remaining", left), ("x-ratelimit-reset-after", "60.5")];
        pairs.into_iter().map(|(name, text)| (name.parse().unwrap(), text.parse().unwrap())).collect()
    };
    rate_buckets.note("a", &headers("1"), now);
    assert_eq!(rate_buckets.wait("a", now), Duration::ZERO);
    rate_buckets.note("a", &headers("0"), now);
    assert_eq!(rate_buckets.wait("a", now), Duration::from_secs_f64(60.5));
    assert_eq!(rate_buckets.wait("b", now), Duration::ZERO);
    rate_buckets.hold("", Duration::from_secs(100), now);
    assert_eq!(rate_buckets.wait("b", now), Duration::from_secs(100));
    assert_eq!(rate_buckets.wait("a", now + Duration::from_secs(70)), Duration::from_secs(30));
}

#[test]
fn no_second_has_more_requests_than_discord_allows() {
    let (rate_buckets, began) = (RateBuckets::default(), Duration::from_secs(7));
    let mut now = began;
    let mut went = Vec::new();
    // Always as soon as it may be, but for pauses after which several go at once.
    for pause in [0, 0, 400, 0, 3_000, 0, 20, 60_000] {
        now += Duration::from_millis(pause);
        for _ in 0..100 {
            while let Err(wait) = rate_buckets.take(now) {
                assert!(!wait.is_zero());
                now += wait;
            }
            went.push(now);
        }
    }
    let second = |from: &Duration| {
        went.iter().filter(|at| (*from..*from + Duration::from_secs(1)).contains(*at)).count()
    };
    let most = went.iter().map(second).max();
    assert!(most <= Some(50) && most > Some(40), "{most:?}");
    assert!(went[99] - began < Duration::from_millis(2_500), "and not slower than it has to be");
}
