### What the gateway says to people, in English. Other languages have the same keys with the same variables.
### A name in braces is filled in; a line that begins with a bullet, a bracket or a dot is written as {"- "}.

## What a channel says of its own accord

channel-still-working = Working on it…
channel-not-stored = That did not reach me because of a fault on my side. Please try again.

## Messages that come while an answer is being made

queue-title = When you write while I work on an answer:
queue-chosen-mark = (chosen)
queue-collect = it waits, and I answer all that has come together.
queue-steer = I take it in before my next step.
queue-interrupt = I stop there, keep what I have, and answer it at once.
queue-waiting =
    { $count ->
        [one] One message waits now.
       *[other] { $count } messages wait now.
    }
queue-exceptions = While I wait for your decision or for a specialist, a new message begins an answer of its own.
queue-from-now-on = From now on, when you write while I work on an answer: { $meaning }
queue-unknown = There is no choice “{ $name }”. The choices are collect, steer and interrupt; /queue says what they mean.
queue-noted = Noted; I will take it in.
queue-goes-on = *(continued below)*
queue-interrupted = *(interrupted)*

## Lists and numbers

list-and = { $others } and { $last }
list-or = { $others } or { $last }
decimal-sign = .

## Dates and times

time-weekday =
    { $number ->
        [1] Mon
        [2] Tue
        [3] Wed
        [4] Thu
        [5] Fri
        [6] Sat
       *[7] Sun
    }
time-month =
    { $number ->
        [1] Jan
        [2] Feb
        [3] Mar
        [4] Apr
        [5] May
        [6] Jun
        [7] Jul
        [8] Aug
        [9] Sep
        [10] Oct
        [11] Nov
       *[12] Dec
    }
time-month-in-full =
    { $number ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }
time-day = { $day } { $month }
time-date = { $day } { $month } { $year }
time-date-in-full = { $day } { $month } { $year }
time-weekday-and-date = { $weekday } { $date }
time-date-and-time = { $date }, { $time }

## Where words come from that are not the person's own

source-list-more = { $shown } and { $count } more (see Details)
source-forwarded = a forwarded message
source-recording = a recording
source-picture = a picture
source-file-of-unknown-origin = a file of unknown origin
source-quoted = somebody else’s message
source-venue = the name of a place
source-contact = a contact
source-poll = a poll
source-sticker = the name of a sticker
source-quoted-elsewhere = a message of mine to somebody else
source-quoted-unknown = a message that I no longer know
source-quoted-question = a question of mine about what to do
source-quoted-about-people = a message of mine about other people
source-quoted-to-command = the answer to a command
source-quoted-of-visitor = a message of a visitor of your website
source-quoted-spoken = an answer of mine, as I spoke it
source-quoted-heard = a recording, as I heard it
source-quoted-notice = a notice of mine
source-file-from = a file from { $source }
source-document = the document { $name }
source-hook = a call of the hook { $name }

## Approvals: the prompt

approval-untrusted = I have read text from { $source }, which may try to steer me.
approval-reason-schedule = For the schedule “{ $name }”. { $why }
approval-reason-blocked-schedule = For the schedule “{ $name }”, which does not run again until this is decided. { $why }
approval-reason-earlier = { $why } Earlier messages here hold words from { $sources }.
approval-why-direct = Send me the reason in your next message.
approval-why-group = Reply to this message with the reason.
approval-why-in-group = Reply to the question with the reason.
approval-asked-by = { $name } asks for this, in { $place } ({ $channel }).
approval-asked-in-direct-chat = their chat with me
approval-only-requester = Only { $name } can decide, because it is theirs.
approval-only-reviewer = Only the owner or a reviewer of the website can decide.
approval-only-approver = Only { $name } or an approver can decide.
approval-more-choices-about = More choices are about { $what }.
approval-part-above = This is only a part: more of it is above.
approval-part-below-its-prompt = This is only a part. To approve it, go to the message in which I asked: more of it is there.
approval-whole-above = More of what I ask about below:
approval-whole-in-file = … There is more in the file below. Read it before you decide.
approval-not-shown = I could not show you all of it, so you cannot approve it here. Deny it, and ask again if you want it.
approval-press-instead = Please press “Approve” or “Deny” below the question: only a press decides it.

## Approvals: the buttons

approval-button-approve = Approve
approval-button-deny = Deny
approval-button-approve-all = Approve all
approval-button-deny-all = Deny all
approval-button-more = More choices
approval-button-details = Details
approval-button-back = Back
approval-button-just-deny = Just deny
approval-button-say-why = Deny and say why
approval-button-conversation = This conversation: { $what }
approval-button-hour = For 1 hour: { $what }
approval-button-always = Always: { $what }
approval-button-everybody = For everybody: { $what }
approval-button-as-above = as named above
approval-call =
    { $tool ->
        [web_fetch] page
        [web_search] search
        [memory_save] new note
        [memory_update] changed note
        [memory_delete] deleted note
        [schedule_create] new schedule
        [schedule_edit] changed schedule
        [schedule_delete] deleted schedule
        [attachment_save] saved file
        [send_media] sent file
        [delegate_to_agent] task for a specialist
       *[other] “{ $name }”
    }
approval-every-call =
    { $tool ->
        [web_fetch] every page
        [web_search] every search
        [memory_save] every new note
        [memory_update] every changed note
        [memory_delete] every deleted note
        [schedule_create] every new schedule
        [schedule_edit] every changed schedule
        [schedule_delete] every deleted schedule
        [attachment_save] every saved file
        [send_media] every sent file
        [delegate_to_agent] every task for a specialist
       *[other] every “{ $name }”
    }

## Approvals: outcomes

approval-approved = Approved
approval-approved-by = Approved by { $name }
approval-for-conversation = { $approved } for this conversation: { $what }
approval-for-hour = { $approved } for 1 hour: { $what }
approval-always = { $approved }, always: { $what }
approval-for-everybody = { $what }, for everybody
approval-denied = Denied; nothing was done
approval-denied-by = Denied by { $name }; nothing was done
approval-denied-because = { $denied }: “{ $why }”
approval-expired = Expired; nothing was done
approval-withdrawn = Withdrawn; nothing was done
approval-waiting = Waiting for a decision
approval-waits-for-owner = This waits for the owner’s approval.
approval-pressed-denied = Denied. Nothing was done.
approval-pressed-expired = Too late: this had expired. Nothing was done.
approval-pressed-withdrawn = This was withdrawn. Nothing was done.
approval-pressed-pending = Nothing has changed.
approval-already-decided = This was already decided.
approval-all-approved =
    { $count ->
        [1] Approved 1 request.
       *[other] Approved { $count } requests.
    }
approval-all-denied =
    { $count ->
        [1] Denied 1 request. It was not done.
       *[other] Denied { $count } requests. None of them was done.
    }
approval-too-late-for = It was too late for { $count } more.
approval-all-decided = All of this was already decided. Nothing has changed.
approval-not-yours-owner = Only the owner can decide this. Nothing has changed.
approval-not-yours-reviewer = Only the owner or a reviewer of the website can decide this. Nothing has changed.
approval-not-yours-requester = Only the person who asked for this can decide, because it is theirs. Nothing has changed.
approval-not-yours-approver = Only the person who asked for this, or an approver, can decide. Nothing has changed.
approvals-not-yours = This is the list of the person who asked for it. An approver presses the buttons of the request itself; /approvals shows you what waits for you. Nothing has changed.
approval-scope-not-permitted = Only { $name } can allow that, because it would also hold in their own chats. You can approve this call alone, or allow it for this conversation.
approval-no-longer-valid = This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision.
approval-arguments-changed = This request has changed since I asked you. Nothing was done.
approval-more-choices-shown = More choices are below the question.
approval-usual-choices-shown = The usual choices are back.

## Approvals: details

details-tool = Tool:
details-arguments = Arguments:
details-preview = Preview:
details-reason = Why I ask:
details-decider = Who decides:
details-expires = Expires:
details-call = Call:
details-decider-owner = the owner
details-decider-reviewer = the owner or a reviewer of the website
details-decider-approver = { $name } or an approver
details-above = The details are above.
details-below = The details are below.
details-in-file = … All of it is in the file below.
details-file-failed = The details are too long for messages, and I could not write the file with them. Please try again.

## Approvals: the list

approvals-nothing-waits = Nothing waits for a decision.
approvals-waiting = Waiting for a decision
approvals-strangers = Waiting to be let in
approvals-no-grants = You have allowed nothing beyond single calls.
approvals-no-grants-here = You have allowed nothing beyond single calls here.
approvals-grants = Allowed without asking
approvals-in-group = Here, where others can read along, I only list what belongs to this chat.
approvals-more = and { $count } more
approvals-button-revoke = Revoke { $number }
approvals-button-show = Show
approvals-button-back = Back to the list
approvals-asked =
    { $asked ->
        [now] Asked just now.
       *[other] Asked { $ago } ago.
    } Expires in { $left }.
approvals-asked-by =
    { $asked ->
        [now] Asked by { $name } just now.
       *[other] Asked by { $name } { $ago } ago.
    } Expires in { $left }.
approvals-reviewer-decides = The owner or a reviewer of the website decides.
approvals-owner-decides = The owner decides.
approvals-grant =
    { $what }, { $scope ->
        [conversation] for a conversation
        [hour] for 1 hour
        [everybody] always, for everybody
       *[other] always
    }{ $foreign ->
        [yes] , also with words from { $sources }
       *[other] {""}
    }; given { $given }{ $ends ->
        [yes] , until { $until }
       *[other] {""}
    }, { $used ->
        [yes] last used { $last }
       *[other] not used yet
    }
approvals-grant-with = { $what }: { $arguments }
approvals-grant-over = { $grant }. No longer applies: the tool has changed since.
approvals-revoked = Revoked: { $what }. I will ask again before the next call.
approvals-no-such-grant = This permission is already gone, or is not yours. Nothing has changed.

## Approvals: time

approval-nobody-decided = Nobody decided within { $time }, so this was not done:
approval-ask-again = Ask again
approval-still-waits =
    ⏳ This still waits for { $wanted ->
        [answer] your answer
       *[other] a decision
    }: { $what }{ $end ->
        [question] {""}
       *[other] .
    } It expires in { $left }, on { $moment }.
approval-posted-again = ⏳ My message was deleted before anybody decided, so I have posted it again above. /approvals shows what waits, too.

## Questions of the model

question-how-direct =
    { $options ->
        [none] Please write your answer.
        [one] Please choose one, or write your answer.
       *[other] Please choose any number and press “Done”, or write your answer.
    }
question-how-group =
    { $options ->
        [none] { $name }, please reply to this message.
        [one] { $name }, please choose one, or reply to this message.
       *[other] { $name }, please choose any number and press “Done”, or reply to this message.
    }
question-done = Done
question-expired = Nobody answered in time
question-withdrawn = Withdrawn
question-typed-answer = “{ $answer }”
question-pressed-nothing = Nothing is marked.
question-pressed-marked = Marked: { $answer }. Press “Done” when that is all.
question-pressed-answered = Your answer: { $answer }
question-pressed-withdrawn = This question was withdrawn.
question-pressed-expired = Too late: this question has expired.
question-is-over = This is over.
question-nothing-marked = Mark at least one option first, or write your answer.
question-not-yours = Only the person who is asked can answer. Nothing has changed.
question-listed = Answer below the question, or reply to it.

## Files that come

files-what-to-do =
    { $number ->
        [one] I got your file. I can read documents, keep it for you, or send it on: tell me what to do with it.
       *[other] I got your files. I can read documents, keep them for you, or send them on: tell me what to do with them.
    }
files-cannot-read =
    { $what ->
        [picture] I got your picture, but I cannot look at pictures here.
        [pictures] I got your pictures, but I cannot look at pictures here.
        [recording] I got your recording, but I cannot listen to recordings here.
        [recordings] I got your recordings, but I cannot listen to recordings here.
        [video] I got your video, but I cannot watch videos here.
        [videos] I got your videos, but I cannot watch videos here.
        [file] I got your file, but I cannot read files here.
        [files] I got your files, but I cannot read files here.
        [sticker] I got your sticker, but I only understand text.
        [stickers] I got your stickers, but I only understand text.
        [others] I got those, but I only understand text.
       *[other] I got that, but I only understand text.
    }
files-text-is-answered =
    { $number ->
        [one] I will answer the text that came with it.
       *[other] I will answer the text that came with them.
    }
files-can-be-kept =
    { $number ->
        [one] I can keep it for you, or send it on: tell me what to do with it.
       *[other] I can keep them for you, or send them on: tell me what to do with them.
    }
