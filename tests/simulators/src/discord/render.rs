//! Discord's JSON objects.

use chrono::DateTime;
use serde_json::{Value, json};

use super::{
    components::numbered,
    state::{Account, ChannelKind, ChannelState, File, Mentions, Message, State, Thread, unix_ms},
};

/// The types of a plain message, of a reply, and of the answer to a command.
const DEFAULT: u8 = 0;
const REPLY: u8 = 19;
const CHAT_INPUT_COMMAND: u8 = 20;
/// `interaction_metadata.type` of a command.
const COMMAND: u8 = 2;
/// The flag of a message at which a thread began.
pub(crate) const HAS_THREAD: u64 = 1 << 5;
/// The time of joins and creations whose time is not recorded.
const LONG_AGO: &str = "2020-01-01T00:00:00.000000+00:00";

impl State {
    /// Renders the `User` object.
    pub(crate) fn render_user(&self, id: u64) -> Value {
        let account = self.users.get(&id);
        let name = account.map_or("", |account| &account.name);
        let is_bot = account.is_some_and(|account| account.is_bot || account.is_webhook);
        let mut user = json!({
            "id": id.to_string(),
            "username": name,
            "global_name": if is_bot { Value::Null } else { json!(name) },
            "discriminator": if account.is_some_and(|account| account.is_webhook) { "0000" } else { "0" },
            "avatar": null,
            "public_flags": 0,
        });
        if is_bot {
            user["bot"] = json!(true);
        }
        user
    }

    /// Renders the `Member` object, without its user.
    pub(crate) fn render_member(&self, guild: u64, user: u64) -> Value {
        let roles = self.guilds.get(&guild).and_then(|guild| guild.members.get(&user));
        let roles: Vec<String> = roles.into_iter().flatten().map(u64::to_string).collect();
        json!({
            "roles": roles,
            "nick": null,
            "avatar": null,
            "joined_at": LONG_AGO,
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
        })
    }

    /// Renders the `Role` object.
    pub(crate) fn render_role(&self, id: u64, name: &str, position: usize) -> Value {
        json!({
            "id": id.to_string(),
            "name": name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": position,
            "permissions": "0",
            "managed": false,
            "mentionable": true,
            "flags": 0,
        })
    }

    /// Renders the `Channel` object: a channel of a guild, a direct chat or a thread.
    pub(crate) fn render_channel(&self, id: u64, channel: &ChannelState) -> Value {
        let last = channel.messages.values().rev().find(|message| message.ephemeral_for.is_none());
        let mut object = json!({
            "id": id.to_string(),
            "last_message_id": last.map(|message| message.id.to_string()),
            "flags": 0,
        });
        let own = match channel.kind {
            ChannelKind::Text { guild } => json!({
                "type": 0,
                "guild_id": guild.to_string(),
                "name": channel.name,
                "position": 0,
                "permission_overwrites": [],
                "parent_id": null,
                "topic": null,
                "nsfw": false,
                "rate_limit_per_user": 0,
            }),
            ChannelKind::Direct { with } => json!({"type": 1, "recipients": [self.render_user(with)]}),
            ChannelKind::Thread { guild, parent, thread } => {
                render_thread(id, channel, (guild, parent), thread)
            }
        };
        merge(&mut object, own);
        object
    }

