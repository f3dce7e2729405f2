### Was das Gateway Menschen auf Deutsch sagt. Es duzt.

## What a channel says of its own accord

channel-still-working = Ich bin dabei …
channel-not-stored = Das hat mich nicht erreicht, der Fehler liegt bei mir. Bitte versuch es noch einmal.

## Messages that come while an answer is being made

queue-title = Wenn du schreibst, während ich an einer Antwort arbeite:
queue-chosen-mark = (gewählt)
queue-collect = Die Nachricht wartet, und ich beantworte alles zusammen.
queue-steer = Ich nehme die Nachricht vor meinem nächsten Schritt auf.
queue-interrupt = Ich höre auf, behalte, was ich habe, und beantworte die Nachricht sofort.
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
source-hook = ein Aufruf des Hooks { $name }

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
approvals-not-yours = Das ist die Liste der Person, die sie angefordert hat. Wer sonst genehmigen darf, drückt die Schaltflächen der Anfrage selbst; /approvals zeigt dir, was auf dich wartet. Nichts hat sich geändert.
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
approvals-no-grants = Du hast nichts erlaubt, was über einzelne Anfragen hinausgeht.
approvals-no-grants-here = Du hast hier nichts erlaubt, was über einzelne Anfragen hinausgeht.
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
approvals-grant-with = { $what }: { $arguments }
approvals-grant-over = { $grant }. Gilt nicht mehr: Das Werkzeug hat sich seitdem geändert.
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
approval-posted-again = ⏳ Meine Nachricht wurde gelöscht, bevor jemand entschieden hat. Deshalb habe ich sie oben noch einmal geschickt. Auch /approvals zeigt, was wartet.

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
size-bytes =
    { $size ->
        [one] { $size } Byte
       *[other] { $size } Bytes
    }
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = Hallo! Ich antworte allen, die ich hier kenne, wenn sie mich erwähnen oder mir antworten. /help sagt, was ich hier kann.
hello = Hallo! Erwähn mich zusammen mit dem, was du brauchst, oder antworte auf eine meiner Nachrichten. /help sagt, was ich kann.
hidden-reply = Eine Antwort, bei der das @ ausgeschaltet ist, kann ich nicht lesen. Schalte das @ beim Antworten bitte ein, oder erwähne mich.
only-in-direct-chat = Das geht nur in einem direkten Chat mit mir.
turn-empty-reply = Darauf habe ich keine Antwort. Frag bitte noch einmal mit anderen Worten.
turn-cut-short = *(Eine Antwort darf nicht länger sein. Schreib „weiter“ für den Rest.)*
turn-withheld = *(Der Anbieter des Modells hält den Rest dieser Antwort zurück. Bitte frag mit anderen Worten.)*
turn-fallback = *(Ich erreiche das Modell nicht, deshalb antwortet der eingebaute Assistent, der nur Englisch kann.)*
turn-stopped = *(angehalten)*
turn-used-up-steps = Hier habe ich aufgehört: Es waren mehr Schritte nötig, als ich für eine Antwort machen darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-time = Hier habe ich aufgehört: Es hat länger gedauert, als ich für eine Antwort brauchen darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-tokens = Hier habe ich aufgehört: Es war mehr Text zu verarbeiten, als ich für eine Antwort darf. Schreib „weiter“, dann mache ich weiter.
turn-used-up-cost = Hier habe ich aufgehört: Es kostet mehr, als ich für eine Antwort ausgeben darf. Schreib „weiter“, dann mache ich weiter.
turn-corrections = Hier habe ich aufgehört: Das Modell hat bei seinen Werkzeugen immer wieder Fehler gemacht. Das liegt nicht an dir. Oft hilft es, einfach noch einmal zu fragen.
turn-internal-error = Bei mir ist etwas schiefgegangen, und ich konnte das nicht zu Ende bringen. Versuch es bitte noch einmal. Der Betreiber dieses Bots findet den Grund im Protokoll.
turn-prompt-heading = Ich brauche deine Entscheidung:
turn-too-many-questions = Hier habe ich aufgehört: Ich müsste dich zu oft um Genehmigung bitten. Sag mir, wie es weitergehen soll, oder erlaube unter einer Frage mit „Mehr Auswahl“ mehr auf einmal.
turn-too-many-questions-in-an-hour = Hier habe ich aufgehört: So oft, wie ich dich in einer Stunde um Genehmigung bitten darf, habe ich es getan. Schreib in einer Weile „weiter“. Damit ich seltener frage, erlaube unter einer Anfrage mit „Mehr Auswahl“ etwas für eine Stunde oder immer. Wer mich betreibt, kann auch max_per_hour unter [approvals] erhöhen.
set-aside = Bei mir ist etwas schiefgegangen, und ich konnte das nicht aufnehmen. Ich habe es für den Betreiber dieses Bots vermerkt. Vielleicht hilft es, wenn du es mit anderen Worten noch einmal schickst.
set-aside-today =
    { $count ->
        [one] ⚠️ Etwas ist heute durch einen Fehler von mir immer wieder gescheitert. Ich habe es beiseitegelegt, damit nichts anderes darauf wartet. `adjutant doctor` auf meinem Rechner zeigt es.
       *[other] ⚠️ { $count } Dinge sind heute durch einen Fehler von mir immer wieder gescheitert. Ich habe sie beiseitegelegt, damit nichts anderes darauf wartet. `adjutant doctor` auf meinem Rechner zeigt sie.
    }
not-yours = Das kann nur entscheiden, wer darum gebeten hat. Nichts hat sich geändert.
suggestion-used = Darauf hast du schon geantwortet.
unknown-button = Diese Schaltfläche funktioniert nicht mehr. Nichts hat sich geändert.
undeliverable = Ich konnte dir meine Antwort nicht zeigen: Dieser Chat hat sie nicht angenommen. /status zeigt, warum. Frag mich bitte noch einmal auf andere Weise.
out-of-reach = Ich konnte dir meine Antwort nicht zeigen: Dieser Chat war so lange nicht erreichbar, dass ich aufgegeben habe. /status zeigt den Grund. Frag mich bitte noch einmal, wenn du sie noch willst.
not-updated = Ich konnte eine meiner Nachrichten nicht ändern: Dieser Chat hat die Änderung nicht angenommen. Was du gedrückt hast, gilt trotzdem. /status zeigt, warum.
continued-in-file = … Die ganze Antwort steht in der Datei.
incomplete-answer = Diese Antwort ist unvollständig: Der Rest konnte nicht zugestellt werden.

## Marks above messages

marked-closed-topic = Das Thema, in dem du gefragt hast, ist geschlossen:
marked-file-for-group = In dem Chat, für den das ist, darf ich keine Dateien senden:
marked-late = Das ist vom { $at } und kommt verspätet:
marked-repeat = Das kommt vielleicht zum zweiten Mal:

## Places and accounts

place-group =
    { $noun ->
        [server] dem Server
       *[other] der Gruppe
    } { $chat }
place-topic =
    einem Thema { $noun ->
        [server] des Servers
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
limit-bots = Ich habe hier { $most } Nachrichten von Bots hintereinander beantwortet. Bots antworte ich jetzt nicht mehr, bis mir hier ein Mensch schreibt oder die Bots zehn Minuten Pause machen.

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
list-previous = Vorige
list-next = Nächste
list-numbered-moment = { $number }) { $moment }
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
timezone-fixed = { $zone } kennt keine Sommerzeit. Wenn deine Uhren umgestellt werden, nenn mir besser deine Stadt, zum Beispiel „/timezone Paris“
timezone-fixed-beside = { $zone } kennt keine Sommerzeit. Wenn deine Uhren umgestellt werden, nenn mir besser deine Stadt. Jetzt bei diesem Abstand, mit Sommerzeit: { $names }. Zum Beispiel „/timezone { $first }“
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
timezone-abbreviation = { $name } ist eine Abkürzung: mehrere Orte verwenden sie, manche nur einen Teil des Jahres. Deshalb brauche ich deine Stadt. Sie gilt in: { $names }. Schick zum Beispiel „/timezone { $first }“
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

model-built-in = eingebauter Assistent (kein Modell)
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
model-overloaded = Das Modell ist gerade überlastet, und so lange, wie es will, kann ich nicht warten. Versuch es bitte in etwa { $time } noch einmal.
model-refused-often = Das Modell ist gerade überlastet und hat mich mehrmals abgewiesen. Versuch es bitte in einer Minute noch einmal.
model-unavailable = Ich konnte das Modell nicht erreichen, obwohl ich es mehrmals versucht habe. Versuch es bitte in einer Weile noch einmal.
model-cut = Die Antwort des Modells ist mehrmals abgebrochen. Versuch es bitte noch einmal.
model-blind = Das Modell nimmt keine Bilder an. Schreib bitte, was du brauchst.
model-too-dear = Die Modelle, die jetzt antworten, kosten mehr, als ich ausgeben darf. Versuch es bitte später noch einmal.
model-too-long = Dieses Gespräch ist für das Modell zu lang geworden. Beginn bitte mit /new ein neues. Was ich mir merken soll, behalte ich.
model-refused = Das Modell hat meine Anfrage abgelehnt. Der Betreiber dieses Bots findet den Grund im Protokoll, und `adjutant doctor` prüft die Einstellungen des Modells.
model-web-page = Die Adresse des Modells antwortet mit einer Webseite und nicht als Modell. Der Betreiber dieses Bots muss base_url berichtigen, vielleicht fehlt /v1; `adjutant doctor` prüft sie.
model-no-tools = Dieses Modell kann keine Werkzeuge aufrufen, und ohne sie kann ich nicht arbeiten. Der Betreiber dieses Bots muss ein anderes Modell wählen oder Werkzeugaufrufe auf dessen Server einschalten.
model-withheld = Der Anbieter des Modells hält die Antwort zurück. Bitte frag mit anderen Worten.

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

## Words on buttons of many messages

button-back = Zurück
button-delete = Löschen
button-undo = Rückgängig
button-cancel = Abbrechen
button-keep = Behalten
button-remove = Entfernen

## Schedules

