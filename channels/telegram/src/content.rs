//! The names of a message's fields. Telegram adds kinds of content over time, and a person who sends an unknown kind
//! should be told so. Service messages, such as about a pinned message, are not sent by people and get no answer.

/// The fields that name the sender, the place and the time of a message, and hold its plain text. They are parsed even
/// if the rest of the message cannot be.
pub(crate) const ENVELOPE: [&str; 10] = [
    "message_id",
    "message_thread_id",
    "is_topic_message",
    "from",
    "sender_chat",
    "chat",
    "date",
    "media_group_id",
    "text",
    "caption",
];

/// Fields with details of a message that are not content.
const DETAILS: [&str; 33] = [
    "author_signature",
    "business_connection_id",
    "caption_entities",
    "direct_messages_topic",
    "edit_date",
    "effect_id",
    "entities",
    "external_reply",
    "forward_date",
    "forward_from",
    "forward_from_chat",
    "forward_from_message_id",
    "forward_origin",
    "forward_sender_name",
    "forward_signature",
    "has_media_spoiler",
    "has_protected_content",
    "is_automatic_forward",
    "is_from_offline",
    "is_paid_post",
    "link_preview_options",
    "paid_star_count",
    "quote",
    "reply_markup",
    "reply_to_checklist_task_id",
    "reply_to_message",
    "reply_to_story",
    "sender_boost_count",
    "sender_business_bot",
    "sender_tag",
    "show_caption_above_media",
    "suggested_post_info",
    "via_bot",
];

/// The kinds of content that the bot knows by name.
const KNOWN: [&str; 17] = [
    "animation",
    "audio",
    "checklist",
    "contact",
    "dice",
    "document",
    "game",
    "location",
    "paid_media",
    "photo",
    "poll",
    "sticker",
    "story",
    "venue",
    "video",
    "video_note",
    "voice",
];

/// The beginnings of the names of service messages.
const SERVICE: [&str; 40] = [
    "boost_added",
    "channel_chat_created",
    "chat_background_set",
    "chat_owner_",
    "chat_shared",
    "checklist_tasks_",
    "connected_website",
    "delete_chat_photo",
    "direct_message_price_changed",
    "forum_topic_",
    "general_forum_topic_",
    "giveaway_completed",
    "giveaway_created",
    "group_chat_created",
    "left_chat_",
    "managed_bot_",
    "message_auto_delete_timer_changed",
    "migrate_",
    "new_chat_member",
    "new_chat_participant",
    "new_chat_photo",
    "new_chat_title",
    "paid_message_price_changed",
    "passport_data",
    "pinned_message",
    "proximity_alert_triggered",
    "refunded_payment",
    "successful_payment",
    "suggested_post_",
    "supergroup_chat_created",
    "unique_gift_",
    "user_shared",
    "users_shared",
    "video_chat_",
    "voice_chat_",
    "web_app_data",
    "write_access_allowed",
    "gift_upgrade_",
    "poll_option_",
    "request_",
];

/// Returns whether a field is content of an unknown kind.
pub(crate) fn is_unknown(field: &str) -> bool {
    ![&ENVELOPE[..], &DETAILS, &KNOWN].concat().contains(&field)
        && !SERVICE.iter().any(|service| field.starts_with(service))
}
