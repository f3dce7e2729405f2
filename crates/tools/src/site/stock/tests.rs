use adjutant_config::Config;
use adjutant_simulators::stock::StockPhotos;

use super::{
    client::{Orientation, StockError},
    *,
};

const KEY: &str = "key-of-stock-photos";

/// A client with this key; its settings name the server.
fn client(server: &StockPhotos, key: &str) -> Stock {
    // Fails only if another test installed it first.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let variables = [("KEY", key.to_owned()), ("URL", server.url())];
    let variables = variables.map(|(name, value)| (format!("ADJUTANT__SITE__STOCK_PHOTOS_{name}"), value));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    std::fs::write(&file, "").unwrap();
    Stock::new(&Config::load(Some(&file), variables).unwrap()).unwrap()
}

#[tokio::test]
async fn photos_are_found_and_known_by_their_ids() {
    let server = StockPhotos::start(KEY).await;
    for (id, alt) in [(1, "A red boat"), (2, "A cat"), (3, "A boat at sea")] {
        server.add(id, alt, "Anna\nBerger", b"");
    }
    let stock = client(&server, KEY);
    let found = stock.search("boat & cat=1", Some(Orientation::Square), 2).await.unwrap();
    assert_eq!(found.iter().map(|photo| photo.id).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(found[0].photographer, "Anna Berger");
    let asked = server.searches().remove(0);
    let asked = ["query", "orientation", "per_page"].map(|name| asked[name].clone());
    assert_eq!(asked, ["boat & cat=1", "square", "2"]);
    assert_eq!(stock.photo(3).await.unwrap().alt, "A boat at sea");
    assert_eq!(stock.search("mountain", None, 5).await.unwrap(), []);
}

#[tokio::test]
async fn a_failure_says_what_can_be_done_and_no_key() {
    let server = StockPhotos::start(KEY).await;
    let stock = client(&server, KEY);
    assert_eq!(stock.photo(9).await, Err(StockError::Unknown));
    for (seconds, told) in [(90, "try again in 2 minutes"), (7_200, "try again later")] {
        server.refuse(0, seconds);
        let error = stock.search("boat", None, 5).await.unwrap_err();
        assert!(matches!(error, StockError::RateLimited(_)) && error.to_string().ends_with(told), "{error}");
    }
    let wrong = client(&server, "another").search("boat", None, 5).await.unwrap_err();
    assert_eq!(wrong, StockError::Key);
    assert!(!wrong.to_string().contains("another"));
    assert_eq!(client(&server, "a\u{7f}b").search("boat", None, 5).await, Err(StockError::Key));
    drop(server);
    let error = stock.search("boat", None, 5).await.unwrap_err();
    assert_eq!(error, StockError::Unreachable);
}

#[test]
fn without_a_key_there_is_no_service() {
    assert!(Stock::new(&Config::default()).is_none());
}