files-please-write = Please write what you need.
files-too-large = I take files of at most { $most } here, and this one is larger: { $what }.
files-please-send-smaller = Please send a smaller one, or write what you need.
file-photo = photo
file-voice-message = voice message
file-audio = audio
file-video = video
file-round-video = round video
file-sticker = sticker
file-file = file
file-named = { $kind } “{ $name }”
size-bytes =
    { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = Hello! I answer whoever I know here when they mention me or reply to me. /help says what I can do here.
hello = Hello! Mention me together with what you need, or reply to one of my messages. /help says what I can do.
hidden-reply = I cannot read a reply whose @ is off. Please switch the @ on when you reply, or mention me.
only-in-direct-chat = That works only in a direct chat with me.
turn-empty-reply = I have no answer to that. Please ask again in other words.
turn-cut-short = *(I reached the length limit for one answer. Write “go on” for the rest.)*
turn-withheld = *(The provider of the model withheld the rest of this answer. Please ask in other words.)*
turn-fallback = *(I cannot reach the model, so the built-in assistant answers.)*
turn-stopped = *(stopped)*
turn-used-up-steps = I stopped here: this took more steps than I may use for one answer. Write “go on” to continue.
turn-used-up-time = I stopped here: this took longer than I may spend on one answer. Write “go on” to continue.
turn-used-up-tokens = I stopped here: this takes more tokens than I may use for one answer. Write “go on” to continue.
turn-used-up-cost = I stopped here: this costs more than I may spend on one answer. Write “go on” to continue.
turn-corrections = I stopped here: the model kept making mistakes with its tools. That is not your fault. Asking once more often helps.
turn-internal-error = Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
turn-prompt-heading = I need your decision:
turn-too-many-questions = I stopped here: I would have to ask for your approval too often. Tell me how to go on, or allow more at once with “More choices” under a question.
turn-too-many-questions-in-an-hour = I stopped here: I have asked for your approval as often as I may within an hour. Write “go on” in a while. So that I ask less often, allow a call for an hour or always, with “More choices” under a request. Whoever runs me can also raise max_per_hour, under [approvals].
set-aside = Something went wrong on my side, and I could not take this in. I have noted it for the operator of this bot. Sending it again in other words may help.
set-aside-today =
    { $count ->
        [one] ⚠️ One thing failed again and again today, through an error of mine, and was set aside, so that nothing else waits for it. `adjutant doctor` on my machine lists it.
       *[other] ⚠️ { $count } things failed again and again today, through an error of mine, and were set aside, so that nothing else waits for them. `adjutant doctor` on my machine lists them.
    }
not-yours = Only the person who asked for this can decide. Nothing has changed.
suggestion-used = You have answered this already.
unknown-button = This button no longer works. Nothing has changed.
undeliverable = I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.
out-of-reach = I could not show you my answer: this chat was out of reach for so long that I gave it up. /status shows the reason. Please ask me again if you still want it.
not-updated = I could not change one of my messages: this chat did not accept the change. What you pressed still counts. /status shows why.
continued-in-file = … The whole answer is in the file.
incomplete-answer = This answer is incomplete: the rest could not be delivered.

## Marks above messages

marked-closed-topic = The topic where you asked is closed:
marked-file-for-group = I may not send files in the chat that this is for:
marked-late = This is from { $at } and comes late:
marked-repeat = This may be a repeat:

## Places and accounts

place-group =
    the { $noun ->
        [server] server
       *[other] group
    } { $chat }
place-topic =
    a topic of { $noun ->
        [server] the server
       *[other] the group
    } { $chat }
place-chat-page = the chat page
place-account = { $platform } account { $id }

## Messages that are edited

edit-while-answering = I was already answering your message as it was before the edit. I answer the new version next; /stop ends both.
edit-while-steered = I was already answering your message as it was before the edit. I take in the new version before my next step, or answer it next if there is none; /stop ends both.
edit-while-asking = My question is about your message as it was before the edit. If you no longer want that, press Deny, and send me what you want instead.
edit-while-answer-awaited = My question is about your message as it was before the edit. Please answer it; or send /stop, and then what you want instead.
edit-while-delegated = The work on your message as it was before the edit goes on. If you no longer want that, send /stop, and then what you want instead.
edit-of-command = I carry out a command only as it was first sent. Please send the new version as a message.
edit-too-late = I take up an edit only within ten minutes after the message. Please send the new version as a message.

## Messages that come late

late-opening =
    { $several ->
        [yes] *You wrote this from { $sent } on ({ $ago } ago), while I was away.*
       *[other] *You wrote this at { $sent } ({ $ago } ago), while I was away.*
    }
late-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
late-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
late-unanswered =
    { $count ->
        [one] I was away, so I have not answered your message from { $newest }: it is more than { $age } old. Send it again if it still matters.
       *[other] I was away, so I have not answered { $count } messages that are more than { $age } old. The last is from { $newest }. Send again what still matters.
    }
late-skipped = I was away, and more was written here meanwhile than I can fetch. I have not read what came after { $after }. Send again what still matters.
late-skipped-elsewhere = ⚠️ I was away, and more was written in the { $platform } chat { $chat } meanwhile than I can fetch. I have not read what came there after { $after }, and nobody there has been told.

## Limits of what one person may have under way

limit-conversations = You have { $most } conversations with me in different chats and topics, which is the most, so I cannot begin another one here. Please go on in one of those.
limit-waiting = { $most } of your messages wait for my answer, which is the most that I take in at a time. I will not answer what you write now: please send it again once I have caught up. /stop drops what waits here.
limit-results-not-kept = { $most } messages of mine were on their way to this chat and could not be sent, so I did not keep what your schedules had to say after those. /schedules shows what each run said.
limit-undelivered = { $most } messages of mine are still on their way to this chat. I will not answer what you write now: please send it again once they have arrived.
limit-bots = I have answered { $most } messages of bots here in a row. I stay silent to bots until a person writes to me here, or the bots pause for ten minutes.

## Recordings

speech-listening =
    { $which ->
        [only] Listening to your recording …
       *[other] Listening to recording { $number } of { $count } …
    }
speech-listening-so-far =
    { $which ->
        [only] Listening to your recording … { $time } so far
       *[other] Listening to recording { $number } of { $count } … { $time } so far
    }
speech-heard = I heard:
speech-not-heard-one = Recording { $number } of { $count }: { $why }
speech-withdrawn = You have withdrawn this recording.
speech-silent = I could not make out any words in your recording. Please record it again, or write it.
speech-too-large = Your recording is larger than { $most }, the most that I listen to. Please write what you need.
speech-gone = The platform does not have your recording any more. Please send it again.
speech-too-dear = I did not listen to your recording: it would cost more than is left of what you may use today. Please write what you need, or send it again after midnight UTC; /usage shows the figures.
speech-used-up = I did not listen to your recording. { $why }
speech-unavailable = I could not listen to your recording, though I tried several times. Please send it again in a while, or write it.
speech-refused = I could not make sense of your recording. Please record it again, or write it.
speech-misconfigured = I cannot listen to recordings at present: the operator of this bot can find the reason in the log. Please write what you need.

## Answers that are spoken

voice-code = The code is in the text.
voice-table = The table is in the text.
voice-link = a link
voice-rest = The rest is in the text.
voice-not-spoken = I could not speak my answer, so there is only the text. The operator of this bot can find the reason in the log.
voice-too-dear = I did not speak my answer: its voice would cost more than is left of what you may use today. /usage shows the figures.

## The machine’s clock

clock-long-absence = the clock shows { $shown }, and I last ran at about { $other }. Until a platform confirms the time, or the clock has gone on for an hour, nothing old is deleted, nothing expires, and what fell due meanwhile waits. If the time is wrong, set the clock
clock-jumped = the clock has jumped to { $shown }. Until a platform confirms that, or the clock has gone on for an hour, I take it to be { $other }. If the time is wrong, set the clock
clock-ahead = the clock shows { $shown }, but { $channel } says that it is { $other }, which I go by. Set the clock
clock-behind = the clock shows { $shown }, but { $channel } says that it is { $other }. Set the clock, or everything comes late
clock-zone-data-bundled = release { $version }, part of this program
clock-zone-data-of-system = release { $version }, from { $folder }
clock-zone-data-old = { $data }, is more than a year old: where the rules of clocks have changed since, times are wrong. Update the package tzdata of this machine, or this program

## Lists with pages

list-and-more = { $shown } and { $count } more
list-all = : { $total }
list-some = : { $first } to { $last } of { $total }
list-previous = Previous
list-next = Next
list-numbered-moment = { $number }. { $moment }
list-part = Part { $number } of { $count }.
list-previous-part = Previous part
list-next-part = Next part

## What the model reasons

reasoning-shown = Above my answers here I show, folded, what the model says that it reasoned, and keep it with them. No other model reads it.
reasoning-hidden = What the model reasons before it answers is neither shown nor kept here. I can show it above my answers, folded, where the model says it.
reasoning-button-hide = Hide it
reasoning-button-show = Show it
reasoning-neither = “{ $argument }” is neither “{ $on }” nor “{ $off }”. /reasoning shows what holds in this conversation.

## Summaries of conversations

compact-grown = 📚 Our conversation had grown long, so I have summarised the earlier part. Everything stays searchable.
compact-at-work = 📚 I am summarising our conversation…
compact-asked-already = I am about to summarise our conversation already.
compact-done =
    { $count ->
        [one] 📚 Summarised { $count } turn: “{ $beginning }” Everything stays searchable.
       *[other] 📚 Summarised { $count } turns: “{ $beginning }” Everything stays searchable.
    }
compact-nothing = There is nothing to summarise yet.
compact-stopped = I was stopped before I could summarise our conversation. It has not changed.

## The plan of a conversation

plan-heading = Plan
plan-progress =
    { $state ->
        [done] { $heading }: done
       *[other] { $heading }: { $done } of { $kept } done
    }
plan-moved = (The plan is in a message below.)
plan-cleared = (The plan was cleared.)
plan-to-clear = To clear it: /plan clear
plan-none = There is no plan in this conversation. Ask me to make one, and I show here how far it is.
plan-was-cleared = The plan is cleared.
plan-unknown = /plan shows the plan of this conversation, and `/plan clear` clears it.

## Prompts of servers

prompt-list = Prompts of servers, whose words I take as theirs:
prompt-listed = { $usage }: a prompt of the server { $server }
prompt-argument-missing = The argument { $name } is missing. Write { $usage }
prompt-too-many-arguments =
    { $takes ->
        [nothing] That is more than it takes. Write { $usage }
       *[other] That is more than it takes. Write { $usage }. Put words that belong together in quotes
    }
prompt-quote-unclosed = A quote is not closed. Put words that belong together in quotes: "like this"

## Specialists

delegation-at-work = { $agent } is working on it: { $goal }
delegation-done = { $agent } is done
delegation-stopped = { $agent } was stopped
delegation-not-finished = { $title }: not finished
delegation-passed-on = I have passed this on:
delegation-could-not-finish = { $agent } could not finish: { $why }
delegation-why-stopped = the person stopped it
delegation-why-steps = it took more steps than it may use
delegation-why-time = it took longer than it may
delegation-why-tokens = it used more tokens than it may
delegation-why-cost = it cost more than it may
delegation-why-corrections = it called its tools wrongly again and again
delegation-why-not-configured = there is no specialist “{ $agent }” in the configuration any more
delegation-why-internal-error = something went wrong inside the program
delegation-why-nobody-decided = nobody decided in time about what it asked
delegation-asked-by-helper = For a helper. { $why }
delegation-asked-by-specialist = For the specialist “{ $agent }”. { $why }

## Toolsets

toolset-heading = Tools
toolset-introduction = I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:
toolset-open-mark = (open)
toolset-button-open = Open { $name }
toolset-button-close = Close { $name }

## Wide tables

table-title = Tables that are too wide for a phone come here as:
table-chosen-mark = (chosen)
table-text = columns in the message.
table-picture = a picture below the message; what it has no room for, as a file too.
table-file = a CSV file below the message, for spreadsheets.
table-on-chat-page = The chat page in a browser scrolls wide tables: there, text is enough.
table-chosen-text = From now on, tables that are too wide for a phone come here as text: columns in the message.
table-chosen-picture = From now on, tables that are too wide for a phone come here as pictures below the message.
table-chosen-file = From now on, tables that are too wide for a phone come here as CSV files below the message.
table-unknown = There is no form “{ $name }”. The forms are text, picture and file; /tables says what they mean.
table-in-picture = *{ $title }: see the picture below.*
table-in-picture-and-file = *{ $title }: see the picture below; all of it is in the file.*
table-in-file = *{ $title }: see the file below.*
table-number = Table { $number }

## Time zones

timezone-yours = Your time zone is { $zone }.
timezone-of-host = You have not set a time zone, so I use the host’s: { $zone }.
timezone-with-time = { $zone }, where it is { $now }
timezone-quiet-hours = Quiet hours: { $hours }
timezone-no-quiet-hours = Quiet hours: none
timezone-another = Another zone: “/timezone Europe/Paris”, or just the city; “/timezone { $default }” for the host’s
timezone-other-quiet-hours = Other quiet hours: “/quiet { $hours }”, or “/quiet { $off }”
timezone-set = From now on your times are in { $zone }.
timezone-reset = From now on your times are in the host’s zone again, { $zone }.
timezone-fixed = { $zone } knows no daylight saving time. If your clocks change, send me your city instead, for example “/timezone Paris”
timezone-fixed-beside = { $zone } knows no daylight saving time. If your clocks change, send me your city instead. At this offset now, with daylight saving time: { $names }. For example “/timezone { $first }”
timezone-schedules-by-model =
    { $count ->
        [one] { $count } schedule keeps its own time zone; tell me if I should change it.
       *[other] { $count } schedules keep their own time zones; tell me if I should change them.
    }
timezone-schedules =
    { $count ->
        [one] { $count } schedule keeps the time zone it was made in; /schedules shows which.
       *[other] { $count } schedules keep the time zones they were made in; /schedules shows which.
    }
timezone-unknown = I know no time zone called “{ $name }”. Time zones have names like Europe/Paris; the city alone will do.
timezone-unknown-but-near = I know no time zone called “{ $name }”. Did you mean { $names }?
timezone-none-at-offset = No time zone is at { $offset } now. Tell me your city: “/timezone Paris”
timezone-at-offset = An offset changes with daylight saving time, so I need your city. At { $offset } now: { $names }. Send, for example, “/timezone { $first }”
timezone-abbreviation = { $name } is an abbreviation: several places use it, and some of them only for a part of the year. So I need your city. Used in: { $names }. Send, for example, “/timezone { $first }”
timezone-choice-default = { $default }: the host’s, { $zone }

## Quiet hours

quiet-hours = Your quiet hours are { $hours } ({ $zone }). Schedules still run then, but results and reminders wait until the quiet hours are over, unless they are urgent. “/quiet { $off }” turns them off; “/quiet { $usual }” changes the hours.
quiet-no-hours = You have no quiet hours: reminders and results come at any time. With “/quiet { $usual }” they wait until the night is over.
quiet-set = From now on your quiet hours are { $hours } ({ $zone }). Reminders and results that come up then wait until the quiet hours are over. If one must not wait, tell me to make it urgent.
quiet-off = You no longer have quiet hours.
quiet-held =
    { $count ->
        [one] { $count } message that waited will be here in a moment.
       *[other] { $count } messages that waited will be here in a moment.
    }
quiet-not-understood = I do not understand those hours. Write “/quiet { $usual }”, with two different times of the day, or “/quiet { $off }”.
quiet-choice-off = { $off }: no quiet hours

## Models

model-built-in = built-in assistant (no model)
model-answered-by = _Answered by { $model }, because the first choice does not answer._
model-gone = The model { $name }, which you had chosen, is not available any more. The usual one answers again.
model-only = { $model } answers in this conversation. There is no other model to choose.
model-title = The model that answers you in this conversation, until you choose another:
model-chosen-mark = (chosen)
model-others = Also, with /model NAME: { $names }
model-chosen = From now on { $model } answers you in this conversation. “/model { $default }” goes back to the usual model.
model-chosen-usual = From now on the usual model answers you in this conversation: { $model }.
model-unknown = You cannot choose a model “{ $name }”. /model lists those that you can choose.
model-key-refused = The key of the model `[{ $section }]` ({ $model }) is refused.
model-key-helped = Others answer in its place.
model-key-not-helped = Nothing answers in its place.
model-key-what-to-do = Please set another api_key there and start me again; `adjutant doctor` tries it. I will tell you when it is accepted.
model-key-accepted = The key of the model `[{ $section }]` ({ $model }) is accepted again.
model-overloaded = The model is overloaded right now and asked me to wait longer than I can. Please try again in about { $time }.
model-refused-often = The model is overloaded right now, and refused me several times. Please try again in a minute.
model-unavailable = I could not reach the model, though I tried several times. Please try again in a while.
model-cut = The model's answer broke off several times. Please try again.
model-blind = The model does not take pictures. Please write what you need.
model-too-dear = The models that answer now cost more than I may spend. Please try again later.
model-too-long = This conversation has become too long for the model. Please start a new one with /new. I keep what you asked me to remember.
model-refused = The model refused my request. The operator of this bot can find the reason in the log, and `adjutant doctor` checks the model's settings.
model-web-page = The address of the model answers with a web page, not as a model. The operator of this bot must correct base_url, which may lack /v1; `adjutant doctor` checks it.
model-no-tools = This model cannot call tools, and I need them for my work. The operator of this bot must choose another model, or switch tool calls on at its server.
model-withheld = The provider of the model withheld its answer. Please ask in other words.

## Pictures

picture-named = “{ $name }”
picture-yours = Your picture
picture-unknown = { $what } is of a kind that I cannot look at; JPEG, PNG, WebP, GIF, BMP and PDF are the kinds that I know.
picture-damaged = { $what } is damaged.
picture-exhausting = { $what } would take more memory or time than I may spend on a picture.
picture-locked = { $what } is locked with a password.
picture-no-such-page =
    { $count ->
        [one] { $what } has no such page, but { $count } page.
       *[other] { $what } has no such page, but { $count } pages.
    }
picture-too-many-pixels = { $what } has more than { $count } pixels, the most that I look at.
picture-too-many-million-pixels = { $what } has more than { $count } million pixels, the most that I look at.
picture-too-large = { $what } is larger than { $most }, the most that I look at.
picture-too-many = { $what } came with more than { $count } others, the most that I look at in one go.
picture-gone = { $what } is not on the platform any more; please send it again.
picture-no-jail = { $what } was not looked at: this machine cannot lock up what reads pictures.
picture-not-fetched = { $what } could not be fetched, though I tried several times; please send it again in a while.
picture-not-described = I have not looked at your picture: that { $why }.

## Words on buttons of many messages

button-back = Back
button-delete = Delete
button-undo = Undo
button-cancel = Cancel
button-keep = Keep
button-remove = Remove

## Schedules

schedules-title = Your schedules
schedules-title-named = named “{ $query }”
schedules-zone = Times are in { $zone }.
schedules-group = Here, where others can read along, I only list schedules that you made here.
schedules-none-named = You have no schedule named “{ $query }”. /schedules lists all your schedules.
schedules-none = You have no schedules. To make one, say for example:
schedules-example = remind me every day at 9:30 to water the plants
schedules-unreadable-times = I cannot read its times
schedules-about-next = { $words } · next on { $time }
schedules-about-put-off = { $words } · put off until { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Pause
schedules-resume = Resume
schedules-stop-run = Stop run
schedules-run-now = Run now
schedules-edit = Edit
schedules-history = History
schedules-kind =
    { $kind ->
        [reminder] Reminder, { $words }
       *[other] Task, { $words }
    }
schedules-state = State: { $state }
schedules-next = Next: { $times }
schedules-times-in = Times are in { $zone }
schedules-results =
    { $which ->
        [each] Results: you get each one
        [worth] Results: you get those that are worth a message
       *[other] Results: kept here, without a message
    }
schedules-urgent = Results come in quiet hours too
schedules-model = Model: { $model }
schedules-active = active
schedules-finished = finished
schedules-paused-state = paused
schedules-put-off = put off until { $time }
schedules-paused-by-you = paused by you
schedules-paused-by-me = paused by me, because { $why }
schedules-missed-skip = Missed runs are skipped
schedules-missed-once = Of missed runs only the last still runs, if it is at most { $grace } late
schedules-missed-all = Missed runs still run, if they are at most { $grace } late
schedules-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
schedules-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
schedules-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
schedules-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
schedules-overlap-queue = A run that is due while another is at work waits for it
schedules-overlap-parallel = A run that is due while another is at work runs beside it
schedules-previous-outputs =
    { $count ->
        [one] Each run sees what the last one said
       *[other] Each run sees what the last { $count } said
    }
schedules-edit-direct = To change it, tell me in your own words what should be different. For example:
schedules-edit-group = To change it, mention me and say in your own words what should be different. For example:
schedules-edit-example = Change the schedule “{ $name }” to every weekday at 9:30
schedules-edit-without-model = Without a language model I cannot change a schedule. Delete it and make a new one, for example:
schedules-delete-title = Delete this schedule?
schedules-delete-final = A deleted schedule cannot be brought back.
schedules-paused = Paused.
schedules-paused-already = It is already paused.
schedules-resumed = Resumed.
schedules-active-already = It is already active.
schedules-over = It has no more due times. Nothing has changed.
schedules-cannot-resume = I cannot read its times, so I cannot resume it. Nothing has changed.
schedules-asked-begun = It is running now.
schedules-asked-at-work = It is already running.
schedules-asked-waiting = It is already running, and waits for your decision.
schedules-stopped = Stopped.
schedules-not-at-work = It is no longer running.
schedules-deleted = Deleted.
schedules-gone = This schedule is gone, or no longer for this chat. Nothing has changed.
schedules-run-gone = This run is gone, or no longer for this chat.
schedules-forgotten = That was so long ago that I have forgotten it. Nothing has changed.

## Runs of a schedule in the chat

schedule-runs-title = Runs of { $name }
schedule-runs-deleted-title = Runs of a deleted schedule
schedule-runs-none = It has not run yet, or I have forgotten its runs.
schedule-runs-nothing = There is nothing to read: it said nothing, has not ended, or I have forgotten what it said.
schedule-runs-taken = It took { $taken }.
schedule-runs-last = Last run: { $told }
schedule-runs-why = Why: { $why }
schedule-runs-with-reason = { $told }: { $why }
schedule-runs-asked = { $time }, on request
schedule-runs-begun = { $time }; “History” shows how it is going
schedule-runs-outcome = { $time }: { $status }
schedule-runs-outcome-delivered = { $time }: { $status }, { $delivery }
schedule-run-queued = waits for other runs to end
schedule-run-running = running
schedule-run-waiting = waits for a decision
schedule-run-retrying = failed, and will be tried again
schedule-run-succeeded = done
schedule-run-failed = failed
schedule-run-stopped = stopped
schedule-run-skipped = did not run
schedule-delivery-done = sent, and marked as done
schedule-delivery-pending = on its way
schedule-delivery-put-off-until = put off until { $time }
schedule-delivery-put-off = put off
schedule-delivery-sent = sent
schedule-delivery-suppressed = not sent
schedule-delivery-failed = could not be sent
schedule-run-away = I was away

## A schedule whose time passed before it was approved

overdue-remind = This was for { $time }, and was approved after that. Shall I remind you now?
overdue-do = This was for { $time }, and was approved after that. Shall I do it now?
overdue-remind-now = Remind me now
overdue-do-now = Do it now
overdue-drop = Drop it
overdue-today = Today at { $time }
overdue-tomorrow = Tomorrow at { $time }
overdue-reminded = Here it is.
overdue-doing = I am doing it now.
overdue-remind-today = I will remind you today at { $time } ({ $zone }).
overdue-remind-tomorrow = I will remind you tomorrow at { $time } ({ $zone }).
overdue-do-today = I will do it today at { $time } ({ $zone }).
overdue-do-tomorrow = I will do it tomorrow at { $time } ({ $zone }).
overdue-changed = It has another time now.
overdue-dropped = Dropped.
overdue-decided = This was already decided. Nothing has changed.
overdue-paused-why = its time had passed when it was approved

## Buttons under a schedule’s messages

delivered-snooze = Snooze …
delivered-done = Done
delivered-again = Run again
delivered-ten-minutes = 10 min
delivered-hour = 1 h
delivered-tomorrow = Tomorrow
delivered-done-at = ✅ Done at { $time }
delivered-snoozed-until = 💤 Snoozed until { $time }
delivered-deleted = 🗑️ Deleted, so it does not come again.
delivered-moved = 🕘 It comes at its new time instead.
delivered-history-below = Its runs are listed below.
delivered-came-again = I have sent this again since. Please use the newer message. Nothing has changed.

## What schedules deliver, and notices about them

runs-deleted-name = Scheduled task
runs-late = {"*"}This was due on { $due }, while I was away.*
runs-late-and-before =
    { $count ->
        [one] {"*"}This was due on { $due }, and { $count } time before, while I was away.*
       *[other] {"*"}This was due on { $due }, and { $count } times before, while I was away.*
    }
runs-late-before =
    { $count ->
        [one] {"*"}This was also due { $count } time before, while I was away.*
       *[other] {"*"}This was also due { $count } times before, while I was away.*
    }
runs-held = {"*"}This was due on { $due }, in your quiet hours.*
runs-missed = While I was away, this was due and did not run:
runs-missed-once = - “{ $what }”: { $last }
runs-missed-once-next = - “{ $what }”: { $last }; next on { $next }
runs-missed-often =
    { $count ->
        [one] - “{ $what }”: { $count } time, the last on { $last }
       *[other] - “{ $what }”: { $count } times, the last on { $last }
    }
runs-missed-often-next =
    { $count ->
        [one] - “{ $what }”: { $count } time, the last on { $last }; next on { $next }
       *[other] - “{ $what }”: { $count } times, the last on { $last }; next on { $next }
    }
runs-failed-again =
    { $failures ->
        [3] {"*"}That was the third failure in a row. After two more I will pause this schedule.*
        [5] {"*"}That was the fifth failure in a row. After two more I will pause this schedule.*
       *[other] {"*"}That was the { $failures }th failure in a row. After two more I will pause this schedule.*
    }
runs-failed-paused =
    { $failures ->
        [3] {"*"}That was the third failure in a row, so I have paused this schedule. Tell me to resume it once the cause is gone.*
        [5] {"*"}That was the fifth failure in a row, so I have paused this schedule. Tell me to resume it once the cause is gone.*
       *[other] {"*"}That was the { $failures }th failure in a row, so I have paused this schedule. Tell me to resume it once the cause is gone.*
    }
runs-undelivered = I can no longer write to the chat where you made “{ $name }”. This is what it had to say there:
runs-undelivered-paused = I can no longer write to the chat where you made “{ $name }”. I have paused it; /schedules shows it. This is what it had to say there:
runs-place-refused =
    I could not post scheduled results in { $place }: { $reason }.

    They went to the direct chats of those who asked for them, and the schedules are paused. Once I can write there again, each of them can resume theirs: /schedules.
runs-files-refused =
    I could not post a file in { $place }: { $reason }.

    Until I may, files for it go to the direct chats of those who asked for them.
runs-back-line = • “{ $name }”
runs-back-line-at = • “{ $name }”: { $time }
runs-back-resumed = I could not write to you here for a while, and had paused what reports here. It goes on now:
runs-back-over = While I could not write to you here, this was due and did not run:
runs-cannot-run = “{ $name }” was due and cannot run, so I have paused it. The operator of this bot can find the reason in the log. /schedules lists all your schedules.
runs-no-channel = This could not run: it reports to { $channel }, which is no longer set up here. Nothing was spent on it. The operator of this bot can set { $channel } up again, or you can ask for the task again in the chat where it should report.
runs-no-model = This could not run: no language model is set up, and the built-in assistant does not know how to do it. The operator of this bot can set one up, under [model].
runs-failed-too-often = it failed five times in a row
runs-unreadable = I cannot read its times
runs-unreachable = I can no longer write to its chat
runs-stopped = you stopped it
runs-not-decided = its approval expired
runs-overlapped = the run before it had not ended
runs-undecided = the run before it waits for your decision
runs-schedule-deleted = its schedule was deleted

## Notes in the chat

notes-title = Your notes
notes-title-about = Your notes about
notes-title-query = “{ $query }”
notes-which-to-delete = Which note should I delete?
notes-group = Here, where others can read along, I only use notes that you saved here, and those that you share.
notes-by-words = I could only search by words ({ $why }). Other words may find more.
notes-none-about = I have no note about “{ $query }”. /memory lists all your notes.
notes-none = You have no notes. To save one, send:
notes-example = The wifi code is 4711
notes-from-here = from this chat
notes-from-direct = from a direct chat ({ $channel })
notes-from-group = from a group ({ $channel })
notes-from-server = from a server ({ $channel })
notes-shared-mark = shared
notes-none-of-these = None of these
notes-edit = Edit
notes-do-not-share = Do not share
notes-share = Share in groups
notes-new-text-direct = Send me its new text in your next message, by { $until }. A question or a command ends this, unless you send it as a reply to this message. Tags at its end (#home) replace the old ones. /cancel keeps the note as it is.
notes-new-text-group = Reply to this message with its new text, by { $until }. Tags at its end (#home) replace the old ones. /cancel keeps the note as it is.
notes-delete-title = Delete this note?
notes-delete-final = A deleted note cannot be brought back.
notes-saved =
    Saved { $at }{ $where ->
        [here] , in this chat
        [direct] , in a direct chat ({ $channel })
        [group] , in a group ({ $channel })
        [server] , in a server ({ $channel })
       *[other] {""}
    }.
notes-saved-and-changed =
    Saved { $at }{ $where ->
        [here] , in this chat
        [direct] , in a direct chat ({ $channel })
        [group] , in a group ({ $channel })
        [server] , in a server ({ $channel })
       *[other] {""}
    }; changed { $changed }.
notes-tags = Tags: { $tags }.
notes-used-in-groups = I may use it in every group where you talk to me.
notes-cut = … ({ $count } characters in all)
notes-remembered = 📝 Remembered: “{ $note }”{ $tags }
notes-remembered-already = 📝 I have that already: “{ $note }”{ $tags }
notes-unfit-empty = There is nothing to remember in that, so nothing has changed.
notes-unfit-too-long = A note holds at most { $most } characters, and this has { $length }, so nothing has changed. Send it in parts, or shorten it.
notes-unfit-too-many = You have { $most } notes, which is the most that I keep for one person, so nothing has changed. Delete some with /memory or /forget.
notes-unfit-no-room = Your notes take all the room that one person has, so nothing has changed. Delete or shorten some with /memory.
notes-changed =
    📝 Changed the note.

    Before: “{ $before }”{ $before_tags }
    Now: “{ $now }”{ $now_tags }
notes-undone = 📝 The note is as it was: “{ $note }”{ $tags }
notes-changed-since = The note is gone or has changed since, so I cannot undo this. Nothing has changed.
notes-deleted = Deleted. Our conversation may still contain what it said; /new begins without it.
notes-forgotten = 🗑️ The note is gone. Our conversation may still contain what it said; /new begins without it.
notes-nothing-deleted = All right, nothing was deleted.
notes-shared = I may use this note in every group where you talk to me.
notes-not-shared = I no longer use this note in groups, except where you saved it.
notes-wanted-direct = Your next message becomes the note's text.
notes-wanted-group = Reply to the message with the new text.
notes-cancelled = All right, the note stays as it is.
notes-nothing-to-cancel = There is nothing to cancel. To stop what I am doing, send /stop.
notes-edit-in-private = Please edit notes in a direct chat with me: nobody can reply to this message. Nothing has changed.
notes-gone = This note is gone, or no longer for this chat. Nothing has changed.
notes-remember-usage = Write what I should remember after the command, with tags if you like:
notes-forget-usage = Write what the note is about after the command, like “/forget wifi code”. I ask before I delete anything. /memory lists all your notes, to look through and delete; /forget_me deletes everything I know about you.

## Receipts below answers

memory-remembered = 📝 Remembered: “{ $note }”
memory-remembered-already = 📝 I have that already: “{ $note }”
memory-changed = 📝 Changed a note: “{ $note }”
memory-deleted = 🗑️ Deleted the note: “{ $note }” (our conversation may still contain it; /new begins without it)
memory-more-receipts = … and { $count } more

## People, for the owner

people-for-the-owner = Only the owner of this bot can see who uses it, and let people in or remove them.
people-in-private = Please ask me that in a direct chat: here others would read who uses me.
people-title = People
people-accounts = Accounts: { $accounts }
people-shut-out = Shut out: { $accounts }
people-role = Role: { $role }
people-last-seen = Last seen: { $seen }
people-this-month =
    This month: { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }
people-not-served = I do nothing for them, and what they have stays until they are back.
people-no-approver = No approver any more
people-make-approver = Make approver
people-admit = Admit
people-removing = Remove them? I stop what I do for them, and answer them no more, even if the configuration lists them. Their notes, schedules and files stay, and are theirs again if you admit them; until then, their website is offline.
people-yes-remove = Yes, remove
people-all = All people
people-about = ({ $accounts }): { $role }, last seen { $seen }
people-owner = owner
people-removed-role = removed
people-not-admitted = not admitted now
people-member-approver = member, approver
people-member = member
people-never = never
people-gone = I do not know this person any more. Nothing has changed.
people-owner-stays = The owner cannot be removed here. `adjutant people`, where I run, can move the ownership or shut out an account.
people-removed = Removed.
people-admitted = Admitted.
people-made-approver = They may now decide what others ask for in groups.
people-ended-approver = They decide only what they ask for themselves.
people-approver-by-configuration = The configuration names them, under approvers in [access], so they stay an approver.

## The export of what I know, and forgetting it

privacy-export-begun = I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for other programs.
privacy-export-elsewhere = I am putting together everything I know about you, and will send it to our direct chat.
privacy-export-in-private = That is between you and me: send me /export in a direct chat.
privacy-export-waits = I am already working on it: the files come in a moment.
privacy-export-failed = I could not write the files of your export. Please try again later. If it keeps failing, the operator of this bot can find out why.
privacy-export-caption =
    { $files ->
        [2] Everything I know about you. The .md is for you to read, the .json is for programs.
       *[other] Everything I know about you, in { $files } files. The .md ones are for you to read, the .json ones are for programs.
    }
privacy-forget-in-private = That is between you and me: send me /forget_me in a direct chat.
privacy-forget-question = Delete everything that I know about you, for good?
privacy-forget-goes = This goes:
privacy-forget-account = that I know you at all: I will no longer know { $accounts }
privacy-forget-linked = This covers all of your linked accounts, not just this one.
privacy-forget-owner = A bot needs an owner, so { $accounts } can go on as the owner, starting from nothing.
privacy-forget-stays = This stays: the messages in the chats themselves, where only you can delete them; the operator's record that something was allowed or done, and when, but not by whom; and backups that the operator has made.
privacy-forget-decide = If you want a copy first, send /export. You have 10 minutes to decide.
privacy-delete-everything = Delete everything
privacy-keep-everything = Keep everything
privacy-account =
    { $channel ->
        [telegram] your Telegram account { $id }
        [discord] your Discord account { $id }
        [web] your account on the chat page
       *[other] your account { $id }
    }
privacy-notes =
    { $count ->
        [one] { $count } note
       *[other] { $count } notes
    }
privacy-conversations =
    { $count ->
        [one] { $count } conversation, with all that was said and done there
       *[other] { $count } conversations, with all that was said and done there
    }
privacy-schedules =
    { $count ->
        [one] { $count } schedule
       *[other] { $count } schedules
    }
privacy-hooks =
    { $count ->
        [one] { $count } hook
       *[other] { $count } hooks
    }
privacy-results =
    { $count ->
        [one] { $count } result of schedules
       *[other] { $count } results of schedules
    }
privacy-permissions =
    { $count ->
        [one] { $count } permission that you gave me
       *[other] { $count } permissions that you gave me
    }
privacy-websites =
    { $count ->
        [one] { $count } website, also where it is public
       *[other] { $count } websites, also where it is public
    }
privacy-files-and-usage = your files, and your usage figures
privacy-not-deleted =
    { $why ->
        [expired] ⌛ Nothing was deleted: you did not confirm within 10 minutes.
        [replaced] ⌛ Nothing was deleted: you have asked again, below.
       *[wanted] ❌ Nothing was deleted.
    }
privacy-deleting = ✅ I am deleting everything that I know about you.
privacy-forgotten = Done: I no longer know anything about you. Farewell!
privacy-kept = Nothing was deleted.
privacy-begun = I am deleting it.
privacy-under-way = I am already deleting it.
privacy-question-over = That question has expired. To get it again, send /forget_me.

## Links to the console

sign-in-in-private = Please ask me that in a direct chat: the link that I send you there is for you alone.
sign-in-how-to-use = Write /console for a link to your console, or /console off to sign your browsers out.
sign-in-no-page = The console is a part of the chat page, which is switched off: set enabled = true under [channels.web].
sign-in-no-address = The console is at { $here }, for a browser on the machine where I run that has opened the chat page before. To have a link from me that opens it elsewhere, for you and for those whom I serve, set url under [console] to the address of a proxy with TLS in front of the chat page, and list its host in hosts under [channels.web].
sign-in-no-address-for-you = The owner of this bot has not given the console an address, so I have no link for you.
sign-in-open = Open your console with this link, once and within 10 minutes:
sign-in-about =
    { $owner ->
        [yes] It shows in a browser what is yours: what waits for your approval, your schedules, what I have answered and used, and the audit, and how I am doing. You can decide and change things there. The browser stays signed in for 30 days. Pass the link to nobody: whoever opens it first sees and decides in your place. To end it, sign out there, or write /console off, which signs all your browsers out.
       *[no] It shows in a browser what is yours: what waits for your approval, your schedules, what I have answered and used, and the audit. You can decide and change things there. The browser stays signed in for 30 days. Pass the link to nobody: whoever opens it first sees and decides in your place. To end it, sign out there, or write /console off, which signs all your browsers out.
    }
sign-in-read-since = The owner of this bot can read in the console what you have written to me in direct chats since { $since }, and what I answered.
sign-in-opened = A link to your console was here, and a browser has opened it. If that was not you, write /console off now.
sign-in-over = A link to your console was here. It opens nothing any more; write /console for another.
sign-in-signed-out =
    { $count ->
        [0] No browser is signed in. Links that I had sent open nothing any more.
        [one] Signed out: { $count } browser. Links that I had sent open nothing any more.
       *[other] Signed out: { $count } browsers. Links that I had sent open nothing any more.
    }
sign-in-owner-reads = The owner of this bot can read in the console what is said in our direct chats from now on: what you write to me, what I answer, and what I give to tools, such as the text of a note. This includes runs of schedules that you make there from now on. What tools return is not shown, nor what was said before this message, unless I repeat it. Groups are left out. /status says since when this has been so.
sign-in-status-read-since = The owner can read in the console what you have written to me in direct chats since { $since }, and what I answered
sign-in-needed = You are not signed in. Send /console to the bot in a direct chat, and open the link that it sends.
sign-in-refused = This link opens nothing any more: it works once, and for 10 minutes. Send /console to the bot in a direct chat for another.
sign-in-refused-too-often = Too many links were tried that open nothing. Wait a minute. Then send /console to the bot in a direct chat, and open the link that it sends.
sign-in-foreign = Requests from other sites are refused. Open the console by its own address.
sign-in-opened-by-key = This browser opens the console with the key of the chat page, not with a link. To shut it out, change the key.
sign-in-has-key = This browser opens the console with the key of the chat page, as the owner. Open the link in another browser, or in a private window: it has not been used.

## Who is let in

access-welcome-owner = Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.
access-wrong-code = That code is not valid. A code works once, and I make a new one each time I start without an owner. The program printed the current one when it started.
access-code-in-private = Please send the code in a direct chat with me, not here: whoever sends it first becomes the owner.
access-code-void = That was the owner code, and others here have read it, so it is void. The program makes a new one when it is started again, or at once with `adjutant people owner`. Send that one to me in a direct chat.
access-send-code = If you are the owner, send me `/start CODE` with the code that the program printed when it started.
access-not-let-in = This bot is private, and its owner has not let you in.
access-too-many-wait = This bot is private, and many others wait for its owner. Please write again in a few days.
access-owner-asked = This bot is private. I have asked its owner to let you in. If they do, I will answer you here.
access-no-owner-yet = This bot is private and has no owner yet. As soon as it has one, I will ask them to let you in.
access-owner-out-of-reach = This bot is private, and I cannot reach its owner. If you know them, tell them your id: `{ $account }`. They can let you in with it.
access-knock =
    { $name } ({ $account } on { $platform }{ $place ->
        [group] , in a group
       *[direct] {""}
    }) wants to talk to me{ $said ->
        [yes] : “{ $words }”
       *[no] .
    }{ $removed ->
        [yes] {" "}You removed this account before. If you admit it, everything that it had comes back.
       *[no] {""}
    }
access-was-admitted = { $name } was admitted.
access-was-refused = { $name } was refused.
access-and-more = and { $count } more: send /approvals to see who waits.
access-own-memory = Whoever you admit has a memory of their own, and never sees yours.
access-admit = Admit
access-refuse = Refuse
access-pressed-admit = Admitted.
access-pressed-refuse = Refused.
access-decided-before = You have already decided this. Nothing has changed.
access-let-in = The owner has let you in. Write to me as you would to a person, or send /help to see what I can do.
access-let-in-group = The owner has let you in. Mention me together with what you need, or reply to one of my messages. /help says what I can do.
access-let-in-late = The owner has let you in. What you wrote was a while ago: please write it again if you still want an answer. /help says what I can do.

## Commands in menus and lists

command-start = What I am and what I can do
command-help = Commands and examples
command-new = Start a new conversation
command-stop = Stop what I am doing
command-compact = Summarise our conversation
command-status = How things stand
command-approvals = What waits for a decision, and what I may do unasked
command-memory = Your notes: see, change, delete
command-remember = Save a note
command-forget = Delete a note
command-schedules = Your reminders and tasks: see, pause, run, delete
command-files = Your files: get, rename, delete, bring back
command-site = Your website: preview, publish, undo
command-vault = Your secrets: see, add, delete
command-hooks = Addresses that programs call: see, add, revoke
command-mcp = Programs that use what is yours
command-plan = How far our plan is
command-tools = Which tools I have at hand
command-model = Which model answers here: see or choose
command-queue = When you write while I work
command-reasoning = What the model reasons: see or hide
command-tables = How wide tables come
command-language = Your language
command-timezone = Show or set your time zone
command-quiet = Your quiet hours, when results wait
command-usage = How much you have used
command-console = Your console
command-people = Who uses me: admit, remove (for my owner)
command-link = Share everything with another account of yours
command-unlink = Stop sharing with a linked account
command-export = Get everything I know about you, as files
command-forget-me = Delete everything I know about you
argument-start-code = The code that makes you the owner, printed when I was started
argument-help-command = The command you want to know more about
argument-memory-query = What to look for, or a #tag; leave it out for all notes
argument-remember-text = What I should remember, with #tags if you like
argument-forget-what = What the note is about; I ask before I delete it
argument-schedules-name = Part of the name; leave it out for all schedules
argument-files-rename = rename OLD NEW; leave it out to see your files
argument-vault-add = add NAME SERVER; leave it out to see your secrets
argument-hooks-add = add NAME, or add NAME TASK; leave it out to see your hooks
argument-mcp-new = new NAME; leave it out to see your programs
argument-site-share = share or unshare, in a group; leave it out to see how it stands
argument-plan-clear = clear; leave it out to see the plan
argument-model-name = Its name; “default” for the usual one
argument-queue-choice = collect, steer or interrupt
argument-reasoning-on = “on” or “off”
argument-tables-form = text, picture or file
argument-language-name = A language, such as Deutsch or de; “platform” for that of your app
argument-timezone-zone = Such as Europe/Paris, or just the city; “default” is the host’s
argument-quiet-hours = Such as 22:00-07:00; “off” for none
argument-console-off = “off” signs your browsers out
argument-usage-days = How far back: “today”, or a number of days
argument-link-code = The code that I gave you on the other platform
argument-unlink-account = Which account, if several are linked

## Help

help-greeting = Hello! I am your assistant.
help-direct =
    Just write to me. For example:

    - remember that the wifi code is 4711
    - what is the wifi code?
    - forget the wifi code
    - remind me in one minute to stretch
    - list my reminders, and then: pause 1, resume 1, cancel 1
    - jot buy oats, show scratchpad
    - fetch https://example.com

    Before anything risky I ask you, with buttons. In groups I answer when mentioned or replied to.
help-built-in =
    Just write to me. For example:

    - remember that the wifi code is 4711
    - what is the wifi code?
    - forget the wifi code
    - remind me in one minute to stretch
    - list my reminders, and then: pause 1, resume 1, cancel 1
    - jot buy oats, show scratchpad
    - fetch https://example.com

    Before anything risky I ask you, with buttons. In groups I answer when mentioned or replied to.
help-group =
    Here I answer when you mention me or reply to one of my messages: say what you need, as you would in a direct chat. Each of you has notes, reminders and a conversation of your own. Before I do anything risky, I ask the person it is for, with buttons under the message.

    These commands work here:
help-elsewhere = Only in a direct chat with me: { $commands }
help-unknown = I do not know the command /{ $name }. /help lists all that I know.
help-unknown-but-near = I do not know the command /{ $name }. Did you mean /{ $known }? /help lists them all.

## A new conversation, and what is stopped

new-begins = A new conversation begins.
new-keeps = I keep what you asked me to remember.
withdrawn-approvals = I will not do what was waiting for your approval.
withdrawn-questions = I no longer wait for your answer.
stop-stopped = I have stopped.
stop-runs =
    { $count ->
        [1] I have stopped the scheduled task that was running here.
       *[other] I have stopped the { $count } scheduled tasks that were running here.
    }
stop-dropped =
    { $count ->
        [1] I have dropped the message that was waiting.
       *[other] I have dropped the { $count } messages that were waiting.
    }
stop-nothing = There is nothing to stop.

## How things stand

status-model = Model: { $model }
status-now =
    { $busy ->
        [yes] Now: working on your message
       *[no] Now: idle
    }
status-approvals = Waiting for your approval: { $count }
status-schedules = Active schedules: { $count } (times are in { $zone })
status-skills = Active skills: { $skills } (/tools ends them)
status-own-skill = { $name } (yours)
status-clock = ⚠️ Clock: { $doubt }.
status-undelivered = Messages on their way: { $count }
status-held-up =
    { $count ->
        [one] Waiting to be delivered here: { $count } message.
       *[other] Waiting to be delivered here: { $count } messages.
    } The first is from { $since }: { $doubt ->
        [yes] I do not know yet whether it has arrived, and look for it { $when ->
            [now] now
           *[later] at { $until }
        }
       *[no] it was not accepted, and I try again { $when ->
            [now] now
           *[later] at { $until }
        }
    }
status-dead = Messages I could not deliver here in the last week: { $count } ({ $reason })
status-unknown-reason = unknown reason
status-elsewhere =
    { $sent ->
        [yes] Scheduled results that I could not post where they belong, and sent to your direct chat in the last week: { $count } ({ $reason })
       *[no] Scheduled results that I could not post where they belong in the last week: { $count } ({ $reason })
    }
status-stored =
    Stored for you: { $notes ->
        [one] { $notes } note
       *[other] { $notes } notes
    }, { $more ->
        [yes] more than { $messages } messages
       *[no] { $messages ->
            [one] { $messages } message
           *[other] { $messages } messages
        }
    }, { $files } of files
status-documents = Saved documents: { $parts }
status-documents-read = { $count } found by what they say
status-documents-waiting = { $count } still to be read
status-documents-unreadable = { $count } without a text that I can read
status-documents-full = { $count } for whose text there is no room
status-everybody = Stored in all: a database of { $database } ({ $free } of it free), { $files } of files
status-zone-data = Time zone data: { $data }
status-zone-data-old = ⚠️ Time zone data: { $data }.
status-set-aside = Set aside after errors of mine: { $count } (see `adjutant doctor`)
usage-choice-days =
    { $days ->
        [1] today
       *[other] the last { $days } days
    }

## The health of channels

health-channel = { $channel }: { $state }; { $last }
health-chat-page = Chat page
health-connected =
    { $lasting ->
        [yes] connected for { $time }
       *[no] connected
    }
health-unreachable =
    { $lasting ->
        [yes] unreachable for { $time }: { $why }
       *[no] unreachable: { $why }
    }
health-elsewhere = another process receives from it
health-nothing-received = nothing received yet
health-heard =
    { $ago ->
        [now] last heard from it just now
       *[earlier] last heard from it { $time } ago
    }
health-heard-late =
    { $ago ->
        [now] last heard from it just now, of what was sent { $late } before
       *[earlier] last heard from it { $time } ago, of what was sent { $late } before
    }
health-not-connected = not connected
health-ended = it stopped by itself
health-down =
    ⚠️ I have been unreachable on { $channel } for { $time }: { $why }

    I keep trying, and will tell you when it works again.
health-back = ✅ I am back on { $channel }, after { $time }.
health-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }

## The console

console-starting = The gateway is starting. Try again in a moment.
console-not-served = The person of this page is not served any more. The owner can admit them again with /people.
console-database-failed = The database could not be read. The log of the gateway says why.
console-no-such-page = There is no such page.
console-not-understood = The gateway did not understand this. Reload the page: it may be of another version.
console-too-many-pages = Too many pages of the console are open. Close one, and reload this one.
console-too-many-requests = Your browsers ask for too much at a time. Close some pages of the console, and reload this one.
console-no-such-letter = This message is no longer among those that were given up. Nothing has changed.
console-letter-retried = It is being sent again.
console-letter-dropped = Deleted. It will not be sent.
console-write-first = Write to the bot in a direct chat first: a changed note belongs to it. Nothing has changed.
console-note-changed = The note is changed.
console-not-permitted = Whoever runs this bot does not permit it.
console-owner-decides = The owner decides about this. Ask the bot for the change in a chat: it asks them.
console-schedule-changed = The schedule is changed.
console-schedule-changed-meanwhile = The schedule was changed meanwhile, so nothing was saved. Close this form and open it again to see how the schedule is now.
console-no-such-account = That is no account. Write it as telegram:42 or discord:42, with the number of the account. Nothing has changed.
console-channel-down = { $platform } is not connected: { $why }
console-key-refused = The provider of { $model } refuses the key.
console-no-model = No language model is set: the built-in assistant answers, which knows a few commands.
console-clock = Clock: { $doubt }.
console-timetable-late = A schedule has been due for { $time }, and nothing has run it.
console-dead-letters =
    { $more ->
        [yes] { $count } messages or more could not be delivered in the last 7 days.
       *[no] { $count ->
            [one] { $count } message could not be delivered in the last 7 days.
           *[other] { $count } messages could not be delivered in the last 7 days.
        }
    }
console-owner-alone = Only the owner may do this. Nothing has changed.
console-checks-run = The checks are running already. Try again in a moment.
console-checks-took-too-long = The checks were ended after { $time }. `adjutant doctor`, on the gateway's machine, takes the time that they need.
console-copy-runs = A copy is being made already. It will be in the list.
console-copied = Copied: { $name }
console-copy-failed = The database was not copied: { $error }. The folder of the copies is [backup] folder.
console-no-such-copy = There is no such copy any more. It may have been deleted to make room for newer ones.
console-path-program = Program
console-path-database = Database
console-path-copies = Copies of the database
console-path-files = People’s files
console-path-websites = Websites
console-path-key = Key of people’s secrets

## Usage and budgets

usage-title = Your usage (days are UTC):
usage-period =
    - { $days ->
        [1] today
       *[other] last { $days } days
    }: { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    }, { $taken }
usage-of-runs =
    { $all }; of that, in { $runs ->
        [one] { $runs } scheduled run
       *[other] { $runs } scheduled runs
    }: { $taken }
usage-calls =
    { $count ->
        [one] { $count } model call
       *[other] { $count } model calls
    }
usage-at-work = { $time } at work
usage-tokens = { $in } tokens in, { $out } tokens out
usage-tokens-cached = { $in } tokens in ({ $percent } % cached), { $out } tokens out
usage-limits =
    Your daily { $count ->
        [one] limit
       *[other] limits
    }: { $limits }.
usage-limit = { $amount } ({ $percent } % used)
usage-no-period = That is not a number of days. “/usage 7” shows the last 7 days; the most is { $most }.
usage-day-used-up =
    { $measure ->
        [steps] You have used up today's model calls. You get a new allowance at midnight UTC; /usage shows the figures.
        [time] You have used up today's model time. You get a new allowance at midnight UTC; /usage shows the figures.
        [tokens] You have used up today's tokens. You get a new allowance at midnight UTC; /usage shows the figures.
       *[cost] You have used up today's model budget. You get a new allowance at midnight UTC; /usage shows the figures.
    }
usage-day-too-short =
    { $measure ->
        [steps] That takes more steps than is left of today's limit. You get a new allowance at midnight UTC; /usage shows the figures.
        [time] That takes longer than is left of today's limit. You get a new allowance at midnight UTC; /usage shows the figures.
        [tokens] That takes more tokens than is left of today's limit. You get a new allowance at midnight UTC; /usage shows the figures.
       *[cost] That takes more money than is left of today's limit. You get a new allowance at midnight UTC; /usage shows the figures.
    }
usage-takes-more-than-turn =
    { $measure ->
        [steps] takes more steps than one answer may take
        [time] takes longer than one answer may take
        [tokens] takes more tokens than one answer may take
       *[cost] takes more money than one answer may take
    }
usage-takes-more-than-day =
    { $measure ->
        [steps] takes more steps than is left of today's limit
        [time] takes longer than is left of today's limit
        [tokens] takes more tokens than is left of today's limit
       *[cost] takes more money than is left of today's limit
    }
usage-day-nearly-used-up = ⚠️ You have used { $used } of the { $limit } ({ $percent } %) that you may use in a day. When that is used up, I have to pause until midnight UTC; /usage shows the figures.
usage-run-used-up =
    { $measure ->
        [steps] I stopped this run: one run may make { $limit }, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_steps in [scheduler.run]).
        [time] I stopped this run: one run may work for { $limit }, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_seconds in [scheduler.run]).
        [tokens] I stopped this run: one run may use { $limit }, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_tokens in [scheduler.run]).
       *[cost] I stopped this run: one run may cost { $limit }, and this one has used that up. I will not try it again. Make the task smaller, or ask the operator of this bot to allow more (max_cost in [scheduler.run]).
    }