    /// Renders the `Guild` object as in `GUILD_CREATE`; the bot is its only listed member.
    pub(crate) fn render_guild(&self, id: u64) -> Value {
        let Some(guild) = self.guilds.get(&id) else {
            return json!({"id": id.to_string(), "unavailable": true});
        };
        let everyone = (id, "@everyone".to_owned());
        let roles = std::iter::once(everyone).chain(guild.roles.clone()).enumerate();
        let roles: Vec<Value> =
            roles.map(|(position, (id, name))| self.render_role(id, &name, position)).collect();
        let of_guild = self.channels.iter().filter(|(_, channel)| channel.guild() == Some(id));
        let (threads, channels): (Vec<_>, Vec<_>) =
            of_guild.partition(|(_, channel)| matches!(channel.kind, ChannelKind::Thread { .. }));
        let all = |channels: Vec<(&u64, &ChannelState)>| -> Vec<Value> {
            channels.into_iter().map(|(id, channel)| self.render_channel(*id, channel)).collect()
        };
        let mut bot = self.render_member(id, self.settings.bot_id);
        bot["user"] = self.render_user(self.settings.bot_id);
        let mut object = json!({
            "id": id.to_string(),
            "name": guild.name,
            "owner_id": guild.owner.to_string(),
            "member_count": guild.members.len(),
            "roles": roles,
            "channels": all(channels),
            "threads": all(threads),
            "members": [bot],
        });
        merge(&mut object, guild_settings());
        object
    }

    /// Renders the `Message` object as in the routes' answers.
    pub(crate) fn render(&self, message: &Message) -> Value {
        let mut object = self.render_flat(message);
        if let Some(original) = message.reply_to {
            let found = self.message(message.channel, original);
            object["referenced_message"] = found.map_or(Value::Null, |found| self.render_flat(found));
        }
        object
    }

    /// Renders the `Message` object of an event, with its guild and the author's membership.
    pub(crate) fn render_event(&self, message: &Message) -> Value {
        let mut object = self.render(message);
        let Some(guild) = self.channels.get(&message.channel).and_then(ChannelState::guild) else {
            return object;
        };
        object["guild_id"] = json!(guild.to_string());
        if !self.users.get(&message.author).is_some_and(|author| author.is_webhook) {
            object["member"] = self.render_member(guild, message.author);
        }
        for (index, user) in message.mentions.users.iter().enumerate() {
            object["mentions"][index]["member"] = self.render_member(guild, *user);
        }
        object
    }

    /// Empties the fields of a rendered message that a bot without the MESSAGE_CONTENT intent must not see: other
    /// authors' messages in a guild that do not mention the bot.
    pub(crate) fn withhold(&self, message: &mut Value) {
        let bot = self.settings.bot_id.to_string();
        let mentions = message["mentions"].as_array().into_iter().flatten();
        let is_mentioned = mentions.into_iter().any(|user| user["id"] == bot.as_str());
        let channel = message["channel_id"].as_str().and_then(|id| id.parse().ok());
        let channel = channel.and_then(|id: u64| self.channels.get(&id));
        let is_in_guild = channel.is_some_and(|channel| channel.guild().is_some());
        if is_in_guild && !is_mentioned && message["author"]["id"] != bot.as_str() {
            message["content"] = json!("");
            for list in ["attachments", "embeds", "components"] {
                message[list] = json!([]);
            }
        }
        if let Some(original) = message.get_mut("referenced_message").filter(|original| original.is_object())
        {
            self.withhold(original);
        }
    }

