//! Stock photos: the person sees the results and picks one by a button. It becomes a picture of the website that names
//! its photographer.

use std::sync::Arc;

use adjutant_sandbox::Sandbox;

use crate::kit::DynTool;

mod add;
mod choose;
mod client;
mod find;
#[cfg(test)]
mod tests;

pub(super) use client::Stock;

/// The names of the tools, which need a service.
pub(super) const NAMES: [&str; 3] = [find::NAME, choose::NAME, add::NAME];

/// The most photos that are shown at once, and so the most options.
const SHOWN: usize = 5;

pub(super) fn tools(stock: Option<&Arc<Stock>>, sandbox: &Sandbox) -> [Arc<dyn DynTool>; 3] {
    [
        Arc::new(find::SiteSearchStockPhotos(stock.cloned())),
        Arc::new(choose::SiteChooseStockPhoto),
        Arc::new(add::SiteAddStockPhoto { stock: stock.cloned(), sandbox: sandbox.clone() }),
    ]
}
