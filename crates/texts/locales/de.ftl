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

## Files that come

files-what-to-do =
    { $number ->
        [one] Ich habe deine Datei bekommen. Ich kann Dokumente lesen, sie für dich aufbewahren oder sie weitergeben: Sag mir, was ich damit tun soll.
       *[other] Ich habe deine Dateien bekommen. Ich kann Dokumente lesen, sie für dich aufbewahren oder sie weitergeben: Sag mir, was ich damit tun soll.
    }
files-cannot-read =
    { $what ->
        [picture] Ich habe dein Bild bekommen, kann mir hier aber keine Bilder ansehen.
        [pictures] Ich habe deine Bilder bekommen, kann mir hier aber keine Bilder ansehen.
        [recording] Ich habe deine Aufnahme bekommen, kann mir hier aber keine Aufnahmen anhören.
        [recordings] Ich habe deine Aufnahmen bekommen, kann mir hier aber keine Aufnahmen anhören.
        [video] Ich habe dein Video bekommen, kann mir hier aber keine Videos ansehen.
        [videos] Ich habe deine Videos bekommen, kann mir hier aber keine Videos ansehen.
        [file] Ich habe deine Datei bekommen, kann hier aber keine Dateien lesen.
        [files] Ich habe deine Dateien bekommen, kann hier aber keine Dateien lesen.
        [sticker] Ich habe deinen Sticker bekommen, verstehe aber nur Text.
        [stickers] Ich habe deine Sticker bekommen, verstehe aber nur Text.
        [others] Das habe ich bekommen, verstehe aber nur Text.
       *[other] Das habe ich bekommen, verstehe aber nur Text.
    }
files-text-is-answered =
    { $number ->
        [one] Den Text dazu beantworte ich.
       *[other] Den Text dazu beantworte ich.
    }
files-can-be-kept =
    { $number ->
        [one] Ich kann das für dich aufbewahren oder weitergeben: Sag mir, was ich damit tun soll.
       *[other] Ich kann das alles für dich aufbewahren oder weitergeben: Sag mir, was ich damit tun soll.
    }
files-please-write = Schreib mir bitte, was du brauchst.
files-too-large = Ich nehme hier Dateien bis { $most } an, und diese ist größer: { $what }.
files-please-send-smaller = Schick bitte eine kleinere, oder schreib, was du brauchst.
file-photo = Foto
file-voice-message = Sprachnachricht
file-audio = Tonaufnahme
file-video = Video
file-round-video = rundes Video
file-sticker = Sticker
file-file = Datei
file-named = { $kind } „{ $name }“
size-bytes = { $size } Bytes
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = Hallo! Ich antworte allen, die ich hier kenne, wenn sie mich erwähnen oder mir antworten. /help sagt, was ich hier kann.
hello = Hallo! Erwähn mich zusammen mit dem, was du brauchst, oder antworte auf eine meiner Nachrichten. /help sagt, was ich kann.
turn-empty-reply = Darauf habe ich keine Antwort. Frag bitte noch einmal mit anderen Worten.
turn-cut-short = *(Eine Antwort darf nicht länger sein. Schreib „weiter“ für den Rest.)*
turn-fallback = *(Ich erreiche das Modell nicht, deshalb antwortet der eingebaute Assistent.)*
turn-stopped = *(angehalten)*
turn-used-up-steps = Hier habe ich aufgehört: Es waren mehr Schritte nötig, als ich für eine Antwort machen darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-time = Hier habe ich aufgehört: Es hat länger gedauert, als ich für eine Antwort brauchen darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-tokens = Hier habe ich aufgehört: Es war mehr Text zu verarbeiten, als ich für eine Antwort darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-cost = Hier habe ich aufgehört: Es kostet mehr, als ich für eine Antwort ausgeben darf. Schreib „weiter“, dann mache ich weiter.
turn-corrections = Hier habe ich aufgehört: Das Modell hat seine Werkzeuge immer wieder falsch benutzt. Frag bitte noch einmal mit anderen Worten.
turn-internal-error = Bei mir ist etwas schiefgegangen, und ich konnte das nicht zu Ende bringen. Versuch es bitte noch einmal. Der Betreiber dieses Bots findet den Grund im Protokoll.
turn-prompt-heading = Ich brauche deine Entscheidung:
turn-too-many-questions = Hier habe ich aufgehört: Ich müsste dich zu oft um Genehmigung bitten. Sag mir, wie es weitergehen soll, oder erlaube unter einer Frage mit „Mehr Auswahl“ mehr auf einmal.
set-aside = Bei mir ist etwas schiefgegangen, und ich konnte das nicht aufnehmen. Ich habe es für den Betreiber dieses Bots vermerkt. Vielleicht hilft es, wenn du es mit anderen Worten noch einmal schickst.
set-aside-today =
    { $count ->
        [one] ⚠️ Etwas ist heute durch einen Fehler von mir immer wieder gescheitert. Ich habe es beiseitegelegt, damit nichts anderes darauf wartet. `adjutant doctor` auf meinem Rechner zeigt es.
       *[other] ⚠️ { $count } Dinge sind heute durch einen Fehler von mir immer wieder gescheitert. Ich habe sie beiseitegelegt, damit nichts anderes darauf wartet. `adjutant doctor` auf meinem Rechner zeigt sie.
    }
