//! The contact form, and the page that answers a visitor who has sent it.

use minijinja::{Value, context};

use super::{Mode, Rendering, page::Place};
use crate::{
    form::{Faults, Filled, FormAnswer, MAX_EMAIL, MAX_MESSAGE, MAX_NAME},
    link::SitePath,
    model::Site,
    template::Template,
};

/// Renders the answer to a form, as a page in the site's own folder. Fields keep their values.
pub fn render_answer(templates: &[Template], site: &Site, answer: &FormAnswer) -> String {
    Rendering::new(templates, site, Mode::Published).answer(answer)
}

impl Rendering<'_> {
    fn answer(&self, answer: &FormAnswer) -> String {
        let place = Place::of(self, SitePath::Home, "the answer to a form".to_owned());
        let words = self.words;
        let (title, text, form) = match answer {
            FormAnswer::Sent => (words.sent, words.sent_text, None),
            FormAnswer::Wrong(filled, faults) => (words.not_sent, words.put_right, Some((filled, *faults))),
            FormAnswer::TooMany(filled) => {
                (words.not_sent, words.too_many, Some((filled, Faults::default())))
            }
            FormAnswer::Refused => (words.not_sent, words.refused, None),
            FormAnswer::Failed(filled) => (words.not_sent, words.failed, Some((filled, Faults::default()))),
        };
        let form = form.map(|(filled, faults)| place.form("again", filled, faults));
        let values = context! {
            say => self.say, title => title, text => text, form => form, home => place.href_home()
        };
        let main = self.fill("answer.html", "the answer to a form", values);
        let mut head = place.head(title);
        // The page has no address that others could open.
        (head.canonical, head.hidden) = (None, true);
        place.whole(&head, &main)
    }
}

impl Place<'_, '_> {
    /// Renders a form with these values. In a preview it cannot be sent. The ids of its fields begin with `id`.
    pub(super) fn form(&self, id: &str, filled: &Filled, faults: Faults) -> Value {
        let rendering = self.rendering;
        let values = context! {
            id => id,
            site => rendering.shown,
            say => rendering.say,
            action => self.action(),
            filled => filled,
            faults => faults,
            most => context! { name => MAX_NAME, email => MAX_EMAIL, message => MAX_MESSAGE },
        };
        Value::from_safe_string(rendering.fill("form.html", &self.name, values))
    }

    /// Returns the address to which forms are sent: if the site itself takes them, relative to this page. So it holds
    /// under every name of the server, as the policy for browsers requires.
    fn action(&self) -> Option<String> {
        let address = self.rendering.site.contact_form.as_ref()?.as_str();
        let below = self.rendering.base_url.as_ref().and_then(|base| address.strip_prefix(base.as_str()));
        Some(below.map_or_else(|| address.to_owned(), |below| format!("{}{below}", self.root)))
    }
}
