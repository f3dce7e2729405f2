### What the gateway says to people, in English. Other languages have the same keys with the same variables.
### A name in braces is filled in; a line that begins with a bullet, a bracket or a dot is written as {"- "}.

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
size-bytes = { $size } bytes
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = Hello! I answer whoever I know here when they mention me or reply to me. /help says what I can do here.
hello = Hello! Mention me together with what you need, or reply to one of my messages. /help says what I can do.
turn-empty-reply = I have no answer to that. Please ask again in other words.
turn-cut-short = *(I reached the length limit for one answer. Write “go on” for the rest.)*
turn-fallback = *(I cannot reach the model, so the built-in assistant answers.)*
turn-stopped = *(stopped)*
turn-used-up-steps = I stopped here: this took more steps than I may use for one answer. Write “go on” to continue.
turn-used-up-time = I stopped here: this took longer than I may spend on one answer. Write “go on” to continue.
turn-used-up-tokens = I stopped here: this takes more tokens than I may use for one answer. Write “go on” to continue.
turn-used-up-cost = I stopped here: this costs more than I may spend on one answer. Write “go on” to continue.
turn-corrections = I stopped here: the model kept calling its tools wrongly. Please ask again in other words.
turn-internal-error = Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
turn-prompt-heading = I need your decision:
turn-too-many-questions = I stopped here: I would have to ask for your approval too often. Tell me how to go on, or allow more at once with “More choices” under a question.
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
continued-in-file = … The whole answer is in the file.

## Marks above messages

marked-closed-topic = The topic where you asked is closed:
marked-file-for-group = I may not send files in the chat that this is for:
marked-repeat = This may be a repeat:

## Places and accounts

place-group =
    the { $noun ->
        [server] server
       *[other] group
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
toolset-more = and { $count } more
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
model-overloaded = The model is overloaded right now and asked me to wait longer than I can. Please try again in a minute.
model-unavailable = I could not reach the model, though I tried several times. Please try again in a while.
model-cut = The model's answer broke off several times. Please try again.
model-blind = The model does not take pictures. Please write what you need.
model-too-dear = The models that answer now cost more than I may spend. Please try again later.
model-too-long = This conversation has become too long for the model. Please start a new one with /new. I keep what you asked me to remember.
model-refused = The model refused my request. The operator of this bot can find the reason in the log, and `adjutant doctor` checks the model's settings.

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
tools-web-bytes-in-all = ({ $count } bytes in all)
tools-research = Research “{ $title }”: { $searches } searches, up to { $pages } pages, a report as a file
tools-research-reason = It reads pages of whichever servers the searches find, and asks the model for each.
tools-research-searches = Searches:
tools-research-reading = Reading, { $read } of { $pages } pages done
tools-research-writing = Writing the report
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
