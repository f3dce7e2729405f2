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
delivered-withdrawn = 🗑️ Deleted, so it does not come again.
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
notes-deleted = Deleted.
notes-forgotten = 🗑️ The note is gone.
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
memory-deleted = 🗑️ Deleted the note: “{ $note }”
memory-more-receipts = … and { $count } more

## People, for the owner

people-for-the-owner = Only the owner of this bot can see who uses it, and let people in or remove them.
people-in-private = Please ask me that in a direct chat: here others would read who uses me.
people-title = People
people-accounts = Accounts: { $accounts }
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
people-removing = Remove them? I stop what I do for them, and answer them no more, even if the configuration lists them. Their notes, schedules and files stay, and are theirs again if you admit them.
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