usage-run-nearly-used-up = ⚠️ *This took { $used } of the { $limit } ({ $percent } %) that one run may take. A run that takes all of it is stopped.*
usage-run-just-used-up = ⚠️ *This took { $used } of the { $limit } ({ $percent } %) that one run may take. With another step it would have been stopped.*
usage-token-amount = { $tokens } tokens
usage-money = ${ $amount }
usage-thousands-sign = ,

## Linking accounts

links-meaning = Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
links-in-private-with-code = Please link accounts in a direct chat with me, not here, where others can read along. If that was a valid code, it no longer works. To get another, send me /link in a direct chat.
links-in-private = Please do that in a direct chat with me, not here, where others can read along.
links-no-direct-chat = Both sides have to confirm in a direct chat with me, and I cannot write to you in one. Please write to me there, and then send the command again.
links-offered =
    To link this account with another of yours, send me this from the other one, in a direct chat and within 10 minutes:

    `/link { $code }`

    Nothing is shared until both sides have confirmed. Keep the code to yourself: anybody who types it can ask to be linked with you.
links-wrong-code = That code is not valid. To get one, send me /link on the other platform, in a direct chat.
links-code-over = That code is no longer valid. A code works once, for 10 minutes, and only until you ask for a newer one. To get another, send me /link on the other platform.
links-own-code = That code belongs to this account. Send it from the other account that you want to link.
links-too-many-codes = That was one wrong code too many. Please wait an hour before you try another.
links-linked-already = These accounts are already linked. To separate them, send /unlink.
links-same-user = Both accounts are yours already. They share everything, so there is nothing to link.
links-confirm = That code is right. Now both sides have 10 minutes to confirm, each in a direct chat with me.
links-question = Link this account with { $other }?
links-typed-your-code = { $other } has typed your code. Link that account with this one?
links-made-this-code = { $other } made this code. Link that account with this one?
links-they-become-owner = They will be an owner of this bot, as you are.
links-you-become-owner = You will be an owner of this bot, as they are.
links-do-not-link = Do not link
links-link = Link
links-you-agreed = ✅ You have agreed. I am waiting for the other side.
links-outcome-linked = ✅ Linked
links-outcome-refused = ❌ Not linked
links-outcome-replaced = ⌛ Not linked: there is a newer code
links-outcome-expired = ⌛ Not linked: you did not both confirm in time
links-late-linked = Both of you have already agreed to this. Nothing has changed. To separate the accounts, send /unlink.
links-late-refused = One of you did not want to link. Nothing has changed.
links-late-replaced = There is a newer code, so this one no longer works. Nothing has changed.
links-late-expired = That took more than 10 minutes. Nothing has changed. To start again, send /link.
links-pressed-again = You have already agreed. I am waiting for the other side.
links-agreed = Now the other side has to agree.
links-refused = Not linked.
links-done = Linked.
links-not-admitted = One of these accounts is no longer admitted. Nothing has changed.
links-linked = From now on this account and { $other } are linked.
links-nothing-to-unlink = There is nothing to unlink: these are yours without a link: { $accounts }.
links-not-linked = This account is not linked with another.
links-which = Several accounts are linked. Which one should I unlink?
links-unlinked = No longer linked: { $unlinked } with { $rest }. Each side keeps what it made itself, including what it made while linked.

