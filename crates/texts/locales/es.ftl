### Lo que el gateway dice a las personas en español. Tutea.

## Messages that come while an answer is being made

queue-title = Cuando escribes mientras preparo una respuesta:
queue-chosen-mark = (elegido)
queue-collect = el mensaje espera, y respondo a todo junto.
queue-steer = lo tengo en cuenta antes de mi siguiente paso.
queue-interrupt = me detengo, conservo lo que tengo y lo respondo enseguida.
queue-waiting =
    { $count ->
        [one] Ahora espera un mensaje.
       *[other] Ahora esperan { $count } mensajes.
    }
queue-exceptions = Mientras espero tu decisión o a un especialista, un mensaje nuevo empieza una respuesta propia.
queue-from-now-on = A partir de ahora, cuando escribas mientras preparo una respuesta: { $meaning }
queue-unknown = La opción «{ $name }» no existe. Puedes elegir collect, steer o interrupt; /queue explica qué significan.
queue-noted = Entendido; lo tendré en cuenta.
queue-goes-on = *(continúa abajo)*
queue-interrupted = *(interrumpido)*

## Lists and numbers

list-and = { $others } y { $last }
list-or = { $others } o { $last }
decimal-sign = ,

## Dates and times

time-weekday =
    { $number ->
        [1] lun
        [2] mar
        [3] mié
        [4] jue
        [5] vie
        [6] sáb
       *[7] dom
    }
time-month =
    { $number ->
        [1] ene
        [2] feb
        [3] mar
        [4] abr
        [5] may
        [6] jun
        [7] jul
        [8] ago
        [9] sept
        [10] oct
        [11] nov
       *[12] dic
    }
time-month-in-full =
    { $number ->
        [1] enero
        [2] febrero
        [3] marzo
        [4] abril
        [5] mayo
        [6] junio
        [7] julio
        [8] agosto
        [9] septiembre
        [10] octubre
        [11] noviembre
       *[12] diciembre
    }
time-day = { $day } { $month }
time-date = { $day } { $month } { $year }
time-date-in-full = { $day } de { $month } de { $year }
time-weekday-and-date = { $weekday } { $date }
time-date-and-time = { $date }, { $time }

## Where words come from that are not the person's own

source-list-more = { $shown } y { $count } más (ver Detalles)
source-forwarded = un mensaje reenviado
source-recording = una grabación
source-picture = una imagen
source-file-of-unknown-origin = un archivo de origen desconocido
source-quoted = un mensaje de otra persona
source-venue = el nombre de un lugar
source-contact = un contacto
source-poll = una encuesta
source-sticker = el nombre de un sticker
source-quoted-elsewhere = un mensaje mío a otra persona
source-quoted-unknown = un mensaje que ya no conozco
source-quoted-question = una pregunta mía sobre qué hacer
source-quoted-about-people = un mensaje mío sobre otras personas
source-quoted-to-command = la respuesta a un comando
source-quoted-of-visitor = un mensaje de un visitante de tu sitio web
source-quoted-spoken = una respuesta mía, tal como la dije
source-quoted-heard = una grabación, tal como la oí
source-quoted-notice = un aviso mío
source-file-from = un archivo (origen: { $source })
source-document = el documento { $name }
source-hook = una llamada de la dirección { $name }

## Approvals: the prompt

approval-untrusted = He leído texto ajeno, que podría intentar influir en mí. Origen: { $source }.
approval-reason-schedule = Para la programación «{ $name }». { $why }
approval-reason-blocked-schedule = Para la programación «{ $name }», que no vuelve a ejecutarse hasta que esto se decida. { $why }
approval-reason-earlier = { $why } Hay mensajes anteriores aquí con palabras ajenas. Origen: { $sources }.
approval-why-direct = Envíame el motivo en tu próximo mensaje.
approval-why-group = Responde a este mensaje con el motivo.
approval-why-in-group = Responde a la pregunta con el motivo.
approval-asked-by = Lo pide { $name }, en { $place } ({ $channel }).
approval-asked-in-direct-chat = su chat conmigo
approval-only-requester = Solo { $name } puede decidir, porque se trata de algo suyo.
approval-only-reviewer = Solo puede decidir quien es dueño o revisor del sitio web.
approval-only-approver = Solo { $name } o un aprobador puede decidir.
approval-more-choices-about = Las demás opciones se refieren a { $what }.
approval-part-above = Esto es solo una parte: hay más arriba.
approval-part-below-its-prompt = Esto es solo una parte. Para aprobarlo, ve al mensaje en el que pregunté: allí hay más.
approval-whole-above = Más sobre lo que pregunto abajo:
approval-whole-in-file = … Hay más en el archivo de abajo. Léelo antes de decidir.
approval-not-shown = No he podido mostrártelo todo, así que no puedes aprobarlo aquí. Recházalo y vuelve a pedirlo si lo quieres.
approval-press-instead = Pulsa «Aprobar» o «Rechazar» debajo de la pregunta: solo así se decide.

