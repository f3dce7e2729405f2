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
