### Was das Gateway Menschen auf Deutsch sagt. Es duzt.

## Messages that come while an answer is being made

queue-title = Wenn du schreibst, während ich an einer Antwort arbeite:
queue-chosen-mark = (gewählt)
queue-collect = Die Nachricht wartet, und ich beantworte alles zusammen.
queue-steer = Ich nehme sie vor meinem nächsten Schritt auf.
queue-interrupt = Ich höre auf, behalte, was ich habe, und beantworte sie sofort.
queue-waiting =
    { $count ->
        [one] Jetzt wartet eine Nachricht.
       *[other] Jetzt warten { $count } Nachrichten.
    }
queue-exceptions = Während ich auf deine Entscheidung oder auf einen Spezialisten warte, beginnt eine neue Nachricht eine eigene Antwort.
queue-from-now-on = Wenn du schreibst, während ich an einer Antwort arbeite, gilt von jetzt an: { $meaning }
queue-unknown = Die Einstellung „{ $name }“ gibt es nicht. Du kannst collect, steer oder interrupt wählen; /queue sagt, was sie bedeuten.
queue-noted = Verstanden, ich nehme es auf.
queue-goes-on = *(weiter unten geht es weiter)*
queue-interrupted = *(unterbrochen)*

## Lists and numbers

list-and = { $others } und { $last }
list-or = { $others } oder { $last }
decimal-sign = ,

## Dates and times

time-weekday =
    { $number ->
        [1] Mo.
        [2] Di.
        [3] Mi.
        [4] Do.
        [5] Fr.
        [6] Sa.
       *[7] So.
    }
time-month =
    { $number ->
        [1] Jan.
        [2] Feb.
        [3] März
        [4] Apr.
        [5] Mai
        [6] Juni
        [7] Juli
        [8] Aug.
        [9] Sept.
        [10] Okt.
        [11] Nov.
       *[12] Dez.
    }
time-month-in-full =
    { $number ->
        [1] Januar
        [2] Februar
        [3] März
        [4] April
        [5] Mai
        [6] Juni
        [7] Juli
        [8] August
        [9] September
        [10] Oktober
        [11] November
       *[12] Dezember
    }
time-day = { $day }. { $month }
time-date = { $day }. { $month } { $year }
time-date-in-full = { $day }. { $month } { $year }
time-weekday-and-date = { $weekday }, { $date }
time-date-and-time = { $date }, { $time }

## Where words come from that are not the person's own

source-list-more = { $shown } und { $count } weitere (siehe Details)
source-forwarded = eine weitergeleitete Nachricht
source-recording = eine Aufnahme
source-picture = ein Bild
source-file-of-unknown-origin = eine Datei unbekannter Herkunft
source-quoted = die Nachricht eines anderen
source-venue = der Name eines Ortes
source-contact = ein Kontakt
source-poll = eine Umfrage
source-sticker = der Name eines Stickers
source-quoted-elsewhere = eine Nachricht von mir an jemand anderen
source-quoted-unknown = eine Nachricht, die ich nicht mehr kenne
source-quoted-question = eine Frage von mir, was zu tun ist
source-quoted-about-people = eine Nachricht von mir über andere Menschen
source-quoted-to-command = die Antwort auf einen Befehl
source-quoted-of-visitor = eine Nachricht eines Besuchers deiner Website
source-quoted-spoken = eine Antwort von mir, wie ich sie gesprochen habe
source-quoted-heard = eine Aufnahme, wie ich sie gehört habe
source-quoted-notice = ein Hinweis von mir
source-file-from = eine Datei (Quelle: { $source })
source-document = das Dokument { $name }
source-hook = ein Aufruf der Adresse { $name }

## Approvals: the prompt

approval-untrusted = Ich habe fremden Text gelesen, der versuchen könnte, mich zu lenken. Quelle: { $source }.
approval-reason-schedule = Für den Zeitplan „{ $name }“. { $why }
approval-reason-blocked-schedule = Für den Zeitplan „{ $name }“, der erst wieder läuft, wenn das entschieden ist. { $why }
approval-reason-earlier = { $why } Frühere Nachrichten hier enthalten fremde Worte. Quelle: { $sources }.
approval-why-direct = Schick mir den Grund in deiner nächsten Nachricht.
approval-why-group = Antworte auf diese Nachricht mit dem Grund.
approval-why-in-group = Antworte auf die Frage mit dem Grund.
approval-asked-by = Darum bittet { $name }, in { $place } ({ $channel }).
approval-asked-in-direct-chat = einem privaten Chat mit mir
approval-only-requester = Nur { $name } kann entscheiden, denn es geht um eigene Dinge.
approval-only-reviewer = Nur wem die Website gehört oder wer sie prüft, kann entscheiden.
approval-only-approver = Nur { $name } oder wer genehmigen darf, kann entscheiden.
approval-more-choices-about = Die weiteren Möglichkeiten gelten für { $what }.
approval-part-above = Das ist nur ein Teil: Mehr davon steht weiter oben.
approval-part-below-its-prompt = Das ist nur ein Teil. Um es zu genehmigen, geh zu der Nachricht, in der ich gefragt habe: Dort steht mehr davon.
approval-whole-above = Mehr zu dem, wonach ich unten frage:
approval-whole-in-file = … Mehr steht in der Datei unten. Lies sie, bevor du entscheidest.
approval-not-shown = Ich konnte dir nicht alles davon zeigen, deshalb kannst du es hier nicht genehmigen. Lehne es ab, und bitte noch einmal darum, wenn du es willst.
approval-press-instead = Drück bitte unter der Frage auf „Genehmigen“ oder „Ablehnen“: Nur das entscheidet.