## Approvals: the buttons

approval-button-approve = Aprobar
approval-button-deny = Rechazar
approval-button-approve-all = Aprobar todo
approval-button-deny-all = Rechazar todo
approval-button-more = Más opciones
approval-button-details = Detalles
approval-button-back = Volver
approval-button-just-deny = Solo rechazar
approval-button-say-why = Rechazar con motivo
approval-button-conversation = Esta conversación: { $what }
approval-button-hour = Por 1 hora: { $what }
approval-button-always = Siempre: { $what }
approval-button-everybody = Para todos: { $what }
approval-button-as-above = lo dicho arriba
approval-call =
    { $tool ->
        [web_fetch] página
        [web_search] búsqueda
        [memory_save] nota nueva
        [memory_update] nota cambiada
        [memory_delete] nota eliminada
        [schedule_create] programación nueva
        [schedule_edit] programación cambiada
        [schedule_delete] programación eliminada
        [attachment_save] archivo guardado
        [send_media] archivo enviado
        [delegate_to_agent] tarea para un especialista
       *[other] «{ $name }»
    }
approval-every-call =
    { $tool ->
        [web_fetch] cada página
        [web_search] cada búsqueda
        [memory_save] cada nota nueva
        [memory_update] cada nota cambiada
        [memory_delete] cada nota eliminada
        [schedule_create] cada programación nueva
        [schedule_edit] cada programación cambiada
        [schedule_delete] cada programación eliminada
        [attachment_save] cada archivo guardado
        [send_media] cada archivo enviado
        [delegate_to_agent] cada tarea para un especialista
       *[other] cada «{ $name }»
    }

## Approvals: outcomes

approval-approved = Aprobado
approval-approved-by = Aprobado por { $name }
approval-for-conversation = { $approved } para esta conversación: { $what }
approval-for-hour = { $approved } durante 1 hora: { $what }
approval-always = { $approved }, siempre: { $what }
approval-for-everybody = { $what }, para todos
approval-denied = Rechazado; no se ha hecho nada
approval-denied-by = Rechazado por { $name }; no se ha hecho nada
approval-denied-because = { $denied }: «{ $why }»
approval-expired = Caducado; no se ha hecho nada
approval-withdrawn = Retirado; no se ha hecho nada
approval-waiting = A la espera de una decisión
approval-waits-for-owner = Esto espera la aprobación del propietario.
approval-pressed-denied = Rechazado. No se ha hecho nada.
approval-pressed-expired = Demasiado tarde: esto ya había caducado. No se ha hecho nada.
approval-pressed-withdrawn = Esto se retiró. No se ha hecho nada.
approval-pressed-pending = No ha cambiado nada.
approval-already-decided = Esto ya estaba decidido.
approval-all-approved =
    { $count ->
        [1] 1 petición aprobada.
       *[other] { $count } peticiones aprobadas.
    }
approval-all-denied =
    { $count ->
        [1] 1 petición rechazada. No se ha hecho.
       *[other] { $count } peticiones rechazadas. No se ha hecho ninguna.
    }
approval-too-late-for = Para { $count } más era demasiado tarde.
approval-all-decided = Todo esto ya estaba decidido. No ha cambiado nada.
approval-not-yours-owner = Esto solo puede decidirlo el propietario. No ha cambiado nada.
approval-not-yours-reviewer = Esto solo puede decidirlo el dueño o un revisor del sitio web. No ha cambiado nada.
approval-not-yours-requester = Solo puede decidirlo quien lo pidió, porque se trata de algo suyo. No ha cambiado nada.
approval-not-yours-approver = Solo puede decidirlo quien lo pidió o un aprobador. No ha cambiado nada.
approval-scope-not-permitted = Eso solo puede permitirlo { $name }, porque también valdría en sus propios chats. Puedes aprobarlo solo esta vez o permitirlo en esta conversación.
approval-no-longer-valid = Esta pregunta ya no es válida. No ha cambiado nada. /approvals muestra lo que espera una decisión.
approval-arguments-changed = Esta petición ha cambiado desde que te pregunté. No se ha hecho nada.
approval-more-choices-shown = Hay más opciones debajo de la pregunta.
approval-usual-choices-shown = Las opciones habituales han vuelto.

