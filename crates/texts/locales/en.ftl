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