not-yours = Das kann nur entscheiden, wer darum gebeten hat. Nichts hat sich geändert.
suggestion-used = Darauf hast du schon geantwortet.
unknown-button = Dieser Knopf funktioniert nicht mehr. Nichts hat sich geändert.
undeliverable = Ich konnte dir meine Antwort nicht zeigen: Dieser Chat hat sie nicht angenommen. /status zeigt, warum. Frag mich bitte noch einmal auf andere Weise.
out-of-reach = Ich konnte dir meine Antwort nicht zeigen: Dieser Chat war so lange nicht erreichbar, dass ich aufgegeben habe. /status zeigt den Grund. Frag mich bitte noch einmal, wenn du sie noch willst.
continued-in-file = … Die ganze Antwort steht in der Datei.

## Marks above messages

marked-closed-topic = Das Thema, in dem du gefragt hast, ist geschlossen:
marked-file-for-group = In dem Chat, für den das ist, darf ich keine Dateien senden:
marked-repeat = Das kommt vielleicht zum zweiten Mal:

## Places and accounts

place-group =
    { $noun ->
        [server] dem Server
       *[other] der Gruppe
    } { $chat }
place-chat-page = die Chatseite
place-account = { $platform }-Konto { $id }

## Messages that are edited

edit-while-answering = Ich war schon dabei, deine Nachricht in der alten Fassung zu beantworten. Die neue beantworte ich als Nächstes; /stop beendet beides.
edit-while-steered = Ich war schon dabei, deine Nachricht in der alten Fassung zu beantworten. Die neue nehme ich vor meinem nächsten Schritt auf, oder ich beantworte sie danach, wenn keiner mehr kommt; /stop beendet beides.
edit-while-asking = Meine Frage betrifft deine Nachricht in der alten Fassung. Wenn du das nicht mehr willst, drück auf „Ablehnen“ und schick mir, was du stattdessen willst.
edit-while-answer-awaited = Meine Frage betrifft deine Nachricht in der alten Fassung. Beantworte sie bitte, oder schick /stop und dann das, was du stattdessen willst.
edit-while-delegated = Die Arbeit an deiner Nachricht in der alten Fassung geht weiter. Wenn du das nicht mehr willst, schick /stop und dann das, was du stattdessen willst.
edit-of-command = Einen Befehl führe ich nur so aus, wie er zuerst geschickt wurde. Schick die neue Fassung bitte als Nachricht.
edit-too-late = Eine Änderung nehme ich nur in den ersten zehn Minuten nach der Nachricht auf. Schick die neue Fassung bitte als Nachricht.

## Messages that come late

late-opening =
    { $several ->
        [yes] *Von dir geschrieben ab { $sent } (vor { $ago }), während ich weg war.*
       *[other] *Von dir geschrieben: { $sent } (vor { $ago }), während ich weg war.*
    }