## Approvals: the buttons

approval-button-approve = Genehmigen
approval-button-deny = Ablehnen
approval-button-approve-all = Alle genehmigen
approval-button-deny-all = Alle ablehnen
approval-button-more = Mehr Auswahl
approval-button-details = Details
approval-button-back = Zurück
approval-button-just-deny = Nur ablehnen
approval-button-say-why = Ablehnen mit Grund
approval-button-conversation = Für dieses Gespräch: { $what }
approval-button-hour = Für 1 Stunde: { $what }
approval-button-always = Immer: { $what }
approval-button-everybody = Für alle: { $what }
approval-button-as-above = wie oben genannt
approval-call =
    { $tool ->
        [web_fetch] Seite
        [web_search] Suche
        [memory_save] neue Notiz
        [memory_update] geänderte Notiz
        [memory_delete] gelöschte Notiz
        [schedule_create] neuer Zeitplan
        [schedule_edit] geänderter Zeitplan
        [schedule_delete] gelöschter Zeitplan
        [attachment_save] gespeicherte Datei
        [send_media] gesendete Datei
        [delegate_to_agent] Aufgabe für einen Spezialisten
       *[other] „{ $name }“
    }
approval-every-call =
    { $tool ->
        [web_fetch] jede Seite
        [web_search] jede Suche
        [memory_save] jede neue Notiz
        [memory_update] jede geänderte Notiz
        [memory_delete] jede gelöschte Notiz
        [schedule_create] jeder neue Zeitplan
        [schedule_edit] jeder geänderte Zeitplan
        [schedule_delete] jeder gelöschte Zeitplan
        [attachment_save] jede gespeicherte Datei
        [send_media] jede gesendete Datei
        [delegate_to_agent] jede Aufgabe für einen Spezialisten
       *[other] jedes „{ $name }“
    }

## Approvals: outcomes

approval-approved = Genehmigt
approval-approved-by = Genehmigt von { $name }
approval-for-conversation = { $approved } für dieses Gespräch: { $what }
approval-for-hour = { $approved } für 1 Stunde: { $what }
approval-always = { $approved }, immer: { $what }
approval-for-everybody = { $what }, für alle
approval-denied = Abgelehnt; nichts wurde getan
approval-denied-by = Von { $name } abgelehnt; nichts wurde getan
approval-denied-because = { $denied }: „{ $why }“
approval-expired = Abgelaufen; nichts wurde getan
approval-withdrawn = Zurückgezogen; nichts wurde getan
approval-waiting = Wartet auf eine Entscheidung
approval-waits-for-owner = Das muss noch vom Besitzer genehmigt werden.
approval-pressed-denied = Abgelehnt. Nichts wurde getan.
approval-pressed-expired = Zu spät: Das war schon abgelaufen. Nichts wurde getan.
approval-pressed-withdrawn = Das wurde zurückgezogen. Nichts wurde getan.
approval-pressed-pending = Nichts hat sich geändert.
approval-already-decided = Das war schon entschieden.
approval-all-approved =
    { $count ->
        [1] 1 Anfrage genehmigt.
       *[other] { $count } Anfragen genehmigt.
    }
approval-all-denied =
    { $count ->
        [1] 1 Anfrage abgelehnt. Es wurde nicht getan.
       *[other] { $count } Anfragen abgelehnt. Nichts davon wurde getan.
    }
approval-too-late-for = Für { $count } weitere war es zu spät.
approval-all-decided = All das war schon entschieden. Nichts hat sich geändert.
approval-not-yours-owner = Das kann nur der Besitzer entscheiden. Nichts hat sich geändert.
approval-not-yours-reviewer = Das kann nur entscheiden, wem die Website gehört oder wer sie prüft. Nichts hat sich geändert.
approval-not-yours-requester = Das kann nur entscheiden, wer darum gebeten hat, denn es geht um eigene Dinge. Nichts hat sich geändert.
approval-not-yours-approver = Das kann nur entscheiden, wer darum gebeten hat oder genehmigen darf. Nichts hat sich geändert.
approval-scope-not-permitted = Das kann nur { $name } erlauben, weil es auch in den eigenen Chats gelten würde. Du kannst es dieses eine Mal genehmigen oder für dieses Gespräch erlauben.
approval-no-longer-valid = Diese Frage gilt nicht mehr. Nichts hat sich geändert. /approvals zeigt, was auf eine Entscheidung wartet.
approval-arguments-changed = Diese Anfrage hat sich geändert, seit ich dich gefragt habe. Nichts wurde getan.
approval-more-choices-shown = Weitere Möglichkeiten stehen unter der Frage.
approval-usual-choices-shown = Die üblichen Möglichkeiten sind wieder da.

