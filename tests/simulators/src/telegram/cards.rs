//! Messages of people that have no text and, except for stickers, no file.

use serde_json::{Map, Value, json};

use super::{
    people::User,
    reading::{Place, Sent},
};

impl User {
    /// Sends a place picked on the map: latitude and longitude in degrees.
    pub async fn sends_place(&self, at: (f64, f64)) -> Sent {
        self.sends_content("location", location(at)).await
    }

    /// Sends the person's location, as their device knows it with an accuracy of `within` metres.
    pub async fn sends_own_place(&self, at: (f64, f64), within: f64) -> Sent {
        let mut place = location(at);
        place["horizontal_accuracy"] = json!(within);
        self.sends_content("location", place).await
    }

    /// Begins to share the person's location, for a quarter of an hour.
    pub async fn shares_place(&self, at: (f64, f64)) -> Sent {
        self.sends_content("location", live(at)).await
    }

    /// Changes the shared location.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn moves(&self, shared: &Sent, to: (f64, f64)) {
        self.edits_content(shared, "location", live(to));
    }

    /// Stops sharing the location: the message keeps the last place.
    ///
    /// # Panics
    /// Panics if the message is not theirs.
    pub async fn stops_sharing(&self, shared: &Sent, at: (f64, f64)) {
        self.edits_content(shared, "location", location(at));
    }

    /// Sends a place with a name and an address.
    pub async fn sends_venue(&self, title: &str, address: &str, at: (f64, f64)) -> Sent {
        let venue = json!({"location": location(at), "title": title, "address": address});
        let fields = [("venue".to_owned(), venue), ("location".to_owned(), location(at))];
        self.writes(self, None, "", Map::from_iter(fields))
    }

    /// Sends an entry from the person's address book.
    pub async fn sends_contact(&self, first_name: &str, last_name: &str, phone: &str) -> Sent {
        let vcard = format!("BEGIN:VCARD\nVERSION:3.0\nFN:{first_name} {last_name}\nEND:VCARD");
        let contact = json!({
            "phone_number": phone, "first_name": first_name, "last_name": last_name, "vcard": vcard,
        });
        self.sends_content("contact", contact).await
    }

    /// Sends a poll of the person's own.
    pub async fn sends_poll(&self, question: &str, options: &[&str]) -> Sent {
        self.sends_content("poll", poll(question, options)).await
    }

    /// Forwards another person's poll to the bot.
    pub async fn forwards_poll(&self, question: &str, options: &[&str]) -> Sent {
        let poll = ("poll".to_owned(), poll(question, options));
        self.writes(self, None, "", Map::from_iter([poll, super::people::from_somebody_else()]))
    }

    /// Throws a die, for which the platform draws this value.
    pub async fn throws(&self, emoji: &str, value: u8) -> Sent {
        self.sends_content("dice", json!({"emoji": emoji, "value": value})).await
    }

    /// Sends a sticker in a direct chat, a group or a topic.
    pub async fn sends_sticker_in(&self, place: &impl Place, emoji: &str, bytes: &[u8]) -> Sent {
        let mut sticker = self.attaches("sticker", "", bytes);
        let fields = json!({
            "type": "regular", "width": 512, "height": 512, "is_animated": false, "is_video": false,
            "emoji": emoji, "set_name": "Animals",
        });
        if let (Some(Value::Object(sticker)), Value::Object(fields)) = (sticker.get_mut("sticker"), fields) {
            sticker.extend(fields);
        }
        self.writes(place, None, "", sticker)
    }
}

fn location((latitude, longitude): (f64, f64)) -> Value {
    json!({"latitude": latitude, "longitude": longitude})
}

fn live(at: (f64, f64)) -> Value {
    let mut place = location(at);
    place["live_period"] = json!(900);
    place["horizontal_accuracy"] = json!(12.5);
    place
}

fn poll(question: &str, options: &[&str]) -> Value {
    let options: Vec<_> = options.iter().map(|text| json!({"text": text, "voter_count": 0})).collect();
    json!({
        "id": "5318046571349999999", "question": question, "options": options, "total_voter_count": 0,
        "is_closed": false, "is_anonymous": true, "type": "regular", "allows_multiple_answers": false,
    })
}