late-minutes =
    { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
late-hours =
    { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
late-unanswered =
    { $count ->
        [one] Ich war weg und habe deine Nachricht von { $newest } deshalb nicht beantwortet: Sie ist mehr als { $age } alt. Schick sie noch einmal, wenn sie noch wichtig ist.
       *[other] Ich war weg und habe deshalb { $count } Nachrichten nicht beantwortet, die mehr als { $age } alt sind. Die letzte ist von { $newest }. Schick noch einmal, was noch wichtig ist.
    }
late-skipped = Ich war weg, und inzwischen wurde hier mehr geschrieben, als ich abrufen kann. Was nach { $after } kam, habe ich nicht gelesen. Schick noch einmal, was noch wichtig ist.
late-skipped-elsewhere = ⚠️ Ich war weg, und inzwischen wurde im { $platform }-Chat { $chat } mehr geschrieben, als ich abrufen kann. Was dort nach { $after } kam, habe ich nicht gelesen, und niemand dort weiß davon.

## Limits of what one person may have under way

limit-conversations = Du hast { $most } Gespräche mit mir in verschiedenen Chats und Themen. Mehr gehen nicht, deshalb kann ich hier kein neues beginnen. Mach bitte in einem von ihnen weiter.
limit-waiting = { $most } Nachrichten von dir warten auf meine Antwort, und mehr nehme ich auf einmal nicht an. Was du jetzt schreibst, beantworte ich nicht: Schick es bitte noch einmal, wenn ich nachgekommen bin. /stop verwirft, was hier wartet.
limit-results-not-kept = { $most } Nachrichten von mir waren auf dem Weg in diesen Chat und konnten nicht gesendet werden. Was deine Zeitpläne danach zu sagen hatten, habe ich deshalb nicht aufgehoben. /schedules zeigt, was jeder Lauf ergeben hat.
limit-undelivered = { $most } Nachrichten von mir sind noch auf dem Weg in diesen Chat. Was du jetzt schreibst, beantworte ich nicht: Schick es bitte noch einmal, wenn sie angekommen sind.

## Recordings

speech-listening =
    { $which ->
        [only] Ich höre mir deine Aufnahme an …
       *[other] Ich höre mir Aufnahme { $number } von { $count } an …
    }
speech-listening-so-far =
    { $which ->
        [only] Ich höre mir deine Aufnahme an … bisher { $time }
       *[other] Ich höre mir Aufnahme { $number } von { $count } an … bisher { $time }
    }
speech-heard = Ich habe gehört:
speech-not-heard-one = Aufnahme { $number } von { $count }: { $why }
speech-withdrawn = Du hast diese Aufnahme zurückgezogen.
speech-silent = Ich konnte in deiner Aufnahme keine Worte verstehen. Nimm sie bitte noch einmal auf, oder schreib es.
speech-too-large = Deine Aufnahme ist größer als { $most }, und größere höre ich mir nicht an. Schreib bitte, was du brauchst.
speech-gone = Die Plattform hat deine Aufnahme nicht mehr. Schick sie bitte noch einmal.
speech-too-dear = Ich habe mir deine Aufnahme nicht angehört: Das würde mehr kosten, als du heute noch verbrauchen darfst. Schreib bitte, was du brauchst, oder schick sie nach Mitternacht UTC noch einmal; /usage zeigt die Zahlen.
speech-used-up = Ich habe mir deine Aufnahme nicht angehört. { $why }
speech-unavailable = Ich konnte mir deine Aufnahme nicht anhören, obwohl ich es mehrmals versucht habe. Schick sie bitte in einer Weile noch einmal, oder schreib es.
speech-refused = Mit deiner Aufnahme konnte ich nichts anfangen. Nimm sie bitte noch einmal auf, oder schreib es.
speech-misconfigured = Ich kann mir im Moment keine Aufnahmen anhören: Der Betreiber dieses Bots findet den Grund im Protokoll. Schreib bitte, was du brauchst.

## Answers that are spoken

voice-code = Der Code steht im Text.
voice-table = Die Tabelle steht im Text.
voice-link = ein Link
voice-rest = Der Rest steht im Text.
voice-not-spoken = Ich konnte meine Antwort nicht sprechen, deshalb gibt es nur den Text. Der Betreiber dieses Bots findet den Grund im Protokoll.
voice-too-dear = Ich habe meine Antwort nicht gesprochen: Das würde mehr kosten, als du heute noch verbrauchen darfst. /usage zeigt die Zahlen.

## The machine’s clock

clock-long-absence = die Uhr zeigt { $shown }, und zuletzt lief ich etwa am { $other }. Bis eine Plattform die Zeit bestätigt oder die Uhr eine Stunde weitergelaufen ist, wird nichts Altes gelöscht, nichts läuft ab, und was inzwischen fällig wurde, wartet. Wenn die Zeit falsch ist, stell die Uhr
clock-jumped = die Uhr ist auf { $shown } gesprungen. Bis eine Plattform das bestätigt oder die Uhr eine Stunde weitergelaufen ist, gehe ich von { $other } aus. Wenn die Zeit falsch ist, stell die Uhr
clock-ahead = die Uhr zeigt { $shown }, aber laut { $channel } ist es { $other }, und danach richte ich mich. Stell die Uhr
clock-behind = die Uhr zeigt { $shown }, aber laut { $channel } ist es { $other }. Stell die Uhr, sonst kommt alles zu spät
clock-zone-data-bundled = Ausgabe { $version }, Teil dieses Programms
clock-zone-data-of-system = Ausgabe { $version }, aus { $folder }
clock-zone-data-old = { $data }, ist mehr als ein Jahr alt: Wo sich die Regeln der Uhren seither geändert haben, stimmen die Zeiten nicht. Bring das Paket tzdata dieses Rechners oder dieses Programm auf den neuesten Stand

## Lists with pages

list-and-more = { $shown } und { $count } weitere
list-all = : { $total }
list-some = : { $first } bis { $last } von { $total }
list-previous = Zurück
list-next = Weiter
list-part = Teil { $number } von { $count }.
list-previous-part = Voriger Teil
list-next-part = Nächster Teil

## What the model reasons

reasoning-shown = Über meinen Antworten hier zeige ich eingeklappt, was das Modell nach eigenen Worten überlegt hat, und bewahre es mit ihnen auf. Kein anderes Modell liest es.
reasoning-hidden = Was das Modell überlegt, bevor es antwortet, wird hier weder gezeigt noch aufbewahrt. Ich kann es eingeklappt über meinen Antworten zeigen, wenn das Modell es sagt.
reasoning-button-hide = Ausblenden
reasoning-button-show = Zeigen
reasoning-neither = „{ $argument }“ ist weder „{ $on }“ noch „{ $off }“. /reasoning zeigt, was in diesem Gespräch gilt.

## Summaries of conversations

compact-grown = 📚 Unser Gespräch war lang geworden, deshalb habe ich den früheren Teil zusammengefasst. Alles lässt sich weiter durchsuchen.
compact-at-work = 📚 Ich fasse unser Gespräch zusammen …
compact-asked-already = Ich bin schon dabei, unser Gespräch zusammenzufassen.
compact-done =
    { $count ->
        [one] 📚 { $count } Beitrag zusammengefasst: „{ $beginning }“ Alles lässt sich weiter durchsuchen.
       *[other] 📚 { $count } Beiträge zusammengefasst: „{ $beginning }“ Alles lässt sich weiter durchsuchen.
    }
compact-nothing = Es gibt noch nichts zusammenzufassen.
compact-stopped = Ich wurde angehalten, bevor ich unser Gespräch zusammenfassen konnte. Es hat sich nicht geändert.

## The plan of a conversation

plan-heading = Plan
plan-progress =
    { $state ->
        [done] { $heading }: erledigt
       *[other] { $heading }: { $done } von { $kept } erledigt
    }
plan-moved = (Der Plan steht in einer Nachricht weiter unten.)
plan-cleared = (Der Plan wurde verworfen.)
plan-to-clear = Um ihn zu verwerfen: /plan clear
plan-none = In diesem Gespräch gibt es keinen Plan. Bitte mich, einen zu machen, dann zeige ich hier, wie weit er ist.
plan-was-cleared = Der Plan ist verworfen.
plan-unknown = /plan zeigt den Plan dieses Gesprächs, und `/plan clear` verwirft ihn.

## Prompts of servers

prompt-list = Vorlagen von Servern, deren Worte ich als die ihren behandle:
prompt-listed = { $usage }: eine Vorlage des Servers { $server }
prompt-argument-missing = Die Angabe { $name } fehlt. Schreib { $usage }
prompt-too-many-arguments =
    { $takes ->
        [nothing] Das sind zu viele Angaben. Schreib { $usage }
       *[other] Das sind zu viele Angaben. Schreib { $usage }. Setz Wörter, die zusammengehören, in Anführungszeichen
    }
prompt-quote-unclosed = Ein Anführungszeichen fehlt am Ende. Setz Wörter, die zusammengehören, in Anführungszeichen: "so etwa"

## Specialists

delegation-at-work = { $agent } arbeitet daran: { $goal }
delegation-done = { $agent } ist fertig
delegation-stopped = { $agent } wurde angehalten
delegation-not-finished = { $title }: nicht fertig geworden
delegation-passed-on = Das habe ich weitergegeben:
delegation-could-not-finish = { $agent } ist nicht fertig geworden: { $why }
delegation-why-stopped = auf Wunsch angehalten
delegation-why-steps = mehr Schritte als erlaubt
delegation-why-time = länger als erlaubt
delegation-why-tokens = mehr Text als erlaubt
delegation-why-cost = teurer als erlaubt
delegation-why-corrections = die Werkzeuge wurden immer wieder falsch benutzt
delegation-why-not-configured = den Spezialisten „{ $agent }“ gibt es in den Einstellungen nicht mehr
delegation-why-internal-error = im Programm ist etwas schiefgegangen
delegation-why-nobody-decided = niemand hat rechtzeitig über die Frage entschieden
delegation-asked-by-helper = Für einen Helfer. { $why }
delegation-asked-by-specialist = Für den Spezialisten „{ $agent }“. { $why }

## Toolsets

toolset-heading = Werkzeuge
toolset-introduction = Deine Notizen und Erinnerungen habe ich immer zur Hand. Diese öffne ich, wenn unser Gespräch sie braucht, bis du sie schließt oder ein neues beginnst:
toolset-open-mark = (offen)
toolset-more = und { $count } weitere
toolset-button-open = { $name } öffnen
toolset-button-close = { $name } schließen

## Wide tables

table-title = Tabellen, die für ein Telefon zu breit sind, kommen hier als:
table-chosen-mark = (gewählt)
table-text = Spalten in der Nachricht.
table-picture = ein Bild unter der Nachricht; was darin keinen Platz hat, auch als Datei.
table-file = eine CSV-Datei unter der Nachricht, für Tabellenprogramme.
table-on-chat-page = Auf der Chatseite im Browser lassen sich breite Tabellen verschieben: Dort genügt Text.
table-chosen-text = Tabellen, die für ein Telefon zu breit sind, kommen hier von jetzt an als Text: in Spalten in der Nachricht.
table-chosen-picture = Tabellen, die für ein Telefon zu breit sind, kommen hier von jetzt an als Bilder unter der Nachricht.
table-chosen-file = Tabellen, die für ein Telefon zu breit sind, kommen hier von jetzt an als CSV-Dateien unter der Nachricht.
table-unknown = Die Form „{ $name }“ gibt es nicht. Du kannst text, picture oder file wählen; /tables sagt, was sie bedeuten.
table-in-picture = *{ $title }: siehe das Bild unten.*
table-in-picture-and-file = *{ $title }: siehe das Bild unten; vollständig steht sie in der Datei.*
table-in-file = *{ $title }: siehe die Datei unten.*
table-number = Tabelle { $number }

## Time zones

timezone-yours = Deine Zeitzone ist { $zone }.
timezone-of-host = Du hast keine Zeitzone eingestellt, deshalb nehme ich die meines Rechners: { $zone }.
timezone-with-time = { $zone }, dort ist es { $now }
timezone-quiet-hours = Ruhezeit: { $hours }
timezone-no-quiet-hours = Ruhezeit: keine
timezone-another = Eine andere Zeitzone: „/timezone Europe/Paris“ oder nur die Stadt; „/timezone { $default }“ für die meines Rechners
timezone-other-quiet-hours = Eine andere Ruhezeit: „/quiet { $hours }“ oder „/quiet { $off }“
timezone-set = Von jetzt an gelten deine Zeiten in { $zone }.
timezone-reset = Von jetzt an gelten deine Zeiten wieder in der Zeitzone meines Rechners, { $zone }.
timezone-schedules-by-model =
    { $count ->
        [one] { $count } Zeitplan behält seine eigene Zeitzone; sag mir, wenn ich sie ändern soll.
       *[other] { $count } Zeitpläne behalten ihre eigenen Zeitzonen; sag mir, wenn ich sie ändern soll.
    }
timezone-schedules =
    { $count ->
        [one] { $count } Zeitplan behält die Zeitzone, in der er angelegt wurde; /schedules zeigt, welcher.
       *[other] { $count } Zeitpläne behalten die Zeitzonen, in denen sie angelegt wurden; /schedules zeigt, welche.
    }
timezone-unknown = Eine Zeitzone „{ $name }“ kenne ich nicht. Zeitzonen heißen etwa Europe/Paris; die Stadt allein genügt.
timezone-unknown-but-near = Eine Zeitzone „{ $name }“ kenne ich nicht. Meintest du { $names }?
timezone-none-at-offset = Bei { $offset } liegt jetzt keine Zeitzone. Nenn mir deine Stadt: „/timezone Paris“
timezone-at-offset = Der Abstand zu UTC ändert sich mit der Sommerzeit, deshalb brauche ich deine Stadt. Bei { $offset } liegen jetzt: { $names }. Schick zum Beispiel „/timezone { $first }“
timezone-choice-default = { $default }: die meines Rechners, { $zone }

## Quiet hours

quiet-hours = Deine Ruhezeit ist { $hours } ({ $zone }). Zeitpläne laufen auch dann, aber Ergebnisse und Erinnerungen warten, bis die Ruhezeit vorbei ist, wenn sie nicht dringend sind. „/quiet { $off }“ schaltet sie ab; „/quiet { $usual }“ ändert sie.
quiet-no-hours = Du hast keine Ruhezeit: Erinnerungen und Ergebnisse kommen jederzeit. Mit „/quiet { $usual }“ warten sie, bis die Nacht vorbei ist.
quiet-set = Von jetzt an ist deine Ruhezeit { $hours } ({ $zone }). Erinnerungen und Ergebnisse, die dann anfallen, warten, bis sie vorbei ist. Wenn etwas nicht warten darf, sag mir, dass es dringend ist.
quiet-off = Du hast keine Ruhezeit mehr.
quiet-held =
    { $count ->
        [one] { $count } Nachricht, die gewartet hat, ist gleich da.
       *[other] { $count } Nachrichten, die gewartet haben, sind gleich da.
    }
quiet-not-understood = Diese Zeiten verstehe ich nicht. Schreib „/quiet { $usual }“, mit zwei verschiedenen Uhrzeiten, oder „/quiet { $off }“.
quiet-choice-off = { $off }: keine Ruhezeit

## Models

model-answered-by = _Diese Antwort ist von { $model }, weil das eigentliche Modell nicht antwortet._
model-gone = Das Modell { $name }, das du gewählt hattest, gibt es nicht mehr. Jetzt antwortet wieder das übliche.
model-only = In diesem Gespräch antwortet { $model }. Ein anderes Modell steht nicht zur Wahl.
model-title = Das Modell, das dir in diesem Gespräch antwortet, bis du ein anderes wählst:
model-chosen-mark = (gewählt)
model-others = Außerdem, mit /model NAME: { $names }
model-chosen = Von jetzt an antwortet dir in diesem Gespräch { $model }. „/model { $default }“ stellt wieder das übliche Modell ein.
model-chosen-usual = Von jetzt an antwortet dir in diesem Gespräch das übliche Modell: { $model }.
model-unknown = Ein Modell „{ $name }“ kannst du nicht wählen. /model zeigt, welche du wählen kannst.
model-key-refused = Der Schlüssel des Modells `[{ $section }]` ({ $model }) wird abgelehnt.
model-key-helped = Andere antworten an seiner Stelle.
model-key-not-helped = An seiner Stelle antwortet keines.
model-key-what-to-do = Trag dort bitte einen anderen api_key ein und starte mich neu; `adjutant doctor` probiert ihn aus. Ich sage dir, wenn er angenommen wird.
model-key-accepted = Der Schlüssel des Modells `[{ $section }]` ({ $model }) wird wieder angenommen.
model-overloaded = Das Modell ist gerade überlastet, und so lange, wie es will, kann ich nicht warten. Versuch es bitte in einer Minute noch einmal.
model-unavailable = Ich konnte das Modell nicht erreichen, obwohl ich es mehrmals versucht habe. Versuch es bitte in einer Weile noch einmal.
model-cut = Die Antwort des Modells ist mehrmals abgebrochen. Versuch es bitte noch einmal.
model-blind = Das Modell nimmt keine Bilder an. Schreib bitte, was du brauchst.
model-too-dear = Die Modelle, die jetzt antworten, kosten mehr, als ich ausgeben darf. Versuch es bitte später noch einmal.
model-too-long = Dieses Gespräch ist für das Modell zu lang geworden. Beginn bitte mit /new ein neues. Was ich mir merken soll, behalte ich.
model-refused = Das Modell hat meine Anfrage abgelehnt. Der Betreiber dieses Bots findet den Grund im Protokoll, und `adjutant doctor` prüft die Einstellungen des Modells.

## Pictures

picture-named = „{ $name }“
picture-yours = Dein Bild
picture-unknown = { $what } hat ein Format, das ich mir nicht ansehen kann; ich kenne JPEG, PNG, WebP, GIF, BMP und PDF.
picture-damaged = { $what } ist beschädigt.
picture-exhausting = { $what } würde mehr Speicher oder Zeit brauchen, als ich für ein Bild verwenden darf.
picture-locked = { $what } ist mit einem Passwort geschützt.
picture-no-such-page =
    { $count ->
        [one] { $what } hat diese Seite nicht, sondern nur { $count } Seite.
       *[other] { $what } hat diese Seite nicht, sondern nur { $count } Seiten.
    }
picture-too-many-pixels = { $what } hat mehr als { $count } Bildpunkte; größere Bilder sehe ich mir nicht an.
picture-too-many-million-pixels =
    { $what } hat mehr als { $count ->
        [one] { $count } Million
       *[other] { $count } Millionen
    } Bildpunkte; größere Bilder sehe ich mir nicht an.
picture-too-large = { $what } ist größer als { $most }; größere Bilder sehe ich mir nicht an.
picture-too-many = { $what } kam mit mehr als { $count } anderen; mehr sehe ich mir nicht auf einmal an.
picture-gone = { $what } ist auf der Plattform nicht mehr da; schick es bitte noch einmal.
picture-no-jail = { $what } habe ich mir nicht angesehen: Dieser Rechner kann nicht absichern, was Bilder liest.
picture-not-fetched = { $what } konnte ich nicht abrufen, obwohl ich es mehrmals versucht habe; schick es bitte in einer Weile noch einmal.
picture-not-described = Ich habe mir dein Bild nicht angesehen: Das { $why }.

## Tools: files

tools-file-move = { $from } nach { $to } verschieben
tools-file-copy = { $from } nach { $to } kopieren
tools-file-make-folder = Den Ordner { $path } anlegen
tools-file-delete = { $path } löschen, { $size }
tools-file-delete-folder =
    Den Ordner { $path } löschen, mit { $count ->
        [0] keinen Dateien
        [1] 1 Datei, { $size }
       *[other] { $count } Dateien, { $size }
    }
tools-file-gone-in-a-day = In einem Tag ist es endgültig weg.
tools-file-and-more = … und { $count } weitere
tools-file-change = { $path } ändern
tools-file-changes-content = Das ändert, was in der Datei steht.
tools-file-list-earlier = Auflisten, was früher in { $path } war
tools-file-list-trash = Auflisten, was in deinem Papierkorb ist
tools-file-bring-back = { $path } aus dem Papierkorb zurückholen
tools-file-bring-back-folder = Den Ordner { $path } aus dem Papierkorb zurückholen
tools-file-bring-back-version = Eine frühere Fassung von { $path } zurückholen, { $size }
tools-file-kept-as-version = Was jetzt darin steht, bleibt als frühere Fassung erhalten.
tools-file-is-lost = Was jetzt in der Datei steht, geht verloren.
tools-file-append = { $size } an { $path } anhängen
tools-file-write = { $path } schreiben, { $size }
tools-file-replace = { $path } ersetzen, { $before } durch { $after }
tools-file-list = Deine Dateien auflisten
tools-file-list-folder = Die Dateien in { $path } auflisten
tools-file-read = { $path } lesen
tools-file-search = Deine Dateien nach „{ $query }“ durchsuchen
tools-file-find = Deine Dateien nach dem Muster { $pattern } suchen
tools-file-calculate = Mit { $paths } rechnen
tools-file-answer-is-seen = Das sind deine eigenen Dateien, und alle hier können die Antwort sehen.
tools-file-send = { $paths } an diese Gruppe schicken
tools-file-is-seen = Das ist eine deiner eigenen Dateien, und alle hier werden sie sehen.
tools-file-are-seen = Das sind deine eigenen Dateien, und alle hier werden sie sehen.
tools-file-save = Als { $path } speichern: { $what }
tools-file-saving =
    { $kind ->
        [photo] Ich speichere das Foto
        [voice] Ich speichere die Sprachnachricht
        [audio] Ich speichere die Tonaufnahme
        [video] Ich speichere das Video
        [round-video] Ich speichere die Videonachricht
        [sticker] Ich speichere den Sticker
       *[file] Ich speichere die Datei
    }
tools-file-reading-document = Ich lese das Dokument
tools-file-looking-at-picture = Ich sehe mir das Bild an
tools-file-more-lines =
    { $count ->
        [one] … und { $count } weitere Zeile
       *[other] … und { $count } weitere Zeilen
    }

## Tools: notes

tools-note-remember = Merken: „{ $content }“
tools-note-remember-with-tags = Merken: „{ $content }“ (Stichwörter: { $tags })
tools-note-change = Eine Notiz ändern
tools-note-tags = Stichwörter: { $tags }
tools-note-delete = Die Notiz „{ $content }“ löschen
tools-note-gone = Eine gelöschte Notiz lässt sich nicht zurückholen.
tools-note-cut = { $beginning }… (insgesamt { $count } Zeichen)
tools-note-found =
    { $count ->
        [0] Nichts gefunden.
        [1] 1 Treffer gefunden.
       *[other] { $count } Treffer gefunden.
    }
tools-note-noted-already = Das war schon notiert.

## Tools: schedules

tools-schedule-make = „{ $name }“ planen
tools-schedule-change = Den Zeitplan „{ $name }“ ändern
tools-schedule-delete = Den Zeitplan „{ $name }“ löschen ({ $when })
tools-schedule-end = Den Zeitplan „{ $name }“ beenden
tools-schedule-gone = Ein gelöschter Zeitplan lässt sich nicht zurückholen.
tools-schedule-by-run = Eine geplante Aufgabe will eine weitere anlegen.
tools-schedule-by-hook = Wer das Geheimnis hat, das /hooks zeigt, kann das beliebig oft auslösen.
tools-schedule-often = Das liefe bis zu { $times }-mal am Tag, jedes Mal mit dem Modell.
tools-schedule-zone = Zeiten gelten in { $zone }
tools-schedule-reminder = eine Erinnerung: Dieser Text wird geschickt, ohne dass ein Modell arbeitet
tools-schedule-results =
    Ergebnisse: { $how ->
        [always] immer
        [conditional] nur wenn sie der Rede wert sind
       *[never] nie
    }
tools-schedule-quiet-hours =
    während der Ruhezeit: { $urgent ->
        [yes] sofort schicken
       *[no] warten, bis sie vorbei ist
    }
tools-schedule-missed =
    verpasste Läufe: { $how ->
        [skip] entfallen
        [once] nur der letzte wird nachgeholt, höchstens { $grace } zu spät
       *[all] alle werden nachgeholt, höchstens { $grace } zu spät
    }
tools-schedule-overlap =
    fällig, während der letzte Lauf noch dauert: { $how ->
        [skip] entfällt
        [queue] wartet
       *[parallel] läuft daneben
    }
tools-schedule-outputs = letzte Ergebnisse, die ein Lauf bekommt: { $count }
tools-schedule-model = Modell: { $model }
tools-schedule-status =
    { $status ->
        [active] aktiv
        [paused] angehalten
       *[completed] beendet
    }

## Tools: the web

tools-web-fetch = { $url } abrufen
tools-web-reading = Ich lese { $host }
tools-web-host-not-allowed = Der Server { $host } steht nicht auf der Liste der erlaubten Server.
tools-web-port-not-allowed = Der Server { $host } ist erlaubt, aber nicht sein Port { $port }.
tools-web-search = Im Web nach „{ $query }“ suchen
tools-web-searching = Ich suche im Web
tools-web-get = { $url } abfragen
tools-web-post = Daten an { $url } senden
tools-web-cannot-be-taken-back = Was gesendet ist, lässt sich nicht zurücknehmen.
tools-web-logs-in = Das meldet sich bei { $host } an.
tools-web-logs-in-with-secret = Das meldet sich bei { $host } mit deinem Geheimnis { $names } an.
tools-web-asking = Ich frage { $host }
tools-web-sending = Ich sende an { $host }
tools-web-headers = Mit den Kopfzeilen { $names }
tools-web-content-type = Art des Inhalts: { $kind }
tools-web-bytes-in-all = (insgesamt { $count } Bytes)
tools-research = Zu „{ $title }“ recherchieren: { $searches } Suchen, bis zu { $pages } Seiten, ein Bericht als Datei
tools-research-reason = Das liest Seiten auf beliebigen Servern, die die Suchen finden, und befragt zu jeder das Modell.
tools-research-searches = Suchen:
tools-research-reading = Ich lese, { $read } von { $pages } Seiten sind fertig
tools-research-writing = Ich schreibe den Bericht
tools-web-has-read = { $title } gelesen.
tools-web-found =
    { $count ->
        [0] Nichts gefunden.
        [1] 1 Seite gefunden.
       *[other] { $count } Seiten gefunden.
    }
tools-research-has-written = Der Bericht „{ $title }“ ist geschrieben.

## Tools: commands and secrets

tools-shell-run = In { $folder } ausführen: { $command }
tools-shell-input = Eingabe:
tools-shell-reaches-files = Das kann alle deine Dateien lesen, ändern und löschen.
tools-shell-reaches-files-and-network = Das kann alle deine Dateien lesen, ändern, löschen und irgendwohin senden.
tools-vault-list = Die Namen deiner Geheimnisse auflisten
tools-vault-answer-is-seen = Alle hier können die Antwort sehen.
tools-vault-give = Befehlen für eine Stunde dein Geheimnis { $name } geben, als { $path }
tools-vault-commands-read = Befehle, die du in dieser Stunde genehmigst, können es lesen.
tools-vault-commands-send = Befehle, die du in dieser Stunde genehmigst, können es lesen und irgendwohin senden.

## Tools: helpers, skills and others

tools-helper = Einen Helfer an „{ $title }“ arbeiten lassen, mit { $tools }
tools-helper-without-tools = Einen Helfer an „{ $title }“ arbeiten lassen, ohne Werkzeuge
tools-specialist = { $agent } daran arbeiten lassen: { $goal }
tools-skill-follow = In diesem Gespräch die Anleitung „{ $name }“ befolgen
tools-skill-leave = In diesem Gespräch die Anleitung „{ $name }“ nicht mehr befolgen
tools-run = { $name } ausführen
tools-server-run = { $name } ausführen, ein Werkzeug des Servers { $server }
tools-server-changes-nothing = Der Server sagt, dass das nichts ändert.
tools-server-list = Auflisten, was der Server { $server } bereithält
tools-server-read = { $what } vom Server { $server } lesen
tools-server-read-prompt = Die Vorlage { $what } vom Server { $server } lesen

## Tools: the website

tools-site-preparing-picture = Ich bereite das Bild vor
tools-site-preparing-pictures = Ich bereite Bild { $number } von { $count } vor
tools-site-copying-pictures = Ich kopiere Bild { $number } von { $count }
tools-site-unpacking = Ich entpacke das Archiv
tools-site-searching-photos = Ich suche Fotos
tools-site-taking-photo = Ich hole das Foto

## Tools: toolsets

tools-toolset =
    { $name ->
        [agents] Helfer und Spezialisten
        [questions] mit Schaltflächen fragen
        [code] Rechnungen, Diagramme
        [files] lesen, schreiben, schicken
        [memory] gemerkte Notizen ändern und löschen
        [mcp] lesen, was MCP-Server bereithalten, etwa Dokumente
        [schedules] Erinnerungen und Aufgaben ändern, anhalten und löschen; was ihre Läufe ergaben
        [scratchpad] die offenen Schritte einer längeren Aufgabe
        [shell] Befehle mit deinen Dateien ausführen
        [site] eine Website anlegen und ändern
        [skills] Anleitungen für bestimmte Aufgaben
        [vault] sich mit gespeicherten Geheimnissen bei Diensten anmelden
        [web] Seiten lesen, suchen, Dienste abfragen
       *[other] { $summary }
    }

## What is allowed beyond a call

approval-exactly-this = genau das
approval-exactly = genau „{ $what }“
approval-kind-web-searches = Suchen im Web
approval-kind-stock-photos = Suchen nach Fotos
approval-kind-with-secrets = { $server } mit { $names }
approval-kind-held-by-server = was der Server { $server } bereithält

## Sources of others’ words in tools

source-many = viele andere
source-command = was ein Befehl empfangen hat
source-web-search = die Ergebnisse einer Websuche
source-stock-photos = Fotos von { $service }
source-server = der Server { $server }

## Why the policy asks

policy-asks = Wer diesen Bot betreibt, will, dass du hierzu gefragt wirst.
policy-always = Bevor ich das tue, frage ich immer.
policy-group = Wo andere mitlesen, frage ich, bevor ich etwas ändere.
policy-untrusted = Sonst tue ich das, ohne zu fragen.
policy-irreversible = Das lässt sich nicht rückgängig machen.

## Texts that are cut

text-left-out =
    { $beginning }… ({ $count ->
        [one] noch { $count } Zeichen
       *[other] noch { $count } Zeichen
    })

## When a schedule is due

cadence-in-zone = { $when } ({ $zone })
cadence-once = einmal, am { $date } um { $time }
cadence-hook = jedes Mal, wenn die Adresse { $name } aufgerufen wird
cadence-every-seconds =
    { $count ->
        [1] jede Sekunde
       *[other] alle { $count } Sekunden
    }
cadence-every-minutes =
    { $count ->
        [1] jede Minute
       *[other] alle { $count } Minuten
    }
cadence-every-hours =
    { $count ->
        [1] jede Stunde
       *[other] alle { $count } Stunden
    }
cadence-every-days =
    { $count ->
        [1] jeden Tag
       *[other] alle { $count } Tage
    }
cadence-within = { $rate } von { $from } bis { $to }
cadence-hourly-at = jede Stunde zur Minute { $minute }
cadence-rate-on-days = { $rate }, { $days }
cadence-days-at = { $days } um { $times }
cadence-days-at-minutes =
    { $days } { $count ->
        [1] zur Minute { $minutes }
       *[other] zu den Minuten { $minutes }
    } { $hourcount ->
        [0] jeder Stunde
        [1] der Stunde { $hours }
       *[other] der Stunden { $hours }
    }
cadence-every-day = jeden Tag
cadence-every-day-in = jeden Tag im { $months }
cadence-in-months = im { $months }
cadence-every-weekday = von Montag bis Freitag
cadence-on-weekdays = von Montag bis Freitag
cadence-every-named-day = jeden { $days }
cadence-on-named-days = { $days }
cadence-days-in-months = { $days } im { $months }
cadence-dates-and-weekdays = { $dates } und auch { $weekdays }
cadence-weekdays-on-dates = { $weekdays }, aber nur { $dates }
cadence-on-dates = am { $dates } jedes Monats
cadence-on-dates-of-months = am { $dates } im { $months }
cadence-date = { $day }.
cadence-weekday =
    { $number ->
        [1] Montag
        [2] Dienstag
        [3] Mittwoch
        [4] Donnerstag
        [5] Freitag
        [6] Samstag
       *[7] Sonntag
    }
cadence-weekday-each =
    { $number ->
        [1] montags
        [2] dienstags
        [3] mittwochs
        [4] donnerstags
        [5] freitags
        [6] samstags
       *[7] sonntags
    }