schedules-title = Deine Zeitpläne
schedules-title-named = mit dem Namen „{ $query }“
schedules-zone = Zeiten gelten in { $zone }.
schedules-group = Hier, wo andere mitlesen können, zeige ich nur Zeitpläne, die du hier gemacht hast.
schedules-none-named = Du hast keinen Zeitplan mit dem Namen „{ $query }“. /schedules zeigt alle deine Zeitpläne.
schedules-none = Du hast keine Zeitpläne. Um einen zu machen, schreib zum Beispiel:
schedules-example = Erinnere mich jeden Tag um 9:30 daran, die Pflanzen zu gießen
schedules-unreadable-times = ich kann die Zeiten nicht lesen
schedules-about-next = { $words } · das nächste Mal { $time }
schedules-about-put-off = { $words } · verschoben auf { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Anhalten
schedules-resume = Fortsetzen
schedules-stop-run = Lauf stoppen
schedules-run-now = Jetzt ausführen
schedules-edit = Ändern
schedules-history = Verlauf
schedules-kind =
    { $kind ->
        [reminder] Erinnerung, { $words }
       *[other] Aufgabe, { $words }
    }
schedules-state = Stand: { $state }
schedules-next = Als Nächstes: { $times }
schedules-times-in = Zeiten gelten in { $zone }
schedules-results =
    { $which ->
        [each] Ergebnisse: du bekommst jedes
        [worth] Ergebnisse: du bekommst die, die eine Nachricht wert sind
       *[other] Ergebnisse: bleiben hier, ohne eine Nachricht
    }
schedules-urgent = Ergebnisse kommen auch in den Ruhezeiten
schedules-model = Modell: { $model }
schedules-active = aktiv
schedules-finished = abgeschlossen
schedules-paused-state = angehalten
schedules-put-off = verschoben auf { $time }
schedules-paused-by-you = von dir angehalten
schedules-paused-by-me = von mir angehalten, denn { $why }
schedules-missed-skip = Verpasste Läufe entfallen
schedules-missed-once = Von verpassten Läufen wird nur der letzte nachgeholt, wenn er höchstens { $grace } zu spät ist
schedules-missed-all = Verpasste Läufe werden nachgeholt, wenn sie höchstens { $grace } zu spät sind
schedules-days =
    { $count ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
schedules-hours =
    { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
schedules-minutes =
    { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
schedules-seconds =
    { $count ->
        [one] { $count } Sekunde
       *[other] { $count } Sekunden
    }
schedules-overlap-queue = Ein Lauf, der fällig wird, während ein anderer arbeitet, wartet auf ihn
schedules-overlap-parallel = Ein Lauf, der fällig wird, während ein anderer arbeitet, läuft neben ihm
schedules-previous-outputs =
    { $count ->
        [one] Jeder Lauf sieht, was der letzte gesagt hat
       *[other] Jeder Lauf sieht, was die letzten { $count } gesagt haben
    }
schedules-edit-direct = Um ihn zu ändern, schreib mir in deinen eigenen Worten, was anders sein soll. Zum Beispiel:
schedules-edit-group = Um ihn zu ändern, erwähne mich und schreib in deinen eigenen Worten, was anders sein soll. Zum Beispiel:
schedules-edit-example = Ändere den Zeitplan „{ $name }“ auf jeden Werktag um 9:30
schedules-edit-without-model = Ohne Sprachmodell kann ich einen Zeitplan nicht ändern. Lösche ihn und mach einen neuen, auf Englisch, zum Beispiel:
schedules-delete-title = Diesen Zeitplan löschen?
schedules-delete-final = Ein gelöschter Zeitplan lässt sich nicht zurückholen.
schedules-paused = Angehalten.
schedules-paused-already = Er ist schon angehalten.
schedules-resumed = Fortgesetzt.
schedules-active-already = Er ist schon aktiv.
schedules-over = Er hat keine weiteren Zeiten. Nichts hat sich geändert.
schedules-cannot-resume = Ich kann seine Zeiten nicht lesen und ihn daher nicht fortsetzen. Nichts hat sich geändert.
schedules-asked-begun = Er läuft jetzt.
schedules-asked-at-work = Er läuft schon.
schedules-asked-waiting = Er läuft schon und wartet auf deine Entscheidung.
schedules-stopped = Gestoppt.
schedules-not-at-work = Er läuft nicht mehr.
schedules-deleted = Gelöscht.
schedules-gone = Diesen Zeitplan gibt es nicht mehr, oder er gehört nicht mehr zu diesem Chat. Nichts hat sich geändert.
schedules-run-gone = Diesen Lauf gibt es nicht mehr, oder er gehört nicht mehr zu diesem Chat.
schedules-forgotten = Das ist so lange her, dass ich es vergessen habe. Nichts hat sich geändert.

## Runs of a schedule in the chat

schedule-runs-title = Läufe von { $name }
schedule-runs-deleted-title = Läufe eines gelöschten Zeitplans
schedule-runs-none = Er ist noch nicht gelaufen, oder ich habe seine Läufe vergessen.
schedule-runs-nothing = Es gibt nichts zu lesen: Der Lauf hat nichts gesagt oder ist nicht zu Ende, oder ich habe vergessen, was er gesagt hat.
schedule-runs-taken = Verbraucht wurden { $taken }.
schedule-runs-last = Letzter Lauf: { $told }
schedule-runs-why = Grund: { $why }
schedule-runs-with-reason = { $told }: { $why }
schedule-runs-asked = { $time }, auf Wunsch
schedule-runs-begun = { $time }; „Verlauf“ zeigt, wie es steht
schedule-runs-outcome = { $time }: { $status }
schedule-runs-outcome-delivered = { $time }: { $status }, { $delivery }
schedule-run-queued = wartet auf das Ende anderer Läufe
schedule-run-running = läuft
schedule-run-waiting = wartet auf eine Entscheidung
schedule-run-retrying = fehlgeschlagen, wird noch einmal versucht
schedule-run-succeeded = erledigt
schedule-run-failed = fehlgeschlagen
schedule-run-stopped = gestoppt
schedule-run-skipped = nicht gelaufen
schedule-delivery-done = gesendet und als erledigt markiert
schedule-delivery-pending = unterwegs
schedule-delivery-put-off-until = verschoben auf { $time }
schedule-delivery-put-off = verschoben
schedule-delivery-sent = gesendet
schedule-delivery-suppressed = nicht gesendet
schedule-delivery-failed = konnte nicht gesendet werden
schedule-run-away = ich war weg

## A schedule whose time passed before it was approved

overdue-remind = Das war für { $time } gedacht und wurde erst danach genehmigt. Soll ich dich jetzt erinnern?
overdue-do = Das war für { $time } gedacht und wurde erst danach genehmigt. Soll ich es jetzt tun?
overdue-remind-now = Jetzt erinnern
overdue-do-now = Jetzt tun
overdue-drop = Verwerfen
overdue-today = Heute um { $time }
overdue-tomorrow = Morgen um { $time }
overdue-reminded = Hier ist sie.
overdue-doing = Ich tue es jetzt.
overdue-remind-today = Ich erinnere dich heute um { $time } ({ $zone }).
overdue-remind-tomorrow = Ich erinnere dich morgen um { $time } ({ $zone }).
overdue-do-today = Ich tue es heute um { $time } ({ $zone }).
overdue-do-tomorrow = Ich tue es morgen um { $time } ({ $zone }).
overdue-changed = Es hat jetzt eine andere Zeit.
overdue-dropped = Verworfen.
overdue-decided = Das ist schon entschieden. Nichts hat sich geändert.
overdue-paused-why = seine Zeit war vorbei, als er genehmigt wurde

## Buttons under a schedule’s messages

delivered-snooze = Später …
delivered-done = Erledigt
delivered-again = Noch einmal
delivered-ten-minutes = 10 Min.
delivered-hour = 1 Std.
delivered-tomorrow = Morgen
delivered-done-at = ✅ Erledigt: { $time }
delivered-snoozed-until = 💤 Verschoben auf { $time }
delivered-deleted = 🗑️ Gelöscht, kommt also nicht wieder.
delivered-moved = 🕘 Es kommt stattdessen zur neuen Zeit.
delivered-history-below = Die Läufe stehen darunter.
delivered-came-again = Ich habe das inzwischen noch einmal gesendet. Bitte nimm die neuere Nachricht. Nichts hat sich geändert.

## What schedules deliver, and notices about them

runs-deleted-name = Geplante Aufgabe
runs-late = {"*"}Das war am { $due } fällig, als ich weg war.*
runs-late-and-before =
    { $count ->
        [one] {"*"}Das war am { $due } fällig und { $count } Mal davor, als ich weg war.*
       *[other] {"*"}Das war am { $due } fällig und { $count } Mal davor, als ich weg war.*
    }
runs-late-before =
    { $count ->
        [one] {"*"}Das war auch { $count } Mal davor fällig, als ich weg war.*
       *[other] {"*"}Das war auch { $count } Mal davor fällig, als ich weg war.*
    }
runs-held = {"*"}Das war am { $due } fällig, in deinen Ruhezeiten.*
runs-missed = Während ich weg war, war das fällig und ist nicht gelaufen:
runs-missed-once = - „{ $what }“: { $last }
runs-missed-once-next = - „{ $what }“: { $last }; das nächste Mal { $next }
runs-missed-often =
    { $count ->
        [one] - „{ $what }“: { $count } Mal, zuletzt { $last }
       *[other] - „{ $what }“: { $count } Mal, zuletzt { $last }
    }
runs-missed-often-next =
    { $count ->
        [one] - „{ $what }“: { $count } Mal, zuletzt { $last }; das nächste Mal { $next }
       *[other] - „{ $what }“: { $count } Mal, zuletzt { $last }; das nächste Mal { $next }
    }
runs-failed-again = {"*"}Das war der { $failures }. Fehlschlag in Folge. Nach zwei weiteren halte ich diesen Zeitplan an.*
runs-failed-paused = {"*"}Das war der { $failures }. Fehlschlag in Folge, darum habe ich diesen Zeitplan angehalten. Sag mir, dass ich ihn fortsetzen soll, sobald die Ursache behoben ist.*
runs-undelivered = Ich kann in den Chat, in dem du „{ $name }“ gemacht hast, nicht mehr schreiben. Das hätte dort stehen sollen:
runs-undelivered-paused = Ich kann in den Chat, in dem du „{ $name }“ gemacht hast, nicht mehr schreiben. Ich habe den Zeitplan angehalten; /schedules zeigt ihn. Das hätte dort stehen sollen:
runs-place-refused =
    Ich konnte Ergebnisse von Zeitplänen nicht veröffentlichen, Ort: { $place }, Grund: { $reason }.

    Sie gingen in die direkten Chats derer, die darum gebeten hatten, und die Zeitpläne sind angehalten. Sobald ich dort wieder schreiben kann, können alle ihre eigenen fortsetzen: /schedules.
runs-files-refused =
    Ich konnte eine Datei nicht veröffentlichen, Ort: { $place }, Grund: { $reason }.

    Bis ich das darf, gehen Dateien dafür in die direkten Chats derer, die darum gebeten haben.
runs-back-line = • „{ $name }“
runs-back-line-at = • „{ $name }“: { $time }
runs-back-resumed = Ich konnte dir hier eine Zeit lang nicht schreiben und hatte angehalten, was sich hier meldet. Jetzt geht es weiter:
runs-back-over = Während ich dir hier nicht schreiben konnte, war das fällig und ist nicht gelaufen:
runs-cannot-run = „{ $name }“ war fällig und kann nicht laufen, darum habe ich den Zeitplan angehalten. Wer diesen Bot betreibt, findet den Grund im Protokoll. /schedules zeigt alle deine Zeitpläne.
runs-no-channel = Das konnte nicht laufen: Es meldet sich über { $channel }, was hier nicht mehr eingerichtet ist. Dafür wurde nichts ausgegeben. Wer diesen Bot betreibt, kann { $channel } wieder einrichten, oder du bittest in dem Chat, in dem sich die Aufgabe melden soll, noch einmal darum.
runs-no-model = Das konnte nicht laufen: Es ist kein Sprachmodell eingerichtet, und der eingebaute Assistent kann das nicht. Wer diesen Bot betreibt, kann eines einrichten, unter [model].
runs-failed-too-often = er ist fünfmal in Folge fehlgeschlagen
runs-unreadable = ich kann seine Zeiten nicht lesen
runs-unreachable = ich kann in seinen Chat nicht mehr schreiben
runs-stopped = du hast ihn gestoppt
runs-not-decided = die Frage nach der Genehmigung ist abgelaufen
runs-overlapped = der Lauf davor war nicht zu Ende
runs-undecided = der Lauf davor wartet auf deine Entscheidung
runs-schedule-deleted = sein Zeitplan wurde gelöscht

## Notes in the chat

notes-title = Deine Notizen
notes-title-about = Deine Notizen zu
notes-title-query = „{ $query }“
notes-which-to-delete = Welche Notiz soll ich löschen?
notes-group = Hier, wo andere mitlesen können, verwende ich nur Notizen, die du hier gespeichert hast, und die, die du teilst.
notes-by-words = Ich konnte nur nach Wörtern suchen ({ $why }). Andere Wörter finden vielleicht mehr.
notes-none-about = Ich habe keine Notiz zu „{ $query }“. /memory zeigt alle deine Notizen.
notes-none = Du hast keine Notizen. Um eine zu speichern, sende:
notes-example = Der WLAN-Code ist 4711
notes-from-here = aus diesem Chat
notes-from-direct = aus einem direkten Chat ({ $channel })
notes-from-group = aus einer Gruppe ({ $channel })
notes-from-server = aus einem Server ({ $channel })
notes-shared-mark = geteilt
notes-none-of-these = Keine davon
notes-edit = Ändern
notes-do-not-share = Nicht teilen
notes-share = In Gruppen teilen
notes-new-text-direct = Schick mir den neuen Text bis { $until } in deiner nächsten Nachricht. Eine Frage oder ein Befehl beendet das, außer als Antwort auf diese Nachricht. Schlagwörter am Ende (#home) ersetzen die alten. /cancel lässt die Notiz, wie sie ist.
notes-new-text-group = Antworte bis { $until } auf diese Nachricht mit dem neuen Text. Schlagwörter am Ende (#home) ersetzen die alten. /cancel lässt die Notiz, wie sie ist.
notes-delete-title = Diese Notiz löschen?
notes-delete-final = Eine gelöschte Notiz lässt sich nicht zurückholen.
notes-saved =
    Gespeichert am { $at }{ $where ->
        [here] , in diesem Chat
        [direct] , in einem direkten Chat ({ $channel })
        [group] , in einer Gruppe ({ $channel })
        [server] , in einem Server ({ $channel })
       *[other] {""}
    }.
notes-saved-and-changed =
    Gespeichert am { $at }{ $where ->
        [here] , in diesem Chat
        [direct] , in einem direkten Chat ({ $channel })
        [group] , in einer Gruppe ({ $channel })
        [server] , in einem Server ({ $channel })
       *[other] {""}
    }; geändert am { $changed }.
notes-tags = Schlagwörter: { $tags }.
notes-used-in-groups = Ich darf sie in jeder Gruppe verwenden, in der du mit mir sprichst.
notes-cut = … (insgesamt { $count } Zeichen)
notes-remembered = 📝 Gemerkt: „{ $note }“{ $tags }
notes-remembered-already = 📝 Das habe ich schon: „{ $note }“{ $tags }
notes-unfit-empty = Darin ist nichts zu merken; nichts hat sich geändert.
notes-unfit-too-long = Eine Notiz fasst höchstens { $most } Zeichen, und das sind { $length }; nichts hat sich geändert. Schick es in Teilen oder kürze es.
notes-unfit-too-many = Du hast { $most } Notizen, mehr bewahre ich für eine Person nicht auf; nichts hat sich geändert. Lösche einige mit /memory oder /forget.
notes-unfit-no-room = Deine Notizen nehmen allen Platz ein, den eine Person hat; nichts hat sich geändert. Lösche oder kürze einige mit /memory.
notes-changed =
    📝 Die Notiz ist geändert.

    Vorher: „{ $before }“{ $before_tags }
    Jetzt: „{ $now }“{ $now_tags }
notes-undone = 📝 Die Notiz ist, wie sie war: „{ $note }“{ $tags }
notes-changed-since = Die Notiz ist weg oder wurde inzwischen geändert, darum kann ich das nicht rückgängig machen. Nichts hat sich geändert.
notes-deleted = Gelöscht. In unserem Gespräch kann ihr Inhalt noch stehen; /new beginnt ohne ihn.
notes-forgotten = 🗑️ Die Notiz ist weg. In unserem Gespräch kann ihr Inhalt noch stehen; /new beginnt ohne ihn.
notes-nothing-deleted = In Ordnung, nichts wurde gelöscht.
notes-shared = Ich darf diese Notiz in jeder Gruppe verwenden, in der du mit mir sprichst.
notes-not-shared = Ich verwende diese Notiz nicht mehr in Gruppen, außer dort, wo du sie gespeichert hast.
notes-wanted-direct = Deine nächste Nachricht wird der Text der Notiz.
notes-wanted-group = Antworte auf die Nachricht mit dem neuen Text.
notes-cancelled = In Ordnung, die Notiz bleibt, wie sie ist.
notes-nothing-to-cancel = Es gibt nichts abzubrechen. Um mich bei dem zu stoppen, was ich tue, sende /stop.
notes-edit-in-private = Bitte ändere Notizen in einem direkten Chat mit mir: Auf diese Nachricht kann niemand antworten. Nichts hat sich geändert.
notes-gone = Diese Notiz gibt es nicht mehr, oder sie gehört nicht mehr zu diesem Chat. Nichts hat sich geändert.
notes-remember-usage = Schreib nach dem Befehl, was ich mir merken soll, mit Schlagwörtern, wenn du magst:
notes-forget-usage = Schreib nach dem Befehl, worum es in der Notiz geht, etwa „/forget WLAN-Code“. Ich frage, bevor ich etwas lösche. /memory zeigt alle deine Notizen zum Durchsehen und Löschen; /forget_me löscht alles, was ich über dich weiß.

## Receipts below answers

memory-remembered = 📝 Gemerkt: „{ $note }“
memory-remembered-already = 📝 Das habe ich schon: „{ $note }“
memory-changed = 📝 Eine Notiz ist geändert: „{ $note }“
memory-deleted = 🗑️ Die Notiz ist gelöscht: „{ $note }“ (in unserem Gespräch kann ihr Inhalt noch stehen; /new beginnt ohne ihn)
memory-more-receipts = … und { $count } weitere

## People, for the owner

people-for-the-owner = Nur wem dieser Bot gehört, kann sehen, wer ihn benutzt, und Leute zulassen oder entfernen.
people-in-private = Bitte frag mich das in einem direkten Chat: Hier würden andere lesen, wer mich benutzt.
people-title = Personen
people-accounts = Konten: { $accounts }
people-shut-out = Ausgesperrt: { $accounts }
people-role = Rolle: { $role }
people-last-seen = Zuletzt gesehen: { $seen }
people-this-month =
    Diesen Monat: { $turns ->
        [one] { $turns } Antwort
       *[other] { $turns } Antworten
    }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
    }
people-not-served = Ich tue nichts für diese Person, und was sie hat, bleibt, bis sie zurück ist.
people-no-approver = Genehmigen entziehen
people-make-approver = Genehmigen erlauben
people-admit = Zulassen
people-removing = Diese Person entfernen? Ich beende, was ich für sie tue, und antworte ihr nicht mehr, auch wenn die Konfiguration sie aufführt. Ihre Notizen, Zeitpläne und Dateien bleiben und gehören ihr wieder, wenn du sie zulässt; bis dahin ist ihre Website offline.
people-yes-remove = Ja, entfernen
people-all = Alle Personen
people-about = ({ $accounts }): { $role }, zuletzt gesehen: { $seen }
people-owner = besitzt den Bot
people-removed-role = entfernt
people-not-admitted = derzeit nicht zugelassen
people-member-approver = Mitglied, darf genehmigen
people-member = Mitglied
people-never = nie
people-gone = Ich kenne diese Person nicht mehr. Nichts hat sich geändert.
people-owner-stays = Wem der Bot gehört, lässt sich hier nicht entfernen. `adjutant people`, dort, wo ich laufe, kann den Besitz übertragen oder ein Konto aussperren.
people-removed = Entfernt.
people-admitted = Zugelassen.
people-made-approver = Diese Person darf jetzt entscheiden, worum andere in Gruppen bitten.
people-ended-approver = Diese Person entscheidet nur noch, worum sie selbst bittet.
people-approver-by-configuration = Die Konfiguration nennt diese Person, unter approvers in [access], darum darf sie weiter genehmigen.

## The export of what I know, and forgetting it

privacy-export-begun = Ich stelle alles zusammen, was ich über dich weiß. Es kommt gleich, als Dateien: die einen zum Lesen, die anderen für Programme.
privacy-export-elsewhere = Ich stelle alles zusammen, was ich über dich weiß, und schicke es in unseren direkten Chat.
privacy-export-in-private = Das bleibt zwischen uns beiden: Schick mir /export in einem direkten Chat.
privacy-export-waits = Ich bin schon dabei: Die Dateien kommen gleich.
privacy-export-failed = Ich konnte die Dateien deines Exports nicht schreiben. Versuch es bitte später noch einmal. Wenn es weiter nicht geht, kann der Betreiber dieses Bots den Grund finden.
privacy-export-caption =
    { $files ->
        [2] Alles, was ich über dich weiß. Die Datei mit .md ist für dich zum Lesen, die mit .json für Programme.
       *[other] Alles, was ich über dich weiß, in { $files } Dateien. Die mit .md sind für dich zum Lesen, die mit .json für Programme.
    }
privacy-forget-in-private = Das bleibt zwischen uns beiden: Schick mir /forget_me in einem direkten Chat.
privacy-forget-question = Alles löschen, was ich über dich weiß, und zwar endgültig?
privacy-forget-goes = Das verschwindet:
privacy-forget-account = dass ich dich überhaupt kenne: Danach kenne ich { $accounts } nicht mehr
privacy-forget-linked = Das betrifft alle deine verknüpften Konten, nicht nur dieses.
privacy-forget-owner = Ein Bot muss jemandem gehören: Über { $accounts } gehört er weiter dir, nur fängst du dort von vorn an.
privacy-forget-stays = Das bleibt: die Nachrichten in den Chats selbst, wo nur du sie löschen kannst; der Vermerk des Betreibers, dass etwas erlaubt oder getan wurde und wann, aber nicht von wem; und Sicherungskopien, die der Betreiber gemacht hat.
privacy-forget-decide = Wenn du vorher eine Kopie willst, schick /export. Du hast 10 Minuten Zeit, dich zu entscheiden.
privacy-delete-everything = Alles löschen
privacy-keep-everything = Alles behalten
privacy-account =
    { $channel ->
        [telegram] dein Telegram-Konto { $id }
        [discord] dein Discord-Konto { $id }
        [web] dein Konto auf der Chatseite
       *[other] dein Konto { $id }
    }
privacy-notes =
    { $count ->
        [one] { $count } Notiz
       *[other] { $count } Notizen
    }
privacy-conversations =
    { $count ->
        [one] { $count } Gespräch, mit allem, was darin gesagt und getan wurde
       *[other] { $count } Gespräche, mit allem, was darin gesagt und getan wurde
    }
privacy-schedules =
    { $count ->
        [one] { $count } Zeitplan
       *[other] { $count } Zeitpläne
    }
privacy-hooks =
    { $count ->
        [one] { $count } Hook
       *[other] { $count } Hooks
    }
privacy-results =
    { $count ->
        [one] { $count } Ergebnis von Zeitplänen
       *[other] { $count } Ergebnisse von Zeitplänen
    }
privacy-permissions =
    { $count ->
        [one] { $count } Erlaubnis, die du mir gegeben hast
       *[other] { $count } Erlaubnisse, die du mir gegeben hast
    }
privacy-websites =
    { $count ->
        [one] { $count } Website, auch wo sie öffentlich ist
       *[other] { $count } Websites, auch wo sie öffentlich sind
    }
privacy-files-and-usage = deine Dateien und die Zahlen zu deinem Verbrauch
privacy-not-deleted =
    { $why ->
        [expired] ⌛ Nichts wurde gelöscht: Du hast nicht innerhalb von 10 Minuten bestätigt.
        [replaced] ⌛ Nichts wurde gelöscht: Du hast noch einmal gefragt, weiter unten.
       *[wanted] ❌ Nichts wurde gelöscht.
    }
privacy-deleting = ✅ Ich lösche alles, was ich über dich weiß.
privacy-forgotten = Erledigt: Ich weiß nichts mehr über dich. Leb wohl!
privacy-kept = Nichts wurde gelöscht.
privacy-begun = Ich lösche es.
privacy-under-way = Ich bin schon dabei, es zu löschen.
privacy-question-over = Diese Frage ist abgelaufen. Um sie noch einmal zu bekommen, schick /forget_me.

## Links to the console

sign-in-in-private = Bitte frag mich das in einem direkten Chat: Der Link, den ich dir dort schicke, ist nur für dich.
sign-in-how-to-use = Schreib /console für einen Link zu deiner Konsole, oder /console off, um deine Browser abzumelden.
sign-in-no-page = Die Konsole ist ein Teil der Chatseite, und die ist ausgeschaltet: Setz enabled = true unter [channels.web].
sign-in-no-address = Die Konsole ist unter { $here }, für einen Browser auf dem Rechner, auf dem ich laufe, in dem die Chatseite schon einmal geöffnet war. Damit ich dir und allen, für die ich da bin, einen Link schicken kann, der sie anderswo öffnet, trag bei url unter [console] die Adresse eines Proxys mit TLS vor der Chatseite ein, und seinen Hostnamen bei hosts unter [channels.web].
sign-in-no-address-for-you = Wem dieser Bot gehört, hat der Konsole keine Adresse gegeben, darum habe ich keinen Link für dich.
sign-in-open = Öffne deine Konsole mit diesem Link, einmal und innerhalb von 10 Minuten:
sign-in-about =
    { $owner ->
        [yes] Sie zeigt im Browser, was dir gehört: was auf deine Genehmigung wartet, deine Zeitpläne, was ich geantwortet und verbraucht habe, das Protokoll, und wie es mir geht. Du kannst dort entscheiden und ändern. Der Browser bleibt 30 Tage angemeldet. Gib den Link niemandem: Wer ihn zuerst öffnet, sieht und entscheidet an deiner Stelle. Um das zu beenden, melde dich dort ab, oder schreib /console off, das meldet alle deine Browser ab.
       *[no] Sie zeigt im Browser, was dir gehört: was auf deine Genehmigung wartet, deine Zeitpläne, was ich geantwortet und verbraucht habe, und das Protokoll. Du kannst dort entscheiden und ändern. Der Browser bleibt 30 Tage angemeldet. Gib den Link niemandem: Wer ihn zuerst öffnet, sieht und entscheidet an deiner Stelle. Um das zu beenden, melde dich dort ab, oder schreib /console off, das meldet alle deine Browser ab.
    }
sign-in-read-since = Wem dieser Bot gehört, kann in der Konsole lesen, was du mir in direkten Chats geschrieben hast, und was ich geantwortet habe, seit { $since }.
sign-in-opened = Hier stand ein Link zu deiner Konsole, und ein Browser hat ihn geöffnet. Wenn du das nicht warst, schreib jetzt /console off.
sign-in-over = Hier stand ein Link zu deiner Konsole. Er öffnet nichts mehr; schreib /console für einen neuen.
sign-in-signed-out =
    { $count ->
        [0] Kein Browser ist angemeldet. Links, die ich geschickt hatte, öffnen nichts mehr.
        [one] Abgemeldet: { $count } Browser. Links, die ich geschickt hatte, öffnen nichts mehr.
       *[other] Abgemeldet: { $count } Browser. Links, die ich geschickt hatte, öffnen nichts mehr.
    }
sign-in-owner-reads = Wem dieser Bot gehört, kann von jetzt an in der Konsole lesen, was in unseren direkten Chats gesagt wird: was du mir schreibst, was ich antworte, und was ich an Werkzeuge gebe, etwa den Text einer Notiz. Dazu gehören auch Läufe von Zeitplänen, die du dort von jetzt an machst. Nicht gezeigt wird, was Werkzeuge zurückgeben, und was vor dieser Nachricht gesagt wurde, außer ich wiederhole es. Gruppen bleiben außen vor. /status sagt, seit wann das so ist.
sign-in-status-read-since = Wem der Bot gehört, kann in der Konsole lesen, was du mir in direkten Chats geschrieben hast, und was ich geantwortet habe, seit { $since }
sign-in-needed = Du bist nicht angemeldet. Schick dem Bot /console in einem direkten Chat, und öffne den Link, den er schickt.
sign-in-refused = Dieser Link öffnet nichts mehr: Er gilt einmal, und 10 Minuten lang. Schick dem Bot /console in einem direkten Chat für einen neuen.
sign-in-refused-too-often = Es wurden zu viele Links versucht, die nichts öffnen. Warte eine Minute. Schick dem Bot dann /console in einem direkten Chat, und öffne den Link, den er schickt.
sign-in-foreign = Anfragen von anderen Websites werden abgelehnt. Öffne die Konsole über ihre eigene Adresse.
sign-in-opened-by-key = Dieser Browser öffnet die Konsole mit dem Schlüssel der Chatseite, nicht mit einem Link. Um ihn auszusperren, ändere den Schlüssel.
sign-in-has-key = Dieser Browser öffnet die Konsole mit dem Schlüssel der Chatseite, also mit den Rechten der Person, der der Bot gehört. Öffne den Link in einem anderen Browser oder in einem privaten Fenster: Er ist nicht verbraucht.

## Who is let in

access-welcome-owner = Willkommen! Dieser Bot gehört jetzt dir. Schreib mir wie einem Menschen, oder schick /help, um zu sehen, was ich kann.
access-wrong-code = Dieser Code ist nicht gültig. Ein Code gilt einmal, und ich mache bei jedem Start einen neuen, solange ich niemandem gehöre. Das Programm hat den jetzigen beim Start ausgegeben.
access-code-in-private = Bitte schick den Code in einem direkten Chat mit mir, nicht hier: Wer ihn als Erstes schickt, dem gehört der Bot.
access-code-void = Das war der Code, mit dem der Bot jemandem gehört, und andere hier haben ihn gelesen. Darum gilt er nicht mehr. Das Programm macht einen neuen, wenn es neu gestartet wird, oder sofort mit `adjutant people owner`. Schick mir den in einem direkten Chat.
access-send-code = Wenn der Bot dir gehört, schick mir `/start CODE` mit dem Code, den das Programm beim Start ausgegeben hat.
access-not-let-in = Dieser Bot ist privat, und du bist nicht zugelassen.
access-too-many-wait = Dieser Bot ist privat, und schon viele andere warten darauf, zugelassen zu werden. Schreib bitte in ein paar Tagen noch einmal.
access-owner-asked = Dieser Bot ist privat. Ich habe gefragt, ob du zugelassen wirst. Wenn ja, antworte ich dir hier.
access-no-owner-yet = Dieser Bot ist privat und gehört noch niemandem. Sobald das anders ist, frage ich, ob du zugelassen wirst.
access-owner-out-of-reach = Dieser Bot ist privat, und wem er gehört, kann ich nicht erreichen. Wenn du weißt, wer das ist, gib deine Kennung weiter: `{ $account }`. Damit kannst du zugelassen werden.
access-knock =
    { $name } ({ $account } bei { $platform }{ $place ->
        [group] , in einer Gruppe
       *[direct] {""}
    }) möchte mit mir sprechen{ $said ->
        [yes] : „{ $words }“
       *[no] .
    }{ $removed ->
        [yes] {" "}Dieses Konto hast du früher entfernt. Wenn du es zulässt, ist alles wieder da, was es hatte.
       *[no] {""}
    }
access-was-admitted = { $name } wurde zugelassen.
access-was-refused = { $name } wurde abgewiesen.
access-and-more = und { $count } weitere: Schick /approvals, um zu sehen, wer wartet.
access-own-memory = Wen du zulässt, der hat ein eigenes Gedächtnis bei mir und sieht deines nie.
access-admit = Zulassen
access-refuse = Abweisen
access-pressed-admit = Zugelassen.
access-pressed-refuse = Abgewiesen.
access-decided-before = Das hast du schon entschieden. Nichts hat sich geändert.
access-let-in = Du bist jetzt zugelassen. Schreib mir wie einem Menschen, oder schick /help, um zu sehen, was ich kann.
access-let-in-group = Du bist jetzt zugelassen. Erwähn mich zusammen mit dem, was du brauchst, oder antworte auf eine meiner Nachrichten. /help sagt, was ich kann.
access-let-in-late = Du bist jetzt zugelassen. Was du geschrieben hast, ist schon eine Weile her: Schreib es bitte noch einmal, wenn du noch eine Antwort willst. /help sagt, was ich kann.

## Commands in menus and lists

command-start = Was ich bin und kann
command-help = Befehle und Beispiele
command-new = Ein neues Gespräch beginnen
command-stop = Anhalten, was ich tue
command-compact = Unser Gespräch zusammenfassen
command-status = Wie es steht
command-approvals = Was auf dich wartet, und was ich darf
command-memory = Deine Notizen: ansehen, ändern, löschen
command-remember = Eine Notiz speichern
command-forget = Eine Notiz löschen
command-schedules = Deine Erinnerungen und Aufgaben
command-files = Deine Dateien: holen, umbenennen, löschen
command-site = Deine Website: ansehen, veröffentlichen
command-vault = Deine Geheimnisse für andere Server
command-hooks = Adressen, die Programme aufrufen
command-mcp = Programme, die Deines verwenden
command-plan = Wie weit unser Plan ist
command-tools = Welche Werkzeuge ich bereithalte
command-model = Welches Modell hier antwortet
command-queue = Wenn du schreibst, während ich arbeite
command-reasoning = Ob du siehst, was das Modell überlegt
command-tables = Wie breite Tabellen kommen
command-language = Deine Sprache
command-timezone = Deine Zeitzone
command-quiet = Deine Ruhezeit
command-usage = Wie viel du verbraucht hast
command-console = Deine Konsole im Browser
command-people = Wer mich benutzt (nur für Besitzer)
command-link = Mit einem anderen Konto alles teilen
command-unlink = Mit einem Konto nicht mehr teilen
command-export = Was ich über dich weiß, als Dateien
command-forget-me = Alles löschen, was ich über dich weiß
argument-start-code = Der Code, mit dem der Bot dir gehört; das Programm hat ihn beim Start ausgegeben
argument-help-command = Der Befehl, über den du mehr wissen willst
argument-memory-query = Wonach ich suchen soll, oder ein #Schlagwort; ohne Angabe alle Notizen
argument-remember-text = Was ich mir merken soll, auf Wunsch mit #Schlagwörtern
argument-forget-what = Worum es in der Notiz geht; ich frage, bevor ich sie lösche
argument-schedules-name = Ein Teil des Namens; ohne Angabe alle Zeitpläne
argument-files-rename = rename ALT NEU; ohne Angabe siehst du deine Dateien
argument-vault-add = add NAME SERVER; ohne Angabe siehst du deine Geheimnisse
argument-hooks-add = add NAME oder add NAME AUFGABE; ohne Angabe siehst du deine Hooks
argument-mcp-new = new NAME; ohne Angabe siehst du deine Programme
argument-site-share = share oder unshare, in einer Gruppe; ohne Angabe siehst du, wie es steht
argument-plan-clear = clear; ohne Angabe siehst du den Plan
argument-model-name = Sein Name; „default“ für das übliche
argument-queue-choice = collect, steer oder interrupt
argument-reasoning-on = „on“ oder „off“
argument-tables-form = text, picture oder file
argument-language-name = Eine Sprache, etwa Deutsch oder de; „platform“ für die deiner App
argument-timezone-zone = Etwa Europe/Paris oder nur die Stadt; „default“ ist die meines Rechners
argument-quiet-hours = Etwa 22:00-07:00; „off“ für keine
argument-console-off = „off“ meldet deine Browser ab
argument-usage-days = Wie weit zurück: „today“ oder eine Zahl von Tagen
argument-link-code = Der Code, den ich dir auf der anderen Plattform gegeben habe
argument-unlink-account = Welches Konto, wenn mehrere verknüpft sind

## Help

help-greeting = Hallo! Ich bin dein Assistent.
help-direct =
    Schreib mir einfach. Zum Beispiel:

    - merk dir, dass der WLAN-Code 4711 ist
    - wie ist der WLAN-Code?
    - vergiss den WLAN-Code
    - erinnere mich in einer Minute ans Strecken
    - zeig meine Erinnerungen, und dann: halte 1 an, lösch 1
    - schreib auf: Hafer kaufen
    - ruf https://example.com ab

    Vor allem, was riskant ist, frage ich dich, mit Schaltflächen. In Gruppen antworte ich, wenn man mich erwähnt oder mir antwortet.
help-built-in =
    Schreib mir einfach. Ohne Sprachmodell verstehe ich nur Englisch, zum Beispiel:

    - remember that the wifi code is 4711
    - what is the wifi code?
    - forget the wifi code
    - remind me in one minute to stretch
    - list my reminders, and then: pause 1, cancel 1
    - jot buy oats
    - fetch https://example.com

    Vor allem, was riskant ist, frage ich dich, mit Schaltflächen. In Gruppen antworte ich, wenn man mich erwähnt oder mir antwortet.
help-group =
    Hier antworte ich, wenn du mich erwähnst oder auf eine meiner Nachrichten antwortest: Sag, was du brauchst, wie in einem direkten Chat. Alle hier haben ihre eigenen Notizen, Erinnerungen und ihr eigenes Gespräch. Vor allem, was riskant ist, frage ich die Person, für die es ist, mit Schaltflächen unter der Nachricht.

    Diese Befehle gibt es hier:
help-elsewhere = Nur in einem direkten Chat mit mir: { $commands }
help-unknown = Den Befehl /{ $name } kenne ich nicht. /help zeigt alle, die ich kenne.
help-unknown-but-near = Den Befehl /{ $name } kenne ich nicht. Meintest du /{ $known }? /help zeigt alle.

## A new conversation, and what is stopped

new-begins = Ein neues Gespräch beginnt.
new-keeps = Was ich mir merken soll, behalte ich.
withdrawn-approvals = Was auf deine Genehmigung gewartet hat, tue ich nicht.
withdrawn-questions = Auf deine Antwort warte ich nicht mehr.
stop-stopped = Ich habe aufgehört.
stop-runs =
    { $count ->
        [1] Ich habe die geplante Aufgabe angehalten, die hier gelaufen ist.
       *[other] Ich habe die { $count } geplanten Aufgaben angehalten, die hier gelaufen sind.
    }
stop-dropped =
    { $count ->
        [1] Ich habe die Nachricht verworfen, die gewartet hat.
       *[other] Ich habe die { $count } Nachrichten verworfen, die gewartet haben.
    }
stop-nothing = Es gibt nichts anzuhalten.

## How things stand

status-model = Modell: { $model }
status-now =
    { $busy ->
        [yes] Jetzt: Ich arbeite an deiner Nachricht
       *[no] Jetzt: Ich habe nichts zu tun
    }
status-approvals = Wartet auf deine Genehmigung: { $count }
status-schedules = Aktive Zeitpläne: { $count } (Zeiten gelten in { $zone })
status-skills = Aktive Fähigkeiten: { $skills } (/tools beendet sie)
status-own-skill = { $name } (deine)
status-clock = ⚠️ Uhr: { $doubt }.
status-undelivered = Nachrichten auf dem Weg: { $count }
status-held-up =
    { $count ->
        [one] Wartet hier auf Zustellung: { $count } Nachricht.
       *[other] Warten hier auf Zustellung: { $count } Nachrichten.
    } Die erste ist von { $since }: { $doubt ->
        [yes] Ich weiß noch nicht, ob sie angekommen ist, und sehe { $when ->
            [now] jetzt
           *[later] um { $until }
        } nach
       *[no] Sie wurde nicht angenommen, und ich versuche es { $when ->
            [now] jetzt
           *[later] um { $until }
        } noch einmal
    }
status-dead = Nachrichten, die ich in der letzten Woche hier nicht zustellen konnte: { $count } ({ $reason })
status-unknown-reason = Grund unbekannt
status-elsewhere =
    { $sent ->
        [yes] Ergebnisse von Zeitplänen, die ich in der letzten Woche nicht dorthin schreiben konnte, wohin sie gehören, und in deinen direkten Chat geschickt habe: { $count } ({ $reason })
       *[no] Ergebnisse von Zeitplänen, die ich in der letzten Woche nicht dorthin schreiben konnte, wohin sie gehören: { $count } ({ $reason })
    }
status-stored =
    Für dich aufbewahrt: { $notes ->
        [one] { $notes } Notiz
       *[other] { $notes } Notizen
    }, { $more ->
        [yes] mehr als { $messages } Nachrichten
       *[no] { $messages ->
            [one] { $messages } Nachricht
           *[other] { $messages } Nachrichten
        }
    }, { $files } in Dateien
status-documents = Gespeicherte Dokumente: { $parts }
status-documents-read = { $count } über ihren Inhalt zu finden
status-documents-waiting = { $count } noch zu lesen
status-documents-unreadable = { $count } ohne einen Text, den ich lesen kann
status-documents-full = { $count } mit Text, für den kein Platz ist
status-everybody = Insgesamt aufbewahrt: eine Datenbank von { $database } (davon { $free } frei), { $files } in Dateien
status-zone-data = Zeitzonendaten: { $data }
status-zone-data-old = ⚠️ Zeitzonendaten: { $data }.
status-set-aside = Nach Fehlern von mir beiseitegelegt: { $count } (siehe `adjutant doctor`)
usage-choice-days =
    { $days ->
        [1] heute
       *[other] die letzten { $days } Tage
    }

## The health of channels

health-channel = { $channel }: { $state }; { $last }
health-chat-page = Chatseite
health-connected =
    { $lasting ->
        [yes] seit { $time } verbunden
       *[no] verbunden
    }
health-unreachable =
    { $lasting ->
        [yes] seit { $time } nicht erreichbar: { $why }
       *[no] nicht erreichbar: { $why }
    }
health-elsewhere = ein anderer Prozess empfängt von dort
health-nothing-received = noch nichts empfangen
health-heard =
    { $ago ->
        [now] zuletzt gerade eben etwas empfangen
       *[earlier] zuletzt vor { $time } etwas empfangen
    }
health-heard-late =
    { $ago ->
        [now] zuletzt gerade eben etwas empfangen, mit einer Verspätung von { $late }
       *[earlier] zuletzt vor { $time } etwas empfangen, mit einer Verspätung von { $late }
    }
health-not-connected = nicht verbunden
health-ended = es hat von selbst aufgehört
health-down =
    ⚠️ Über { $channel } bin ich seit { $time } nicht erreichbar: { $why }

    Ich versuche es weiter und sage dir, wenn es wieder geht.
health-back = ✅ Über { $channel } bin ich wieder erreichbar, nach { $time }.
health-days =
    { $count ->
        [one] { $count } Tag
       *[other] { $count } Tagen
    }

## The console

console-starting = Das Gateway startet gerade. Versuch es gleich noch einmal.
console-not-served = Die Person dieser Seite ist nicht mehr zugelassen. Wem der Bot gehört, kann sie mit /people wieder zulassen.
console-database-failed = Die Datenbank konnte nicht gelesen werden. Das Protokoll des Gateways sagt, warum.
console-no-such-page = Diese Seite gibt es nicht.
console-not-understood = Das Gateway hat das nicht verstanden. Lade die Seite neu: Sie gehört vielleicht zu einer anderen Version.
console-too-many-pages = Zu viele Seiten der Konsole sind offen. Schließ eine, und lade diese neu.
console-too-many-requests = Deine Browser fragen zu viel auf einmal ab. Schließ einige Seiten der Konsole, und lade diese neu.
console-no-such-letter = Diese Nachricht gehört nicht mehr zu denen, die aufgegeben wurden. Nichts hat sich geändert.
console-letter-retried = Sie wird noch einmal gesendet.
console-letter-dropped = Gelöscht. Sie wird nicht gesendet.
console-write-first = Schreib dem Bot zuerst in einem direkten Chat: Dorthin gehört eine geänderte Notiz. Nichts hat sich geändert.
console-note-changed = Die Notiz ist geändert.
console-not-permitted = Wer diesen Bot betreibt, erlaubt das nicht.
console-owner-decides = Darüber entscheidet, wem der Bot gehört. Bitte den Bot in einem Chat um die Änderung: Er fragt nach.
console-schedule-changed = Der Zeitplan ist geändert.
console-schedule-changed-meanwhile = Der Zeitplan wurde inzwischen geändert, deshalb ist nichts gespeichert. Schließ dieses Formular und öffne es noch einmal, um zu sehen, wie der Zeitplan jetzt ist.
console-no-such-account = Das ist kein Konto. Schreib es wie telegram:42 oder discord:42, mit der Nummer des Kontos. Nichts hat sich geändert.
console-channel-down = { $platform } ist nicht verbunden: { $why }
console-key-refused = Der Anbieter von { $model } lehnt den Schlüssel ab.
console-no-model = Kein Sprachmodell ist eingestellt: Es antwortet der eingebaute Assistent, der wenige Befehle kennt.
console-clock = Uhr: { $doubt }.
console-timetable-late = Ein Zeitplan ist seit { $time } fällig, und nichts hat ihn ausgeführt.
console-dead-letters =
    { $more ->
        [yes] { $count } oder mehr Nachrichten konnten in den letzten 7 Tagen nicht zugestellt werden.
       *[no] { $count ->
            [one] { $count } Nachricht konnte in den letzten 7 Tagen nicht zugestellt werden.
           *[other] { $count } Nachrichten konnten in den letzten 7 Tagen nicht zugestellt werden.
        }
    }
console-owner-alone = Das darf nur, wem der Bot gehört. Nichts hat sich geändert.
console-checks-run = Die Prüfungen laufen schon. Versuch es gleich noch einmal.
console-checks-took-too-long = Die Prüfungen wurden nach { $time } beendet. `adjutant doctor`, auf dem Rechner des Gateways, nimmt sich die Zeit, die sie brauchen.
console-copy-runs = Eine Kopie wird schon gemacht. Sie steht dann in der Liste.
console-copied = Kopiert: { $name }
console-copy-failed = Die Datenbank wurde nicht kopiert: { $error }. Der Ordner der Kopien ist [backup] folder.
console-no-such-copy = Diese Kopie gibt es nicht mehr. Vielleicht wurde sie gelöscht, um Platz für neuere zu machen.
console-path-program = Programm
console-path-database = Datenbank
console-path-copies = Kopien der Datenbank
console-path-files = Dateien der Personen
console-path-websites = Websites
console-path-key = Schlüssel der Geheimnisse

## Usage and budgets

usage-title = Dein Verbrauch (Tage nach UTC):
usage-period =
    - { $days ->
        [1] heute
       *[other] letzte { $days } Tage
    }: { $turns ->
        [one] { $turns } Antwort
       *[other] { $turns } Antworten
    }, { $taken }
usage-of-runs =
    { $all }; davon in { $runs ->
        [one] { $runs } geplanten Lauf
       *[other] { $runs } geplanten Läufen
    }: { $taken }
usage-calls =
    { $count ->
        [one] { $count } Modellaufruf
       *[other] { $count } Modellaufrufe
    }
usage-at-work = { $time } Arbeit
usage-tokens = { $in } Tokens hinein, { $out } Tokens heraus
usage-tokens-cached = { $in } Tokens hinein ({ $percent } % aus dem Zwischenspeicher), { $out } Tokens heraus
usage-limits =
    { $count ->
        [one] Deine Tagesgrenze
       *[other] Deine Tagesgrenzen
    }: { $limits }.
usage-limit = { $amount } ({ $percent } % verbraucht)
usage-no-period = Das ist keine Zahl von Tagen. „/usage 7“ zeigt die letzten 7 Tage; höchstens gehen { $most }.
usage-day-used-up =
    { $measure ->
        [steps] Die Modellaufrufe für heute sind verbraucht. Neue gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
        [time] Die Modellzeit für heute ist verbraucht. Neue gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
        [tokens] Die Tokens für heute sind verbraucht. Neue gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
       *[cost] Das Budget für heute ist verbraucht. Ein neues gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
    }
usage-day-too-short =
    { $measure ->
        [steps] Das braucht mehr Schritte, als für heute übrig sind. Neue gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
        [time] Das dauert länger, als für heute übrig ist. Neue Zeit gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
        [tokens] Das braucht mehr Tokens, als für heute übrig sind. Neue gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
       *[cost] Das kostet mehr, als für heute übrig ist. Ein neues Budget gibt es um Mitternacht UTC; /usage zeigt die Zahlen.
    }
usage-takes-more-than-turn =
    { $measure ->
        [steps] braucht mehr Schritte, als eine Antwort brauchen darf
        [time] dauert länger, als eine Antwort dauern darf
        [tokens] braucht mehr Tokens, als eine Antwort brauchen darf
       *[cost] kostet mehr, als eine Antwort kosten darf
    }
usage-takes-more-than-day =
    { $measure ->
        [steps] braucht mehr Schritte, als für heute übrig sind
        [time] dauert länger, als für heute übrig ist
        [tokens] braucht mehr Tokens, als für heute übrig sind
       *[cost] kostet mehr, als für heute übrig ist
    }
usage-day-nearly-used-up = ⚠️ Du hast { $used } von den { $limit } verbraucht ({ $percent } %), die es für einen Tag gibt. Ist das verbraucht, muss ich bis Mitternacht UTC pausieren; /usage zeigt die Zahlen.
usage-run-used-up =
    { $measure ->
        [steps] Ich habe diesen Lauf gestoppt: Für einen Lauf gibt es { $limit }, und dieser hat sie verbraucht. Ich versuche es nicht noch einmal. Mach die Aufgabe kleiner, oder bitte, wer diesen Bot betreibt, mehr zu erlauben (max_steps in [scheduler.run]).
        [time] Ich habe diesen Lauf gestoppt: Ein Lauf darf { $limit } arbeiten, und dieser hat das verbraucht. Ich versuche es nicht noch einmal. Mach die Aufgabe kleiner, oder bitte, wer diesen Bot betreibt, mehr zu erlauben (max_seconds in [scheduler.run]).
        [tokens] Ich habe diesen Lauf gestoppt: Für einen Lauf gibt es { $limit }, und dieser hat sie verbraucht. Ich versuche es nicht noch einmal. Mach die Aufgabe kleiner, oder bitte, wer diesen Bot betreibt, mehr zu erlauben (max_tokens in [scheduler.run]).
       *[cost] Ich habe diesen Lauf gestoppt: Ein Lauf darf { $limit } kosten, und das ist aufgebraucht. Ich versuche es nicht noch einmal. Mach die Aufgabe kleiner, oder bitte, wer diesen Bot betreibt, mehr zu erlauben (max_cost in [scheduler.run]).
    }
usage-run-nearly-used-up = ⚠️ *Das hat { $used } von den { $limit } verbraucht ({ $percent } %), die es für einen Lauf gibt. Ein Lauf, der alles verbraucht, wird gestoppt.*
usage-run-just-used-up = ⚠️ *Das hat { $used } von den { $limit } verbraucht ({ $percent } %), die es für einen Lauf gibt. Mit einem weiteren Schritt wäre der Lauf gestoppt worden.*
usage-token-amount = { $tokens } Tokens
usage-money = { $amount } $
usage-thousands-sign = {"."}

## Linking accounts

links-meaning = Beide Seiten und alle Konten, mit denen eine Seite verknüpft ist, teilen dann Notizen, frühere Gespräche, Zeitpläne, Dateien, Erlaubnisse, Tagesgrenzen, Zeitzone und Ruhezeiten, bis eine Seite /unlink sendet.
links-in-private-with-code = Bitte verknüpfe Konten in einem direkten Chat mit mir, nicht hier, wo andere mitlesen können. Falls der Code gültig war, gilt er nicht mehr. Einen neuen bekommst du mit /link in einem direkten Chat.
links-in-private = Bitte mach das in einem direkten Chat mit mir, nicht hier, wo andere mitlesen können.
links-no-direct-chat = Beide Seiten müssen in einem direkten Chat mit mir bestätigen, und ich kann dir in keinem schreiben. Bitte schreib mir dort und sende den Befehl dann noch einmal.
links-offered =
    Um dieses Konto mit einem anderen von dir zu verknüpfen, sende mir das hier vom anderen aus, in einem direkten Chat und innerhalb von 10 Minuten:

    `/link { $code }`

    Nichts wird geteilt, bis beide Seiten bestätigt haben. Behalte den Code für dich: Wer ihn eingibt, kann darum bitten, mit dir verknüpft zu werden.
links-wrong-code = Dieser Code ist nicht gültig. Einen bekommst du mit /link auf der anderen Plattform, in einem direkten Chat.
links-code-over = Dieser Code gilt nicht mehr. Ein Code gilt einmal, 10 Minuten lang und nur, bis du einen neueren verlangst. Einen neuen bekommst du mit /link auf der anderen Plattform.
links-own-code = Dieser Code gehört zu diesem Konto. Sende ihn von dem anderen Konto aus, das du verknüpfen willst.
links-too-many-codes = Das war ein falscher Code zu viel. Bitte warte eine Stunde, bevor du es noch einmal versuchst.
links-linked-already = Diese Konten sind schon verknüpft. Um sie zu trennen, sende /unlink.
links-same-user = Beide Konten gehören schon dir. Sie teilen alles, also gibt es nichts zu verknüpfen.
links-confirm = Der Code stimmt. Jetzt haben beide Seiten 10 Minuten Zeit zu bestätigen, jede in einem direkten Chat mit mir.
links-question = Dieses Konto mit { $other } verknüpfen?
links-typed-your-code = { $other } hat deinen Code eingegeben. Dieses Konto mit deinem verknüpfen?
links-made-this-code = { $other } hat diesen Code gemacht. Dieses Konto mit deinem verknüpfen?
links-they-become-owner = Diesem Menschen gehört der Bot dann auch, wie dir.
links-you-become-owner = Dir gehört der Bot dann auch, wie der anderen Seite.
links-do-not-link = Nicht verknüpfen
links-link = Verknüpfen
links-you-agreed = ✅ Du hast zugestimmt. Ich warte auf die andere Seite.
links-outcome-linked = ✅ Verknüpft
links-outcome-refused = ❌ Nicht verknüpft
links-outcome-replaced = ⌛ Nicht verknüpft: Es gibt einen neueren Code
links-outcome-expired = ⌛ Nicht verknüpft: Ihr habt nicht beide rechtzeitig bestätigt
links-late-linked = Beide Seiten haben schon zugestimmt. Nichts hat sich geändert. Um die Konten zu trennen, sende /unlink.
links-late-refused = Eine Seite wollte nicht verknüpfen. Nichts hat sich geändert.
links-late-replaced = Es gibt einen neueren Code, darum gilt dieser nicht mehr. Nichts hat sich geändert.
links-late-expired = Das hat länger als 10 Minuten gedauert. Nichts hat sich geändert. Um neu anzufangen, sende /link.
links-pressed-again = Du hast schon zugestimmt. Ich warte auf die andere Seite.
links-agreed = Jetzt muss die andere Seite zustimmen.
links-refused = Nicht verknüpft.
links-done = Verknüpft.
links-not-admitted = Eines dieser Konten ist nicht mehr zugelassen. Nichts hat sich geändert.
links-linked = Von jetzt an sind dieses Konto und { $other } verknüpft.
links-nothing-to-unlink = Es gibt nichts zu trennen: Diese Konten gehören dir ohne Verknüpfung: { $accounts }.
links-not-linked = Dieses Konto ist mit keinem anderen verknüpft.
links-which = Mehrere Konten sind verknüpft. Welches soll ich trennen?
links-unlinked = Nicht mehr verknüpft: { $unlinked } mit { $rest }. Jede Seite behält, was sie selbst gemacht hat, auch während der Verknüpfung.

## Files of a person

files-in-private = Bitte frag mich das in einem direkten Chat: Hier würden andere die Namen deiner Dateien lesen.
files-title = Deine Dateien in { $path }
files-none = : keine
files-about-folder =
    : ein Ordner, { $files ->
        [one] { $files } Datei
       *[other] { $files } Dateien
    }
files-about-file = : { $size }, { $time }
files-all-take = Alle deine Dateien belegen { $size }.
files-back-to = Zurück zu { $folder }
files-trash = Papierkorb ({ $count })
files-size = Größe: { $size }
files-changed = Geändert: { $time }
files-get = Holen
files-to-rename = Um sie umzubenennen:
files-new-name = NEU
files-of-linked = Sie gehört zu einem verknüpften Konto und lässt sich dort ändern.
files-versions =
    { $count ->
        [one] { $count } frühere Fassung
       *[other] { $count } frühere Fassungen
    }
files-deleted = Das ist gelöscht. Es bleibt einen Tag lang im Papierkorb und braucht dort Platz.
files-trash-title = Im Papierkorb
files-trash-empty = : nichts
files-trash-folder =
    : ein Ordner mit { $files ->
        [one] { $files } Datei
       *[other] { $files } Dateien
    }, gelöscht am { $time }
files-trash-file = : { $size }, gelöscht am { $time }
files-trash-hint = Eine Schaltfläche holt das Gelöschte zurück. Einen Tag nach dem Löschen ist es endgültig weg.
files-versions-title = Frühere Fassungen von { $path }
files-version = { $number }) bis { $time }: { $size }
files-versions-hint = Eine Schaltfläche holt eine Fassung zurück; was jetzt in der Datei steht, wird dann selbst zur früheren Fassung. Sie bleiben 30 Tage lang.
files-restored = Wieder da: { $path }
files-brought-back = In der Datei steht wieder, was damals darin stand.
files-renamed = { $from } heißt jetzt { $to }.
files-how-to-rename = Um eine Datei oder einen Ordner umzubenennen, schreib /files rename ALT NEU, Namen mit Leerzeichen in Anführungszeichen; zum Beispiel /files rename liste.md "meine Packliste.md". Oder schreib nur /files.
files-none-at = Du hast keine Datei und keinen Ordner { $path }, die du umbenennen kannst; /files zeigt, was du hast.
files-name-taken = Etwas heißt schon so, darum habe ich nichts geändert.
files-bad-name = Eine Datei kann nicht so heißen. Pfade beginnen mit /shared/ oder /tmp/.
files-stays-kept = Was du in /shared aufbewahrst, lässt sich nicht nach /tmp verschieben, das jeden Tag geleert wird.
files-no-such = Das ist nicht mehr unter deinen Dateien.
files-on-its-way = Hier kommt sie.
files-empty = Die Datei ist leer, darum kann ich sie nicht senden.
files-too-large-to-send = Die Datei hat { $size }, und ich kann hier höchstens { $most } senden.
files-unread-named =
    { $why ->
        [gone] Ich habe „{ $name }“ nicht gelesen: Die Datei ist nicht mehr auf der Plattform; bitte sende sie noch einmal.
        [failed] Ich habe „{ $name }“ nicht gelesen: Die Datei ließ sich nicht holen, obwohl ich es mehrmals versucht habe; bitte sende sie nach einer Weile noch einmal.
        [broken] Ich habe „{ $name }“ nicht gelesen: Das Lesen gelang hier nicht; wer mich betreibt, erfährt mehr mit `adjutant doctor`.
        [exhausting] Ich habe „{ $name }“ nicht gelesen: Das Lesen braucht mehr Speicher oder Zeit, als ich nutzen darf; eine kleinere Datei oder ein Teil davon ginge.
        [damaged] Ich habe „{ $name }“ nicht gelesen: Die Datei ist beschädigt oder nicht das, was sie zu sein vorgibt.
        [locked] Ich habe „{ $name }“ nicht gelesen: Die Datei ist mit einem Kennwort geschützt.
        [unknown] Ich habe „{ $name }“ nicht gelesen: Die Datei ist weder Text noch ein Dokument, das ich lesen kann.
        [old] Ich habe „{ $name }“ nicht gelesen: Die Datei hat das Format von Office-Programmen vor 2007; speichere sie als DOCX, PPTX oder PDF.
       *[other] Ich habe „{ $name }“ nicht gelesen ({ $reason }).
    }
files-unread =
    { $why ->
        [gone] Ich habe dein Dokument nicht gelesen: Es ist nicht mehr auf der Plattform; bitte sende es noch einmal.
        [failed] Ich habe dein Dokument nicht gelesen: Es ließ sich nicht holen, obwohl ich es mehrmals versucht habe; bitte sende es nach einer Weile noch einmal.
        [broken] Ich habe dein Dokument nicht gelesen: Das Lesen gelang hier nicht; wer mich betreibt, erfährt mehr mit `adjutant doctor`.
        [exhausting] Ich habe dein Dokument nicht gelesen: Das Lesen braucht mehr Speicher oder Zeit, als ich nutzen darf; ein kleineres oder ein Teil davon ginge.
        [damaged] Ich habe dein Dokument nicht gelesen: Es ist beschädigt oder nicht das, was es zu sein vorgibt.
        [locked] Ich habe dein Dokument nicht gelesen: Es ist mit einem Kennwort geschützt.
        [unknown] Ich habe dein Dokument nicht gelesen: Es ist weder Text noch ein Dokument, das ich lesen kann.
        [old] Ich habe dein Dokument nicht gelesen: Es hat das Format von Office-Programmen vor 2007; speichere es als DOCX, PPTX oder PDF.
       *[other] Ich habe dein Dokument nicht gelesen ({ $reason }).
    }

## The export that people read

export-title = Alles, was ich über dich weiß
export-title-part = Alles, was ich über dich weiß, Teil { $part }
export-as-of = Stand: { $day }, { $time } ({ $zone }). Die Geheimnisse des Betreibers fehlen.
export-weekday =
    { $number ->
        [1] Montag
        [2] Dienstag
        [3] Mittwoch
        [4] Donnerstag
        [5] Freitag
        [6] Samstag
       *[7] Sonntag
    }
export-day = { $weekday }, { $date }
export-accounts = Deine Konten
export-notes = Notizen
export-messages = Gespräche
export-other-messages = Befehle, und Nachrichten ohne eigene Antwort
export-schedules = Zeitpläne
export-runs = Was Zeitpläne getan haben
export-approvals = Was ich dich gefragt habe
export-grants = Was ich ohne Nachfrage darf
export-usage = Was du verbraucht hast
export-sites = Deine Website
export-site-pages = Die Seiten deiner Website
export-site-pictures = Die Bilder deiner Website
export-site-posts = Die Beiträge deiner Website
export-site-collections = Die Sammlungen deiner Website
export-site-entries = Was darin ist
export-site-changes = Was an deiner Website geändert wurde
export-site-messages = Was Besucher deiner Website gesendet haben
export-audit = Was das Protokoll des Betreibers über dich sagt
export-files = Deine Dateien
export-chat =
    { $kind ->
        [run] { $chat }, für einen Zeitplan, seit { $time }
        [specialist] { $chat }, für einen Spezialisten, seit { $time }
       *[other] { $chat }, seit { $time }
    }
export-summary = Zusammenfassung des Anfangs{ $whose }: { $text }
export-on-scratchpad = Auf dem Notizblock{ $whose }: { $text }
export-sent-file = Eine Datei von dir{ $whose }: { $name }
export-without-a-name = ohne Namen
export-from-user = Du
export-from-assistant = Ich
export-from-gateway = Notiz an mich
export-said = {"*"}*{ $who }**, { $time }{ $whose }: { $text }
export-reasoning = { $time }, Überlegung: { $text }
export-result = Ergebnis{ $whose }: { $text }
export-a-file = eine Datei
export-used = { $day }: Antworten: { $turns }, Modellaufrufe: { $calls }, Arbeit: { $seconds } s, Tokens hinein: { $in }, heraus: { $out }, Kosten: { $cost } $
export-used-by-model = mit { $model }: Modellaufrufe: { $calls }, Tokens hinein: { $in }, heraus: { $out }, Kosten: { $cost } $
export-change-undone = { $what }, rückgängig gemacht
export-event = { $time }: { $kind } bei { $tool }, { $outcome }
export-event-by = { $time }: { $kind } bei { $tool }, { $outcome } von { $by }
export-file = { $path }, { $size }, vom { $time }{ $whose }
export-account = { $name } ({ $role }), seit { $time }: { $accounts }
export-saved = gespeichert { $time }
export-changed = geändert { $time }
export-from-chat = aus { $chat }
export-tags = Schlagwörter: { $tags }
export-in-groups = darf in Gruppen verwendet werden
export-next = das nächste Mal { $time }
export-made-in = erstellt { $time } in { $chat }
export-run = { $time }: { $status }, Zustellung { $delivery }{ $whose }: { $text }
export-state-by = { $state } von { $by }
export-given = erteilt { $time }
export-revoked = widerrufen { $time }
export-until = bis { $time }
export-without-a-title = Ohne Titel
export-made = erstellt { $time }
export-published = veröffentlicht { $time }
export-in-navigation = In der Navigation{ $whose }: { $label } ({ $to })
export-in-navigation-hidden = In der Navigation{ $whose }: { $label } ({ $to }, verborgen)
export-blocked = Gesperrt: { $sender }
export-dated = Datum: { $time }
export-by-author = von { $author }
export-in-collection = in { $collection }
export-leads-to = führt zu { $link }
export-home-page = Startseite
export-words-of = kann fremde Worte enthalten, Quelle: { $sources }

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
tools-web-bytes-in-all =
    { $count ->
        [one] (insgesamt { $count } Byte)
       *[other] (insgesamt { $count } Bytes)
    }
tools-research = Zu „{ $title }“ recherchieren: { $searches } Suchen, bis zu { $pages } Seiten, ein Bericht als Datei
tools-research-reason = Das liest Seiten auf beliebigen Servern, die die Suchen finden, und befragt zu jeder das Modell.
tools-research-searches = Suchen:
tools-research-reading = Ich lese, { $read } von { $pages } Seiten sind fertig
tools-research-writing = Ich schreibe den Bericht
tools-research-sources = Quellen
tools-research-read-on = Gelesen am { $day }:
tools-research-not-read = Nicht gelesen:
tools-research-not-written = Der Bericht konnte nicht geschrieben werden: { $why }. Unten stehen die Notizen dafür.
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
cadence-every-other-weekday = alle zwei Wochen am { $day }
cadence-period =
    { $unit ->
        [day] { $count ->
            [1] jeden Tag
            [2] jeden zweiten Tag
           *[other] alle { $count } Tage
        }
        [week] { $count ->
            [1] jede Woche
            [2] alle zwei Wochen
           *[other] alle { $count } Wochen
        }
        [month] { $count ->
            [1] jeden Monat
            [2] jeden zweiten Monat
           *[other] alle { $count } Monate
        }
       *[year] { $count ->
            [1] jedes Jahr
            [2] jedes zweite Jahr
           *[other] alle { $count } Jahre
        }
    }
cadence-period-on = { $period } { $days }
cadence-on-parts = am { $parts }
cadence-on-parts-of-each-month = am { $parts } jedes Monats
cadence-on-parts-of-each-year = am { $parts } jedes Jahres
cadence-on-parts-of-months = am { $parts } im { $months }
cadence-on-last-day = am letzten Tag des Monats
cadence-nth =
    { $number ->
        [1] ersten
        [2] zweiten
        [3] dritten
        [4] vierten
        [5] fünften
       *[other] { $number }.
    }
cadence-nth-last =
    { $number ->
        [1] letzten
        [2] vorletzten
        [3] drittletzten
       *[other] { $number }.-letzten
    }
cadence-nth-day = { $nth } Tag
cadence-nth-weekday = { $nth } { $day }
cadence-nth-working-day = { $nth } Arbeitstag
cadence-nth-weekend-day = { $nth } Wochenendtag
cadence-nth-of-these = { $period } am { $nths } dieser Tage: { $days }
cadence-from = { $when }, ab { $date }
cadence-until = { $when } bis { $date }
cadence-until-time = { $when } bis { $date } um { $time }
cadence-so-many-times =
    { $count ->
        [1] { $when }, einmal
       *[other] { $when }, { $count }-mal
    }

## Secrets

vault-in-private = Bitte frag mich das in einem direkten Chat: Niemand sonst soll von deinen Geheimnissen lesen.
vault-how-to-add = Um mir ein Geheimnis zu geben, etwa einen Zugangsschlüssel, schreib /vault add NAME SERVER; zum Beispiel: /vault add github api.github.com. Dann frage ich dich nach dem Wert. Ich sende ihn nur an diesen Server.
vault-bad-name = Ein Name hat höchstens 40 kleine Buchstaben, Ziffern, Bindestriche und Unterstriche.
vault-bad-server = Ein Server ist etwa api.example.com oder https://api.example.com:8443. Ich sende Geheimnisse nur über https, außer innerhalb dieses Rechners.
vault-too-many = Du hast { $most } Geheimnisse, mehr bewahre ich nicht auf. Lösche zuerst eines unter /vault.
vault-send-the-value = Sende mir den Wert von { $name } als nächste Nachricht, innerhalb von 10 Minuten. Ich bewahre ihn versiegelt auf, verwende ihn nur für { $server } und zeige ihn niemandem, auch meinem Modell nicht. Um das abzubrechen, sende /cancel.
vault-cancelled = In Ordnung, ich warte nicht mehr auf ein Geheimnis.
vault-stored = Ich habe jetzt das Geheimnis { $name } für { $server }. Bitte mich um etwas, das dieser Server kann, und sag, welches Geheimnis ich verwenden soll.
vault-unsealed = Ich konnte den Wert von { $name } nicht versiegeln und habe darum nichts davon behalten. Mein Protokoll sagt, warum; wende dich an die Person, die mich betreibt.
vault-late = Du hast den Wert von { $name } zu spät gesendet, darum habe ich nichts davon behalten. Fang noch einmal an: /vault add { $name } { $server }
vault-unusable = Das kann nicht der Wert von { $name } sein: Er ist eine Zeile Text mit höchstens 4000 Zeichen, ohne Datei. Ich habe nichts davon behalten. Fang noch einmal an: /vault add { $name } { $server }. Ein Wert, der mit einem Schrägstrich beginnt, gehört in dieselbe Nachricht, hinter den Server.
vault-no-form = Ich konnte Name, Server und Wert nicht unterscheiden, deshalb habe ich davon nichts behalten.
vault-message-removed = Ich habe deine Nachricht mit dem Wert entfernt.
vault-message-stays = Ich kann deine Nachricht mit dem Wert hier nicht entfernen. Bitte lösche sie selbst.
vault-title = Deine Geheimnisse
vault-none = : keine
vault-about = : für { $server }, { $used }
vault-for = Für: { $server }
vault-added = Hinzugefügt: { $time }
vault-uses = Verwendet: { $used }
vault-used =
    { $count ->
        [one] { $count } Mal, zuletzt { $time }
       *[other] { $count } Mal, zuletzt { $time }
    }
vault-not-used = noch nicht verwendet
vault-if-deleted = Wenn ich es lösche, ist es endgültig weg. Wo man sich damit anmeldet, gilt es weiter, bis du es dort widerrufst.
vault-deleted = Das Geheimnis ist gelöscht.
vault-gone = Dieses Geheimnis gibt es nicht mehr.

## Hooks

hooks-in-private = Bitte frag mich das in einem direkten Chat: Wer das Geheimnis eines Hooks sieht, kann ihn aufrufen.
hooks-off = Ich nehme hier keine Aufrufe von Hooks an. Wer mich betreibt, kann das ändern: [hooks] enabled = true.
hooks-how-to-add = Ein Hook ist eine Adresse, die ein anderes Programm aufruft. Für einen Hook, dessen Aufrufe als Nachrichten in diesen Chat kommen, schreib /hooks add NAME, zum Beispiel: /hooks add klingel. Für einen, der mir mit jedem Aufruf eine Aufgabe gibt, schreib /hooks add NAME AUFGABE, zum Beispiel: /hooks add build Sag in einem Satz, warum der Build fehlgeschlagen ist.
hooks-bad-name = Der Name eines Hooks hat höchstens 40 kleine Buchstaben, Ziffern, Bindestriche und Unterstriche. Zum Beispiel: /hooks add klingel
hooks-taken = Du hast schon einen Hook { $name }. Widerrufe ihn zuerst unter /hooks, oder nimm einen anderen Namen.
hooks-too-long = Diese Aufgabe ist zu lang: Ich behalte höchstens { $most } Zeichen.
hooks-too-many = Du hast { $most } Zeitpläne und Hooks, mehr bewahre ich nicht auf. Lösche zuerst einen unter /schedules oder /hooks.
hooks-unsealed = Ich konnte das Geheimnis des Hooks nicht versiegeln und habe darum keinen gemacht. Mein Protokoll sagt, warum; wende dich an die Person, die mich betreibt.
hooks-revoked = Der Hook ist widerrufen: Niemand kann ihn mehr aufrufen.
hooks-gone = Diesen Hook gibt es nicht mehr.
hooks-ask-again = Ich kann das Geheimnis in dieser Nachricht nicht mehr zeigen. Sende /hooks und drücke dort.
hooks-title = Deine Hooks
hooks-none = : keine
hooks-about = : { $does }
hooks-about-paused = (angehalten): { $does }
hooks-paused = (angehalten)
hooks-each-call = Jeder Aufruf: { $does }
hooks-address = Adresse:
hooks-secret = Geheimnis:
hooks-a-message = eine Nachricht
hooks-calls =
    { $count ->
        [one] Aufrufe: { $count } in letzter Zeit, der letzte { $time }
       *[other] Aufrufe: { $count } in letzter Zeit, der letzte { $time }
    }
hooks-no-calls = Aufrufe: keine in letzter Zeit
hooks-not-again = Ich zeige das Geheimnis nicht noch einmal. Ist es verloren, oder hat es jemand anderes, mach ein neues: Das alte gilt dann nicht mehr. /schedules hält den Hook an und zeigt, was aus den Aufrufen wurde.
hooks-try-it = Probier es aus:
hooks-hello = Hallo
hooks-signed = Programme, die unterschreiben, was sie senden, nehmen dasselbe Geheimnis: etwa GitHub und alle, die sich an Standard Webhooks halten. Mit dem ersten Aufruf nehme ich das Geheimnis aus dieser Nachricht.
hooks-secret-used = Der erste Aufruf ist gekommen, darum habe ich das Geheimnis aus dieser Nachricht genommen.
hooks-new-secret = Neues Geheimnis
hooks-revoke = Widerrufen
hooks-empty-call = {"*"}Der Hook wurde aufgerufen, ohne dass etwas mitgesendet wurde.*

## Programs that use what is a person’s

clients-in-private = Bitte frag mich das in einem direkten Chat: Der Zugangsschlüssel, den ich dir dort gebe, ist nur für dich.
clients-how-to-add = Um ein Programm, das MCP spricht, etwa einen Editor, deine Notizen, Zeitpläne und Dateien verwenden zu lassen, schreib /mcp new NAME; zum Beispiel: /mcp new laptop. Es liest selbst, und ich frage dich hier, bevor es etwas ändert.
clients-bad-name = Ein Name hat höchstens 40 Buchstaben, Ziffern, Bindestriche und Unterstriche.
clients-name-taken = Es gibt schon ein Programm mit dem Namen { $name }. Entferne es zuerst unter /mcp, oder nimm einen anderen Namen.
clients-too-many = Du hast { $most } Programme zugelassen, mehr nehme ich nicht. Entferne zuerst eines unter /mcp.
clients-token-for = Der Zugangsschlüssel für { $name }:
clients-give-address = Gib dem Programm die Adresse { $address }, mit dem Schlüssel als Bearer-Token; oder, auf dem Rechner, auf dem ich laufe, den Befehl { $command }, mit dem Schlüssel in der Umgebungsvariablen { $variable }. Wer ihn hat, kann deine Notizen, Zeitpläne und Dateien lesen. Er verschwindet aus dieser Nachricht, wenn du die Schaltfläche drückst oder er zum ersten Mal verwendet wird, und endet, wenn ihn 24 Stunden lang niemand verwendet.
clients-give-command = Gib dem Programm den Befehl { $command }, mit dem Schlüssel in der Umgebungsvariablen { $variable }. Wer ihn hat, kann deine Notizen, Zeitpläne und Dateien lesen. Er verschwindet aus dieser Nachricht, wenn du die Schaltfläche drückst oder er zum ersten Mal verwendet wird, und endet, wenn ihn 24 Stunden lang niemand verwendet.
clients-hide = Hab ihn, hier entfernen
clients-token-removed = Hier stand der Zugangsschlüssel für { $name }. Wenn du ihn verlierst, entferne das Programm unter /mcp und lass es neu zu.
clients-hidden = Der Zugangsschlüssel ist aus der Nachricht entfernt.
clients-title = Programme, die Deines verwenden
clients-none = : keine
clients-about = : { $used }
clients-let-in = Zugelassen: { $time }
clients-uses = Verwendung: { $used }
clients-if-removed = Wenn ich es entferne, endet sein Zugangsschlüssel endgültig, und ich tue nichts mehr, worum es gebeten hat.
clients-removed = Das Programm ist entfernt.
clients-gone = Dieses Programm gibt es nicht mehr.
clients-last-used = zuletzt { $time }
clients-not-used = noch nie
clients-source = das Programm „{ $name }“
clients-asked-by = Das Programm „{ $name }“ bittet darum, über MCP. { $why }
clients-always-asks = Wenn es etwas ändern will, frage ich dich.
clients-done = Erledigt für das Programm „{ $name }“: { $title }
clients-failed = Was das Programm „{ $name }“ wollte, konnte ich nicht tun: { $title }

## A website in the chat

site-none-here = Mit dieser Gruppe ist keine Website geteilt. Deine zeige ich dir in einem direkten Chat; mit /site share, hier geschrieben, können alle hier daran arbeiten.
site-share-in-a-group = Schreib /site share in der Gruppe, deren Leute an deiner Website arbeiten sollen.
site-nothing-to-share = Du hast noch keine Website. Mach eine in einem direkten Chat mit mir und teile sie dann hier.
site-shared-elsewhere = Deine Website ist mit einer anderen Gruppe geteilt. Schreib mir zuerst /site unshare in einem direkten Chat.
site-not-shared = Die Website ist mit niemandem geteilt.
site-shared-no-more = Die Website ist nicht mehr geteilt: Nur wem sie gehört, ändert sie.
site-only-its-owner = Das kann nur, wem die Website gehört. Nichts hat sich geändert.
site-only-reviewers = Veröffentlichen kann nur, wem die Website gehört oder wer sie prüft. Nichts hat sich geändert.
site-reviewer-set = { $name } kann die Website jetzt veröffentlichen.
site-reviewer-ended = { $name } kann die Website nicht mehr veröffentlichen.
site-off = Ich mache hier keine Websites. Wer mich betreibt, kann das ändern: [site] enabled = true.
site-none-yet = Du hast noch keine Website. Sag mir, wofür sie sein soll, zum Beispiel: Mach eine Website für unseren Schachklub, mit einer Seite über uns und unseren Öffnungszeiten. Du siehst sie vor allen anderen, und eine Schaltfläche macht sie öffentlich.
site-needs-model = Du hast noch keine Website. Ich kann eine machen, sobald ich ein Modell habe, und hier habe ich keines: Wer mich betreibt, kann eines verbinden.
site-gone = Das gibt es nicht mehr.
site-changed-since = Die Website hat sich geändert, seit diese Nachricht geschrieben wurde. Lies sie noch einmal und drücke dann auf „Veröffentlichen“.
site-publish-by-words = Um sie zu veröffentlichen, schreib: veröffentliche meine Website. Sie wird dann auf einen anderen Server kopiert, was eine Weile dauert.
site-not-published = Ich kann sie nicht veröffentlichen: { $why }.
site-deleted = „{ $title }“ ist gelöscht. „Rückgängig“ holt es zurück.
site-change-by = { $what }, von { $author }
site-undone = Rückgängig gemacht: { $what }
site-not-undone = Ich kann das nicht rückgängig machen: { $why }.
site-your-website = Deine Website
site-public-at = Öffentlich unter { $address } (veröffentlicht am { $time })
site-not-public = Sie ist noch nicht öffentlich.
site-shared-with = Geteilt mit: { $group }
site-shared-with-dot = Geteilt mit: { $group }.
site-shared-here-by = Mit dieser Gruppe geteilt von { $owner }
site-shared-here-dot = Mit dieser Gruppe geteilt.
site-preview-link = Wer diesen Link hat, sieht die Entwürfe 24 Stunden lang: { $link }
site-latest-change = Letzte Änderung: { $what }
site-pages-and-posts = Seiten und Beiträge
site-state-draft = Entwurf
site-state-start-page = Startseite
site-state-post = Beitrag
site-state-draft-post = Beitrag, Entwurf
site-state-archived-post = Beitrag, archiviert
site-address = Adresse: { $path }
site-state = Stand: { $state }
site-description = Beschreibung: { $text }
site-has-sections =
    { $count ->
        [one] Sie hat { $count } Abschnitt.
       *[other] Sie hat { $count } Abschnitte.
    }
site-write-changes = Schreib mir, was anders sein soll.
site-all-published = Alles ist veröffentlicht.
site-changes = Noch nicht öffentlich:
site-mistakes = Vor dem Veröffentlichen zu beheben:
site-collections = Sammlungen: { $all }
site-and-more = { $all } und { $count } weitere
site-more-lines = … und { $count } weitere
site-preview = Vorschau
site-publish = Veröffentlichen
site-sharing = Freigabe
site-the-website = Die Website
site-sharing-means = Alle, für die ich dort arbeite, ändern die Entwürfe, indem sie mir schreiben, und ich frage vor jeder Änderung. Veröffentlichen kann nur, wem die Website gehört oder wer sie prüft.
site-owner = Gehört: { $owner }
site-reviewers = Prüfende: { $names }
site-no-reviewer = Prüfen entziehen: { $name }
site-reviewer = Prüfen lassen: { $name }
site-stop-sharing = Nicht mehr teilen

## A website: what I ask, and what became of it

site-add-page = Die Seite „{ $title }“ ({ $path }) zu deiner Website hinzufügen
site-add-page-with =
    Die Seite „{ $title }“ ({ $path }) mit { $sections ->
        [one] { $sections } Abschnitt
       *[other] { $sections } Abschnitten
    } zu deiner Website hinzufügen
site-change-page = Die Seite „{ $title }“ deiner Website ändern: { $fields }
site-move-page = Die Seite „{ $title }“ deiner Website von { $from } nach { $to } verschieben
site-linked-in-navigation =
    { $count ->
        [one] In der Navigation: { $count } Punkt
       *[other] In der Navigation: { $count } Punkte
    }
site-linked-on-pages = Links auf anderen Seiten: { $places }
site-move-page-reason = Die Seite ist veröffentlicht, und andere verweisen darauf. Die alte Adresse führt dann zur neuen.
site-add-post = Den Beitrag „{ $title }“ ({ $path }) zu deiner Website hinzufügen
site-change-post = Den Beitrag „{ $title }“ deiner Website ändern: { $fields }
site-move-post = Den Beitrag „{ $title }“ deiner Website von { $from } nach { $to } verschieben
site-links-to-it = Darauf verweisen: { $places }
site-move-post-reason = Der Beitrag ist veröffentlicht, und andere verweisen darauf. Die alte Adresse führt dann zur neuen.
site-add-section = Auf der Seite „{ $page }“ hinzufügen: { $section }
site-change-section = Auf der Seite „{ $page }“ ändern: { $section }
site-move-section = Auf der Seite „{ $page }“ an Stelle { $position } verschieben: { $section }
site-add-item = „{ $label }“ zur Navigation deiner Website hinzufügen, Ziel: { $target }
site-change-item = „{ $label }“ in der Navigation deiner Website ändern: { $changes }
site-call-item = neuer Name „{ $name }“
site-lead-item = neues Ziel { $target }
site-show-item = „{ $label }“ in der Navigation deiner Website zeigen
site-hide-item = „{ $label }“ in der Navigation deiner Website verbergen
site-order-items = Die Navigation deiner Website so ordnen: { $labels }
site-change-settings = Die Einstellungen deiner Website ändern: { $settings }
site-undo = Auf deiner Website rückgängig machen: { $what }
site-delete-page =
    Die Seite „{ $title }“ ({ $path }) mit { $sections ->
        [one] { $sections } Abschnitt
       *[other] { $sections } Abschnitten
    } löschen
site-delete-page-with-items =
    Die Seite „{ $title }“ ({ $path }) mit { $sections ->
        [one] { $sections } Abschnitt
       *[other] { $sections } Abschnitten
    } und { $items ->
        [one] { $items } Punkt
       *[other] { $items } Punkten
    } der Navigation löschen
site-begins-with-it = Deine Website beginnt damit
site-goes-from-public = Das ist veröffentlicht und verschwindet von der öffentlichen Website, wenn du wieder veröffentlichst
site-links-lead-to-it =
    { $count ->
        [one] { $count } Link führt dorthin: { $places }
       *[other] { $count } Links führen dorthin: { $places }
    }
site-delete-section = Von der Seite „{ $page }“ löschen: { $section }
site-delete-sections =
    { $count ->
        [one] { $count } Abschnitt deiner Website löschen: { $places }
       *[other] { $count } Abschnitte deiner Website löschen: { $places }
    }
site-section-on = { $section } auf „{ $page }“
site-remove-item = „{ $label }“ aus der Navigation deiner Website entfernen. Wohin es führt, bleibt
site-publish-again = Deine Website unter { $address } noch einmal veröffentlichen. Sie ist, wie sie war
site-publish-changes = Deine Website unter { $address } veröffentlichen: { $changes }
site-delete-post = Den Beitrag „{ $title }“ ({ $path }) löschen
site-publish-post-again = Den Beitrag „{ $title }“ unter { $address } noch einmal veröffentlichen. Er ist, wie er war
site-publish-post = Den Beitrag „{ $title }“ unter { $address } veröffentlichen: { $changes }
site-take-post-off = Den Beitrag „{ $title }“ ({ $path }) von deiner öffentlichen Website nehmen und archivieren
site-archive-post = Den Beitrag „{ $title }“ ({ $path }) archivieren
site-off-the-web = Besucher können ihn dann nicht mehr lesen. Ich kann ihn wieder veröffentlichen.
site-becomes-public = Dann können es alle sehen.
site-is-public = Die Website ist öffentlich unter { $address }
site-copied = Veröffentlicht unter { $address } und kopiert von { $program }.
site-not-copied = Veröffentlicht unter { $address }, aber das Kopieren durch { $program } ist fehlgeschlagen: { $why }. Beim nächsten Veröffentlichen wird es noch einmal versucht.
site-make-preview = Einen Link machen, der deine Website einen Tag lang mit ihren Entwürfen zeigt
site-can-be-undone = Ich kann es rückgängig machen, solange es unter den letzten 100 Änderungen ist.
site-done-page-published = Seite „{ $title }“ veröffentlicht
site-done-pages-published =
    { $count ->
        [one] { $count } Seite veröffentlicht
       *[other] { $count } Seiten veröffentlicht
    }
site-done-posts-published =
    { $count ->
        [one] { $count } Beitrag veröffentlicht
       *[other] { $count } Beiträge veröffentlicht
    }
site-done-post-published = Beitrag „{ $title }“ veröffentlicht
site-done-post-archived = Beitrag „{ $title }“ archiviert
site-done-page-made = Seite „{ $title }“ angelegt
site-done-page-changed = Seite „{ $title }“ geändert: { $fields }
site-done-page-deleted = Seite „{ $title }“ gelöscht
site-done-post-made = Beitrag „{ $title }“ angelegt
site-done-post-changed = Beitrag „{ $title }“ geändert: { $fields }
site-done-post-deleted = Beitrag „{ $title }“ gelöscht
site-done-section-added = auf „{ $page }“ hinzugefügt: { $section }
site-done-section-changed = auf „{ $page }“ geändert: { $section }
site-done-section-moved = auf „{ $page }“ verschoben: { $section }
site-done-sections-deleted = gelöscht: { $places }
site-section-from = { $section } von „{ $page }“
site-done-item-added = „{ $label }“ zur Navigation hinzugefügt
site-done-item-changed = „{ $label }“ in der Navigation geändert
site-done-item-shown = „{ $label }“ in der Navigation gezeigt
site-done-item-hidden = „{ $label }“ in der Navigation verborgen
site-done-item-removed = „{ $label }“ aus der Navigation entfernt
site-done-items-ordered = Navigation anders geordnet
site-done-settings-changed = Einstellungen geändert: { $settings }
site-a-section = Abschnitt ({ $label })
site-the-section = Abschnitt „{ $title }“ ({ $label })
site-field =
    { $name ->
        [title] Titel
        [description] Beschreibung
        [text] Text
        [address] Adresse
        [excerpt] Auszug
        [author] Verfasser
        [tags] Schlagwörter
        [date] Datum
        [caption] Bildunterschrift
        [credit] Bildnachweis
        [short-name] Kurzname
        [summary] Zusammenfassung
        [picture] Bild
        [link] Link
        [published] veröffentlicht
        [draft] Entwurf
        [place] Stelle
        [home-page] Startseite
        [language] Sprache
        [theme] Aussehen
        [accent] Farbe
        [font] Schrift
       *[other] { $field }
    }
site-label =
    { $name ->
        [Hero] Kopf
        [Text] Text
        [Image-with-text] Bild mit Text
        [Gallery] Galerie
        [Cards] Karten
        [Collection] Sammlung
        [Quote] Zitat
        [Questions-and-answers] Fragen und Antworten
        [Contact] Kontakt
        [Opening-hours] Öffnungszeiten
        [Events] Termine
        [Map-link] Karte
        [Call-to-action] Aufforderung
       *[other] { $label }
    }

## What comes into a website from elsewhere

site-import-new-pages =
    { $count ->
        [one] { $count } neue Seite
       *[other] { $count } neue Seiten
    }
site-import-new-posts =
    { $count ->
        [one] { $count } neuer Beitrag
       *[other] { $count } neue Beiträge
    }
site-import-new-collections =
    { $count ->
        [one] { $count } neue Sammlung
       *[other] { $count } neue Sammlungen
    }
site-import-new-entries =
    { $count ->
        [one] { $count } neuer Eintrag
       *[other] { $count } neue Einträge
    }
site-import-changed-pages =
    { $count ->
        [one] { $count } Seite ersetzt
       *[other] { $count } Seiten ersetzt
    }
site-import-changed-posts =
    { $count ->
        [one] { $count } Beitrag ersetzt
       *[other] { $count } Beiträge ersetzt
    }
site-import-changed-collections =
    { $count ->
        [one] { $count } Sammlung ersetzt
       *[other] { $count } Sammlungen ersetzt
    }
site-import-changed-entries =
    { $count ->
        [one] { $count } Eintrag ersetzt
       *[other] { $count } Einträge ersetzt
    }
site-import-pictures =
    { $count ->
        [one] { $count } Bild
       *[other] { $count } Bilder
    }
site-import-reworded =
    { $count ->
        [one] die Angaben zu { $count } Bild
       *[other] die Angaben zu { $count } Bildern
    }
site-import-settings = Einstellungen und Navigation
site-import-nothing = nichts, was die Website nicht schon hat
site-import-same = { $all }; { $same } bleiben, wie sie sind
site-import = { $folder } in deine Website übernehmen: { $all }
site-import-reason = Das ändert vieles auf einmal. Alles lässt sich rückgängig machen, und nichts wird öffentlich.
site-import-line =
    { $kind ->
        [page] Seite
        [post] Beitrag
        [collection] Sammlung
        [entry] Eintrag
        [settings] Einstellungen
       *[other] { $kind }
    }, { $what ->
        [new] neu
        [changed] geändert
        [same] unverändert
       *[other] { $what }
    }: { $file }
site-export = Deine Website als Markdown-Dateien nach { $folder } schreiben
site-search-photos = Archivfotos suchen zu „{ $query }“
site-photos-shown =
    { $count ->
        [one] { $count } Foto
       *[other] Fotos 1 bis { $count }
    }
site-which-photo = Welches Foto?
site-no-photo = Keines
site-add-photo = Das Archivfoto { $id } zu den Bildern deiner Website hinzufügen
site-done-page-imported = Seite „{ $title }“ übernommen
site-done-post-imported = Beitrag „{ $title }“ übernommen
site-done-picture-imported = Bild „{ $title }“ übernommen
site-done-picture-reworded = Angaben zum Bild „{ $title }“ nach einer Datei geändert
site-done-collection-imported = Sammlung „{ $title }“ übernommen
site-done-entry-imported = „{ $title }“ in „{ $collection }“ übernommen
site-done-settings-imported = Einstellungen und Navigation übernommen

## What visitors of a website send

site-message-heading = {"*"}*Eine Nachricht von deiner Website { $site }**
site-message-heading-page = {"*"}*Eine Nachricht von deiner Website { $site }**, Seite { $page }
site-message-from = Von: { $name }, { $email }
site-message-unblock = Freigeben
site-message-block = Sperren
site-message-reply = Antworten
site-message-answer = { $name } per E-Mail antworten:
site-message-replied = Die Adresse zum Antworten steht unten.
site-message-blocked = { $email } kann dir über deine Website nichts mehr senden.
site-message-unblocked = { $email } kann dir über deine Website wieder schreiben.
site-message-not-blocked = Dieser Absender ist nicht gesperrt.
site-message-gone = Diese Nachricht habe ich nicht mehr.

## Pictures of a website

site-picture-add = Ein Bild zu deiner Website hinzufügen: { $file }
site-picture-change = Ändern, was deine Website zum Bild „{ $title }“ sagt: { $fields }
site-picture-show = Das Bild „{ $title }“ auf der Seite „{ $page }“ zeigen: { $section }
site-picture-change-shown = Ein Bild auf der Seite „{ $page }“ ändern: { $section }
site-picture-replace =
    { $count ->
        [one] Auf deiner Website das Bild „{ $new }“ statt „{ $old }“ zeigen: { $count } Stelle, { $places }
       *[other] Auf deiner Website das Bild „{ $new }“ statt „{ $old }“ zeigen: { $count } Stellen, { $places }
    }
site-picture-delete-unshown = Das Bild „{ $title }“ von deiner Website löschen. Nichts zeigt es
site-picture-delete =
    { $count ->
        [one] Das Bild „{ $title }“ von deiner Website löschen, auch an der Stelle, die es zeigt: { $places }. Sonst zeigt es nichts
       *[other] Das Bild „{ $title }“ von deiner Website löschen, auch an den { $count } Stellen, die es zeigen: { $places }. Sonst zeigt es nichts
    }
site-picture-place-titled = { $page } („{ $title }“, { $label })
site-done-picture-added = Bild „{ $title }“ hinzugefügt
site-done-picture-changed = Bild „{ $title }“ geändert: { $fields }
site-done-picture-shown = Bild „{ $title }“ auf „{ $page }“ gezeigt: { $section }
site-done-picture-shown-changed = Bild auf „{ $page }“ geändert: { $section }
site-done-picture-replaced = Bild „{ $new }“ statt „{ $old }“ gezeigt
site-done-picture-deleted = Bild „{ $title }“ gelöscht
site-picture-in-post = der Beitrag „{ $title }“
site-picture-in-entry = der Eintrag „{ $title }“

## Collections of a website

site-collection-add = Die Sammlung „{ $title }“ zu deiner Website hinzufügen
site-collection-change = Die Sammlung „{ $title }“ deiner Website ändern: { $fields }
site-entry-add = „{ $title }“ zur Sammlung „{ $collection }“ deiner Website hinzufügen
site-entry-change = „{ $title }“ in der Sammlung „{ $collection }“ deiner Website ändern: { $fields }
site-collection-delete =
    { $count ->
        [one] Die Sammlung „{ $title }“ mit { $count } Eintrag löschen
       *[other] Die Sammlung „{ $title }“ mit { $count } Einträgen löschen
    }
site-entries-go-from-public =
    { $count ->
        [one] Einer ist veröffentlicht und verschwindet von der öffentlichen Website, wenn du wieder veröffentlichst
       *[other] { $count } sind veröffentlicht und verschwinden von der öffentlichen Website, wenn du wieder veröffentlichst
    }
site-collection-sections = Abschnitte zeigen sie; die müssen weg oder eine andere zeigen, bevor du veröffentlichst: { $places }
site-entry-delete = „{ $title }“ aus der Sammlung „{ $collection }“ deiner Website löschen
site-done-collection-made = Sammlung „{ $title }“ angelegt
site-done-collection-changed = Sammlung „{ $title }“ geändert: { $fields }
site-done-collection-deleted = Sammlung „{ $title }“ gelöscht
site-done-entry-made = „{ $title }“ zu „{ $collection }“ hinzugefügt
site-done-entry-changed = „{ $title }“ in „{ $collection }“ geändert: { $fields }
site-done-entry-deleted = „{ $title }“ aus „{ $collection }“ gelöscht
site-done-entries-published =
    { $count ->
        [one] { $count } Eintrag von „{ $collection }“ veröffentlicht
       *[other] { $count } Einträge von „{ $collection }“ veröffentlicht
    }
site-collection-extent =
    { $title } ({ $entries ->
        [one] { $entries } Eintrag
       *[other] { $entries } Einträge
    })
site-collection-extent-drafts =
    { $title } ({ $entries ->
        [one] { $entries } Eintrag
       *[other] { $entries } Einträge
    }, { $drafts ->
        [one] { $drafts } Entwurf
       *[other] { $drafts } Entwürfe
    })

## The language of a person

language-chosen = Ich spreche Deutsch mit dir, wie du es gewählt hast.
language-of-platform = Ich spreche Deutsch mit dir: Deine App ist auf Deutsch.
language-of-nobody = Ich spreche Deutsch mit dir: Deine App hat mir keine Sprache genannt, die ich spreche.
language-as-platform = Wie in meiner App
language-what-for = Das betrifft, was ich selbst sage, etwa Schaltflächen, Listen und Hinweise. Im Gespräch antworte ich in der Sprache, in der du schreibst.
language-what-for-built-in = Das betrifft, was ich selbst sage, etwa Schaltflächen, Listen und Hinweise. Ein Sprachmodell ist hier nicht eingerichtet: Der eingebaute Assistent, der dir antwortet, spricht nur Englisch.
language-unknown = „{ $name }“ spreche ich nicht. Meine Sprachen: { $spoken }. „{ $platform }“ steht für die Sprache deiner App. Nichts hat sich geändert.

## Web: the chat page, and what the console shares with it

web-skip-to-box = Zum Nachrichtenfeld springen
web-connecting = Verbinde …
web-connected = Verbunden
web-reconnecting = Verbinde neu …
web-commands = Befehle
web-slash-shows-commands = Ein Schrägstrich am Anfang einer Nachricht zeigt die Befehle ebenfalls. { $keyboard } Die { $console } zeigt, wie alles steht.
web-keyboard = Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile. Dateien lassen sich auch auf die Seite ziehen oder einfügen.
web-the-console = Konsole
web-conversation = Gespräch
web-say-something = Sag etwas
web-what-i-do = Ich merke mir, was du mir sagst, führe deine Erinnerungen und Zeitpläne und frage, bevor ich etwas Heikles tue. Probier etwas davon:
web-earlier = Frühere Nachrichten
web-working = Arbeitet
web-stop = Anhalten
web-latest = Neueste
web-new-messages = Neue Nachrichten
web-new-conversation = Neues Gespräch
web-you = Du
web-removed = Entfernt: Darin stand ein Geheimnis.
web-escape = Esc
web-copy = Kopieren
web-copied = Kopiert
web-close = Schließen
web-today = Heute
web-yesterday = Gestern
web-unreachable = Das Gateway ist nicht erreichbar.
web-refused-token-needed = Der Schlüssel fehlt oder ist falsch.
web-refused-not-found = Nicht gefunden.
web-refused-not-understood = Die Anfrage wurde nicht verstanden. Lade die Seite neu.
web-refused-too-long = Das ist zu lang für eine Nachricht. Sende es in Teilen von höchstens 60.000 Zeichen.
web-refused-empty = Eine leere Nachricht lässt sich nicht senden.
web-refused-file-too-big = Die Datei ist zu groß: Höchstens 20 MB lassen sich senden.
web-refused-file-empty = Die Datei ist leer.
web-refused-file-not-stored = Das Gateway konnte die Datei nicht speichern. Ist seine Festplatte voll?
web-refused-file-unreadable = Das Gateway konnte die Datei nicht lesen.
web-refused-file-gone = Diese Datei gibt es nicht mehr.
web-refused-upload-gone = Eine Datei dieser Nachricht gibt es nicht mehr. Wähle sie noch einmal aus.
web-refused-upload-taken = Unter dieser Kennung wurde schon eine andere Datei gesendet. Wähle die Datei noch einmal aus.
web-refused-too-many-files = Eine Nachricht kann 10 Dateien enthalten. Sende die übrigen in einer weiteren.
web-refused-not-stored = Das Gateway konnte das nicht speichern. Es wurde nicht gesendet; versuch es noch einmal.
web-refused-no-history = Das Gateway konnte den Verlauf nicht lesen.
web-refused-no-choices = Das Gateway konnte keine Vorschläge nachschlagen.
web-refused-too-many-pages = Zu viele Seiten sind offen. Schließe einige.
web-picture = Bild
web-reasoning = Überlegungen
web-file = Datei
web-files-to-send = Dateien zum Senden
web-message = Nachricht
web-attach = Dateien anhängen
web-file-too-big = Die Datei ist zu groß. Höchstens 20 MB lassen sich senden.
web-file-empty = Die Datei ist leer.
web-uploading = Eine Datei wird noch hochgeladen.
web-about-file = { $name }: { $problem }
web-too-many-files =
    { $count ->
        [one] Eine Nachricht kann { $count } Datei enthalten.
       *[other] Eine Nachricht kann { $count } Dateien enthalten.
    }
web-remove-file = { $name } entfernen
web-size =
    { $unit ->
        [B] { $amount } B
        [kB] { $amount } kB
        [MB] { $amount } MB
        [GB] { $amount } GB
       *[TB] { $amount } TB
    }
web-send = Senden
web-voice = Sprachnachricht
web-record = Sprachnachricht aufnehmen
web-send-voice = Sprachnachricht senden
web-cancel = Abbrechen
web-asking-for-microphone = Frage nach dem Mikrofon …
web-sending-voice = Wird gesendet …
web-not-sent-yet = Noch nicht gesendet, wird erneut versucht
web-microphone-refused = Der Browser lässt diese Seite das Mikrofon nicht benutzen. Du kannst es in den Einstellungen des Browsers für diese Seite erlauben.
web-microphone-missing = Der Browser findet kein Mikrofon.
web-microphone-broken = Das Mikrofon lässt sich nicht benutzen. Vielleicht benutzt es gerade ein anderes Programm.
web-press-failed = Deine Wahl konnte nicht gesendet werden. Drück noch einmal.
web-state =
    { $state ->
        [sending] Wird gesendet …
        [unsent] Noch nicht gesendet, wird erneut versucht
        [waits] Wartet, bis sie an der Reihe ist
       *[refused] Nicht gesendet
    }
web-state-why = { $state }: { $why }
web-token-needed = Diese Seite braucht ihren Zugangsschlüssel
web-token-how = Öffne die Adresse, die das Gateway beim Start ausgibt; sie enthält den Zugangsschlüssel. Oder füg den Schlüssel hier ein:
web-token = Zugangsschlüssel
web-token-wrong = Das ist nicht der Schlüssel.
web-open = Öffnen

## Web: the frame of the console

web-console = Konsole
web-skip-to-page = Zur Seite springen
web-whose = Konsole von { $name }
web-sign-out = Abmelden
web-times-in = Zeiten in
web-my-time = meiner Zeit
web-schedules-time = der des Zeitplans
web-chat = Chat
web-pages = Seiten
web-overview = Überblick
web-approvals = Genehmigungen
web-schedules = Zeitpläne
web-activity = Aktivität
web-turn = Antwort
web-deliveries = Zustellung
web-memory = Gedächtnis
web-people = Personen
web-person = Person
web-usage = Verbrauch
web-audit = Protokoll
web-log = Log
web-system = System
web-sign-in = Bei der Konsole anmelden
web-sign-in-by-link = Schick dem Bot in einem direkten Chat /console und öffne den Link, den er sendet.
web-sign-in-by-token = Wenn du den Bot betreibst, kannst du auch die Adresse öffnen, die das Gateway beim Start ausgibt, und hierher zurückkommen. Oder füg den Schlüssel ein:
web-updated = Stand: { $ago }
web-reading = Wird gelesen …
web-now = jetzt
web-ago = vor { $span }
web-in = in { $span }
web-span =
    { $unit ->
        [ms] { $number } ms
        [s] { $number } s
        [min] { $number } min
        [h] { $number } h
       *[d] { $number } Tg.
    }
web-time-and-ago = { $time } ({ $ago })
web-place =
    { $kind ->
        [group] { $platform }, Gruppe { $chat }
       *[direct] { $platform }, Chat { $chat }
    }
web-none = keine
web-never = nie
web-used-of = { $used } von { $limit }
web-and-more = Und { $count } weitere.
web-measure =
    { $measure ->
        [steps] Modellaufrufe
        [time] Arbeitszeit
        [tokens] Tokens
       *[cost] Kosten
    }
web-edit = Bearbeiten
web-save = Speichern
web-delete = Löschen
web-pause = Anhalten

## Web: the overview of the console

web-overview-well = Nichts braucht dich.
web-overview-faults = Was auf dich wartet
web-people-wait =
    { $count ->
        [one] { $count } Person wartet darauf, zugelassen zu werden.
       *[other] { $count } Personen warten darauf, zugelassen zu werden.
    }
web-setting = Einstellung: { $setting }
web-how-it-stands = Wie es steht
web-decisions-waiting = Entscheidungen, die auf dich warten
web-conversations-at-work = Gespräche in Arbeit
web-messages-on-their-way = Nachrichten unterwegs
web-models =
    { $count ->
        [one] Modell
       *[other] Modelle, in ihrer Reihenfolge
    }
web-model-refused = { $model } (sein Schlüssel wird abgelehnt)
web-running-since = Läuft seit
web-version = Version
web-disk-nearly-full = nur noch { $free } frei
web-disk-free = { $free } frei
web-disk-used-and-left = { $used } belegt, { $left }
web-disk-used = { $used } belegt
web-disk = Festplatte
web-your-time-zone = Deine Zeitzone
web-channels = Kanäle
web-channel-state =
    { $state ->
        [up] verbunden
        [down] nicht verbunden
       *[elsewhere] ein anderer Prozess empfängt von dort
    }
web-channel-state-for =
    { $state ->
        [up] verbunden seit { $span }
        [down] nicht verbunden seit { $span }
       *[elsewhere] ein anderer Prozess empfängt von dort seit { $span }
    }
web-last-event = Letztes Ereignis: { $time }, { $span } nach dem Senden
web-nothing-received = Noch nichts empfangen.
web-due-next = Als Nächstes fällig
web-nothing-due = Nichts ist fällig. Schreib dem Bot zum Beispiel: Erinnere mich jeden Tag um 9:30 daran, die Pflanzen zu gießen
web-due-line = { $time } ({ $ago }): { $name }
web-your-day = Dein Tag bisher
web-last-day = Die letzten 24 Stunden
web-figures = Die Zahlen
web-when-head = Wann
web-plot-messages = Nachrichten.
web-plot-your-messages = Deine Nachrichten.
web-messages = Nachrichten
web-nobody-wrote = Niemand hat geschrieben. Eine Nachricht an den Bot erscheint hier binnen einer Minute.
web-messages-came =
    { $count ->
        [one] { $count } ist gekommen, höchstens { $most } in einer Viertelstunde.
       *[other] { $count } sind gekommen, höchstens { $most } in einer Viertelstunde.
    }
web-plot-answers = Wie lange Antworten gedauert haben.
web-no-answer-ended = Keine Antwort ist fertig geworden. Solche, die auf eine Entscheidung gewartet haben, zählen nicht.
web-answers-took = Zuletzt die Hälfte binnen { $half } (Linie), 95 von 100 binnen { $most } (gepunktet); im schlimmsten Fall { $worst }.
web-half-within = Hälfte binnen
web-most-within = 95 von 100 binnen
web-plot-spending = Ausgaben.
web-nothing-cost = Nichts hat etwas gekostet, soweit Preise bekannt sind.
web-spent = { $total }, höchstens { $most } in einer Viertelstunde. Nach dem Ende der Antworten; was vor einer Entscheidung ausgegeben wurde, steht nur auf der Seite Verbrauch.
web-cost = Kosten
web-known-since = Bekannt, seit dieser Prozess läuft: { $time }.
web-plot-waiting = Älteste Nachricht, die auf Zustellung wartet.
web-not-looked-at = Noch nicht nachgesehen: Das geschieht einmal in der Minute.
web-nothing-waited = Nichts hat gewartet.
web-at-worst = Im schlimmsten Fall { $span }.
web-age = Alter
web-plot-lateness = Verspätung von Zeitplänen.
web-no-schedule-due = Kein Zeitplan war fällig.
web-taken-up = Im schlimmsten Fall { $span } nach der fälligen Zeit begonnen. Das Warten auf den Lauf davor zählt nicht.
web-late-by = Verspätung
web-plot-refused = Zu schnell gesendet (429).
web-none-asked-to-wait = Keine Plattform hat gebeten zu warten.
web-asked-to-wait-times = Plattformen haben { $count }-mal gebeten zu warten; solche Nachrichten werden noch einmal gesendet.
web-asked-to-wait = Bitten zu warten

## Web: approvals in the console

web-nothing-waits = Nichts wartet auf dich. Fragen des Bots zu heiklen Aufrufen erscheinen hier und im Chat.
web-waiting-for-you = Wartet auf dich
web-allowed-beyond-calls = Über einzelne Aufrufe hinaus erlaubt
web-who-decided = Wer was entschieden hat, und was getan wurde
web-approve = Genehmigen
web-deny = Ablehnen
web-asked-by = Gefragt von
web-in-chat = In
web-asked = Gefragt
web-expires = Läuft ab
web-whole-call = Der ganze Aufruf
web-answer-in-chat = Der Bot fragt dich etwas: Antworte im Chat.
web-nothing-allowed = Nichts ist über einzelne Aufrufe hinaus erlaubt: Der Bot fragt jedes Mal.
web-for-everybody = { $what } (für alle)
web-grant =
    { $tool }, { $scope ->
        [conversation] in einem Gespräch
        [hour] für eine Stunde
       *[always] immer
    }, erteilt { $given }{ $ends ->
        [yes] , bis { $until }
       *[no] {""}
    }{ $used ->
        [yes] , zuletzt benutzt { $ago }
       *[no] , noch nicht benutzt
    }
web-grant-void =
    { $why ->
        [changed] Gilt nicht mehr: Das Werkzeug hat sich seitdem geändert.
       *[no_tool] Gilt jetzt nicht: Sein Werkzeug ist nicht da.
    }
web-revoke = Widerrufen

## Web: schedules in the console

web-stands-still = Was { $time } fällig war, ist nicht gelaufen. Starte das Gateway neu; adjutant doctor sagt mehr.
web-no-schedules = Du hast keine Zeitpläne. Schreib dem Bot zum Beispiel: Sag mir jeden Montag um 8, was diese Woche ansteht
web-more-schedules = Und { $count } weitere: /schedules im Chat zeigt sie alle.
web-search-schedules = Namen und Texte durchsuchen
web-all-schedules = Alle Zeitpläne
web-your-schedules = Deine Zeitpläne ({ $count })
web-delete-schedule = „{ $name }“ löschen? Die Läufe bleiben im Verlauf des Chats.
web-resume = Fortsetzen
web-stop-run = Lauf stoppen
web-run-now = Jetzt ausführen
web-times-unreadable = Seine Zeiten sind nicht lesbar.
web-schedule-state =
    { $state ->
        [running] läuft gerade
        [active] planmäßig
        [paused] angehalten
       *[completed] vorbei
    }
web-next = Als Nächstes
web-reports-to = Berichtet an
web-time-zone = Zeitzone
web-time-zone-example = Etwa Europe/Berlin.
web-missed = Verpasst
web-missed-label = Verpasste Zeiten
web-missed-times =
    { $missed ->
        [skip] Verpasste Läufe entfallen.
        [once] Von verpassten Läufen wird der letzte nachgeholt.
       *[all] Verpasste Läufe werden alle nachgeholt.
    }
web-cadence =
    { $kind ->
        [once] einmal
        [interval] in einem Abstand
        [cron] nach dem Kalender (cron)
        [rrule] nach einer Regel (iCalendar)
       *[hook] durch Aufrufe eines Hooks
    }
web-cadence-written =
    { $kind ->
        [once] Datum und Uhrzeit, etwa 2026-05-01 09:00.
        [interval] Eine Dauer, etwa 90m, 2h oder 1d.
        [cron] Minute, Stunde, Tag des Monats, Monat und Wochentag, etwa 30 8 * * MON-FRI.
        [rrule] Eine iCalendar-Regel, etwa FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9.
       *[hook] Der Name des Hooks.
    }
web-save-all-the-same = Trotzdem speichern
web-nothing-saved = Nichts wurde gespeichert.
web-when = Wann
web-written-as = Geschrieben als
web-reminder-text = Text der Erinnerung
web-what-is-asked = Was verlangt wird
web-name = Name
web-change-schedule = „{ $name }“ ändern
web-never-due = Er ist zu keiner Zeit fällig.
web-no-runs = Er ist noch nicht gelaufen.
web-last-runs =
    { $count ->
        [one] Letzter Lauf: { $worked } von { $count } hat geklappt
       *[other] Letzte { $count } Läufe: { $worked } haben geklappt
    }
web-run-state =
    { $state ->
        [queued] wartet auf andere Läufe
        [running] läuft
        [waiting] wartet auf eine Entscheidung
        [retrying] wird noch einmal versucht
        [succeeded] hat geklappt
        [failed] fehlgeschlagen
        [stopped] gestoppt
       *[skipped] ausgelassen
    }
web-delivery =
    { $state ->
        [none] noch nichts zuzustellen
        [pending] unterwegs
        [held] bis später zurückgehalten
        [delivered] zugestellt
        [suppressed] wie gewünscht nicht gesendet
       *[failed] nicht zugestellt
    }
web-took = hat { $span } gedauert
web-began-late = { $span } zu spät begonnen
web-asked-for = auf Wunsch

## Web: activity in the console

web-no-turns = Noch wurde nichts beantwortet. Schreib dem Bot.
web-newest-turns = Die neuesten Antworten und Läufe
web-older-turns = Nur die neuesten { $count } stehen hier.
web-turns = Antworten, die neuesten zuerst
web-began = Begonnen
web-where = Wo
web-state-of-turn = Stand
web-duration = Dauer
web-tool-calls = Werkzeugaufrufe
web-tokens = Tokens
web-turn-state =
    { $state ->
        [running] in Arbeit
        [waiting] wartet auf eine Entscheidung
        [done] fertig
        [failed] fehlgeschlagen
       *[stopped] gestoppt
    }
web-turn-resumed =
    { $count ->
        [one] { $state }, einmal wieder aufgenommen
       *[other] { $state }, { $count }-mal wieder aufgenommen
    }
web-turn-where =
    { $kind ->
        [specialist] Spezialist { $agent } · { $place }
        [run] Lauf eines Zeitplans · { $place }
       *[conversation] Gespräch · { $place }
    }
web-all-turns = Alle Antworten
web-turn-in-log = Ihre Zeilen im Log
web-turn-gone = Diese Antwort gibt es nicht mehr, oder sie ist nicht für dich.
web-the-turn = Die Antwort
web-waits-for = Wartet auf
web-waits-since = { $what }, gefragt { $ago }
web-a-decision = eine Entscheidung
web-resumed = Wieder aufgenommen
web-times =
    { $count ->
        [one] einmal
       *[other] { $count }-mal
    }
web-tokens-read = Tokens gelesen
web-tokens-of-these-cached = { $tokens }, davon { $cached } aus dem Zwischenspeicher
web-tokens-written = Tokens geschrieben
web-step-by-step = Schritt für Schritt
web-turn-is-private = Was gesagt wurde, ist nur für diese Person.
web-turn-is-read = Du liest hier, was gesagt wurde: owner_reads unter [console] erlaubt es, und { $name } weiß davon. Was Werkzeuge geliefert haben, wird nicht gezeigt, denn es kann älter sein. Dass du es gelesen hast, steht im Protokoll.
web-turn-not-stored = Davon ist nichts mehr gespeichert.
web-step =
    { $kind ->
        [message] Nachricht
        [response] Modell
        [call] Werkzeugaufruf
        [decision] Entscheidung
       *[delivery] Zustellung
    }
web-step-state =
    { $state ->
        [running] läuft
        [pending] wartet
        [asking] fragt
        [approved] genehmigt
        [denied] abgelehnt
        [expired] abgelaufen
        [cancelled] abgebrochen
        [failed] fehlgeschlagen
        [dead] aufgegeben
       *[other] { $state }
    }
web-not-begun = nicht begonnen
web-before-beginning = { $span } vor dem Beginn
web-after = nach { $span }
web-goes-on = dauert noch an, begonnen { $ago }
web-arrived-within = binnen { $span } angekommen
web-given = Eingabe
web-said = Gesagt
web-result = Ergebnis
web-characters = { $label }, { $count } Zeichen

## Web: deliveries in the console

web-deliveries-for-owner = Nur der Besitzer sieht, wie es um die Nachrichten aller steht.
web-in-doubt =
    { $count ->
        [one] { $count } ist vielleicht angekommen
       *[other] { $count } sind vielleicht angekommen
    }
web-on-their-way = Unterwegs
web-messages-waiting = Wartende Nachrichten, nach Chat
web-oldest = Älteste
web-next-attempt = Nächster Versuch
web-doubtful = Ungewiss
web-all-delivered = Alles ist zugestellt.
web-given-up = In den letzten 30 Tagen aufgegeben
web-undeliverable = Nachrichten, die sich nicht zustellen ließen
web-written = Geschrieben
web-attempts = Versuche
web-reason = Grund
web-what-to-do = Was tun
web-nothing-given-up = Nichts wurde aufgegeben.
web-delete-message = Diese Nachricht löschen? Für wen sie war, bekommt sie nicht.
web-send-again = Noch einmal senden

## Web: memory in the console

web-search-as-the-bot = Suchen, wie der Bot es tut
web-search = Suchen
web-newest-notes = Die neuesten Notizen
web-no-notes = Noch ist nichts notiert. Schreib dem Bot zum Beispiel: Merk dir, dass der WLAN-Code 4711 ist
web-newer-notes = Neuere Notizen
web-older-notes = Ältere Notizen
web-your-notes = Deine Notizen ({ $count })
web-everything = Alles
web-sources =
    { $source ->
        [note] Notizen
        [conversation] Gespräche
       *[document] Dokumente
    }
web-source =
    { $source ->
        [note] eine Notiz
        [conversation] in einem Gespräch gesagt
       *[document] in einem Dokument
    }
web-found-for = Gefunden zu „{ $query }“
web-only-words = Bei dieser Suche zählten nur Wörter: { $why }.
web-unread-documents =
    { $count ->
        [one] { $count } Dokument muss noch gelesen werden.
       *[other] { $count } Dokumente müssen noch gelesen werden.
    }
web-in-source = In
web-nothing-found = Nichts gefunden. Andere Wörter finden vielleicht etwas.
web-more-characters = { $text } … (noch { $count } Zeichen)
web-what = Was
web-from = Von
web-used = Benutzt
web-words-of-others = Worte anderer
web-changed = Geändert
web-chat-unknown = nicht mehr bekannt
web-call-of = Aufruf von { $tool }
web-a-turn = Antwort
web-note-used =
    { $where ->
        [everywhere] bei dir und in jeder Gruppe, in der du mit dem Bot sprichst
        [group] bei dir und in der Gruppe, in der du sie gespeichert hast
       *[alone] bei dir allein
    }
web-score = Wertung { $score }
web-words = Wörter
web-meaning = Bedeutung
web-no-vector = { $score } (kein Vektor, darum entscheiden die Wörter)
web-cosine = { $score } (Kosinus { $cosine })
web-timely = Aus der gefragten Zeit
web-named = Gesagt von der gefragten Person
web-asking = Fragt eher, als dass es etwas sagt
web-repeating = Wiederholt einen besseren Fund
web-change-note = Notiz ändern
web-text = Text
web-tags-hint = Schlagwörter am Ende, etwa #zuhause, ersetzen die alten.
web-forget-note = Diese Notiz vergessen? Eine gelöschte Notiz lässt sich nicht zurückholen.
web-forget = Vergessen
web-share-in-groups = In Gruppen teilen
web-do-not-share = Nicht teilen

## Web: people in the console

web-people-for-owner = Nur der Besitzer sieht, wer den Bot benutzt.
web-more-people = Und { $count } weitere: adjutant people zeigt sie alle.
web-search-people = Namen und Konten durchsuchen
web-knocking = Vor der Tür
web-nobody-waits = Niemand wartet darauf, zugelassen zu werden.
web-admit-account = Ein Konto zulassen
web-people-count = Personen ({ $count })
web-account = Konto
web-account-example = Plattform und Nummer, etwa telegram:42.
web-admit = Zulassen
web-refuse = Abweisen
web-knock =
    { $kind ->
        [group] { $platform }-Konto { $account }, in einer Gruppe
       *[direct] { $platform }-Konto { $account }, in einem direkten Chat
    }
web-move-ownership = adjutant people owner, dort, wo das Gateway läuft, überträgt den Besitz.
web-remove-person = { $name } entfernen? Was für diese Person läuft, wird gestoppt, ihre Website geht offline, und der Bot antwortet ihr nicht mehr, bis du sie wieder zulässt.
web-remove = Entfernen
web-make-approver = Genehmigen erlauben
web-end-approver = Genehmigen entziehen
web-role-of-person = Rolle
web-role =
    { $role ->
        [owner] Besitzer
        [member] Mitglied
       *[other] { $role }
    }{ $approver ->
        [yes] , darf genehmigen
       *[no] {""}
    }
web-accounts = Konten
web-served = Zugelassen
web-served-state =
    { $state ->
        [yes] ja
        [removed] nein: entfernt
       *[no] nein
    }
web-last-here = Zuletzt hier
web-cost-today = Kosten heute
web-all-people = Alle Personen
web-person-gone = Diese Person gibt es nicht mehr, oder du darfst sie nicht sehen.
web-in-30-days = In 30 Tagen
web-used-in-month =
    { $answers ->
        [one] { $answers } Antwort
       *[other] { $answers } Antworten
    }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
    }, { $cost }
web-linked-accounts = Verknüpfte Konten
web-accounts-of-person = Konten dieser Person
web-platform = Plattform
web-number = Nummer
web-admitted-by = Zugelassen von
web-admitted-by-whom =
    { $who ->
        [owner] dem Besitzer
        [configuration] der Konfiguration
       *[nobody] niemandem mehr
    }
web-who-links = Jede Person verknüpft und trennt ihre eigenen Konten, mit /link und /unlink.
web-their-day = Der Tag dieser Person bisher
web-what-they-keep = Was diese Person aufbewahrt
web-kept =
    { $what ->
        [notes] Notizen
        [notes_size] Text der Notizen
        [schedules] Zeitpläne
       *[files_size] Dateien
    }
web-limits-hold = Die Einstellungen unter [limits] und [agent] gelten für alle.

## Web: usage in the console

web-days =
    { $count ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
web-period = Zeitraum
web-nothing-used = In dieser Zeit wurde nichts verbraucht.
web-schedules-used = Deine Zeitpläne
web-everybody = Alle
web-days-as-table = Deine Tage als Tabelle (CSV)
web-not-counted-by-model = Bis { $day } wurde der Verbrauch nicht nach Modell gezählt: Was bis dahin verbraucht wurde, fehlt hier.
web-calls = Aufrufe
web-model = Modell
web-days-by-model-as-table = Deine Tage nach Modell als Tabelle (CSV)
web-everybodys-usage-by-model = Verbrauch aller nach Modell
web-usage-by-model = Verbrauch nach Modell
web-models-used = Deine Modelle
web-percent = { $number } %
web-answers =
    { $count ->
        [one] { $count } Antwort
       *[other] { $count } Antworten
    }
web-share-cached = { $share } der Eingabe kamen aus dem Zwischenspeicher
web-answers-by-day = Antworten nach Tagen.
web-cost-by-day = Kosten nach Tagen.
web-at-most-on = Höchstens { $amount }, am { $day }.
web-answers-head = Antworten
web-cached = Zwischenspeicher
web-usage-by-day = Dein Verbrauch nach Tagen (UTC)
web-day = Tag
web-usage-by-person = Verbrauch nach Personen
web-usage-by-schedule = Verbrauch nach Zeitplänen
web-schedule = Zeitplan
web-runs = Läufe
web-deleted-schedule = Ein gelöschter Zeitplan

## Web: the audit and the log in the console

web-audit-kind =
    { $kind ->
        [decision] Entscheidungen
        [grant] Erlaubnisse
        [revocation] Widerrufe
       *[call] Aufrufe
    }
web-all-kinds = Alle Arten
web-kind = Art
web-by-gateway = das Gateway
web-time = Zeit
web-tool = Werkzeug
web-outcome = Ausgang
web-by = Durch
web-about = Worum es geht
web-events = Ereignisse, die neuesten zuerst
web-no-event = Kein Ereignis passt.
web-older-events = Ältere Ereignisse stehen in der Tabelle unten und in der Ausgabe von adjutant audit.
web-events-as-table = Die neuesten 20.000 Ereignisse als Tabelle (CSV)
web-log-for-owner = Nur der Besitzer sieht das Log: Es erzählt von allen.
web-lines =
    { $chosen } von { $all } Zeilen seit { $time }{ $part ->
        [yes] ; gezeigt werden die neuesten { $shown }.
       *[no] {"."}
    }
web-no-line = Keine Zeile passt.
web-nothing-logged = Noch steht nichts im Log.
web-level = Stufe
web-all-levels = alle
web-level-and-above = { $level } und darüber
web-part = Teil
web-all-parts = alle
web-everybody-in-log = alle
web-go-on = Weiter
web-paused-newer = Angehalten. Neuere Zeilen: { $count }.

## Web: the system in the console

web-system-for-owner = Nur der Besitzer sieht das System.
web-checks = Prüfungen
web-what-is-checked = Was adjutant doctor prüft: Datenbank, Kanäle, Modelle, Server, die Uhr und mehr. Jedem Modell wird eine kurze Frage geschickt.
web-checking = Wird geprüft …
web-run-checks = Prüfen
web-not-checked = Seit diese Seite offen ist, wurde nicht geprüft.
web-all-is-well = Alles ist gut.
web-failures-and-warnings = Fehler: { $failures }. Warnungen: { $warnings }.
web-checked-at = { $summary } Geprüft { $time }
web-what-is-well = Was gut ist ({ $count })
web-finding =
    { $severity ->
        [ok] { $name }: gut
        [warning] { $name }: Warnung
       *[failure] { $name }: Fehler
    }
web-code = Code: { $code }
web-download = { $name } herunterladen
web-copies = Kopien der Datenbank
web-what-a-copy-holds = Eine Kopie enthält die Worte aller: Wer sie hat, kann sie lesen. Das Protokoll sagt, wer eine gemacht und mitgenommen hat. Dateien, Websites und der Schlüssel der Geheimnisse sind nicht darin.
web-no-calendar = Nach dem Kalender wird keine gemacht. Von denen, die du hier machst, bleiben die neuesten zehn. Einstellung: { $setting }
web-by-calendar = Gemacht nach dem Kalender { $schedule }, der dann die neuesten { $count } behält.
web-copying = Wird kopiert …
web-back-up-now = Jetzt sichern
web-copies-unlisted = Die Kopien lassen sich nicht auflisten: { $why }
web-copies-newest = Kopien, die neuesten zuerst
web-size-head = Größe
web-download-head = Herunterladen
web-no-copy = Es gibt noch keine Kopie.
web-program = Programm
web-build = Build
web-process = Prozess
web-memory-used = Arbeitsspeicher
web-computing-time = Rechenzeit
web-open-files = Offene Dateien und Verbindungen
web-settings = Einstellungen, die gelten
web-as-of-start = Stand beim Start des Prozesses. Von Geheimnissen nur, ob sie gesetzt sind.
web-with-defaults = mit Vorgaben
web-settings-with-source = Einstellungen mit ihrer Herkunft
web-setting-head = Einstellung
web-value = Wert
web-no-setting = Keine Einstellung passt.