## Approvals: details

details-tool = Werkzeug:
details-arguments = Angaben:
details-preview = Vorschau:
details-reason = Warum ich frage:
details-decider = Wer entscheidet:
details-expires = Läuft ab:
details-call = Aufruf:
details-decider-owner = der Besitzer
details-decider-reviewer = wem die Website gehört oder wer sie prüft
details-decider-approver = { $name } oder wer genehmigen darf
details-above = Die Details stehen oben.
details-below = Die Details stehen unten.
details-in-file = … Alles steht in der Datei unten.
details-file-failed = Die Details sind zu lang für Nachrichten, und ich konnte die Datei mit ihnen nicht schreiben. Versuch es bitte noch einmal.

## Approvals: the list

approvals-nothing-waits = Nichts wartet auf eine Entscheidung.
approvals-waiting = Wartet auf eine Entscheidung
approvals-strangers = Wartet auf Einlass
approvals-no-grants = Du hast nichts erlaubt, was über das Einzelne hinausgeht.
approvals-no-grants-here = Du hast hier nichts erlaubt, was über das Einzelne hinausgeht.
approvals-grants = Ohne Rückfrage erlaubt
approvals-in-group = Hier, wo andere mitlesen, zeige ich nur, was zu diesem Chat gehört.
approvals-more = und { $count } weitere
approvals-button-revoke = { $number } widerrufen
approvals-button-show = Zeigen
approvals-button-back = Zurück zur Liste
approvals-asked =
    { $asked ->
        [now] Gerade eben gefragt.
       *[other] Vor { $ago } gefragt.
    } Läuft in { $left } ab.
approvals-asked-by =
    { $asked ->
        [now] { $name } hat gerade eben gefragt.
       *[other] { $name } hat vor { $ago } gefragt.
    } Läuft in { $left } ab.
approvals-reviewer-decides = Es entscheidet, wem die Website gehört oder wer sie prüft.
approvals-owner-decides = Der Besitzer entscheidet.
approvals-grant =
    { $what }, { $scope ->
        [conversation] für ein Gespräch
        [hour] für 1 Stunde
        [everybody] immer, für alle
       *[other] immer
    }{ $foreign ->
        [yes] , auch mit fremden Worten ({ $sources })
       *[other] {""}
    }; erlaubt am { $given }{ $ends ->
        [yes] , bis { $until }
       *[other] {""}
    }, { $used ->
        [yes] zuletzt benutzt am { $last }
       *[other] noch nicht benutzt
    }
approvals-revoked = Widerrufen: { $what }. Vor dem nächsten Mal frage ich wieder.
approvals-no-such-grant = Diese Erlaubnis gibt es nicht mehr, oder sie ist nicht deine. Nichts hat sich geändert.

## Approvals: time

approval-nobody-decided = In { $time } hat niemand entschieden, deshalb wurde das nicht getan:
approval-ask-again = Noch einmal fragen
approval-still-waits =
    ⏳ Das wartet noch auf { $wanted ->
        [answer] deine Antwort
       *[other] eine Entscheidung
    }: { $what }{ $end ->
        [question] {""}
       *[other] .
    } Es läuft in { $left } ab, am { $moment }.

## Questions of the model

question-how-direct =
    { $options ->
        [none] Schreib bitte deine Antwort.
        [one] Wähl bitte eine Antwort, oder schreib sie.
       *[other] Wähl bitte beliebig viele und drück auf „Fertig“, oder schreib deine Antwort.
    }
question-how-group =
    { $options ->
        [none] { $name }, antworte bitte auf diese Nachricht.
        [one] { $name }, wähl bitte eine Antwort, oder antworte auf diese Nachricht.
       *[other] { $name }, wähl bitte beliebig viele und drück auf „Fertig“, oder antworte auf diese Nachricht.
    }
question-done = Fertig
question-expired = Niemand hat rechtzeitig geantwortet
question-withdrawn = Zurückgezogen
question-typed-answer = „{ $answer }“
question-pressed-nothing = Nichts ist ausgewählt.
question-pressed-marked = Ausgewählt: { $answer }. Drück auf „Fertig“, wenn das alles ist.
question-pressed-answered = Deine Antwort: { $answer }
question-pressed-withdrawn = Diese Frage wurde zurückgezogen.
question-pressed-expired = Zu spät: Diese Frage ist abgelaufen.
question-is-over = Das ist vorbei.
question-nothing-marked = Wähl erst mindestens eine Antwort aus, oder schreib deine eigene.
question-not-yours = Nur wer gefragt wird, kann antworten. Nichts hat sich geändert.
question-listed = Antworte unter der Frage, oder antworte auf sie.