    fn render_flat(&self, message: &Message) -> Value {
        let Mentions { users, roles, everyone } = &message.mentions;
        let is_command = message.interaction.as_ref().is_some_and(|metadata| metadata["type"] == COMMAND);
        let kind = match message.reply_to {
            Some(_) => REPLY,
            None if is_command => CHAT_INPUT_COMMAND,
            None => DEFAULT,
        };
        let mut object = json!({
            "id": message.id.to_string(),
            "channel_id": message.channel.to_string(),
            "type": kind,
            "author": self.render_user(message.author),
            "content": message.content,
            "timestamp": timestamp(unix_ms(message.id)),
            "edited_timestamp": message.edited_at.map(timestamp),
            "tts": false,
            "pinned": false,
            "mention_everyone": everyone,
            "mentions": users.iter().map(|user| self.render_user(*user)).collect::<Vec<_>>(),
            "mention_roles": roles.iter().map(u64::to_string).collect::<Vec<_>>(),
            "attachments": message.files.iter().map(|file| self.render_file(message, file)).collect::<Vec<_>>(),
            "embeds": message.embeds,
            "components": numbered(&message.components),
            "flags": message.flags,
        });
        if let Some(original) = message.reply_to {
            let guild = self.channels.get(&message.channel).and_then(ChannelState::guild);
            object["message_reference"] = json!({
                "type": 0,
                "message_id": original.to_string(),
                "channel_id": message.channel.to_string(),
            });
            if let Some(guild) = guild {
                object["message_reference"]["guild_id"] = json!(guild.to_string());
            }
        }
        if let Some(thread) = self.channels.get(&message.id).filter(|_| message.flags & HAS_THREAD != 0) {
            object["thread"] = self.render_channel(message.id, thread);
        }
        if let Some(metadata) = &message.interaction {
            let application = self.settings.application_id.to_string();
            object["interaction_metadata"] = metadata.clone();
            object["application_id"] = json!(application);
            object["webhook_id"] = json!(application);
        }
        if matches!(self.users.get(&message.author), Some(Account { is_webhook: true, .. })) {
            object["webhook_id"] = json!(message.author.to_string());
        }
        merge(&mut object, Value::Object(message.extra.clone()));
        object
    }

    fn render_file(&self, message: &Message, file: &File) -> Value {
        let url = format!("{}/attachments/{}/{}/{}", self.url, message.channel, file.id, file.name);
        let mut rendered = json!({
            "id": file.id.to_string(),
            "filename": file.name,
            "size": file.bytes.len(),
            "url": url,
            "proxy_url": format!("{}?ex=6a0f1c80&is=6a0dcb00&hm={}&", url.replace("/attachments/", MEDIA_PROXY), signature(file.id)),
            "content_type": content_type(&file.name),
        });
        if message.flags & super::people::IS_VOICE_MESSAGE != 0 {
            rendered["duration_secs"] = json!(3.0);
            rendered["waveform"] = json!("AAAA");
        }
        rendered
    }
}

/// The path of files at the media proxy, which is a host of its own on the platform.
pub(crate) const MEDIA_PROXY: &str = "/media-proxy/attachments/";

/// Returns the signature of a file's address at the media proxy.
pub(crate) fn signature(file: u64) -> String {
    format!("{file:064x}")
}

/// Formats milliseconds since 1970 as ISO 8601, as Discord writes times.
pub(crate) fn timestamp(ms: u64) -> String {
    let time = DateTime::from_timestamp_millis(ms.cast_signed()).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// Guesses the type by the name's extension, as the platform does.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "pdf" => "application/pdf",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        "json" => "application/json; charset=utf-8",
        "txt" | "md" | "log" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn render_thread(id: u64, channel: &ChannelState, (guild, parent): (u64, u64), thread: Thread) -> Value {
    let begun = timestamp(unix_ms(id));
    json!({
        "type": 11,
        "guild_id": guild.to_string(),
        "parent_id": parent.to_string(),
        "owner_id": thread.owner.to_string(),
        "name": channel.name,
        "message_count": channel.messages.len(),
        "total_message_sent": channel.messages.len(),
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": begun,
            "create_timestamp": begun,
            "locked": thread.locked,
        },
    })
}

/// Returns the settings that every simulated guild shares.
fn guild_settings() -> Value {
    json!({
        "unavailable": false,
        "large": false,
        "joined_at": LONG_AGO,
        "icon": null,
        "splash": null,
        "discovery_splash": null,
        "banner": null,
        "description": null,
        "vanity_url_code": null,
        "application_id": null,
        "afk_channel_id": null,
        "afk_timeout": 300,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "rules_channel_id": null,
        "public_updates_channel_id": null,
        "safety_alerts_channel_id": null,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": false,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": false,
        "preferred_locale": "en-US",
        "features": [],
        "emojis": [],
        "stickers": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    })
}

fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
