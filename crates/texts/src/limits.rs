//! Texts about the limits of what one person may have under way.

pub fn too_many_conversations(most: u32) -> String {
    format!(
        "You have {most} conversations with me in different chats and topics, which is the most, so I cannot begin \
         another one here. Please go on in one of those."
    )
}

pub fn too_many_waiting(most: u32) -> String {
    format!(
        "{most} of your messages wait for my answer, which is the most that I take in at a time. I will not answer what \
         you write now: please send it again once I have caught up. /stop drops what waits here."
    )
}

/// In place of results of schedules, while too many messages wait for a chat that cannot be reached.
pub fn results_not_kept(most: u32) -> String {
    format!(
        "{most} messages of mine were on their way to this chat and could not be sent, so I did not keep what your \
         schedules had to say after those. /schedules shows what each run said."
    )
}

pub fn too_many_undelivered(most: u32) -> String {
    format!(
        "{most} messages of mine are still on their way to this chat. I will not answer what you write now: please send \
         it again once they have arrived."
    )
}