## Files of a person

files-in-private = Please ask me that in a direct chat: here others would read the names of your files.
files-title = Your files in { $path }
files-none = : none
files-about-folder =
    : a folder, { $files ->
        [one] { $files } file
       *[other] { $files } files
    }
files-about-file = : { $size }, { $time }
files-all-take = All your files take { $size }.
files-back-to = Back to { $folder }
files-trash = Trash ({ $count })
files-size = Size: { $size }
files-changed = Changed: { $time }
files-get = Get
files-to-rename = To rename it:
files-new-name = NEW
files-of-linked = It is of a linked account, where it can be changed.
files-versions =
    { $count ->
        [one] { $count } earlier version
       *[other] { $count } earlier versions
    }
files-deleted = It is deleted. It stays in the trash for a day, and takes up room there.
files-trash-title = In the trash
files-trash-empty = : nothing
files-trash-folder =
    : a folder with { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, deleted { $time }
files-trash-file = : { $size }, deleted { $time }
files-trash-hint = A button brings one back. A day after it was deleted, it is gone for good.
files-versions-title = Earlier versions of { $path }
files-version = { $number }. until { $time }: { $size }
files-versions-hint = A button brings one back; what the file holds now becomes a version. They are kept for 30 days.
files-restored = It is back: { $path }
files-brought-back = The file holds again what it held then.
files-renamed = { $from } is now { $to }.
files-how-to-rename = To rename a file or folder, write /files rename OLD NEW, with names that have spaces in quotation marks; for example /files rename list.md "packing list.md". Or write /files alone.
files-none-at = You have no file or folder { $path } that you can rename; /files shows what you have.
files-name-taken = Something has that name already, so I changed nothing.
files-bad-name = There can be no file of that name. Paths begin with /shared/ or /tmp/.
files-stays-kept = What you keep in /shared cannot be moved to /tmp, which is emptied each day.
files-no-such = That is not among your files any more.
files-on-its-way = Here it comes.
files-empty = The file is empty, so I cannot send it.
files-too-large-to-send = The file has { $size }, and I can send at most { $most } here.
files-unread-named =
    { $why ->
        [gone] I have not read “{ $name }”: it is not on the platform any more; please send it again.
        [failed] I have not read “{ $name }”: it could not be fetched, though I tried several times; please send it again in a while.
        [broken] I have not read “{ $name }”: it could not be read here; whoever runs me finds out more with `adjutant doctor`.
        [exhausting] I have not read “{ $name }”: reading it takes more memory or time than I may use; a smaller one, or a part of it, would do.
        [damaged] I have not read “{ $name }”: it is damaged, or not what it claims to be.
        [locked] I have not read “{ $name }”: it is locked with a password.
        [unknown] I have not read “{ $name }”: it is neither text nor a document that can be read.
        [old] I have not read “{ $name }”: it has the form of office suites before 2007; save it as DOCX or PPTX, or as a PDF.
       *[other] I have not read “{ $name }”: it { $reason }.
    }
files-unread =
    { $why ->
        [gone] I have not read your document: it is not on the platform any more; please send it again.
        [failed] I have not read your document: it could not be fetched, though I tried several times; please send it again in a while.
        [broken] I have not read your document: it could not be read here; whoever runs me finds out more with `adjutant doctor`.
        [exhausting] I have not read your document: reading it takes more memory or time than I may use; a smaller one, or a part of it, would do.
        [damaged] I have not read your document: it is damaged, or not what it claims to be.
        [locked] I have not read your document: it is locked with a password.
        [unknown] I have not read your document: it is neither text nor a document that can be read.
        [old] I have not read your document: it has the form of office suites before 2007; save it as DOCX or PPTX, or as a PDF.
       *[other] I have not read your document: it { $reason }.
    }

## The export that people read

export-title = Everything I know about you
export-title-part = Everything I know about you, part { $part }
export-as-of = As of { $day }, { $time } ({ $zone }). The operator's secrets are left out.
export-weekday =
    { $number ->
        [1] Monday
        [2] Tuesday
        [3] Wednesday
        [4] Thursday
        [5] Friday
        [6] Saturday
       *[7] Sunday
    }
export-day = { $weekday }, { $date }
export-accounts = Your accounts
export-notes = Notes
export-messages = Conversations
export-other-messages = Commands, and messages without an answer of their own
export-schedules = Schedules
export-runs = What schedules did
export-approvals = What I asked you
export-grants = What I may do without asking
export-usage = How much you have used
export-sites = Your website
export-site-pages = The pages of your website
export-site-pictures = The pictures of your website
export-site-posts = The posts of your website
export-site-collections = The collections of your website
export-site-entries = What is in them
export-site-changes = What was changed on your website
export-site-messages = What visitors of your website sent
export-audit = What the operator's record says about you
export-files = Your files
export-chat =
    { $kind ->
        [run] { $chat }, for a schedule, since { $time }
        [specialist] { $chat }, for a specialist, since { $time }
       *[other] { $chat }, since { $time }
    }
export-summary = Summary of its beginning{ $whose }: { $text }
export-on-scratchpad = On the scratchpad{ $whose }: { $text }
export-sent-file = A file you sent{ $whose }: { $name }
export-without-a-name = without a name
export-from-user = You
export-from-assistant = I
export-from-gateway = Note to me
export-said = {"*"}*{ $who }**, { $time }{ $whose }: { $text }
export-reasoning = { $time }, reasoning: { $text }
export-result = Result{ $whose }: { $text }
export-a-file = a file
export-used = { $day }: { $turns } turns, { $calls } model calls, { $seconds } s at work, { $in } tokens in, { $out } tokens out, ${ $cost }
export-used-by-model = with { $model }: { $calls } model calls, { $in } tokens in, { $out } tokens out, ${ $cost }
export-change-undone = { $what }, undone
export-event = { $time }: { $kind } on { $tool }, { $outcome }
export-event-by = { $time }: { $kind } on { $tool }, { $outcome } by { $by }
export-file = { $path }, { $size }, from { $time }{ $whose }
export-account = { $name } ({ $role }), since { $time }: { $accounts }
export-saved = saved { $time }
export-changed = changed { $time }
export-from-chat = from { $chat }
export-tags = tags: { $tags }
export-in-groups = may be used in groups
export-next = next { $time }
export-made-in = made { $time } in { $chat }
export-run = { $time }: { $status }, delivery { $delivery }{ $whose }: { $text }
export-state-by = { $state } by { $by }
export-given = given { $time }
export-revoked = revoked { $time }
export-until = until { $time }
export-without-a-title = Without a title
export-made = made { $time }
export-published = published { $time }
export-in-navigation = In the navigation{ $whose }: { $label } ({ $to })
export-in-navigation-hidden = In the navigation{ $whose }: { $label } ({ $to }, hidden)
export-blocked = Blocked: { $sender }
export-dated = dated { $time }
export-by-author = by { $author }
export-in-collection = in { $collection }
export-leads-to = leads to { $link }
export-home-page = home page
export-words-of = may hold words from { $sources }

## Tools: files

tools-file-move = Move { $from } to { $to }
tools-file-copy = Copy { $from } to { $to }
tools-file-make-folder = Make the folder { $path }
tools-file-delete = Delete { $path }, { $size }
tools-file-delete-folder =
    Delete the folder { $path } with { $count ->
        [0] no files
        [1] 1 file, { $size }
       *[other] { $count } files, { $size }
    }
tools-file-gone-in-a-day = It is gone for good in a day.
tools-file-and-more = … and { $count } more
tools-file-change = Change { $path }
tools-file-changes-content = It changes what the file holds.
tools-file-list-earlier = List what was at { $path } before
tools-file-list-trash = List what is in your trash
tools-file-bring-back = Bring back { $path } from the trash
tools-file-bring-back-folder = Bring back the folder { $path } from the trash
tools-file-bring-back-version = Bring back an earlier version of { $path }, { $size }
tools-file-kept-as-version = What it holds now is kept as an earlier version.
tools-file-is-lost = What the file holds now is lost.
tools-file-append = Add { $size } to { $path }
tools-file-write = Write { $path }, { $size }
tools-file-replace = Replace { $path }, { $before }, with { $after }
tools-file-list = List your files
tools-file-list-folder = List the files in { $path }
tools-file-read = Read { $path }
tools-file-search = Search your files for “{ $query }”
tools-file-find = Find your files like { $pattern }
tools-file-calculate = Calculate with { $paths }
tools-file-answer-is-seen = These are your own files, and everybody here may see the answer.
tools-file-send = Send { $paths } to this group
tools-file-is-seen = It is one of your own files, and everybody here will see it.
tools-file-are-seen = These are your own files, and everybody here will see them.
tools-file-save = Save the { $what } as { $path }
tools-file-saving =
    { $kind ->
        [photo] Saving the photo
        [voice] Saving the voice message
        [audio] Saving the audio
        [video] Saving the video
        [round-video] Saving the round video
        [sticker] Saving the sticker
       *[file] Saving the file
    }
tools-file-reading-document = Reading the document
tools-file-looking-at-picture = Looking at the picture
tools-file-more-lines = … and { $count } more lines

## Tools: notes

tools-note-remember = Remember: “{ $content }”
tools-note-remember-with-tags = Remember: “{ $content }” (tags: { $tags })
tools-note-change = Change a note
tools-note-tags = tags: { $tags }
tools-note-delete = Delete the note “{ $content }”
tools-note-gone = A deleted note cannot be brought back.
tools-note-cut = { $beginning }… ({ $count } characters in all)
tools-note-found =
    { $count ->
        [0] Nothing was found.
        [1] Found 1 match.
       *[other] Found { $count } matches.
    }
tools-note-noted-already = It was noted already.

## Tools: schedules

tools-schedule-make = Schedule “{ $name }”
tools-schedule-change = Change the schedule “{ $name }”
tools-schedule-delete = Delete the schedule “{ $name }” ({ $when })
tools-schedule-end = End the schedule “{ $name }”
tools-schedule-gone = A deleted schedule cannot be brought back.
tools-schedule-by-run = A scheduled task wants to make another one.
tools-schedule-by-hook = Whoever has the secret that /hooks shows can start it, as often as they like.
tools-schedule-often = It would run up to { $times } times a day, each time with the model.
tools-schedule-zone = times are in { $zone }
tools-schedule-reminder = a reminder: this text is sent, and no model runs
tools-schedule-results =
    results: { $how ->
        [always] always
        [conditional] conditional
       *[never] never
    }
tools-schedule-quiet-hours =
    in quiet hours: { $urgent ->
        [yes] come at once
       *[no] wait until they are over
    }
tools-schedule-missed =
    missed due times: { $how ->
        [skip] skip
        [once] once, within { $grace }
       *[all] all, within { $grace }
    }
tools-schedule-overlap =
    due while its last run is not over: { $how ->
        [skip] skip
        [queue] queue
       *[parallel] parallel
    }
tools-schedule-outputs = last outputs that a run is given: { $count }
tools-schedule-model = model: { $model }
tools-schedule-status =
    { $status ->
        [active] active
        [paused] paused
       *[completed] completed
    }

## Tools: the web

tools-web-fetch = Fetch { $url }
tools-web-reading = Reading { $host }
tools-web-host-not-allowed = The host { $host } is not on the list of allowed hosts.
tools-web-port-not-allowed = The host { $host } is allowed, but not its port { $port }.
tools-web-search = Search the web for “{ $query }”
tools-web-searching = Searching the web
tools-web-get = Get { $url }
tools-web-post = Send data to { $url }
tools-web-cannot-be-taken-back = What is sent cannot be taken back.
tools-web-logs-in = It logs in to { $host }.
tools-web-logs-in-with-secret = It logs in to { $host } with your secret { $names }.
tools-web-asking = Asking { $host }
tools-web-sending = Sending to { $host }
tools-web-headers = With the headers { $names }
tools-web-content-type = Content type: { $kind }
tools-web-bytes-in-all =
    { $count ->
        [one] ({ $count } byte in all)
       *[other] ({ $count } bytes in all)
    }
tools-research = Research “{ $title }”: { $searches } searches, up to { $pages } pages, a report as a file
tools-research-reason = It reads pages of whichever servers the searches find, and asks the model for each.
tools-research-searches = Searches:
tools-research-reading = Reading, { $read } of { $pages } pages done
tools-research-writing = Writing the report
tools-research-sources = Sources
tools-research-read-on = Read on { $day }:
tools-research-not-read = Not read:
tools-research-not-written = The report could not be written: { $why }. Below are the notes for it.
tools-web-has-read = Read { $title }.
tools-web-found =
    { $count ->
        [0] Nothing was found.
        [1] Found 1 page.
       *[other] Found { $count } pages.
    }
tools-research-has-written = Wrote the report “{ $title }”.

## Tools: commands and secrets

tools-shell-run = In { $folder }, run: { $command }
tools-shell-input = Its input:
tools-shell-reaches-files = It can read, change and delete all of your files.
tools-shell-reaches-files-and-network = It can read, change and delete all of your files, and send them anywhere.
tools-vault-list = List the names of your secrets
tools-vault-answer-is-seen = Everybody here may see the answer.
tools-vault-give = Give commands your secret { $name } for an hour, as { $path }
tools-vault-commands-read = Commands that you approve within that hour can read it.
tools-vault-commands-send = Commands that you approve within that hour can read it, and send it anywhere.

## Tools: helpers, skills and others

tools-helper = Let a helper work on “{ $title }”, with { $tools }
tools-helper-without-tools = Let a helper work on “{ $title }”, with no tools
tools-specialist = Let { $agent } work on: { $goal }
tools-skill-follow = Follow the skill “{ $name }” in this conversation
tools-skill-leave = No longer follow the skill “{ $name }” in this conversation
tools-run = Run { $name }
tools-server-run = Run { $name }, a tool of the server { $server }
tools-server-changes-nothing = The server says that this changes nothing.
tools-server-list = List what the server { $server } holds
tools-server-read = Read { $what } of the server { $server }
tools-server-read-prompt = Read the prompt { $what } of the server { $server }

## Tools: the website

tools-site-preparing-picture = Preparing the picture
tools-site-preparing-pictures = Preparing picture { $number } of { $count }
tools-site-copying-pictures = Copying picture { $number } of { $count }
tools-site-unpacking = Unpacking the archive
tools-site-searching-photos = Searching for photos
tools-site-taking-photo = Taking the photo

## Tools: toolsets

tools-toolset =
    { $name ->
       *[other] { $summary }
    }

## What is allowed beyond a call

approval-exactly-this = exactly this
approval-exactly = exactly “{ $what }”
approval-kind-web-searches = web searches
approval-kind-stock-photos = searches for stock photos
approval-kind-with-secrets = { $server } with { $names }
approval-kind-held-by-server = what the server { $server } holds

## Sources of others’ words in tools

source-many = many others
source-command = what a command received
source-web-search = the results of a web search
source-stock-photos = stock photos of { $service }
source-server = the server { $server }

## Why the policy asks

policy-asks = Whoever runs this bot wants you to be asked about this.
policy-always = I always ask before I do this.
policy-group = Where others read along, I ask before I change anything.
policy-untrusted = Usually I do this without asking.
policy-irreversible = This cannot be taken back.

## Texts that are cut

text-left-out =
    { $beginning }… ({ $count ->
        [one] { $count } more character
       *[other] { $count } more characters
    })

## When a schedule is due

cadence-in-zone = { $when } ({ $zone })
cadence-once = once on { $date } at { $time }
cadence-hook = whenever the hook { $name } is called
cadence-every-seconds =
    { $count ->
        [1] every second
       *[other] every { $count } seconds
    }
cadence-every-minutes =
    { $count ->
        [1] every minute
       *[other] every { $count } minutes
    }
cadence-every-hours =
    { $count ->
        [1] every hour
       *[other] every { $count } hours
    }
cadence-every-days =
    { $count ->
        [1] every day
       *[other] every { $count } days
    }
cadence-within = { $rate } from { $from } to { $to }
cadence-hourly-at = every hour at minute { $minute }
cadence-rate-on-days = { $rate } { $days }
cadence-days-at = { $days } at { $times }
cadence-days-at-minutes =
    { $days } at { $count ->
        [1] minute { $minutes }
       *[other] minutes { $minutes }
    } of { $hourcount ->
        [0] every hour
        [1] hour { $hours }
       *[other] hours { $hours }
    }
cadence-every-day = every day
cadence-every-day-in = every day in { $months }
cadence-in-months = in { $months }
cadence-every-weekday = every weekday
cadence-on-weekdays = on weekdays
cadence-every-named-day = every { $days }
cadence-on-named-days = on { $days }
cadence-days-in-months = { $days } in { $months }
cadence-dates-and-weekdays = { $dates } and also { $weekdays }
cadence-weekdays-on-dates = { $weekdays }, but only { $dates }
cadence-on-dates = on the { $dates } of every month
cadence-on-dates-of-months = on the { $dates } of { $months }
cadence-date =
    { $day ->
        [1] 1st
        [2] 2nd
        [3] 3rd
        [21] 21st
        [22] 22nd
        [23] 23rd
        [31] 31st
       *[other] { $day }th
    }
cadence-weekday =
    { $number ->
        [1] Monday
        [2] Tuesday
        [3] Wednesday
        [4] Thursday
        [5] Friday
        [6] Saturday
       *[7] Sunday
    }
cadence-weekday-each =
    { $number ->
        [1] Mondays
        [2] Tuesdays
        [3] Wednesdays
        [4] Thursdays
        [5] Fridays
        [6] Saturdays
       *[7] Sundays
    }
cadence-every-other-weekday = every other { $day }
cadence-period =
    { $unit ->
        [day] { $count ->
            [1] every day
            [2] every other day
           *[other] every { $count } days
        }
        [week] { $count ->
            [1] every week
            [2] every other week
           *[other] every { $count } weeks
        }
        [month] { $count ->
            [1] every month
            [2] every other month
           *[other] every { $count } months
        }
       *[year] { $count ->
            [1] every year
            [2] every other year
           *[other] every { $count } years
        }
    }
cadence-period-on = { $period } { $days }
cadence-on-parts = on the { $parts }
cadence-on-parts-of-each-month = on the { $parts } of each month
cadence-on-parts-of-each-year = on the { $parts } of each year
cadence-on-parts-of-months = on the { $parts } of { $months }
cadence-on-last-day = on the last day of the month
cadence-nth =
    { $number ->
        [1] first
        [2] second
        [3] third
        [4] fourth
        [5] fifth
        [21] 21st
        [22] 22nd
        [23] 23rd
        [31] 31st
        [32] 32nd
        [33] 33rd
        [41] 41st
        [42] 42nd
        [43] 43rd
        [51] 51st
        [52] 52nd
        [53] 53rd
       *[other] { $number }th
    }
cadence-nth-last =
    { $number ->
        [1] last
        [2] second to last
        [3] third to last
       *[other] { $number }th to last
    }
cadence-nth-day = { $nth } day
cadence-nth-weekday = { $nth } { $day }
cadence-nth-working-day = { $nth } working day
cadence-nth-weekend-day = { $nth } weekend day
cadence-nth-of-these = { $period }, on the { $nths } of these days: { $days }
cadence-from = { $when }, from { $date }
cadence-until = { $when } until { $date }
cadence-until-time = { $when } until { $date } at { $time }
cadence-so-many-times =
    { $count ->
        [1] { $when }, once
       *[other] { $when }, { $count } times
    }

## Secrets

vault-in-private = Please ask me that in a direct chat: nobody else should read about your secrets.
vault-how-to-add = To give me a secret, such as an access token, write /vault add NAME SERVER; for example: /vault add github api.github.com. Then I ask you for its value. I send it to that server alone.
vault-bad-name = A name has up to 40 small letters, digits, dashes and underscores.
vault-bad-server = A server is like api.example.com, or https://api.example.com:8443. I send secrets over https only, except within this machine.
vault-too-many = You have { $most } secrets, and I keep no more. Delete one under /vault first.
vault-send-the-value = Send me the value of { $name } as your next message, within 10 minutes. I keep it sealed, use it for { $server } alone, and show it to nobody, not even to my model. To end this, send /cancel.
vault-cancelled = All right, I do not wait for a secret any more.
vault-stored = I have the secret { $name } now, for { $server }. Ask me for something there, and say which secret to use.
vault-unsealed = I could not seal the value of { $name }, so I kept nothing of it. My log says why; tell whoever runs me.
vault-late = You sent the value of { $name } too late, so I kept nothing of it. Begin again: /vault add { $name } { $server }
vault-unusable = That cannot be the value of { $name }: it is one line of text of up to 4,000 characters, without a file. I kept nothing of it. Begin again: /vault add { $name } { $server }. A value that begins with a slash comes in that same message, behind the server.
vault-no-form = I could not tell the name, the server and the value apart, so I kept nothing of that.
vault-message-removed = I have removed your message with the value.
vault-message-stays = I cannot remove your message with the value here. Please delete it yourself.
vault-title = Your secrets
vault-none = : none
vault-about = : for { $server }, { $used }
vault-for = For: { $server }
vault-added = Added: { $time }
vault-uses = Uses: { $used }
vault-used =
    { $count ->
        [one] { $count } use, last { $time }
       *[other] { $count } uses, last { $time }
    }
vault-not-used = not used yet
vault-if-deleted = If I delete it, it is gone for good. What it logs in to still accepts it until you revoke it there.
vault-deleted = The secret is deleted.
vault-gone = That secret is not there any more.

## Hooks

hooks-in-private = Please ask me that in a direct chat: whoever sees the secret of a hook can call it.
hooks-off = I take no calls of hooks here. Whoever runs me can change that: [hooks] enabled = true.
hooks-how-to-add = A hook is an address that another program calls. For a hook whose calls come to this chat as messages, write /hooks add NAME, for example: /hooks add doorbell. For one that gives me a task with each call, write /hooks add NAME TASK, for example: /hooks add build Say in one sentence why the build failed.
hooks-bad-name = The name of a hook has up to 40 small letters, digits, dashes and underscores. For example: /hooks add doorbell
hooks-taken = You have a hook { $name } already. Revoke it under /hooks first, or take another name.
hooks-too-long = That task is too long: I keep { $most } characters at most.
hooks-too-many = You have { $most } schedules and hooks, and I keep no more. Delete one under /schedules or /hooks first.
hooks-unsealed = I could not seal the secret of the hook, so I made none. My log says why; tell whoever runs me.
hooks-revoked = The hook is revoked: nobody can call it any more.
hooks-gone = That hook is not there any more.
hooks-ask-again = I cannot show the secret in this message any more. Send /hooks, and press there.
hooks-title = Your hooks
hooks-none = : none
hooks-about = : { $does }
hooks-about-paused = (paused): { $does }
hooks-paused = (paused)
hooks-each-call = Each call: { $does }
hooks-address = Address:
hooks-secret = Secret:
hooks-a-message = a message
hooks-calls =
    { $count ->
        [one] Calls: { $count } call lately, the last { $time }
       *[other] Calls: { $count } calls lately, the last { $time }
    }
hooks-no-calls = Calls: none lately
hooks-not-again = I do not show its secret again. If it is lost, or somebody else has it, make a new one: the old one stops working. /schedules pauses it and shows what became of its calls.
hooks-try-it = Try it:
hooks-hello = Hello
hooks-signed = Programs that sign what they send take the same secret: GitHub for one, and all that follow Standard Webhooks. I take the secret out of this message with the first call.
hooks-secret-used = The first call came, so I have taken the secret out of this message.
hooks-new-secret = New secret
hooks-revoke = Revoke
hooks-empty-call = {"*"}It was called, and nothing was sent with it.*

## Programs that use what is a person’s

clients-in-private = Please ask me that in a direct chat: the token that I give you there is for you alone.
clients-how-to-add = To let a program that speaks MCP, such as an editor, use your notes, schedules and files, write /mcp new NAME; for example: /mcp new laptop. It reads on its own, and I ask you here before it changes anything.
clients-bad-name = A name has up to 40 letters, digits, dashes and underscores.
clients-name-taken = There is a program with the name { $name } already. Remove it under /mcp first, or take another name.
clients-too-many = You have let { $most } programs in, and I take no more. Remove one under /mcp first.
clients-token-for = The token for { $name }:
clients-give-address = Give the program the address { $address }, with the token as its bearer token; or, on the machine where I run, the command { $command }, with the token in the environment variable { $variable }. Whoever has it can read your notes, schedules and files. It goes from this message when you press the button or it is first used, and ends if nobody uses it within 24 hours.
clients-give-command = Give the program the command { $command }, with the token in the environment variable { $variable }. Whoever has it can read your notes, schedules and files. It goes from this message when you press the button or it is first used, and ends if nobody uses it within 24 hours.
clients-hide = I have it, remove it here
clients-token-removed = The token for { $name } was here. If you lose it, remove the program under /mcp and let it in anew.
clients-hidden = The token is removed from the message.
clients-title = Programs that use what is yours
clients-none = : none
clients-about = : { $used }
clients-let-in = Let in: { $time }
clients-uses = Uses: { $used }
clients-if-removed = If I remove it, its token ends for good, and I do nothing more that it asked for.
clients-removed = The program is removed.
clients-gone = That program is not there any more.
clients-last-used = last used { $time }
clients-not-used = not used yet
clients-source = the program “{ $name }”
clients-asked-by = The program “{ $name }” asks for this, over MCP. { $why }
clients-always-asks = What it wants to change, I ask you about.
clients-done = Done for the program “{ $name }”: { $title }
clients-failed = I could not do what the program “{ $name }” asked for: { $title }

## A website in the chat

site-none-here = No website is shared with this group. Yours I show you in a direct chat; /site share, written here, lets everybody here work on it.
site-share-in-a-group = Write /site share in the group whose people shall work on your website.
site-nothing-to-share = You have no website yet. Make one in a direct chat with me, then share it here.
site-shared-elsewhere = Your website is shared with another group. Write /site unshare to me in a direct chat first.
site-not-shared = The website is shared with nobody.
site-shared-no-more = The website is shared no more: only its owner changes it.
site-only-its-owner = Only the website’s owner can do that. Nothing has changed.
site-only-reviewers = Only the website’s owner or a reviewer can publish it. Nothing has changed.
site-reviewer-set = { $name } can publish the website now.
site-reviewer-ended = { $name } can publish the website no more.
site-off = I make no websites here. Whoever runs me can change that: [site] enabled = true.
site-none-yet = You have no website yet. Tell me what it is for, for example: make a website for our chess club, with a page about us and our opening hours. You see it before anybody else does, and a button makes it public.
site-needs-model = You have no website yet. I can make one once I have a model, and here I have none: whoever runs me can connect one.
site-gone = That is not there any more.
site-changed-since = The website has changed since this message was written. Read it again, then press Publish.
site-publish-by-words = To publish it, write: publish my website. It is copied to another server then, which takes a while.
site-not-published = I cannot publish it: { $why }.
site-deleted = “{ $title }” is deleted. Undo brings it back.
site-change-by = { $what }, by { $author }
site-undone = Undone: { $what }
site-not-undone = I cannot undo that: { $why }.
site-your-website = Your website
site-public-at = Public at { $address } (published { $time })
site-not-public = It is not public yet.
site-shared-with = Shared with { $group }
site-shared-with-dot = Shared with { $group }.
site-shared-here-by = Shared with this group by { $owner }
site-shared-here-dot = Shared with this group.
site-preview-link = Whoever has this link sees the drafts for 24 hours: { $link }
site-latest-change = Latest change: { $what }
site-pages-and-posts = Pages and posts
site-state-draft = draft
site-state-start-page = start page
site-state-post = post
site-state-draft-post = post, draft
site-state-archived-post = post, archived
site-address = Address: { $path }
site-state = State: { $state }
site-description = Description: { $text }
site-has-sections =
    { $count ->
        [one] It has { $count } section.
       *[other] It has { $count } sections.
    }
site-write-changes = Write me what should be different.
site-all-published = Everything is published.
site-changes = Not public yet:
site-mistakes = To put right before it can be published:
site-collections = Collections: { $all }
site-and-more = { $all }, and { $count } more
site-more-lines = … and { $count } more
site-preview = Preview
site-publish = Publish
site-sharing = Sharing
site-the-website = The website
site-sharing-means = Whoever I serve there changes its drafts by writing to me, and I ask before each change. Only its owner and reviewers publish it.
site-owner = Owner: { $owner }
site-reviewers = Reviewers: { $names }
site-no-reviewer = No reviewer: { $name }
site-reviewer = Reviewer: { $name }
site-stop-sharing = Stop sharing

## A website: what I ask, and what became of it

site-add-page = Add the page “{ $title }” ({ $path }) to your website
site-add-page-with =
    Add the page “{ $title }” ({ $path }) to your website with { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    }
site-change-page = Change the page “{ $title }” of your website: { $fields }
site-move-page = Move the page “{ $title }” of your website from { $from } to { $to }
site-linked-in-navigation =
    { $count ->
        [one] In the navigation: { $count } item
       *[other] In the navigation: { $count } items
    }
site-linked-on-pages = Links on other pages: { $places }
site-move-page-reason = The page is published, and others link to it. The old address will lead to the new one.
site-add-post = Add the post “{ $title }” ({ $path }) to your website
site-change-post = Change the post “{ $title }” of your website: { $fields }
site-move-post = Move the post “{ $title }” of your website from { $from } to { $to }
site-links-to-it = Links lead to it: { $places }
site-move-post-reason = The post is published, and others link to it. The old address will lead to the new one.
site-add-section = Add { $section } to the page “{ $page }”
site-change-section = Change { $section } on the page “{ $page }”
site-move-section = Move { $section } on the page “{ $page }” to place { $position }
site-add-item = Add “{ $label }” to the navigation of your website, leading to { $target }
site-change-item = Change “{ $label }” in the navigation of your website: { $changes }
site-call-item = call it “{ $name }”
site-lead-item = let it lead to { $target }
site-show-item = Show “{ $label }” in the navigation of your website
site-hide-item = Hide “{ $label }” in the navigation of your website
site-order-items = Put the navigation of your website in this order: { $labels }
site-change-settings = Change the settings of your website: { $settings }
site-undo = Undo on your website: { $what }
site-delete-page =
    Delete the page “{ $title }” ({ $path }) with { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    }
site-delete-page-with-items =
    Delete the page “{ $title }” ({ $path }) with { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    } and { $items ->
        [one] { $items } item
       *[other] { $items } items
    } of the navigation
site-begins-with-it = Your website begins with it
site-goes-from-public = It is published, and goes from the public website when you publish again
site-links-lead-to-it =
    { $count ->
        [one] { $count } link leads to it: { $places }
       *[other] { $count } links lead to it: { $places }
    }
site-delete-section = Delete { $section } from the page “{ $page }”
site-delete-sections =
    { $count ->
        [one] Delete { $count } section of your website: { $places }
       *[other] Delete { $count } sections of your website: { $places }
    }
site-section-on = { $section } on “{ $page }”
site-remove-item = Remove “{ $label }” from the navigation of your website. What it leads to stays
site-publish-again = Publish your website at { $address } once more. It is as it was
site-publish-changes = Publish your website at { $address }: { $changes }
site-delete-post = Delete the post “{ $title }” ({ $path })
site-publish-post-again = Publish the post “{ $title }” at { $address } once more. It is as it was
site-publish-post = Publish the post “{ $title }” at { $address }: { $changes }
site-take-post-off = Take the post “{ $title }” ({ $path }) off your public website, and archive it
site-archive-post = Archive the post “{ $title }” ({ $path })
site-off-the-web = Visitors cannot read it any more. I can publish it again.
site-becomes-public = Everybody can see it then.
site-is-public = The website is public at { $address }
site-copied = Published at { $address }, and copied by { $program }.
site-not-copied = Published at { $address }, but the copy by { $program } failed: { $why }. It is tried again at the next publish.
site-make-preview = Make a link that shows your website with its drafts for a day
site-can-be-undone = I can undo it as long as it is among the last 100 changes.
site-done-page-published = published the page “{ $title }”
site-done-pages-published =
    { $count ->
        [one] published { $count } page
       *[other] published { $count } pages
    }
site-done-posts-published =
    { $count ->
        [one] published { $count } post
       *[other] published { $count } posts
    }
site-done-post-published = Post “{ $title }” published
site-done-post-archived = Post “{ $title }” archived
site-done-page-made = made the page “{ $title }”
site-done-page-changed = changed the page “{ $title }”: { $fields }
site-done-page-deleted = deleted the page “{ $title }”
site-done-post-made = made the post “{ $title }”
site-done-post-changed = changed the post “{ $title }”: { $fields }
site-done-post-deleted = deleted the post “{ $title }”
site-done-section-added = added { $section } to “{ $page }”
site-done-section-changed = changed { $section } on “{ $page }”
site-done-section-moved = moved { $section } on “{ $page }”
site-done-sections-deleted = deleted { $places }
site-section-from = { $section } from “{ $page }”
site-done-item-added = added “{ $label }” to the navigation
site-done-item-changed = changed “{ $label }” in the navigation
site-done-item-shown = showed “{ $label }” in the navigation
site-done-item-hidden = hid “{ $label }” in the navigation
site-done-item-removed = removed “{ $label }” from the navigation
site-done-items-ordered = put the navigation in another order
site-done-settings-changed = changed the settings: { $settings }
site-a-section = a section ({ $label })
site-the-section = the section “{ $title }” ({ $label })
site-field =
    { $name ->
       *[other] { $field }
    }
site-label =
    { $name ->
       *[other] { $label }
    }

## What comes into a website from elsewhere

site-import-new-pages =
    { $count ->
        [one] { $count } new page
       *[other] { $count } new pages
    }
site-import-new-posts =
    { $count ->
        [one] { $count } new post
       *[other] { $count } new posts
    }
site-import-new-collections =
    { $count ->
        [one] { $count } new collection
       *[other] { $count } new collections
    }
site-import-new-entries =
    { $count ->
        [one] { $count } new entry
       *[other] { $count } new entries
    }
site-import-changed-pages =
    { $count ->
        [one] { $count } page replaced
       *[other] { $count } pages replaced
    }
site-import-changed-posts =
    { $count ->
        [one] { $count } post replaced
       *[other] { $count } posts replaced
    }
site-import-changed-collections =
    { $count ->
        [one] { $count } collection replaced
       *[other] { $count } collections replaced
    }
site-import-changed-entries =
    { $count ->
        [one] { $count } entry replaced
       *[other] { $count } entries replaced
    }
site-import-pictures =
    { $count ->
        [one] { $count } picture
       *[other] { $count } pictures
    }
site-import-reworded =
    { $count ->
        [one] what is said of { $count } picture
       *[other] what is said of { $count } pictures
    }
site-import-settings = settings and navigation
site-import-nothing = nothing that the website does not have
site-import-same = { $all }; { $same } stay as they are
site-import = Import { $folder } into your website: { $all }
site-import-reason = It changes many things at once. Each can be undone, and nothing becomes public.
site-import-line = { $what } { $kind }: { $file }
site-export = Write your website as Markdown files into { $folder }
site-search-photos = Search stock photos for “{ $query }”
site-photos-shown =
    { $count ->
        [one] { $count } photo
       *[other] Photos 1 to { $count }
    }
site-which-photo = Which photo?
site-no-photo = None
site-add-photo = Add the stock photo { $id } to the pictures of your website
site-done-page-imported = imported the page “{ $title }”
site-done-post-imported = imported the post “{ $title }”
site-done-picture-imported = imported the picture “{ $title }”
site-done-picture-reworded = changed what is said of the picture “{ $title }” as a file has it
site-done-collection-imported = imported the collection “{ $title }”
site-done-entry-imported = imported “{ $title }” into “{ $collection }”
site-done-settings-imported = imported settings and navigation

## What visitors of a website send

site-message-heading = {"*"}*A message from your website { $site }**
site-message-heading-page = {"*"}*A message from your website { $site }**, page { $page }
site-message-from = From: { $name }, { $email }
site-message-unblock = Unblock
site-message-block = Block
site-message-reply = Reply
site-message-answer = Answer { $name } by mail:
site-message-replied = The address to answer stands below.
site-message-blocked = { $email } can send you nothing more by your website.
site-message-unblocked = { $email } can write to you by your website again.
site-message-not-blocked = That sender is not blocked.
site-message-gone = I no longer have that message.

## Pictures of a website

site-picture-add = Add a picture to your website: { $file }
site-picture-change = Change what your website says of the picture “{ $title }”: { $fields }
site-picture-show = Show the picture “{ $title }” in { $section } on the page “{ $page }”
site-picture-change-shown = Change a picture in { $section } on the page “{ $page }”
site-picture-replace =
    { $count ->
        [one] Show the picture “{ $new }” on your website instead of “{ $old }”: { $count } place, { $places }
       *[other] Show the picture “{ $new }” on your website instead of “{ $old }”: { $count } places, { $places }
    }
site-picture-delete-unshown = Delete the picture “{ $title }” from your website. Nothing shows it
site-picture-delete =
    { $count ->
        [one] Delete the picture “{ $title }” from your website, and from the place that shows it: { $places }. Nothing else does
       *[other] Delete the picture “{ $title }” from your website, and from the { $count } places that show it: { $places }. Nothing else does
    }
site-picture-place-titled = { $page } (“{ $title }”, { $label })
site-done-picture-added = added the picture “{ $title }”
site-done-picture-changed = changed the picture “{ $title }”: { $fields }
site-done-picture-shown = showed the picture “{ $title }” in { $section } on “{ $page }”
site-done-picture-shown-changed = changed a picture in { $section } on “{ $page }”
site-done-picture-replaced = showed the picture “{ $new }” instead of “{ $old }”
site-done-picture-deleted = deleted the picture “{ $title }”
site-picture-in-post = the post “{ $title }”
site-picture-in-entry = the entry “{ $title }”

## Collections of a website

site-collection-add = Add the collection “{ $title }” to your website
site-collection-change = Change the collection “{ $title }” of your website: { $fields }
site-entry-add = Add “{ $title }” to the collection “{ $collection }” of your website
site-entry-change = Change “{ $title }” in the collection “{ $collection }” of your website: { $fields }
site-collection-delete =
    { $count ->
        [one] Delete the collection “{ $title }” with { $count } entry
       *[other] Delete the collection “{ $title }” with { $count } entries
    }
site-entries-go-from-public =
    { $count ->
        [one] One is published, and goes from the public website when you publish again
       *[other] { $count } are published, and go from the public website when you publish again
    }
site-collection-sections = Sections show it, which have to go or show another one before you publish: { $places }
site-entry-delete = Delete “{ $title }” from the collection “{ $collection }” of your website
site-done-collection-made = made the collection “{ $title }”
site-done-collection-changed = changed the collection “{ $title }”: { $fields }
site-done-collection-deleted = deleted the collection “{ $title }”
site-done-entry-made = added “{ $title }” to “{ $collection }”
site-done-entry-changed = changed “{ $title }” in “{ $collection }”: { $fields }
site-done-entry-deleted = deleted “{ $title }” from “{ $collection }”
site-done-entries-published =
    { $count ->
        [one] published { $count } entry of “{ $collection }”
       *[other] published { $count } entries of “{ $collection }”
    }
site-collection-extent =
    { $title } ({ $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    })
site-collection-extent-drafts =
    { $title } ({ $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    }, { $drafts ->
        [one] { $drafts } draft
       *[other] { $drafts } drafts
    })

## The language of a person

language-chosen = I speak English with you, as you chose.
language-of-platform = I speak English with you: your app is in English.
language-of-nobody = I speak English with you: your app has told me no language that I speak.
language-as-platform = As in my app
language-what-for = This is about what I say myself, such as buttons, lists and notices. In our conversation I answer in the language in which you write.
language-what-for-built-in = This is about what I say myself, such as buttons, lists and notices. No language model is set up here: the built-in assistant, which answers you, speaks English only.
language-unknown = I do not speak “{ $name }”. My languages: { $spoken }. “{ $platform }” stands for the language of your app. Nothing changed.

## Web: the chat page, and what the console shares with it

web-skip-to-box = Skip to the message box
web-connecting = Connecting…
web-connected = Connected
web-reconnecting = Reconnecting…
web-commands = Commands
web-slash-shows-commands = A slash at the beginning of a message shows the commands too. { $keyboard } The { $console } shows how everything stands.
web-keyboard = Enter sends, Shift+Enter starts a new line. Files can also be dropped on the page or pasted.
web-the-console = console
web-conversation = Conversation
web-say-something = Say something
web-what-i-do = I remember what you tell me, keep your reminders and schedules, and ask before I do anything risky. Try one of these:
web-earlier = Earlier messages
web-working = Working
web-stop = Stop
web-latest = Latest
web-new-messages = New messages
web-new-conversation = New conversation
web-you = You
web-removed = Removed: it held a secret.
web-escape = Esc
web-copy = Copy
web-copied = Copied
web-close = Close
web-today = Today
web-yesterday = Yesterday
web-unreachable = The gateway cannot be reached.
web-refused-token-needed = The access token is missing or wrong.
web-refused-not-found = Not found.
web-refused-not-understood = The request was not understood. Reload the page.
web-refused-too-long = That is too long for one message. Send it in parts of at most 60,000 characters.
web-refused-empty = An empty message cannot be sent.
web-refused-file-too-big = The file is too large: at most 20 MB can be sent.
web-refused-file-empty = The file is empty.
web-refused-file-not-stored = The gateway could not store the file. Is its disk full?
web-refused-file-unreadable = The gateway could not read the file.
web-refused-file-gone = This file no longer exists.
web-refused-upload-gone = A file of this message no longer exists. Choose it again.
web-refused-upload-taken = Another file was sent under this id before. Choose the file again.
web-refused-too-many-files = One message can carry 10 files. Send the others in another one.
web-refused-not-stored = The gateway could not store this. It was not sent; try again.
web-refused-no-history = The gateway could not read the history.
web-refused-no-choices = The gateway could not look up suggestions.
web-refused-too-many-pages = Too many pages are open. Close some.
web-picture = Picture
web-reasoning = Reasoning
web-file = File
web-files-to-send = Files to send
web-message = Message
web-attach = Attach files
web-file-too-big = the file is too large. At most 20 MB can be sent.
web-file-empty = the file is empty.
web-uploading = A file is still being uploaded.
web-about-file = { $name }: { $problem }
web-too-many-files = One message can carry { $count } files.
web-remove-file = Remove { $name }
web-size =
    { $unit ->
        [B] { $amount } B
        [kB] { $amount } kB
        [MB] { $amount } MB
        [GB] { $amount } GB
       *[TB] { $amount } TB
    }
web-send = Send
web-voice = Voice message
web-record = Record a voice message
web-send-voice = Send the voice message
web-cancel = Cancel
web-asking-for-microphone = Asking for the microphone…
web-sending-voice = Sending…
web-not-sent-yet = Not sent yet, will be retried
web-microphone-refused = The browser does not let this page use the microphone. You can allow it in the browser’s settings for this page.
web-microphone-missing = The browser finds no microphone.
web-microphone-broken = The microphone cannot be used. Perhaps another program is using it.
web-press-failed = Your choice could not be sent. Press again.
web-state =
    { $state ->
        [sending] Sending…
        [unsent] Not sent yet, will be retried
        [waits] Waiting for its turn
       *[refused] Not sent
    }
web-state-why = { $state }: { $why }
web-token-needed = This page needs its access token
web-token-how = Open the address that the gateway prints when it starts; it carries the access token. Or paste the token here:
web-token = Access token
web-token-wrong = That is not the token.
web-open = Open

## Web: the frame of the console

web-console = Console
web-skip-to-page = Skip to the page
web-whose = Console of { $name }
web-sign-out = Sign out
web-times-in = Times in
web-my-time = my time
web-schedules-time = the schedule’s
web-chat = Chat
web-pages = Pages
web-overview = Overview
web-approvals = Approvals
web-schedules = Schedules
web-activity = Activity
web-turn = Turn
web-deliveries = Deliveries
web-memory = Memory
web-people = People
web-person = Person
web-usage = Usage
web-audit = Audit
web-log = Log
web-system = System
web-sign-in = Sign in to the console
web-sign-in-by-link = Send /console to the bot in a direct chat, and open the link that it sends.
web-sign-in-by-token = If you run the bot, you can also open the address that the gateway prints when it starts, and come back here. Or paste the token:
web-updated = Updated { $ago }
web-reading = Reading…
web-now = now
web-ago = { $span } ago
web-in = in { $span }
web-span =
    { $unit ->
        [ms] { $number } ms
        [s] { $number } s
        [min] { $number } min
        [h] { $number } h
       *[d] { $number } d
    }
web-time-and-ago = { $time } ({ $ago })
web-place =
    { $kind ->
        [group] { $platform }, group { $chat }
       *[direct] { $platform }, chat { $chat }
    }
web-none = none
web-never = never
web-used-of = { $used } of { $limit }
web-and-more = And { $count } more.
web-measure =
    { $measure ->
        [steps] Model calls
        [time] Working time
        [tokens] Tokens
       *[cost] Cost
    }
web-edit = Edit
web-save = Save
web-delete = Delete
web-pause = Pause

## Web: the overview of the console

web-overview-well = Nothing needs you.
web-overview-faults = What needs you
web-people-wait =
    { $count ->
        [one] { $count } person waits to be admitted.
       *[other] { $count } people wait to be admitted.
    }
web-setting = Setting: { $setting }
web-how-it-stands = How it stands
web-decisions-waiting = Decisions that wait for you
web-conversations-at-work = Conversations at work
web-messages-on-their-way = Messages on their way
web-models =
    { $count ->
        [one] Model
       *[other] Models, in their order
    }
web-model-refused = { $model } (its key is refused)
web-running-since = Running since
web-version = Version
web-disk-nearly-full = only { $free } free
web-disk-free = { $free } free
web-disk-used-and-left = { $used } used, { $left }
web-disk-used = { $used } used
web-disk = Disk
web-your-time-zone = Your time zone
web-channels = Channels
web-channel-state =
    { $state ->
        [up] connected
        [down] not connected
       *[elsewhere] another process receives from it
    }
web-channel-state-for =
    { $state ->
        [up] connected for { $span }
        [down] not connected for { $span }
       *[elsewhere] another process receives from it for { $span }
    }
web-last-event = Last event: { $time }, { $span } after it was sent
web-nothing-received = Nothing received yet.
web-due-next = Due next
web-nothing-due = Nothing is due. Write to the bot, for example: remind me every day at 9:30 to water the plants
web-due-line = { $time } ({ $ago }): { $name }
web-your-day = Your day so far
web-last-day = The last 24 hours
web-figures = The figures
web-when-head = When
web-plot-messages = Messages.
web-plot-your-messages = Your messages.
web-messages = Messages
web-nobody-wrote = Nobody wrote. A message to the bot shows here within a minute.
web-messages-came = { $count } came, at most { $most } in a quarter of an hour.
web-plot-answers = How long answers took.
web-no-answer-ended = No answer ended. Those that waited for a decision are not counted.
web-answers-took = Lately half within { $half } (the line), 95 of 100 within { $most } (dotted); at worst { $worst }.
web-half-within = Half within
web-most-within = 95 of 100 within
web-plot-spending = Spending.
web-nothing-cost = Nothing cost anything, as far as prices are known.
web-spent = { $total }, at most { $most } in a quarter of an hour. By when answers ended; what was spent before a decision is on the page Usage alone.
web-cost = Cost
web-known-since = Known since this process began: { $time }.
web-plot-waiting = Oldest message that waits for delivery.
web-not-looked-at = Not looked at yet: that is done once a minute.
web-nothing-waited = Nothing waited.
web-at-worst = { $span } at worst.
web-age = Age
web-plot-lateness = Lateness of schedules.
web-no-schedule-due = No schedule was due.
web-taken-up = Taken up { $span } after the due time at worst. A wait for the run before is not counted.
web-late-by = Late by
web-plot-refused = Sent too fast (429).
web-none-asked-to-wait = No platform asked to wait.
web-asked-to-wait-times =
    { $count ->
        [one] Platforms asked { $count } time to wait; such messages are sent again.
       *[other] Platforms asked { $count } times to wait; such messages are sent again.
    }
web-asked-to-wait = Asked to wait

## Web: approvals in the console

web-nothing-waits = Nothing waits for you. Questions of the bot about risky calls appear here and in the chat.
web-waiting-for-you = Waiting for you
web-allowed-beyond-calls = Allowed beyond single calls
web-who-decided = Who decided what, and what was done
web-approve = Approve
web-deny = Deny
web-asked-by = Asked by
web-in-chat = In
web-asked = Asked
web-expires = Expires
web-whole-call = The whole call
web-answer-in-chat = The bot asks you something: answer in the chat.
web-nothing-allowed = Nothing is allowed beyond single calls: the bot asks each time.
web-for-everybody = { $what } (for everybody)
web-grant =
    { $tool }, { $scope ->
        [conversation] in one conversation
        [hour] for an hour
       *[always] always
    }, given { $given }{ $ends ->
        [yes] , until { $until }
       *[no] {""}
    }{ $used ->
        [yes] , last used { $ago }
       *[no] , not used yet
    }
web-grant-void =
    { $why ->
        [changed] No longer applies: the tool has changed since.
       *[no_tool] Does not apply now: its tool is not there.
    }
web-revoke = Revoke

## Web: schedules in the console

web-stands-still = Nothing has run what was due { $time }. Restart the gateway; adjutant doctor says more.
web-no-schedules = You have no schedules. Write to the bot, for example: every Monday at 8, tell me what is on this week
web-more-schedules = And { $count } more: /schedules in the chat lists them all.
web-search-schedules = Search names and texts
web-all-schedules = All schedules
web-your-schedules = Your schedules ({ $count })
web-delete-schedule = Delete “{ $name }”? Its runs stay in the history of the chat.
web-resume = Resume
web-stop-run = Stop
web-run-now = Run now
web-times-unreadable = Its times cannot be read.
web-schedule-state =
    { $state ->
        [running] running now
        [active] on time
        [paused] paused
       *[completed] over
    }
web-next = Next
web-reports-to = Reports to
web-time-zone = Time zone
web-time-zone-example = Such as Europe/Paris.
web-missed = Missed
web-missed-label = Missed times
web-missed-times =
    { $missed ->
        [skip] Missed times are skipped.
        [once] Of missed times, the last one is made up for.
       *[all] Missed times are all made up for.
    }
web-cadence =
    { $kind ->
        [once] once
        [interval] at an interval
        [cron] by the calendar (cron)
        [rrule] by a rule (iCalendar)
       *[hook] by calls of a hook
    }
web-cadence-written =
    { $kind ->
        [once] A date and time, such as 2026-05-01 09:00.
        [interval] A length of time, such as 90m, 2h or 1d.
        [cron] Minute, hour, day of month, month and weekday, such as 30 8 * * MON-FRI.
        [rrule] A rule of iCalendar, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9.
       *[hook] The name of the hook.
    }
web-save-all-the-same = Save all the same
web-nothing-saved = Nothing was saved.
web-when = When
web-written-as = Written as
web-reminder-text = Text of the reminder
web-what-is-asked = What is asked
web-name = Name
web-change-schedule = Change “{ $name }”
web-never-due = It is not due at any time.
web-no-runs = It has not run yet.
web-last-runs =
    { $count ->
        [one] Last run: { $worked } of { $count } worked
       *[other] Last { $count } runs: { $worked } worked
    }
web-run-state =
    { $state ->
        [queued] queued
        [running] running
        [waiting] waits for a decision
        [retrying] will be tried again
        [succeeded] worked
        [failed] failed
        [stopped] stopped
       *[skipped] skipped
    }
web-delivery =
    { $state ->
        [none] nothing to deliver yet
        [pending] on its way
        [held] held until later
        [delivered] delivered
        [suppressed] not sent, as wanted
       *[failed] not delivered
    }
web-took = took { $span }
web-began-late = began { $span } late
web-asked-for = asked for

## Web: activity in the console

web-no-turns = Nothing has been answered yet. Write to the bot.
web-newest-turns = The newest answers and runs
web-older-turns = Only the newest { $count } are shown.
web-turns = Turns, the newest first
web-began = Began
web-where = Where
web-state-of-turn = State
web-duration = Took
web-tool-calls = Tool calls
web-tokens = Tokens
web-turn-state =
    { $state ->
        [running] at work
        [waiting] waits for a decision
        [done] done
        [failed] failed
       *[stopped] stopped
    }
web-turn-resumed =
    { $count ->
        [one] { $state }, resumed once
       *[other] { $state }, resumed { $count } times
    }
web-turn-where =
    { $kind ->
        [specialist] Specialist { $agent } · { $place }
        [run] Run of a schedule · { $place }
       *[conversation] Conversation · { $place }
    }
web-all-turns = All turns
web-turn-in-log = Its lines in the log
web-turn-gone = This turn is gone, or is not for you.
web-the-turn = The turn
web-waits-for = Waits for
web-waits-since = { $what }, asked { $ago }
web-a-decision = a decision
web-resumed = Resumed
web-times =
    { $count ->
        [one] once
       *[other] { $count } times
    }
web-tokens-read = Tokens read
web-tokens-of-these-cached = { $tokens }, of these { $cached } cached
web-tokens-written = Tokens written
web-step-by-step = Step by step
web-turn-is-private = What was said is for this person alone.
web-turn-is-read = You read here what was said: owner_reads under [console] allows it, and { $name } was told. What tools returned is not shown, because it may be older. That you have read it is in the audit.
web-turn-not-stored = Nothing of it is stored any more.
web-step =
    { $kind ->
        [message] Message
        [response] Model
        [call] Tool call
        [decision] Decision
       *[delivery] Delivery
    }
web-step-state = { $state }
web-not-begun = not begun
web-before-beginning = { $span } before it began
web-after = after { $span }
web-goes-on = still going on, since { $ago }
web-arrived-within = arrived within { $span }
web-given = Given
web-said = Said
web-result = Result
web-characters =
    { $count ->
        [one] { $label }, { $count } character
       *[other] { $label }, { $count } characters
    }

## Web: deliveries in the console

web-deliveries-for-owner = Only the owner sees how everybody’s messages stand.
web-in-doubt = { $count } may have arrived
web-on-their-way = On their way
web-messages-waiting = Messages that wait, by chat
web-oldest = Oldest
web-next-attempt = Next attempt
web-doubtful = In doubt
web-all-delivered = Everything has been delivered.
web-given-up = Given up in the last 30 days
web-undeliverable = Messages that could not be delivered
web-written = Written
web-attempts = Attempts
web-reason = Reason
web-what-to-do = What to do
web-nothing-given-up = Nothing was given up.
web-delete-message = Delete this message? Whoever it was for will not get it.
web-send-again = Send again

## Web: memory in the console

web-search-as-the-bot = Search as the bot does
web-search = Search
web-newest-notes = The newest notes
web-no-notes = Nothing is noted yet. Write to the bot, for example: remember that the wifi code is 4711
web-newer-notes = Newer notes
web-older-notes = Older notes
web-your-notes = Your notes ({ $count })
web-everything = Everything
web-sources =
    { $source ->
        [note] Notes
        [conversation] Conversations
       *[document] Documents
    }
web-source =
    { $source ->
        [note] a note
        [conversation] said in a conversation
       *[document] in a document
    }
web-found-for = Found for “{ $query }”
web-only-words = Only words counted in this search: { $why }.
web-unread-documents =
    { $count ->
        [one] { $count } document is still to be read.
       *[other] { $count } documents are still to be read.
    }
web-in-source = In
web-nothing-found = Nothing was found. Other words may find something.
web-more-characters = { $text } … ({ $count } more characters)
web-what = What
web-from = From
web-used = Used
web-words-of-others = Words of others
web-changed = Changed
web-chat-unknown = not known any more
web-call-of = call of { $tool }
web-a-turn = turn
web-note-used =
    { $where ->
        [everywhere] with you, and in every group where you talk to the bot
        [group] with you, and in the group where you saved it
       *[alone] with you alone
    }
web-score = Score { $score }
web-words = Words
web-meaning = Meaning
web-no-vector = { $score } (no vector, so its words decide)
web-cosine = { $score } (cosine { $cosine })
web-timely = From the time asked for
web-named = Said by the one asked about
web-asking = Asks rather than says
web-repeating = Repeats a better one
web-change-note = Change the note
web-text = Text
web-tags-hint = Tags at its end, such as #home, take the place of the old ones.
web-forget-note = Forget this note? A deleted note cannot be brought back.
web-forget = Forget
web-share-in-groups = Share in groups
web-do-not-share = Do not share

## Web: people in the console

web-people-for-owner = Only the owner sees who uses the bot.
web-more-people = And { $count } more: adjutant people lists them all.
web-search-people = Search names and accounts
web-knocking = Knocking
web-nobody-waits = Nobody waits to be admitted.
web-admit-account = Admit an account
web-people-count = People ({ $count })
web-account = Account
web-account-example = Its platform and number, such as telegram:42.
web-admit = Admit
web-refuse = Refuse
web-knock =
    { $kind ->
        [group] { $platform } account { $account }, in a group
       *[direct] { $platform } account { $account }, in a direct chat
    }
web-move-ownership = adjutant people owner, where the gateway runs, moves the ownership.
web-remove-person = Remove { $name }? What runs for them is stopped, their website goes offline, and the bot serves them no more until you admit them again.
web-remove = Remove
web-make-approver = Make an approver
web-end-approver = End as approver
web-role-of-person = Role
web-role =
    { $role ->
        [owner] Owner
        [member] Member
       *[other] { $role }
    }{ $approver ->
        [yes] , approver
       *[no] {""}
    }
web-accounts = Accounts
web-served = Served
web-served-state =
    { $state ->
        [yes] yes
        [removed] no: removed
       *[no] no
    }
web-last-here = Last here
web-cost-today = Cost today
web-all-people = All people
web-person-gone = This person is gone, or is not for you to see.
web-in-30-days = In 30 days
web-used-in-month = { $answers } answers, { $tokens } tokens, { $cost }
web-linked-accounts = Linked accounts
web-accounts-of-person = Accounts of this person
web-platform = Platform
web-number = Number
web-admitted-by = Admitted by
web-admitted-by-whom =
    { $who ->
        [owner] the owner
        [configuration] the configuration
       *[nobody] nobody any more
    }
web-who-links = Each person links and unlinks their own accounts, with /link and /unlink.
web-their-day = Their day so far
web-what-they-keep = What they keep
web-kept =
    { $what ->
        [notes] Notes
        [notes_size] Text of the notes
        [schedules] Schedules
       *[files_size] Files
    }
web-limits-hold = The settings under [limits] and [agent] hold for everybody.

## Web: usage in the console

web-days = { $count } days
web-period = Period
web-nothing-used = Nothing was used in this time.
web-schedules-used = Your schedules
web-everybody = Everybody
web-days-as-table = Your days as a table (CSV)
web-not-counted-by-model = Usage was not counted by model up to { $day }: what was used until then is missing here.
web-calls = Calls
web-model = Model
web-days-by-model-as-table = Your days by model as a table (CSV)
web-everybodys-usage-by-model = Everybody’s usage by model
web-usage-by-model = Usage by model
web-models-used = Your models
web-percent = { $number } %
web-answers =
    { $count ->
        [one] { $count } answer
       *[other] { $count } answers
    }
web-share-cached = { $share } of the input was cached
web-answers-by-day = Answers by day.
web-cost-by-day = Cost by day.
web-at-most-on = At most { $amount }, on { $day }.
web-answers-head = Answers
web-cached = Cached
web-usage-by-day = Your usage by day (UTC)
web-day = Day
web-usage-by-person = Usage by person
web-usage-by-schedule = Usage by schedule
web-schedule = Schedule
web-runs = Runs
web-deleted-schedule = A deleted schedule

## Web: the audit and the log in the console

web-audit-kind =
    { $kind ->
        [decision] Decisions
        [grant] Grants
        [revocation] Revocations
       *[call] Calls
    }
web-all-kinds = All kinds
web-kind = Kind
web-by-gateway = the gateway
web-time = Time
web-tool = Tool
web-outcome = Outcome
web-by = By
web-about = About
web-events = Events, the newest first
web-no-event = No event matches.
web-older-events = Older events are in the table below and in the output of adjutant audit.
web-events-as-table = The newest 20,000 events as a table (CSV)
web-log-for-owner = Only the owner sees the log: it tells of everybody.
web-lines =
    { $chosen } of { $all } lines since { $time }{ $part ->
        [yes] ; the newest { $shown } are shown.
       *[no] {"."}
    }
web-no-line = No line matches.
web-nothing-logged = Nothing was logged yet.
web-level = Level
web-all-levels = all
web-level-and-above = { $level } and above
web-part = Part
web-all-parts = all
web-everybody-in-log = everybody
web-go-on = Go on
web-paused-newer = Paused. Newer lines: { $count }.

## Web: the system in the console

web-system-for-owner = Only the owner sees the system.
web-checks = Checks
web-what-is-checked = What adjutant doctor checks: database, channels, models, servers, the clock and more. Each model is sent one short question.
web-checking = Checking…
web-run-checks = Run the checks
web-not-checked = The checks have not run since this page was opened.
web-all-is-well = All is well.
web-failures-and-warnings = Failures: { $failures }. Warnings: { $warnings }.
web-checked-at = { $summary } Checked { $time }
web-what-is-well = What is well ({ $count })
web-finding =
    { $severity ->
        [ok] { $name }: well
        [warning] { $name }: warning
       *[failure] { $name }: failure
    }
web-code = Code: { $code }
web-download = Download { $name }
web-copies = Copies of the database
web-what-a-copy-holds = A copy holds everybody’s words: whoever has it can read them. The audit says who made and took one. People’s files, websites and the key of their secrets are not in it.
web-no-calendar = None is made by the calendar. Of those made here, the newest ten are kept. Setting: { $setting }
web-by-calendar = Made by the calendar { $schedule }, which then keeps the newest { $count }.
web-copying = Copying…
web-back-up-now = Back up now
web-copies-unlisted = The copies cannot be listed: { $why }
web-copies-newest = Copies, the newest first
web-size-head = Size
web-download-head = Download
web-no-copy = There is no copy yet.
web-program = Program
web-build = Build
web-process = Process
web-memory-used = Memory
web-computing-time = Computing time
web-open-files = Open files and connections
web-settings = Settings that count
web-as-of-start = As of the start of the process. Of secrets, only whether they are set.
web-with-defaults = with defaults
web-settings-with-source = Settings with their source
web-setting-head = Setting
web-value = Value
web-no-setting = No setting matches.