## Approvals: details

details-tool = Herramienta:
details-arguments = Argumentos:
details-preview = Vista previa:
details-reason = Por qué pregunto:
details-decider = Quién decide:
details-expires = Caduca:
details-call = Llamada:
details-decider-owner = el propietario
details-decider-reviewer = el dueño o un revisor del sitio web
details-decider-approver = { $name } o un aprobador
details-above = Los detalles están arriba.
details-below = Los detalles están abajo.
details-in-file = … Está todo en el archivo de abajo.
details-file-failed = Los detalles son demasiado largos para mensajes y no he podido escribir el archivo con ellos. Inténtalo de nuevo.

## Approvals: the list

approvals-nothing-waits = Nada espera una decisión.
approvals-waiting = A la espera de una decisión
approvals-strangers = A la espera de ser admitidos
approvals-no-grants = No has permitido nada más allá de casos sueltos.
approvals-no-grants-here = Aquí no has permitido nada más allá de casos sueltos.
approvals-grants = Permitido sin preguntar
approvals-in-group = Aquí, donde otros pueden leer, solo muestro lo que pertenece a este chat.
approvals-more = y { $count } más
approvals-button-revoke = Revocar { $number }
approvals-button-show = Mostrar
approvals-button-back = Volver a la lista
approvals-asked =
    { $asked ->
        [now] Pedido ahora mismo.
       *[other] Pedido hace { $ago }.
    } Caduca en { $left }.
approvals-asked-by =
    { $asked ->
        [now] Pedido por { $name } ahora mismo.
       *[other] Pedido por { $name } hace { $ago }.
    } Caduca en { $left }.
approvals-reviewer-decides = Decide el dueño o un revisor del sitio web.
approvals-owner-decides = Decide el propietario.
approvals-grant =
    { $what }, { $scope ->
        [conversation] para una conversación
        [hour] durante 1 hora
        [everybody] siempre, para todos
       *[other] siempre
    }{ $foreign ->
        [yes] , también con palabras ajenas ({ $sources })
       *[other] {""}
    }; permitido el { $given }{ $ends ->
        [yes] , hasta el { $until }
       *[other] {""}
    }, { $used ->
        [yes] usado por última vez el { $last }
       *[other] aún sin usar
    }
approvals-revoked = Revocado: { $what }. Volveré a preguntar antes de la próxima vez.
approvals-no-such-grant = Este permiso ya no existe o no es tuyo. No ha cambiado nada.

## Approvals: time

approval-nobody-decided = Nadie decidió en { $time }, así que esto no se hizo:
approval-ask-again = Preguntar otra vez
approval-still-waits =
    ⏳ Esto aún espera { $wanted ->
        [answer] tu respuesta
       *[other] una decisión
    }: { $what }{ $end ->
        [question] {""}
       *[other] .
    } Caduca en { $left }, el { $moment }.

## Questions of the model

question-how-direct =
    { $options ->
        [none] Escribe tu respuesta, por favor.
        [one] Elige una opción o escribe tu respuesta, por favor.
       *[other] Elige las que quieras y pulsa «Listo», o escribe tu respuesta, por favor.
    }
question-how-group =
    { $options ->
        [none] { $name }, responde a este mensaje, por favor.
        [one] { $name }, elige una opción o responde a este mensaje, por favor.
       *[other] { $name }, elige las que quieras y pulsa «Listo», o responde a este mensaje, por favor.
    }
question-done = Listo
question-expired = Nadie respondió a tiempo
question-withdrawn = Retirada
question-typed-answer = «{ $answer }»
question-pressed-nothing = No hay nada marcado.
question-pressed-marked = Marcado: { $answer }. Pulsa «Listo» cuando sea todo.
question-pressed-answered = Tu respuesta: { $answer }
question-pressed-withdrawn = Esta pregunta se retiró.
question-pressed-expired = Demasiado tarde: esta pregunta ha caducado.
question-is-over = Esto ya terminó.
question-nothing-marked = Marca antes al menos una opción o escribe tu respuesta.
question-not-yours = Solo puede responder la persona a quien se pregunta. No ha cambiado nada.
question-listed = Responde debajo de la pregunta o contéstala con un mensaje.
