### Lo que el gateway dice a las personas en español. Tutea.

## What a channel says of its own accord

channel-still-working = Estoy en ello…
channel-not-stored = Eso no me ha llegado por un fallo mío. Inténtalo de nuevo, por favor.

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
source-hook = una llamada del hook { $name }

## Approvals: the prompt

approval-untrusted = He leído texto ajeno, que podría intentar influir en mí. Origen: { $source }.
approval-reason-schedule = Para la tarea programada «{ $name }». { $why }
approval-reason-blocked-schedule = Para la tarea programada «{ $name }», que no vuelve a ejecutarse hasta que esto se decida. { $why }
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
        [schedule_create] tarea programada nueva
        [schedule_edit] tarea programada cambiada
        [schedule_delete] tarea programada eliminada
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
        [schedule_create] cada tarea programada nueva
        [schedule_edit] cada tarea programada cambiada
        [schedule_delete] cada tarea programada eliminada
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
approvals-not-yours = Esta es la lista de quien la pidió. Quien también puede aprobar pulsa los botones de la propia solicitud; /approvals te muestra lo que espera por ti. No ha cambiado nada.
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
approvals-grant-with = { $what }: { $arguments }
approvals-grant-over = { $grant }. Ya no vale: la herramienta ha cambiado desde entonces.
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
approval-posted-again = ⏳ Mi mensaje se borró antes de que alguien decidiera, así que lo he publicado de nuevo arriba. /approvals también muestra lo que espera.

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

## Files that come

files-what-to-do =
    { $number ->
        [one] He recibido tu archivo. Puedo leer documentos, guardártelo o reenviarlo: dime qué hago con él.
       *[other] He recibido tus archivos. Puedo leer documentos, guardártelos o reenviarlos: dime qué hago con ellos.
    }
files-cannot-read =
    { $what ->
        [picture] He recibido tu imagen, pero aquí no puedo ver imágenes.
        [pictures] He recibido tus imágenes, pero aquí no puedo ver imágenes.
        [recording] He recibido tu grabación, pero aquí no puedo escuchar grabaciones.
        [recordings] He recibido tus grabaciones, pero aquí no puedo escuchar grabaciones.
        [video] He recibido tu vídeo, pero aquí no puedo ver vídeos.
        [videos] He recibido tus vídeos, pero aquí no puedo ver vídeos.
        [file] He recibido tu archivo, pero aquí no puedo leer archivos.
        [files] He recibido tus archivos, pero aquí no puedo leer archivos.
        [sticker] He recibido tu sticker, pero solo entiendo texto.
        [stickers] He recibido tus stickers, pero solo entiendo texto.
        [others] Lo he recibido, pero solo entiendo texto.
       *[other] Lo he recibido, pero solo entiendo texto.
    }
files-text-is-answered =
    { $number ->
        [one] Responderé al texto que lo acompaña.
       *[other] Responderé al texto que los acompaña.
    }
files-can-be-kept =
    { $number ->
        [one] Puedo guardártelo o reenviarlo: dime qué hago con ello.
       *[other] Puedo guardártelo todo o reenviarlo: dime qué hago con ello.
    }
files-please-write = Escríbeme lo que necesitas, por favor.
files-too-large = Aquí acepto archivos de hasta { $most }, y este es más grande: { $what }.
files-please-send-smaller = Envía uno más pequeño o escribe lo que necesitas, por favor.
file-photo = foto
file-voice-message = mensaje de voz
file-audio = audio
file-video = vídeo
file-round-video = vídeo redondo
file-sticker = sticker
file-file = archivo
file-named = { $kind } «{ $name }»
size-bytes =
    { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = ¡Hola! Respondo aquí a quienes conozco cuando me mencionan o me contestan. /help dice lo que puedo hacer aquí.
hello = ¡Hola! Mencióname junto con lo que necesitas o contesta a uno de mis mensajes. /help dice lo que puedo hacer.
hidden-reply = No puedo leer una respuesta que tiene la @ desactivada. Activa la @ al responder o mencióname, por favor.
only-in-direct-chat = Eso solo funciona en un chat directo conmigo.
turn-empty-reply = No tengo respuesta para eso. Pregúntamelo de nuevo con otras palabras.
turn-cut-short = *(He llegado al límite de longitud de una respuesta. Escribe «sigue» para ver el resto.)*
turn-withheld = *(El proveedor del modelo ha retenido el resto de esta respuesta. Pregúntamelo con otras palabras.)*
turn-fallback = *(No puedo contactar con el modelo, así que responde el asistente integrado, que solo sabe inglés.)*
turn-stopped = *(detenido)*
turn-used-up-steps = Me he detenido aquí: hacían falta más pasos de los que puedo dar en una respuesta. Escribe «sigue» para continuar.
turn-used-up-time = Me he detenido aquí: ha tardado más de lo que puedo dedicar a una respuesta. Escribe «sigue» para continuar.
turn-used-up-tokens = Me he detenido aquí: hay que procesar más texto del que puedo en una respuesta. Escribe «sigue» para continuar.
turn-used-up-cost = Me he detenido aquí: cuesta más de lo que puedo gastar en una respuesta. Escribe «sigue» para continuar.
turn-corrections = Me he detenido aquí: el modelo cometía errores una y otra vez con sus herramientas. No es culpa tuya. A menudo basta con volver a preguntar.
turn-internal-error = Algo ha fallado por mi parte y no he podido terminar. Inténtalo de nuevo. El operador de este bot puede encontrar el motivo en el registro.
turn-prompt-heading = Necesito tu decisión:
turn-too-many-questions = Me he detenido aquí: tendría que pedirte permiso demasiadas veces. Dime cómo seguir o permite más de una vez con «Más opciones» debajo de una pregunta.
turn-too-many-questions-in-an-hour = Me he detenido aquí: ya te he pedido permiso tantas veces como puedo en una hora. Escribe «sigue» dentro de un rato. Para que pregunte menos, permite algo durante una hora o siempre, con «Más opciones» debajo de una solicitud. Quien me administra también puede subir max_per_hour, en [approvals].
set-aside = Algo ha fallado por mi parte y no he podido procesar esto. Lo he anotado para el operador de este bot. Quizá ayude enviarlo de nuevo con otras palabras.
set-aside-today =
    { $count ->
        [one] ⚠️ Una cosa ha fallado hoy una y otra vez por un error mío y la he apartado para que nada más espere por ella. `adjutant doctor` en mi máquina la muestra.
       *[other] ⚠️ { $count } cosas han fallado hoy una y otra vez por un error mío y las he apartado para que nada más espere por ellas. `adjutant doctor` en mi máquina las muestra.
    }
not-yours = Solo puede decidirlo quien lo pidió. No ha cambiado nada.
suggestion-used = Ya has respondido a esto.
unknown-button = Este botón ya no funciona. No ha cambiado nada.
undeliverable = No he podido mostrarte mi respuesta: este chat no la aceptó. /status muestra por qué. Pregúntamelo de nuevo de otra forma.
out-of-reach = No he podido mostrarte mi respuesta: este chat estuvo tanto tiempo inaccesible que desistí. /status muestra el motivo. Pregúntamelo de nuevo si aún la quieres.
not-updated = No he podido cambiar uno de mis mensajes: este chat no aceptó el cambio. Lo que pulsaste sigue valiendo. /status muestra por qué.
continued-in-file = … La respuesta completa está en el archivo.
incomplete-answer = Esta respuesta está incompleta: no se pudo entregar el resto.

## Marks above messages

marked-closed-topic = El tema en el que preguntaste está cerrado:
marked-file-for-group = No puedo enviar archivos en el chat al que va esto:
marked-late = Esto es del { $at } y llega tarde:
marked-repeat = Puede que esto esté repetido:

## Places and accounts

place-group =
    { $noun ->
        [server] el servidor
       *[other] el grupo
    } { $chat }
place-topic =
    un tema { $noun ->
        [server] del servidor
       *[other] del grupo
    } { $chat }
place-chat-page = la página de chat
place-account = cuenta de { $platform } { $id }

## Messages that are edited

edit-while-answering = Ya estaba respondiendo a tu mensaje tal como era antes del cambio. A continuación respondo a la nueva versión; /stop detiene ambas cosas.
edit-while-steered = Ya estaba respondiendo a tu mensaje tal como era antes del cambio. Tengo en cuenta la nueva versión antes de mi siguiente paso, o la respondo después si no hay ninguno; /stop detiene ambas cosas.
edit-while-asking = Mi pregunta se refiere a tu mensaje tal como era antes del cambio. Si ya no lo quieres, pulsa «Rechazar» y envíame lo que quieres en su lugar.
edit-while-answer-awaited = Mi pregunta se refiere a tu mensaje tal como era antes del cambio. Respóndela, por favor, o envía /stop y después lo que quieres en su lugar.
edit-while-delegated = El trabajo sobre tu mensaje tal como era antes del cambio continúa. Si ya no lo quieres, envía /stop y después lo que quieres en su lugar.
edit-of-command = Solo ejecuto un comando tal como se envió al principio. Envía la nueva versión como mensaje, por favor.
edit-too-late = Solo tengo en cuenta un cambio en los diez minutos que siguen al mensaje. Envía la nueva versión como mensaje, por favor.

## Messages that come late

late-opening =
    { $several ->
        [yes] *Escrito por ti desde { $sent } (hace { $ago }), mientras yo no estaba.*
       *[other] *Escrito por ti: { $sent } (hace { $ago }), mientras yo no estaba.*
    }
late-minutes =
    { $count ->
        [one] { $count } minuto
       *[other] { $count } minutos
    }
late-hours =
    { $count ->
        [one] { $count } hora
       *[other] { $count } horas
    }
late-unanswered =
    { $count ->
        [one] No estaba, así que no he respondido a tu mensaje del { $newest }: tiene más de { $age }. Envíalo de nuevo si aún importa.
       *[other] No estaba, así que no he respondido a { $count } mensajes de hace más de { $age }. El último es del { $newest }. Envía de nuevo lo que aún importe.
    }
late-skipped = No estaba, y mientras tanto se escribió aquí más de lo que puedo recuperar. No he leído lo que llegó después del { $after }. Envía de nuevo lo que aún importe.
late-skipped-elsewhere = ⚠️ No estaba, y mientras tanto se escribió en el chat { $chat } de { $platform } más de lo que puedo recuperar. No he leído lo que llegó allí después del { $after }, y allí nadie lo sabe.

## Limits of what one person may have under way

limit-conversations = Tienes { $most } conversaciones conmigo en distintos chats y temas, que es el máximo, así que no puedo empezar otra aquí. Sigue en una de esas, por favor.
limit-waiting = { $most } mensajes tuyos esperan mi respuesta, que es el máximo que acepto a la vez. No responderé a lo que escribas ahora: envíalo de nuevo cuando me haya puesto al día. /stop descarta lo que espera aquí.
limit-results-not-kept = { $most } mensajes míos iban de camino a este chat y no se pudieron enviar, así que no guardé lo que tus tareas programadas dijeron después. /schedules muestra lo que dijo cada ejecución.
limit-undelivered = { $most } mensajes míos aún van de camino a este chat. No responderé a lo que escribas ahora: envíalo de nuevo cuando hayan llegado.
limit-bots = He respondido aquí a { $most } mensajes de bots seguidos. No responderé a más bots hasta que una persona me escriba aquí o los bots paren durante diez minutos.

## Recordings

speech-listening =
    { $which ->
        [only] Escucho tu grabación …
       *[other] Escucho la grabación { $number } de { $count } …
    }
speech-listening-so-far =
    { $which ->
        [only] Escucho tu grabación … { $time } hasta ahora
       *[other] Escucho la grabación { $number } de { $count } … { $time } hasta ahora
    }
speech-heard = He oído:
speech-not-heard-one = Grabación { $number } de { $count }: { $why }
speech-withdrawn = Has retirado esta grabación.
speech-silent = No he podido entender ninguna palabra en tu grabación. Grábala de nuevo o escríbelo, por favor.
speech-too-large = Tu grabación supera los { $most }, que es lo máximo que escucho. Escribe lo que necesitas, por favor.
speech-gone = La plataforma ya no tiene tu grabación. Envíala de nuevo, por favor.
speech-too-dear = No he escuchado tu grabación: costaría más de lo que te queda por usar hoy. Escribe lo que necesitas o envíala de nuevo después de medianoche UTC; /usage muestra las cifras.
speech-used-up = No he escuchado tu grabación. { $why }
speech-unavailable = No he podido escuchar tu grabación, aunque lo he intentado varias veces. Envíala de nuevo dentro de un rato o escríbelo, por favor.
speech-refused = No he podido interpretar tu grabación. Grábala de nuevo o escríbelo, por favor.
speech-misconfigured = Ahora mismo no puedo escuchar grabaciones: el operador de este bot puede encontrar el motivo en el registro. Escribe lo que necesitas, por favor.

## Answers that are spoken

voice-code = El código está en el texto.
voice-table = La tabla está en el texto.
voice-link = un enlace
voice-rest = El resto está en el texto.
voice-not-spoken = No he podido decir mi respuesta en voz alta, así que solo está el texto. El operador de este bot puede encontrar el motivo en el registro.
voice-too-dear = No he dicho mi respuesta en voz alta: costaría más de lo que te queda por usar hoy. /usage muestra las cifras.

## The machine’s clock

clock-long-absence = el reloj marca { $shown }, y la última vez que funcioné fue hacia el { $other }. Hasta que una plataforma confirme la hora, o el reloj haya avanzado una hora, no se borra nada antiguo, nada caduca y lo que venció entretanto espera. Si la hora es incorrecta, ajusta el reloj
clock-jumped = el reloj ha saltado a { $shown }. Hasta que una plataforma lo confirme, o el reloj haya avanzado una hora, doy por buena la hora { $other }. Si la hora es incorrecta, ajusta el reloj
clock-ahead = el reloj marca { $shown }, pero según { $channel } es { $other }, y por eso me guío. Ajusta el reloj
clock-behind = el reloj marca { $shown }, pero según { $channel } es { $other }. Ajusta el reloj, o todo llegará tarde
clock-zone-data-bundled = versión { $version }, parte de este programa
clock-zone-data-of-system = versión { $version }, de { $folder }
clock-zone-data-old = { $data }, tiene más de un año: donde las reglas horarias han cambiado desde entonces, las horas son incorrectas. Actualiza el paquete tzdata de esta máquina o este programa

## Lists with pages

list-and-more = { $shown } y { $count } más
list-all = : { $total }
list-some = : { $first } a { $last } de { $total }
list-previous = Anterior
list-next = Siguiente
list-numbered-moment = { $number }. { $moment }
list-part = Parte { $number } de { $count }.
list-previous-part = Parte anterior
list-next-part = Parte siguiente

## What the model reasons

reasoning-shown = Encima de mis respuestas muestro aquí, plegado, lo que el modelo dice haber razonado, y lo guardo con ellas. Ningún otro modelo lo lee.
reasoning-hidden = Lo que el modelo razona antes de responder no se muestra ni se guarda aquí. Puedo mostrarlo plegado encima de mis respuestas, cuando el modelo lo dice.
reasoning-button-hide = Ocultar
reasoning-button-show = Mostrar
reasoning-neither = «{ $argument }» no es ni «{ $on }» ni «{ $off }». /reasoning muestra lo que vale en esta conversación.

## Summaries of conversations

compact-grown = 📚 Nuestra conversación se había hecho larga, así que he resumido la parte anterior. Todo se puede seguir buscando.
compact-at-work = 📚 Estoy resumiendo nuestra conversación…
compact-asked-already = Ya estoy a punto de resumir nuestra conversación.
compact-done =
    { $count ->
        [one] 📚 { $count } turno resumido: «{ $beginning }» Todo se puede seguir buscando.
       *[other] 📚 { $count } turnos resumidos: «{ $beginning }» Todo se puede seguir buscando.
    }
compact-nothing = Todavía no hay nada que resumir.
compact-stopped = Me detuvieron antes de poder resumir nuestra conversación. No ha cambiado.

## The plan of a conversation

plan-heading = Plan
plan-progress =
    { $state ->
        [done] { $heading }: hecho
       *[other] { $heading }: { $done } de { $kept } hechos
    }
plan-moved = (El plan está en un mensaje más abajo.)
plan-cleared = (El plan se borró.)
plan-to-clear = Para borrarlo: /plan clear
plan-none = No hay ningún plan en esta conversación. Pídeme que haga uno y mostraré aquí cómo va.
plan-was-cleared = El plan está borrado.
plan-unknown = /plan muestra el plan de esta conversación, y `/plan clear` lo borra.

## Prompts of servers

prompt-list = Plantillas de servidores, cuyas palabras tomo como suyas:
prompt-listed = { $usage }: una plantilla del servidor { $server }
prompt-argument-missing = Falta el argumento { $name }. Escribe { $usage }
prompt-too-many-arguments =
    { $takes ->
        [nothing] Son demasiados argumentos. Escribe { $usage }
       *[other] Son demasiados argumentos. Escribe { $usage }. Pon entre comillas las palabras que van juntas
    }
prompt-quote-unclosed = Falta cerrar unas comillas. Pon entre comillas las palabras que van juntas: "de este modo"

## Specialists

delegation-at-work = { $agent } trabaja en ello: { $goal }
delegation-done = { $agent } ha terminado
delegation-stopped = { $agent }: detenido
delegation-not-finished = { $title }: sin terminar
delegation-passed-on = He pasado esto a otro:
delegation-could-not-finish = { $agent } no ha podido terminar: { $why }
delegation-why-stopped = la persona lo detuvo
delegation-why-steps = necesitó más pasos de los permitidos
delegation-why-time = tardó más de lo permitido
delegation-why-tokens = procesó más texto de lo permitido
delegation-why-cost = costó más de lo permitido
delegation-why-corrections = usó mal sus herramientas una y otra vez
delegation-why-not-configured = ya no hay ningún especialista «{ $agent }» en la configuración
delegation-why-internal-error = algo falló dentro del programa
delegation-why-nobody-decided = nadie decidió a tiempo sobre lo que preguntó
delegation-asked-by-helper = Para un ayudante. { $why }
delegation-asked-by-specialist = Para el especialista «{ $agent }». { $why }

## Toolsets

toolset-heading = Herramientas
toolset-introduction = Siempre tengo a mano tus notas y recordatorios. Estas las abro cuando nuestra conversación las necesita, hasta que las cierres o empieces una nueva:
toolset-open-mark = (abierta)
toolset-button-open = Abrir { $name }
toolset-button-close = Cerrar { $name }

## Wide tables

table-title = Las tablas demasiado anchas para un teléfono llegan aquí como:
table-chosen-mark = (elegido)
table-text = columnas en el mensaje.
table-picture = una imagen debajo del mensaje; lo que no cabe en ella, también como archivo.
table-file = un archivo CSV debajo del mensaje, para hojas de cálculo.
table-on-chat-page = La página de chat del navegador permite desplazar tablas anchas: allí basta el texto.
table-chosen-text = A partir de ahora, las tablas demasiado anchas para un teléfono llegan aquí como texto: columnas en el mensaje.
table-chosen-picture = A partir de ahora, las tablas demasiado anchas para un teléfono llegan aquí como imágenes debajo del mensaje.
table-chosen-file = A partir de ahora, las tablas demasiado anchas para un teléfono llegan aquí como archivos CSV debajo del mensaje.
table-unknown = La forma «{ $name }» no existe. Puedes elegir text, picture o file; /tables explica qué significan.
table-in-picture = *{ $title }: mira la imagen de abajo.*
table-in-picture-and-file = *{ $title }: mira la imagen de abajo; está completa en el archivo.*
table-in-file = *{ $title }: mira el archivo de abajo.*
table-number = Tabla { $number }

## Time zones

timezone-yours = Tu zona horaria es { $zone }.
timezone-of-host = No has fijado una zona horaria, así que uso la de mi máquina: { $zone }.
timezone-with-time = { $zone }, donde ahora es { $now }
timezone-quiet-hours = Horas de silencio: { $hours }
timezone-no-quiet-hours = Horas de silencio: ninguna
timezone-another = Otra zona: «/timezone Europe/Paris» o solo la ciudad; «/timezone { $default }» para la de mi máquina
timezone-other-quiet-hours = Otras horas de silencio: «/quiet { $hours }» o «/quiet { $off }»
timezone-set = A partir de ahora tus horas son las de { $zone }.
timezone-reset = A partir de ahora tus horas vuelven a ser las de mi máquina, { $zone }.
timezone-fixed = { $zone } no tiene horario de verano. Si tus relojes cambian, dime mejor tu ciudad, por ejemplo «/timezone Paris»
timezone-fixed-beside = { $zone } no tiene horario de verano. Si tus relojes cambian, dime mejor tu ciudad. Ahora con esta diferencia y con horario de verano: { $names }. Por ejemplo «/timezone { $first }»
timezone-schedules-by-model =
    { $count ->
        [one] { $count } tarea programada conserva su propia zona horaria; dime si debo cambiarla.
       *[other] { $count } tareas programadas conservan sus propias zonas horarias; dime si debo cambiarlas.
    }
timezone-schedules =
    { $count ->
        [one] { $count } tarea programada conserva la zona horaria en que se creó; /schedules muestra cuál.
       *[other] { $count } tareas programadas conservan las zonas horarias en que se crearon; /schedules muestra cuáles.
    }
timezone-unknown = No conozco ninguna zona horaria llamada «{ $name }». Las zonas horarias se llaman, por ejemplo, Europe/Paris; basta la ciudad.
timezone-unknown-but-near = No conozco ninguna zona horaria llamada «{ $name }». ¿Querías decir { $names }?
timezone-none-at-offset = Ninguna zona horaria está ahora en { $offset }. Dime tu ciudad: «/timezone Paris»
timezone-at-offset = La diferencia con UTC cambia con el horario de verano, así que necesito tu ciudad. En { $offset } están ahora: { $names }. Envía, por ejemplo, «/timezone { $first }»
timezone-abbreviation = { $name } es una abreviatura: la usan varios lugares, y algunos solo una parte del año. Por eso necesito tu ciudad. Se usa en: { $names }. Envía, por ejemplo, «/timezone { $first }»
timezone-choice-default = { $default }: la de mi máquina, { $zone }

## Quiet hours

quiet-hours = Tus horas de silencio son { $hours } ({ $zone }). Las tareas programadas siguen ejecutándose, pero los resultados y recordatorios esperan a que terminen, salvo que sean urgentes. «/quiet { $off }» las desactiva; «/quiet { $usual }» las cambia.
quiet-no-hours = No tienes horas de silencio: los recordatorios y resultados llegan a cualquier hora. Con «/quiet { $usual }» esperan a que pase la noche.
quiet-set = A partir de ahora tus horas de silencio son { $hours } ({ $zone }). Los recordatorios y resultados que surjan entonces esperan a que terminen. Si alguno no debe esperar, dime que lo haga urgente.
quiet-off = Ya no tienes horas de silencio.
quiet-held =
    { $count ->
        [one] { $count } mensaje que esperaba llegará enseguida.
       *[other] { $count } mensajes que esperaban llegarán enseguida.
    }
quiet-not-understood = No entiendo esas horas. Escribe «/quiet { $usual }», con dos horas distintas del día, o «/quiet { $off }».
quiet-choice-off = { $off }: sin horas de silencio

## Models

model-built-in = asistente integrado (sin modelo)
model-answered-by = _Respondido por { $model }, porque la primera opción no responde._
model-gone = El modelo { $name }, que habías elegido, ya no está disponible. Vuelve a responder el habitual.
model-only = En esta conversación responde { $model }. No hay otro modelo que elegir.
model-title = El modelo que te responde en esta conversación, hasta que elijas otro:
model-chosen-mark = (elegido)
model-others = También, con /model NAME: { $names }
model-chosen = A partir de ahora te responde { $model } en esta conversación. «/model { $default }» vuelve al modelo habitual.
model-chosen-usual = A partir de ahora te responde el modelo habitual en esta conversación: { $model }.
model-unknown = No puedes elegir un modelo «{ $name }». /model muestra los que puedes elegir.
model-key-refused = La clave del modelo `[{ $section }]` ({ $model }) es rechazada.
model-key-helped = Otros responden en su lugar.
model-key-not-helped = Ninguno responde en su lugar.
model-key-what-to-do = Pon ahí otra api_key y vuelve a iniciarme, por favor; `adjutant doctor` la prueba. Te avisaré cuando sea aceptada.
model-key-accepted = La clave del modelo `[{ $section }]` ({ $model }) vuelve a ser aceptada.
model-overloaded = El modelo está sobrecargado ahora mismo y me pide esperar más de lo que puedo. Inténtalo de nuevo dentro de { $time }, más o menos.
model-refused-often = El modelo está sobrecargado ahora mismo y me ha rechazado varias veces. Inténtalo de nuevo en un minuto.
model-unavailable = No he podido contactar con el modelo, aunque lo he intentado varias veces. Inténtalo de nuevo dentro de un rato.
model-cut = La respuesta del modelo se cortó varias veces. Inténtalo de nuevo.
model-blind = El modelo no acepta imágenes. Escribe lo que necesitas, por favor.
model-too-dear = Los modelos que responden ahora cuestan más de lo que puedo gastar. Inténtalo de nuevo más tarde.
model-too-long = Esta conversación se ha hecho demasiado larga para el modelo. Empieza una nueva con /new, por favor. Conservo lo que me pediste recordar.
model-refused = El modelo ha rechazado mi petición. El operador de este bot puede encontrar el motivo en el registro, y `adjutant doctor` comprueba los ajustes del modelo.
model-web-page = La dirección del modelo responde con una página web y no como un modelo. El operador de este bot debe corregir base_url, quizá le falta /v1; `adjutant doctor` la comprueba.
model-no-tools = Este modelo no sabe usar herramientas, y las necesito para trabajar. El operador de este bot debe elegir otro modelo o activar las llamadas a herramientas en su servidor.
model-withheld = El proveedor del modelo ha retenido su respuesta. Pregúntamelo con otras palabras.

## Pictures

picture-named = «{ $name }»
picture-yours = Tu imagen
picture-unknown = { $what } es de un tipo que no puedo ver; conozco JPEG, PNG, WebP, GIF, BMP y PDF.
picture-damaged = { $what }: el archivo está dañado.
picture-exhausting = { $what } necesitaría más memoria o tiempo del que puedo dedicar a una imagen.
picture-locked = { $what }: el archivo está protegido con contraseña.
picture-no-such-page =
    { $count ->
        [one] { $what } no tiene esa página, sino solo { $count }.
       *[other] { $what } no tiene esa página, sino solo { $count }.
    }
picture-too-many-pixels = { $what } tiene más de { $count } píxeles, que es lo máximo que puedo ver.
picture-too-many-million-pixels =
    { $what } tiene más de { $count ->
        [one] { $count } millón
       *[other] { $count } millones
    } de píxeles, que es lo máximo que puedo ver.
picture-too-large = { $what } supera los { $most }, que es lo máximo que puedo ver.
picture-too-many = { $what } llegó con más de { $count } otras, que es lo máximo que veo de una vez.
picture-gone = { $what } ya no está en la plataforma; envíala de nuevo, por favor.
picture-no-jail = { $what } no se ha examinado: esta máquina no puede aislar lo que lee imágenes.
picture-not-fetched = { $what } no se ha podido recuperar, aunque lo he intentado varias veces; envíala de nuevo dentro de un rato, por favor.
picture-not-described = No he visto tu imagen: eso { $why }.

## Words on buttons of many messages

button-back = Volver
button-delete = Eliminar
button-undo = Deshacer
button-cancel = Cancelar
button-keep = Conservar
button-remove = Quitar

## Schedules

schedules-title = Tus tareas programadas
schedules-title-named = con el nombre «{ $query }»
schedules-zone = Las horas son de { $zone }.
schedules-group = Aquí, donde otros pueden leer, solo muestro las tareas programadas que creaste aquí.
schedules-none-named = No tienes ninguna tarea programada con el nombre «{ $query }». /schedules muestra todas las que tienes.
schedules-none = No tienes tareas programadas. Para crear una, escribe por ejemplo:
schedules-example = recuérdame todos los días a las 9:30 regar las plantas
schedules-unreadable-times = no puedo leer sus horas
schedules-about-next = { $words } · la próxima vez: { $time }
schedules-about-put-off = { $words } · pospuesta hasta { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Pausar
schedules-resume = Reanudar
schedules-stop-run = Parar ejecución
schedules-run-now = Ejecutar ahora
schedules-edit = Modificar
schedules-history = Historial
schedules-kind =
    { $kind ->
        [reminder] Recordatorio, { $words }
       *[other] Tarea, { $words }
    }
schedules-state = Estado: { $state }
schedules-next = Próximas veces: { $times }
schedules-times-in = Las horas son de { $zone }
schedules-results =
    { $which ->
        [each] Resultados: recibes cada uno
        [worth] Resultados: recibes los que merecen un mensaje
       *[other] Resultados: se guardan aquí, sin mensaje
    }
schedules-urgent = Los resultados llegan también en las horas de silencio
schedules-model = Modelo: { $model }
schedules-active = activa
schedules-finished = terminada
schedules-paused-state = en pausa
schedules-put-off = pospuesta hasta { $time }
schedules-paused-by-you = en pausa, porque lo pediste
schedules-paused-by-me = la he puesto en pausa, porque { $why }
schedules-missed-skip = Las ejecuciones perdidas se omiten
schedules-missed-once = De las ejecuciones perdidas solo se recupera la última, si no llega más de { $grace } tarde
schedules-missed-all = Las ejecuciones perdidas se recuperan, si no llegan más de { $grace } tarde
schedules-days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }
schedules-hours =
    { $count ->
        [one] { $count } hora
       *[other] { $count } horas
    }
schedules-minutes =
    { $count ->
        [one] { $count } minuto
       *[other] { $count } minutos
    }
schedules-seconds =
    { $count ->
        [one] { $count } segundo
       *[other] { $count } segundos
    }
schedules-overlap-queue = Una ejecución que toca mientras otra está en marcha espera a que termine
schedules-overlap-parallel = Una ejecución que toca mientras otra está en marcha se ejecuta a la vez
schedules-previous-outputs =
    { $count ->
        [one] Cada ejecución ve lo que dijo la anterior
       *[other] Cada ejecución ve lo que dijeron las { $count } anteriores
    }
schedules-edit-direct = Para cambiarla, dime con tus palabras qué debe ser distinto. Por ejemplo:
schedules-edit-group = Para cambiarla, mencióname y di con tus palabras qué debe ser distinto. Por ejemplo:
schedules-edit-example = Cambia la tarea programada «{ $name }» a cada día laborable a las 9:30
schedules-edit-without-model = Sin un modelo de lenguaje no puedo cambiar una tarea programada. Elimínala y crea otra, en inglés, por ejemplo:
schedules-delete-title = ¿Eliminar esta tarea programada?
schedules-delete-final = Una tarea programada eliminada no se puede recuperar.
schedules-paused = En pausa.
schedules-paused-already = Ya está en pausa.
schedules-resumed = Reanudada.
schedules-active-already = Ya está activa.
schedules-over = Ya no le queda ninguna hora prevista. Nada ha cambiado.
schedules-cannot-resume = No puedo leer sus horas, así que no puedo reanudarla. Nada ha cambiado.
schedules-asked-begun = Se está ejecutando ahora.
schedules-asked-at-work = Ya se está ejecutando.
schedules-asked-waiting = Ya se está ejecutando, y espera tu decisión.
schedules-stopped = Detenida.
schedules-not-at-work = Ya no se está ejecutando.
schedules-deleted = Eliminada.
schedules-gone = Esta tarea programada ya no existe, o ya no es de este chat. Nada ha cambiado.
schedules-run-gone = Esta ejecución ya no existe, o ya no es de este chat.
schedules-forgotten = Eso fue hace tanto que lo he olvidado. Nada ha cambiado.

## Runs of a schedule in the chat

schedule-runs-title = Ejecuciones de { $name }
schedule-runs-deleted-title = Ejecuciones de una tarea programada eliminada
schedule-runs-none = Aún no se ha ejecutado, o he olvidado sus ejecuciones.
schedule-runs-nothing = No hay nada que leer: no dijo nada, no ha terminado o he olvidado lo que dijo.
schedule-runs-taken = Ha consumido { $taken }.
schedule-runs-last = Última ejecución: { $told }
schedule-runs-why = Motivo: { $why }
schedule-runs-with-reason = { $told }: { $why }
schedule-runs-asked = { $time }, a petición
schedule-runs-begun = { $time }; «Historial» muestra cómo va
schedule-runs-outcome = { $time }: { $status }
schedule-runs-outcome-delivered = { $time }: { $status }, { $delivery }
schedule-run-queued = espera a que terminen otras ejecuciones
schedule-run-running = en marcha
schedule-run-waiting = espera una decisión
schedule-run-retrying = ha fallado, se intentará otra vez
schedule-run-succeeded = hecha
schedule-run-failed = ha fallado
schedule-run-stopped = detenida
schedule-run-skipped = no se ejecutó
schedule-delivery-done = enviado y marcado como hecho
schedule-delivery-pending = en camino
schedule-delivery-put-off-until = pospuesto hasta { $time }
schedule-delivery-put-off = pospuesto
schedule-delivery-sent = enviado
schedule-delivery-suppressed = no enviado
schedule-delivery-failed = no se pudo enviar
schedule-run-away = yo no estaba

## A schedule whose time passed before it was approved

overdue-remind = Era para { $time } y se aprobó después. ¿Te lo recuerdo ahora?
overdue-do = Era para { $time } y se aprobó después. ¿Lo hago ahora?
overdue-remind-now = Recuérdamelo ahora
overdue-do-now = Hazlo ahora
overdue-drop = Descartar
overdue-today = Hoy a las { $time }
overdue-tomorrow = Mañana a las { $time }
overdue-reminded = Aquí está.
overdue-doing = Lo hago ahora.
overdue-remind-today = Te lo recordaré hoy a las { $time } ({ $zone }).
overdue-remind-tomorrow = Te lo recordaré mañana a las { $time } ({ $zone }).
overdue-do-today = Lo haré hoy a las { $time } ({ $zone }).
overdue-do-tomorrow = Lo haré mañana a las { $time } ({ $zone }).
overdue-changed = Ahora tiene otra hora.
overdue-dropped = Descartado.
overdue-decided = Esto ya se decidió. Nada ha cambiado.
overdue-paused-why = su hora ya había pasado cuando se aprobó

## Buttons under a schedule’s messages

delivered-snooze = Posponer …
delivered-done = Hecho
delivered-again = Repetir
delivered-ten-minutes = 10 min
delivered-hour = 1 h
delivered-tomorrow = Mañana
delivered-done-at = ✅ Hecho: { $time }
delivered-snoozed-until = 💤 Pospuesto hasta { $time }
delivered-deleted = 🗑️ Eliminado, así que no vuelve.
delivered-moved = 🕘 En su lugar, llegará a la nueva hora.
delivered-history-below = Sus ejecuciones están abajo.
delivered-came-again = Lo he enviado otra vez desde entonces. Usa el mensaje más reciente. Nada ha cambiado.

## What schedules deliver, and notices about them

runs-deleted-name = Tarea programada
runs-late = {"*"}Esto tocaba el { $due }, cuando yo no estaba.*
runs-late-and-before =
    { $count ->
        [one] {"*"}Esto tocaba el { $due }, y { $count } vez antes, cuando yo no estaba.*
       *[other] {"*"}Esto tocaba el { $due }, y { $count } veces antes, cuando yo no estaba.*
    }
runs-late-before =
    { $count ->
        [one] {"*"}Esto también tocaba { $count } vez antes, cuando yo no estaba.*
       *[other] {"*"}Esto también tocaba { $count } veces antes, cuando yo no estaba.*
    }
runs-held = {"*"}Esto tocaba el { $due }, en tus horas de silencio.*
runs-missed = Mientras yo no estaba, esto tocaba y no se ejecutó:
runs-missed-once = - «{ $what }»: { $last }
runs-missed-once-next = - «{ $what }»: { $last }; la próxima vez: { $next }
runs-missed-often =
    { $count ->
        [one] - «{ $what }»: { $count } vez, la última: { $last }
       *[other] - «{ $what }»: { $count } veces, la última: { $last }
    }
runs-missed-often-next =
    { $count ->
        [one] - «{ $what }»: { $count } vez, la última: { $last }; la próxima vez: { $next }
       *[other] - «{ $what }»: { $count } veces, la última: { $last }; la próxima vez: { $next }
    }
runs-failed-again = {"*"}Ha fallado { $failures } veces seguidas. Tras dos fallos más pondré en pausa esta tarea programada.*
runs-failed-paused = {"*"}Ha fallado { $failures } veces seguidas, así que he puesto en pausa esta tarea programada. Dime que la reanude cuando se haya resuelto la causa.*
runs-undelivered = Ya no puedo escribir en el chat donde creaste «{ $name }». Esto es lo que tenía que decir allí:
runs-undelivered-paused = Ya no puedo escribir en el chat donde creaste «{ $name }». La he puesto en pausa; /schedules la muestra. Esto es lo que tenía que decir allí:
runs-place-refused =
    No pude publicar resultados programados en { $place }: { $reason }.

    Llegaron a los chats directos de quienes los pidieron, y las tareas programadas están en pausa. Cuando yo pueda volver a escribir allí, cada persona puede reanudar las suyas: /schedules.
runs-files-refused =
    No pude publicar un archivo en { $place }: { $reason }.

    Hasta que pueda, los archivos destinados allí van a los chats directos de quienes los pidieron.
runs-back-line = • «{ $name }»
runs-back-line-at = • «{ $name }»: { $time }
runs-back-resumed = Durante un tiempo no pude escribirte aquí, y había puesto en pausa lo que se comunica aquí. Ahora continúa:
runs-back-over = Mientras no podía escribirte aquí, esto tocaba y no se ejecutó:
runs-cannot-run = «{ $name }» tocaba y no se puede ejecutar, así que la he puesto en pausa. Quien administra este bot puede ver el motivo en el registro. /schedules muestra todas tus tareas programadas.
runs-no-channel = Esto no se pudo ejecutar: se comunica por { $channel }, que ya no está configurado aquí. No se gastó nada en ello. Quien administra este bot puede configurar { $channel } de nuevo, o puedes volver a pedir la tarea en el chat donde debe comunicarse.
runs-no-model = Esto no se pudo ejecutar: no hay ningún modelo de lenguaje configurado, y el asistente integrado no sabe hacerlo. Quien administra este bot puede configurar uno, en [model].
runs-failed-too-often = ha fallado cinco veces seguidas
runs-unreadable = no puedo leer sus horas
runs-unreachable = ya no puedo escribir en su chat
runs-stopped = la detuviste
runs-not-decided = su aprobación ha caducado
runs-overlapped = la ejecución anterior no había terminado
runs-undecided = la ejecución anterior espera tu decisión
runs-schedule-deleted = su tarea programada se eliminó

## Notes in the chat

notes-title = Tus notas
notes-title-about = Tus notas sobre
notes-title-query = «{ $query }»
notes-which-to-delete = ¿Qué nota debo eliminar?
notes-group = Aquí, donde otros pueden leer, solo uso las notas que guardaste aquí y las que compartes.
notes-by-words = Solo pude buscar por palabras ({ $why }). Otras palabras pueden encontrar más.
notes-none-about = No tengo ninguna nota sobre «{ $query }». /memory muestra todas tus notas.
notes-none = No tienes notas. Para guardar una, envía:
notes-example = La clave del wifi es 4711
notes-from-here = de este chat
notes-from-direct = de un chat directo ({ $channel })
notes-from-group = de un grupo ({ $channel })
notes-from-server = de un servidor ({ $channel })
notes-shared-mark = compartida
notes-none-of-these = Ninguna de estas
notes-edit = Modificar
notes-do-not-share = No compartir
notes-share = Compartir en grupos
notes-new-text-direct = Envíame el texto nuevo en tu próximo mensaje, antes de las { $until }. Una pregunta o un comando pone fin a esto, salvo si respondes a este mensaje. Las etiquetas al final (#home) reemplazan a las anteriores. /cancel deja la nota como está.
notes-new-text-group = Responde a este mensaje con el texto nuevo, antes de las { $until }. Las etiquetas al final (#home) reemplazan a las anteriores. /cancel deja la nota como está.
notes-delete-title = ¿Eliminar esta nota?
notes-delete-final = Una nota eliminada no se puede recuperar.
notes-saved =
    Guardada el { $at }{ $where ->
        [here] , en este chat
        [direct] , en un chat directo ({ $channel })
        [group] , en un grupo ({ $channel })
        [server] , en un servidor ({ $channel })
       *[other] {""}
    }.
notes-saved-and-changed =
    Guardada el { $at }{ $where ->
        [here] , en este chat
        [direct] , en un chat directo ({ $channel })
        [group] , en un grupo ({ $channel })
        [server] , en un servidor ({ $channel })
       *[other] {""}
    }; modificada el { $changed }.
notes-tags = Etiquetas: { $tags }.
notes-used-in-groups = Puedo usarla en cada grupo donde hablas conmigo.
notes-cut = … ({ $count } caracteres en total)
notes-remembered = 📝 Anotado: «{ $note }»{ $tags }
notes-remembered-already = 📝 Eso ya lo tengo: «{ $note }»{ $tags }
notes-unfit-empty = Ahí no hay nada que recordar, así que nada ha cambiado.
notes-unfit-too-long = Una nota admite como máximo { $most } caracteres, y esto tiene { $length }, así que nada ha cambiado. Envíalo por partes o acórtalo.
notes-unfit-too-many = Tienes { $most } notas, el máximo que guardo para una persona, así que nada ha cambiado. Elimina algunas con /memory o /forget.
notes-unfit-no-room = Tus notas ocupan todo el espacio que tiene una persona, así que nada ha cambiado. Elimina o acorta algunas con /memory.
notes-changed =
    📝 Nota modificada.

    Antes: «{ $before }»{ $before_tags }
    Ahora: «{ $now }»{ $now_tags }
notes-undone = 📝 La nota está como estaba: «{ $note }»{ $tags }
notes-changed-since = La nota ya no existe o ha cambiado desde entonces, así que no puedo deshacer esto. Nada ha cambiado.
notes-deleted = Eliminada. Nuestra conversación aún puede contener lo que decía; /new empieza sin ello.
notes-forgotten = 🗑️ La nota ya no está. Nuestra conversación aún puede contener lo que decía; /new empieza sin ello.
notes-nothing-deleted = De acuerdo, no se ha eliminado nada.
notes-shared = Puedo usar esta nota en cada grupo donde hablas conmigo.
notes-not-shared = Ya no uso esta nota en grupos, salvo donde la guardaste.
notes-wanted-direct = Tu próximo mensaje será el texto de la nota.
notes-wanted-group = Responde al mensaje con el texto nuevo.
notes-cancelled = De acuerdo, la nota queda como está.
notes-nothing-to-cancel = No hay nada que cancelar. Para detener lo que estoy haciendo, envía /stop.
notes-edit-in-private = Modifica las notas en un chat directo conmigo: nadie puede responder a este mensaje. Nada ha cambiado.
notes-gone = Esta nota ya no existe, o ya no es de este chat. Nada ha cambiado.
notes-remember-usage = Escribe después del comando lo que debo recordar, con etiquetas si quieres:
notes-forget-usage = Escribe después del comando de qué trata la nota, por ejemplo «/forget clave del wifi». Pregunto antes de eliminar nada. /memory muestra todas tus notas, para revisarlas y eliminarlas; /forget_me elimina todo lo que sé de ti.

## Receipts below answers

memory-remembered = 📝 Anotado: «{ $note }»
memory-remembered-already = 📝 Eso ya lo tengo: «{ $note }»
memory-changed = 📝 Nota modificada: «{ $note }»
memory-deleted = 🗑️ Nota eliminada: «{ $note }» (nuestra conversación aún puede contener lo que decía; /new empieza sin ello)
memory-more-receipts = … y { $count } más

## People, for the owner

people-for-the-owner = Solo quien es dueño de este bot puede ver quién lo usa, y admitir o quitar a personas.
people-in-private = Pregúntamelo en un chat directo: aquí otros leerían quién me usa.
people-title = Personas
people-accounts = Cuentas: { $accounts }
people-shut-out = Bloqueadas: { $accounts }
people-role = Función: { $role }
people-last-seen = Última vez: { $seen }
people-this-month =
    Este mes: { $turns ->
        [one] { $turns } respuesta
       *[other] { $turns } respuestas
    }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }
people-not-served = No hago nada para esta persona, y lo que tiene se conserva hasta que vuelva.
people-no-approver = Quitar aprobación
people-make-approver = Dejar que apruebe
people-admit = Admitir
people-removing = ¿Quitar a esta persona? Dejo de hacer lo que hago para ella y ya no le respondo, aunque la configuración la incluya. Sus notas, tareas programadas y archivos se conservan, y vuelven a ser suyos si la admites; hasta entonces, su sitio web no está en línea.
people-yes-remove = Sí, quitar
people-all = Todas las personas
people-about = ({ $accounts }): { $role }, última vez: { $seen }
people-owner = dueño del bot
people-removed-role = sin acceso
people-not-admitted = ahora sin admisión
people-member-approver = miembro, puede aprobar
people-member = miembro
people-never = nunca
people-gone = Ya no conozco a esta persona. Nada ha cambiado.
people-owner-stays = A quien es dueño no se le puede quitar aquí. `adjutant people`, donde me ejecuto, puede transferir la propiedad o excluir una cuenta.
people-removed = Hecho: ya no tiene acceso.
people-admitted = Hecho: ya tiene acceso.
people-made-approver = Esta persona ya puede decidir lo que otros piden en los grupos.
people-ended-approver = Esta persona solo decide lo que pide ella misma.
people-approver-by-configuration = La configuración nombra a esta persona, en approvers de [access], así que sigue pudiendo aprobar.

## The export of what I know, and forgetting it

privacy-export-begun = Estoy reuniendo todo lo que sé de ti. Llega en un momento, en archivos: unos para leer y otros para programas.
privacy-export-elsewhere = Estoy reuniendo todo lo que sé de ti, y lo enviaré a nuestro chat directo.
privacy-export-in-private = Eso queda entre tú y yo: envíame /export en un chat directo.
privacy-export-waits = Ya estoy en ello: los archivos llegan en un momento.
privacy-export-failed = No pude escribir los archivos de tu exportación. Inténtalo más tarde. Si sigue fallando, quien administra este bot puede averiguar por qué.
privacy-export-caption =
    { $files ->
        [2] Todo lo que sé de ti. El archivo .md es para que lo leas, el .json es para programas.
       *[other] Todo lo que sé de ti, en { $files } archivos. Los .md son para que los leas, los .json son para programas.
    }
privacy-forget-in-private = Eso queda entre tú y yo: envíame /forget_me en un chat directo.
privacy-forget-question = ¿Eliminar para siempre todo lo que sé de ti?
privacy-forget-goes = Esto desaparece:
privacy-forget-account = que te conozco: dejaré de conocer { $accounts }
privacy-forget-linked = Esto incluye todas tus cuentas vinculadas, no solo esta.
privacy-forget-owner = Un bot necesita a alguien como dueño: con { $accounts } lo sigues siendo, empezando desde cero.
privacy-forget-stays = Esto se queda: los mensajes de los propios chats, donde solo tú puedes eliminarlos; la constancia, para quien administra el bot, de que algo se permitió o se hizo, y cuándo, pero no quién; y las copias de seguridad que haya hecho quien lo administra.
privacy-forget-decide = Si antes quieres una copia, envía /export. Tienes 10 minutos para decidir.
privacy-delete-everything = Eliminar todo
privacy-keep-everything = Conservar todo
privacy-account =
    { $channel ->
        [telegram] tu cuenta de Telegram { $id }
        [discord] tu cuenta de Discord { $id }
        [web] tu cuenta en la página de chat
       *[other] tu cuenta { $id }
    }
privacy-notes =
    { $count ->
        [one] { $count } nota
       *[other] { $count } notas
    }
privacy-conversations =
    { $count ->
        [one] { $count } conversación, con todo lo que se dijo e hizo en ella
       *[other] { $count } conversaciones, con todo lo que se dijo e hizo en ellas
    }
privacy-schedules =
    { $count ->
        [one] { $count } tarea programada
       *[other] { $count } tareas programadas
    }
privacy-hooks =
    { $count ->
        [one] { $count } hook
       *[other] { $count } hooks
    }
privacy-results =
    { $count ->
        [one] { $count } resultado de tareas programadas
       *[other] { $count } resultados de tareas programadas
    }
privacy-permissions =
    { $count ->
        [one] { $count } permiso que me diste
       *[other] { $count } permisos que me diste
    }
privacy-websites =
    { $count ->
        [one] { $count } sitio web, también donde es público
       *[other] { $count } sitios web, también donde son públicos
    }
privacy-files-and-usage = tus archivos y las cifras de tu consumo
privacy-not-deleted =
    { $why ->
        [expired] ⌛ No se eliminó nada: no confirmaste antes de 10 minutos.
        [replaced] ⌛ No se eliminó nada: lo has pedido otra vez, más abajo.
       *[wanted] ❌ No se eliminó nada.
    }
privacy-deleting = ✅ Estoy eliminando todo lo que sé de ti.
privacy-forgotten = Hecho: ya no sé nada de ti. ¡Adiós!
privacy-kept = No se eliminó nada.
privacy-begun = Lo estoy eliminando.
privacy-under-way = Ya lo estoy eliminando.
privacy-question-over = Esa pregunta ha caducado. Para recibirla otra vez, envía /forget_me.

## Links to the console

sign-in-in-private = Pídemelo en un chat directo: el enlace que te envío allí es solo para ti.
sign-in-how-to-use = Escribe /console para recibir un enlace a tu consola, o /console off para cerrar la sesión de tus navegadores.
sign-in-no-page = La consola es parte de la página de chat, que está desactivada: pon enabled = true en [channels.web].
sign-in-no-address = La consola está en { $here }, para un navegador de la máquina donde me ejecuto que ya haya abierto la página de chat. Para que pueda enviarte, a ti y a quienes atiendo, un enlace que la abra en otro sitio, pon en url, en [console], la dirección de un proxy con TLS delante de la página de chat, y su host en hosts, en [channels.web].
sign-in-no-address-for-you = El dueño de este bot no ha dado una dirección a la consola, así que no tengo ningún enlace para ti.
sign-in-open = Abre tu consola con este enlace, una sola vez y antes de 10 minutos:
sign-in-about =
    { $owner ->
        [yes] Muestra en un navegador lo que es tuyo: lo que espera tu aprobación, tus tareas programadas, lo que he respondido y consumido, el registro, y cómo estoy. Allí puedes decidir y cambiar cosas. El navegador mantiene la sesión 30 días. No des el enlace a nadie: quien lo abra primero ve y decide en tu lugar. Para terminar, cierra la sesión allí, o escribe /console off, que la cierra en todos tus navegadores.
       *[no] Muestra en un navegador lo que es tuyo: lo que espera tu aprobación, tus tareas programadas, lo que he respondido y consumido, y el registro. Allí puedes decidir y cambiar cosas. El navegador mantiene la sesión 30 días. No des el enlace a nadie: quien lo abra primero ve y decide en tu lugar. Para terminar, cierra la sesión allí, o escribe /console off, que la cierra en todos tus navegadores.
    }
sign-in-read-since = El dueño de este bot puede leer en la consola lo que me has escrito en chats directos desde el { $since }, y lo que respondí.
sign-in-opened = Aquí había un enlace a tu consola, y un navegador lo ha abierto. Si no fuiste tú, escribe ahora /console off.
sign-in-over = Aquí había un enlace a tu consola. Ya no abre nada; escribe /console para recibir otro.
sign-in-signed-out =
    { $count ->
        [0] Ningún navegador tiene la sesión abierta. Los enlaces que había enviado ya no abren nada.
        [one] Sesión cerrada en { $count } navegador. Los enlaces que había enviado ya no abren nada.
       *[other] Sesión cerrada en { $count } navegadores. Los enlaces que había enviado ya no abren nada.
    }
sign-in-owner-reads = El dueño de este bot puede leer en la consola, desde ahora, lo que se dice en nuestros chats directos: lo que me escribes, lo que respondo, y lo que doy a las herramientas, como el texto de una nota. Esto incluye las ejecuciones de tareas programadas que crees allí desde ahora. No se muestra lo que devuelven las herramientas, ni lo que se dijo antes de este mensaje, salvo que yo lo repita. Los grupos quedan fuera. /status dice desde cuándo es así.
sign-in-status-read-since = El dueño puede leer en la consola lo que me has escrito en chats directos desde el { $since }, y lo que respondí
sign-in-needed = No has iniciado sesión. Envía /console al bot en un chat directo, y abre el enlace que te mande.
sign-in-refused = Este enlace ya no abre nada: funciona una vez, y durante 10 minutos. Envía /console al bot en un chat directo para recibir otro.
sign-in-refused-too-often = Se han probado demasiados enlaces que no abren nada. Espera un minuto. Luego envía /console al bot en un chat directo, y abre el enlace que te mande.
sign-in-foreign = Se rechazan las peticiones de otros sitios. Abre la consola por su propia dirección.
sign-in-opened-by-key = Este navegador abre la consola con la clave de la página de chat, no con un enlace. Para impedírselo, cambia la clave.
sign-in-has-key = Este navegador abre la consola con la clave de la página de chat, como dueño. Abre el enlace en otro navegador, o en una ventana privada: no se ha usado.

## Who is let in

access-welcome-owner = ¡Te doy la bienvenida! Este bot ya es tuyo. Escríbeme como a una persona, o envía /help para ver lo que puedo hacer.
access-wrong-code = Ese código no es válido. Un código funciona una vez, y creo uno nuevo cada vez que arranco sin dueño. El programa mostró el actual al arrancar.
access-code-in-private = Envía el código en un chat directo conmigo, no aquí: quien lo envíe primero será el dueño.
access-code-void = Ese era el código del dueño, y otros aquí lo han leído, así que ya no vale. El programa crea uno nuevo cuando arranca otra vez, o enseguida con `adjutant people owner`. Envíame ese en un chat directo.
access-send-code = Si el bot es tuyo, envíame `/start CODE` con el código que el programa mostró al arrancar.
access-not-let-in = Este bot es privado, y su dueño no te ha admitido.
access-too-many-wait = Este bot es privado, y muchos otros esperan a su dueño. Escribe otra vez dentro de unos días.
access-owner-asked = Este bot es privado. He pedido a su dueño que te admita. Si lo hace, te responderé aquí.
access-no-owner-yet = Este bot es privado y aún no tiene dueño. En cuanto lo tenga, le pediré que te admita.
access-owner-out-of-reach = Este bot es privado, y no consigo contactar con su dueño. Si lo conoces, dile tu identificador: `{ $account }`. Con él puede admitirte.
access-knock =
    { $name } ({ $account } en { $platform }{ $place ->
        [group] , en un grupo
       *[direct] {""}
    }) quiere hablar conmigo{ $said ->
        [yes] : «{ $words }»
       *[no] .
    }{ $removed ->
        [yes] {" "}Ya eliminaste esta cuenta una vez. Si la admites, recupera todo lo que tenía.
       *[no] {""}
    }
access-was-admitted = { $name } tiene acceso.
access-was-refused = { $name } no tiene acceso.
access-and-more = y { $count } más: envía /approvals para ver quién espera.
access-own-memory = A quien admitas le doy una memoria propia, y nunca ve la tuya.
access-admit = Admitir
access-refuse = Rechazar
access-pressed-admit = Con acceso.
access-pressed-refuse = Sin acceso.
access-decided-before = Ya lo has decidido. Nada ha cambiado.
access-let-in = El dueño te ha admitido. Escríbeme como a una persona, o envía /help para ver lo que puedo hacer.
access-let-in-group = El dueño te ha admitido. Mencióname junto con lo que necesitas o contesta a uno de mis mensajes. /help dice lo que puedo hacer.
access-let-in-late = El dueño te ha admitido. Lo que escribiste fue hace un rato: escríbelo otra vez si aún quieres una respuesta. /help dice lo que puedo hacer.

## Commands in menus and lists

command-start = Qué soy y qué puedo hacer
command-help = Comandos y ejemplos
command-new = Empezar otra conversación
command-stop = Detener lo que hago
command-compact = Resumir nuestra conversación
command-status = Cómo va todo
command-approvals = Qué espera tu decisión, y qué tengo permitido
command-memory = Tus notas: ver, cambiar, eliminar
command-remember = Guardar una nota
command-forget = Eliminar una nota
command-schedules = Tus recordatorios y tareas
command-files = Tus archivos: recibir, renombrar, eliminar
command-site = Tu sitio web: ver, publicar
command-vault = Tus secretos para otros servidores
command-hooks = Direcciones que llaman otros programas
command-mcp = Programas que usan lo tuyo
command-plan = Cómo va nuestro plan
command-tools = Qué herramientas tengo a mano
command-model = Qué modelo responde aquí
command-queue = Qué pasa si escribes mientras trabajo
command-reasoning = Ver u ocultar lo que razona el modelo
command-tables = Cómo llegan las tablas anchas
command-language = Tu idioma
command-timezone = Tu zona horaria
command-quiet = Tus horas de silencio
command-usage = Cuánto has consumido
command-console = Tu consola en el navegador
command-people = Quién me usa (solo para mi dueño)
command-link = Compartir todo con otra cuenta tuya
command-unlink = Dejar de compartir con una cuenta
command-export = Todo lo que sé de ti, en archivos
command-forget-me = Eliminar todo lo que sé de ti
argument-start-code = El código que te hace dueño, que el programa mostró al arrancar
argument-help-command = El comando del que quieres saber más
argument-memory-query = Qué buscar, o una #etiqueta; déjalo vacío para todas las notas
argument-remember-text = Lo que debo recordar, con #etiquetas si quieres
argument-forget-what = De qué trata la nota; pregunto antes de eliminarla
argument-schedules-name = Parte del nombre; déjalo vacío para todas las tareas programadas
argument-files-rename = rename VIEJO NUEVO; déjalo vacío para ver tus archivos
argument-vault-add = add NOMBRE SERVIDOR; déjalo vacío para ver tus secretos
argument-hooks-add = add NOMBRE, o add NOMBRE TAREA; déjalo vacío para ver tus hooks
argument-mcp-new = new NOMBRE; déjalo vacío para ver tus programas
argument-site-share = share o unshare, en un grupo; déjalo vacío para ver cómo está
argument-plan-clear = clear; déjalo vacío para ver el plan
argument-model-name = Su nombre; «default» para el habitual
argument-queue-choice = collect, steer o interrupt
argument-reasoning-on = «on» u «off»
argument-tables-form = text, picture o file
argument-language-name = Un idioma, como Deutsch o de; «platform» para el de tu aplicación
argument-timezone-zone = Como Europe/Paris, o solo la ciudad; «default» es la de mi máquina
argument-quiet-hours = Como 22:00-07:00; «off» para ninguna
argument-console-off = «off» cierra la sesión de tus navegadores
argument-usage-days = Desde cuándo: «today», o un número de días
argument-link-code = El código que te di en la otra plataforma
argument-unlink-account = Qué cuenta, si hay varias vinculadas

## Help

help-greeting = ¡Hola! Soy tu asistente.
help-direct =
    Escríbeme sin más. Por ejemplo:

    - recuerda que la clave del wifi es 4711
    - ¿cuál es la clave del wifi?
    - olvida la clave del wifi
    - recuérdame en un minuto que me estire
    - lista mis recordatorios, y después: pausa el 1, elimina el 1
    - apunta: comprar avena
    - abre https://example.com

    Antes de algo arriesgado te pregunto, con botones. En los grupos respondo cuando me mencionan o me contestan.
help-built-in =
    Escríbeme sin más. Sin un modelo de lenguaje solo entiendo inglés, por ejemplo:

    - remember that the wifi code is 4711
    - what is the wifi code?
    - forget the wifi code
    - remind me in one minute to stretch
    - list my reminders, and then: pause 1, cancel 1
    - jot buy oats
    - fetch https://example.com

    Antes de algo arriesgado te pregunto, con botones. En los grupos respondo cuando me mencionan o me contestan.
help-group =
    Aquí respondo cuando me mencionas o contestas a uno de mis mensajes: di lo que necesitas, como en un chat directo. Cada persona tiene sus propias notas, sus recordatorios y su conversación. Antes de algo arriesgado pregunto a la persona para quien es, con botones debajo del mensaje.

    Estos comandos funcionan aquí:
help-elsewhere = Solo en un chat directo conmigo: { $commands }
help-unknown = No conozco el comando /{ $name }. /help muestra todos los que conozco.
help-unknown-but-near = No conozco el comando /{ $name }. ¿Querías decir /{ $known }? /help los muestra todos.

## A new conversation, and what is stopped

new-begins = Empieza una nueva conversación.
new-keeps = Conservo lo que me pediste recordar.
withdrawn-approvals = No haré lo que esperaba tu aprobación.
withdrawn-questions = Ya no espero tu respuesta.
stop-stopped = Me he detenido.
stop-runs =
    { $count ->
        [1] He detenido la tarea programada que se ejecutaba aquí.
       *[other] He detenido las { $count } tareas programadas que se ejecutaban aquí.
    }
stop-dropped =
    { $count ->
        [1] He descartado el mensaje que esperaba.
       *[other] He descartado los { $count } mensajes que esperaban.
    }
stop-nothing = No hay nada que detener.

## How things stand

status-model = Modelo: { $model }
status-now =
    { $busy ->
        [yes] Ahora: trabajo en tu mensaje
       *[no] Ahora: sin nada que hacer
    }
status-approvals = Esperan tu aprobación: { $count }
status-schedules = Tareas programadas activas: { $count } (las horas son de { $zone })
status-skills = Habilidades activas: { $skills } (/tools las termina)
status-own-skill = { $name } (tuya)
status-clock = ⚠️ Reloj: { $doubt }.
status-undelivered = Mensajes en camino: { $count }
status-held-up =
    { $count ->
        [one] Por entregar aquí: { $count } mensaje.
       *[other] Por entregar aquí: { $count } mensajes.
    } El primero es de las { $since }: { $doubt ->
        [yes] aún no sé si ha llegado, y lo busco { $when ->
            [now] ahora
           *[later] a las { $until }
        }
       *[no] no fue aceptado, y lo intento otra vez { $when ->
            [now] ahora
           *[later] a las { $until }
        }
    }
status-dead = Mensajes que no pude entregar aquí en la última semana: { $count } ({ $reason })
status-unknown-reason = motivo desconocido
status-elsewhere =
    { $sent ->
        [yes] Resultados de tareas programadas que no pude publicar donde corresponde, y envié a tu chat directo en la última semana: { $count } ({ $reason })
       *[no] Resultados de tareas programadas que no pude publicar donde corresponde en la última semana: { $count } ({ $reason })
    }
status-stored =
    Guardado para ti: { $notes ->
        [one] { $notes } nota
       *[other] { $notes } notas
    }, { $more ->
        [yes] más de { $messages } mensajes
       *[no] { $messages ->
            [one] { $messages } mensaje
           *[other] { $messages } mensajes
        }
    }, { $files } en archivos
status-documents = Documentos guardados: { $parts }
status-documents-read = { $count } localizables por lo que dicen
status-documents-waiting = { $count } por leer
status-documents-unreadable = { $count } sin un texto que pueda leer
status-documents-full = { $count } para cuyo texto no hay sitio
status-everybody = Guardado en total: una base de datos de { $database } ({ $free } libres), { $files } en archivos
status-zone-data = Datos de zonas horarias: { $data }
status-zone-data-old = ⚠️ Datos de zonas horarias: { $data }.
status-set-aside = Apartado tras errores míos: { $count } (véase `adjutant doctor`)
usage-choice-days =
    { $days ->
        [1] hoy
       *[other] los últimos { $days } días
    }

## The health of channels

health-channel = { $channel }: { $state }; { $last }
health-chat-page = Página de chat
health-connected =
    { $lasting ->
        [yes] con conexión desde hace { $time }
       *[no] con conexión
    }
health-unreachable =
    { $lasting ->
        [yes] sin conexión desde hace { $time }: { $why }
       *[no] sin conexión: { $why }
    }
health-elsewhere = otro proceso recibe de ahí
health-nothing-received = aún no ha llegado nada
health-heard =
    { $ago ->
        [now] lo último llegó ahora mismo
       *[earlier] lo último llegó hace { $time }
    }
health-heard-late =
    { $ago ->
        [now] lo último llegó ahora mismo, con un retraso de { $late }
       *[earlier] lo último llegó hace { $time }, con un retraso de { $late }
    }
health-not-connected = sin conexión
health-ended = se detuvo por sí solo
health-down =
    ⚠️ No se me puede contactar en { $channel } desde hace { $time }: { $why }

    Lo sigo intentando, y te avisaré cuando vuelva a funcionar.
health-back = ✅ Vuelvo a estar disponible en { $channel }, tras { $time }.
health-days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }

## The console

console-starting = El programa está arrancando. Inténtalo otra vez en un momento.
console-not-served = La persona de esta página ya no tiene acceso. El dueño puede admitirla otra vez con /people.
console-database-failed = No se pudo leer la base de datos. El registro del programa dice por qué.
console-no-such-page = Esa página no existe.
console-not-understood = El programa no ha entendido esto. Recarga la página: puede ser de otra versión.
console-too-many-pages = Hay demasiadas páginas de la consola abiertas. Cierra una y recarga esta.
console-too-many-requests = Tus navegadores piden demasiado a la vez. Cierra algunas páginas de la consola y recarga esta.
console-no-such-letter = Este mensaje ya no está entre los que se dieron por perdidos. Nada ha cambiado.
console-letter-retried = Se está enviando otra vez.
console-letter-dropped = Eliminado. No se enviará.
console-write-first = Escribe antes al bot en un chat directo: una nota cambiada pertenece a él. Nada ha cambiado.
console-note-changed = La nota está cambiada.
console-not-permitted = Quien administra este bot no lo permite.
console-owner-decides = Esto lo decide el dueño. Pide el cambio al bot en un chat: él se lo pregunta.
console-schedule-changed = La tarea programada está cambiada.
console-schedule-changed-meanwhile = La tarea programada se cambió mientras tanto, así que no se guardó nada. Cierra este formulario y ábrelo de nuevo para ver cómo está ahora.
console-no-such-account = Eso no es una cuenta. Escríbela como telegram:42 o discord:42, con el número de la cuenta. Nada ha cambiado.
console-channel-down = { $platform }, sin conexión: { $why }
console-key-refused = El proveedor de { $model } rechaza la clave.
console-no-model = No hay ningún modelo de lenguaje configurado: responde el asistente integrado, que conoce unos pocos comandos.
console-clock = Reloj: { $doubt }.
console-timetable-late = Una tarea programada está pendiente desde hace { $time }, y nada la ha ejecutado.
console-dead-letters =
    { $more ->
        [yes] { $count } mensajes o más no se pudieron entregar en los últimos 7 días.
       *[no] { $count ->
            [one] { $count } mensaje no se pudo entregar en los últimos 7 días.
           *[other] { $count } mensajes no se pudieron entregar en los últimos 7 días.
        }
    }
console-owner-alone = Solo el dueño puede hacerlo. Nada ha cambiado.
console-checks-run = Las comprobaciones ya están en marcha. Inténtalo otra vez en un momento.
console-checks-took-too-long = Las comprobaciones se interrumpieron tras { $time }. `adjutant doctor`, en la máquina del programa, se toma el tiempo que necesitan.
console-copy-runs = Ya se está haciendo una copia. Aparecerá en la lista.
console-copied = Copiado: { $name }
console-copy-failed = La base de datos no se copió: { $error }. La carpeta de las copias es [backup] folder.
console-no-such-copy = Esa copia ya no existe. Puede que se eliminara para dejar sitio a otras más recientes.
console-path-program = Programa
console-path-database = Base de datos
console-path-copies = Copias de la base de datos
console-path-files = Archivos de las personas
console-path-websites = Sitios web
console-path-key = Clave de los secretos

## Usage and budgets

usage-title = Tu consumo (días según UTC):
usage-period =
    - { $days ->
        [1] hoy
       *[other] últimos { $days } días
    }: { $turns ->
        [one] { $turns } respuesta
       *[other] { $turns } respuestas
    }, { $taken }
usage-of-runs =
    { $all }; de eso, en { $runs ->
        [one] { $runs } ejecución programada
       *[other] { $runs } ejecuciones programadas
    }: { $taken }
usage-calls =
    { $count ->
        [one] { $count } llamada al modelo
       *[other] { $count } llamadas al modelo
    }
usage-at-work = { $time } de trabajo
usage-tokens = { $in } tokens de entrada, { $out } tokens de salida
usage-tokens-cached = { $in } tokens de entrada ({ $percent } % de la caché), { $out } tokens de salida
usage-limits =
    { $count ->
        [one] Tu límite diario
       *[other] Tus límites diarios
    }: { $limits }.
usage-limit = { $amount } ({ $percent } % usado)
usage-no-period = Eso no es un número de días. «/usage 7» muestra los últimos 7 días; el máximo es { $most }.
usage-day-used-up =
    { $measure ->
        [steps] Has agotado las llamadas al modelo de hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
        [time] Has agotado el tiempo de modelo de hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
        [tokens] Has agotado los tokens de hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
       *[cost] Has agotado el presupuesto de hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
    }
usage-day-too-short =
    { $measure ->
        [steps] Eso requiere más pasos de los que quedan hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
        [time] Eso requiere más tiempo del que queda hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
        [tokens] Eso requiere más tokens de los que quedan hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
       *[cost] Eso cuesta más de lo que queda hoy. Recibes más a medianoche UTC; /usage muestra las cifras.
    }
usage-takes-more-than-turn =
    { $measure ->
        [steps] requiere más pasos de los que puede usar una respuesta
        [time] requiere más tiempo del que puede usar una respuesta
        [tokens] requiere más tokens de los que puede usar una respuesta
       *[cost] cuesta más de lo que puede costar una respuesta
    }
usage-takes-more-than-day =
    { $measure ->
        [steps] requiere más pasos de los que quedan hoy
        [time] requiere más tiempo del que queda hoy
        [tokens] requiere más tokens de los que quedan hoy
       *[cost] cuesta más de lo que queda hoy
    }
usage-day-nearly-used-up = ⚠️ Has usado { $used } del límite de { $limit } al día ({ $percent } %). Cuando se agote, tendré que parar hasta medianoche UTC; /usage muestra las cifras.
usage-run-used-up =
    { $measure ->
        [steps] He detenido esta ejecución: una ejecución puede hacer { $limit }, y esta las ha agotado. No lo intentaré otra vez. Haz la tarea más pequeña, o pide a quien administra este bot que permita más (max_steps en [scheduler.run]).
        [time] He detenido esta ejecución: una ejecución puede trabajar { $limit }, y esta los ha agotado. No lo intentaré otra vez. Haz la tarea más pequeña, o pide a quien administra este bot que permita más (max_seconds en [scheduler.run]).
        [tokens] He detenido esta ejecución: una ejecución puede usar { $limit }, y esta los ha agotado. No lo intentaré otra vez. Haz la tarea más pequeña, o pide a quien administra este bot que permita más (max_tokens en [scheduler.run]).
       *[cost] He detenido esta ejecución: una ejecución puede costar { $limit }, y esta lo ha agotado. No lo intentaré otra vez. Haz la tarea más pequeña, o pide a quien administra este bot que permita más (max_cost en [scheduler.run]).
    }
usage-run-nearly-used-up = ⚠️ *Esto ha usado { $used } del límite de { $limit } por ejecución ({ $percent } %). Una ejecución que lo agota se detiene.*
usage-run-just-used-up = ⚠️ *Esto ha usado { $used } del límite de { $limit } por ejecución ({ $percent } %). Con un paso más se habría detenido.*
usage-token-amount = { $tokens } tokens
usage-money = { $amount } $
usage-thousands-sign = {" "}

## Linking accounts

links-meaning = Ambas partes, y todas las cuentas vinculadas a cualquiera de ellas, compartirán entonces notas, conversaciones anteriores, tareas programadas, archivos, permisos, límites diarios, zona horaria y horas de silencio, hasta que una de las dos envíe /unlink.
links-in-private-with-code = Vincula las cuentas en un chat directo conmigo, no aquí, donde otros pueden leer. Si ese código era válido, ya no funciona. Para obtener otro, envíame /link en un chat directo.
links-in-private = Hazlo en un chat directo conmigo, no aquí, donde otros pueden leer.
links-no-direct-chat = Ambas partes deben confirmar en un chat directo conmigo, y no puedo escribirte en ninguno. Escríbeme allí y luego envía el comando otra vez.
links-offered =
    Para vincular esta cuenta con otra tuya, envíame esto desde la otra, en un chat directo y antes de 10 minutos:

    `/link { $code }`

    No se comparte nada hasta que ambas partes hayan confirmado. No des el código a nadie: quien lo escriba puede pedir vincularse contigo.
links-wrong-code = Ese código no es válido. Para obtener uno, envíame /link en la otra plataforma, en un chat directo.
links-code-over = Ese código ya no es válido. Un código funciona una vez, durante 10 minutos, y solo hasta que pides otro. Para obtener otro, envíame /link en la otra plataforma.
links-own-code = Ese código es de esta cuenta. Envíalo desde la otra cuenta que quieres vincular.
links-too-many-codes = Fue un código erróneo de más. Espera una hora antes de probar otro.
links-linked-already = Estas cuentas ya están vinculadas. Para separarlas, envía /unlink.
links-same-user = Ambas cuentas ya son tuyas. Lo comparten todo, así que no hay nada que vincular.
links-confirm = El código es correcto. Ahora ambas partes tienen 10 minutos para confirmar, cada una en un chat directo conmigo.
links-question = ¿Vincular esta cuenta con { $other }?
links-typed-your-code = { $other } ha escrito tu código. ¿Vincular esa cuenta con esta?
links-made-this-code = { $other } creó este código. ¿Vincular esa cuenta con esta?
links-they-become-owner = También será dueño de este bot, como tú.
links-you-become-owner = También serás dueño de este bot, como la otra parte.
links-do-not-link = No vincular
links-link = Vincular
links-you-agreed = ✅ Has aceptado. Espero a la otra parte.
links-outcome-linked = ✅ Vinculadas
links-outcome-refused = ❌ No vinculadas
links-outcome-replaced = ⌛ No vinculadas: hay un código más reciente
links-outcome-expired = ⌛ No vinculadas: no confirmaron ambas partes a tiempo
links-late-linked = Ambas partes ya aceptaron. Nada ha cambiado. Para separar las cuentas, envía /unlink.
links-late-refused = Una de las partes no quiso vincular. Nada ha cambiado.
links-late-replaced = Hay un código más reciente, así que este ya no funciona. Nada ha cambiado.
links-late-expired = Han pasado más de 10 minutos. Nada ha cambiado. Para empezar de nuevo, envía /link.
links-pressed-again = Ya has aceptado. Espero a la otra parte.
links-agreed = Ahora tiene que aceptar la otra parte.
links-refused = No vinculadas.
links-done = Vinculadas.
links-not-admitted = Una de estas cuentas ya no está admitida. Nada ha cambiado.
links-linked = Desde ahora esta cuenta y { $other } están vinculadas.
links-nothing-to-unlink = No hay nada que desvincular: estas cuentas son tuyas sin vínculo: { $accounts }.
links-not-linked = Esta cuenta no está vinculada con ninguna otra.
links-which = Hay varias cuentas vinculadas. ¿Cuál debo desvincular?
links-unlinked = Ya no están vinculadas: { $unlinked } con { $rest }. Cada parte conserva lo que creó, también mientras estaban vinculadas.

## Files of a person

files-in-private = Pregúntamelo en un chat directo: aquí otros leerían los nombres de tus archivos.
files-title = Tus archivos en { $path }
files-none = : ninguno
files-about-folder =
    : una carpeta, { $files ->
        [one] { $files } archivo
       *[other] { $files } archivos
    }
files-about-file = : { $size }, { $time }
files-all-take = Todos tus archivos ocupan { $size }.
files-back-to = Volver a { $folder }
files-trash = Papelera ({ $count })
files-size = Tamaño: { $size }
files-changed = Modificado: { $time }
files-get = Obtener
files-to-rename = Para cambiarle el nombre:
files-new-name = NUEVO
files-of-linked = Es de una cuenta vinculada, donde se puede modificar.
files-versions =
    { $count ->
        [one] { $count } versión anterior
       *[other] { $count } versiones anteriores
    }
files-deleted = Está eliminado. Permanece un día en la papelera, y allí ocupa espacio.
files-trash-title = En la papelera
files-trash-empty = : nada
files-trash-folder =
    : una carpeta con { $files ->
        [one] { $files } archivo
       *[other] { $files } archivos
    }, eliminada el { $time }
files-trash-file = : { $size }, eliminado el { $time }
files-trash-hint = Un botón lo recupera. Un día después de eliminarlo, desaparece para siempre.
files-versions-title = Versiones anteriores de { $path }
files-version = { $number }. hasta { $time }: { $size }
files-versions-hint = Un botón recupera una; lo que el archivo contiene ahora pasa a ser una versión. Se guardan 30 días.
files-restored = Recuperado: { $path }
files-brought-back = El archivo contiene otra vez lo que contenía entonces.
files-renamed = { $from } se llama ahora { $to }.
files-how-to-rename = Para cambiar el nombre de un archivo o una carpeta, escribe /files rename ANTES NUEVO, con los nombres que tienen espacios entre comillas; por ejemplo /files rename lista.md "lista de viaje.md". O escribe solo /files.
files-none-at = No tienes ningún archivo ni carpeta { $path } cuyo nombre puedas cambiar; /files muestra lo que tienes.
files-name-taken = Ya hay algo con ese nombre, así que no he cambiado nada.
files-bad-name = No puede haber un archivo con ese nombre. Las rutas empiezan por /shared/ o /tmp/.
files-stays-kept = Lo que guardas en /shared no se puede mover a /tmp, que se vacía cada día.
files-no-such = Eso ya no está entre tus archivos.
files-on-its-way = Aquí va.
files-empty = El archivo está vacío, así que no puedo enviarlo.
files-too-large-to-send = El archivo tiene { $size }, y aquí puedo enviar como máximo { $most }.
files-unread-named =
    { $why ->
        [gone] No he leído «{ $name }»: ya no está en la plataforma; envíalo otra vez.
        [failed] No he leído «{ $name }»: no se pudo obtener, aunque lo intenté varias veces; envíalo otra vez dentro de un rato.
        [broken] No he leído «{ $name }»: no se pudo leer aquí; quien me administra puede saber más con `adjutant doctor`.
        [exhausting] No he leído «{ $name }»: leerlo necesita más memoria o tiempo del que puedo usar; con uno más pequeño, o con una parte, sí podría.
        [damaged] No he leído «{ $name }»: está dañado, o no es lo que dice ser.
        [locked] No he leído «{ $name }»: está protegido con contraseña.
        [unknown] No he leído «{ $name }»: no es texto ni un documento que yo pueda leer.
        [old] No he leído «{ $name }»: tiene el formato de las suites de oficina anteriores a 2007; guárdalo como DOCX, PPTX o PDF.
       *[other] No he leído «{ $name }» ({ $reason }).
    }
files-unread =
    { $why ->
        [gone] No he leído tu documento: ya no está en la plataforma; envíalo otra vez.
        [failed] No he leído tu documento: no se pudo obtener, aunque lo intenté varias veces; envíalo otra vez dentro de un rato.
        [broken] No he leído tu documento: no se pudo leer aquí; quien me administra puede saber más con `adjutant doctor`.
        [exhausting] No he leído tu documento: leerlo necesita más memoria o tiempo del que puedo usar; con uno más pequeño, o con una parte, sí podría.
        [damaged] No he leído tu documento: está dañado, o no es lo que dice ser.
        [locked] No he leído tu documento: está protegido con contraseña.
        [unknown] No he leído tu documento: no es texto ni un documento que yo pueda leer.
        [old] No he leído tu documento: tiene el formato de las suites de oficina anteriores a 2007; guárdalo como DOCX, PPTX o PDF.
       *[other] No he leído tu documento ({ $reason }).
    }

## The export that people read

export-title = Todo lo que sé de ti
export-title-part = Todo lo que sé de ti, parte { $part }
export-as-of = A fecha de { $day }, { $time } ({ $zone }). No incluye los secretos de quien administra el bot.
export-weekday =
    { $number ->
        [1] lunes
        [2] martes
        [3] miércoles
        [4] jueves
        [5] viernes
        [6] sábado
       *[7] domingo
    }
export-day = { $weekday }, { $date }
export-accounts = Tus cuentas
export-notes = Notas
export-messages = Conversaciones
export-other-messages = Comandos, y mensajes sin respuesta propia
export-schedules = Tareas programadas
export-runs = Lo que hicieron las tareas programadas
export-approvals = Lo que te pregunté
export-grants = Lo que puedo hacer sin preguntar
export-usage = Cuánto has consumido
export-sites = Tu sitio web
export-site-pages = Las páginas de tu sitio web
export-site-pictures = Las imágenes de tu sitio web
export-site-posts = Los artículos de tu sitio web
export-site-collections = Las colecciones de tu sitio web
export-site-entries = Lo que contienen
export-site-changes = Lo que se cambió en tu sitio web
export-site-messages = Lo que enviaron los visitantes de tu sitio web
export-audit = Lo que dice de ti el registro de quien administra el bot
export-files = Tus archivos
export-chat =
    { $kind ->
        [run] { $chat }, para una tarea programada, desde { $time }
        [specialist] { $chat }, para un especialista, desde { $time }
       *[other] { $chat }, desde { $time }
    }
export-summary = Resumen del comienzo{ $whose }: { $text }
export-on-scratchpad = En el bloc de notas{ $whose }: { $text }
export-sent-file = Un archivo que enviaste{ $whose }: { $name }
export-without-a-name = sin nombre
export-from-user = Tú
export-from-assistant = Yo
export-from-gateway = Nota para mí
export-said = {"*"}*{ $who }**, { $time }{ $whose }: { $text }
export-reasoning = { $time }, razonamiento: { $text }
export-result = Resultado{ $whose }: { $text }
export-a-file = un archivo
export-used = { $day }: respuestas: { $turns }, llamadas al modelo: { $calls }, trabajo: { $seconds } s, tokens de entrada: { $in }, de salida: { $out }, coste: { $cost } $
export-used-by-model = con { $model }: llamadas al modelo: { $calls }, tokens de entrada: { $in }, de salida: { $out }, coste: { $cost } $
export-change-undone = { $what }, deshecho
export-event = { $time }: { $kind } en { $tool }, { $outcome }
export-event-by = { $time }: { $kind } en { $tool }, { $outcome } por { $by }
export-file = { $path }, { $size }, del { $time }{ $whose }
export-account = { $name } ({ $role }), desde { $time }: { $accounts }
export-saved = guardada { $time }
export-changed = modificada { $time }
export-from-chat = de { $chat }
export-tags = etiquetas: { $tags }
export-in-groups = se puede usar en grupos
export-next = la próxima vez { $time }
export-made-in = creada { $time } en { $chat }
export-run = { $time }: { $status }, entrega { $delivery }{ $whose }: { $text }
export-state-by = { $state } por { $by }
export-given = concedido { $time }
export-revoked = revocado { $time }
export-until = hasta { $time }
export-without-a-title = Sin título
export-made = creado { $time }
export-published = publicado { $time }
export-in-navigation = En la navegación{ $whose }: { $label } ({ $to })
export-in-navigation-hidden = En la navegación{ $whose }: { $label } ({ $to }, oculto)
export-blocked = Bloqueado: { $sender }
export-dated = fecha: { $time }
export-by-author = por { $author }
export-in-collection = en { $collection }
export-leads-to = lleva a { $link }
export-home-page = página de inicio
export-words-of = puede contener palabras ajenas, origen: { $sources }

## Tools: files

tools-file-move = Mover { $from } a { $to }
tools-file-copy = Copiar { $from } en { $to }
tools-file-make-folder = Crear la carpeta { $path }
tools-file-delete = Borrar { $path }, { $size }
tools-file-delete-folder =
    Borrar la carpeta { $path } { $count ->
        [0] sin archivos
        [1] con 1 archivo, { $size }
       *[other] con { $count } archivos, { $size }
    }
tools-file-gone-in-a-day = En un día se habrá perdido para siempre.
tools-file-and-more = … y { $count } más
tools-file-change = Cambiar { $path }
tools-file-changes-content = Cambia lo que contiene el archivo.
tools-file-list-earlier = Enumerar lo que había antes en { $path }
tools-file-list-trash = Enumerar lo que hay en tu papelera
tools-file-bring-back = Recuperar { $path } de la papelera
tools-file-bring-back-folder = Recuperar la carpeta { $path } de la papelera
tools-file-bring-back-version = Recuperar una versión anterior de { $path }, { $size }
tools-file-kept-as-version = Lo que contiene ahora se guarda como versión anterior.
tools-file-is-lost = Lo que el archivo contiene ahora se pierde.
tools-file-append = Añadir { $size } a { $path }
tools-file-write = Escribir { $path }, { $size }
tools-file-replace = Reemplazar { $path }, { $before }, por { $after }
tools-file-list = Enumerar tus archivos
tools-file-list-folder = Enumerar los archivos de { $path }
tools-file-read = Leer { $path }
tools-file-search = Buscar «{ $query }» en tus archivos
tools-file-find = Buscar tus archivos con el patrón { $pattern }
tools-file-calculate = Calcular con { $paths }
tools-file-answer-is-seen = Son tus propios archivos, y todos los de aquí pueden ver la respuesta.
tools-file-send = Enviar { $paths } a este grupo
tools-file-is-seen = Es uno de tus propios archivos, y todos los de aquí lo verán.
tools-file-are-seen = Son tus propios archivos, y todos los de aquí los verán.
tools-file-save = Guardar como { $path }: { $what }
tools-file-saving =
    { $kind ->
        [photo] Guardo la foto
        [voice] Guardo el mensaje de voz
        [audio] Guardo el audio
        [video] Guardo el vídeo
        [round-video] Guardo el vídeo redondo
        [sticker] Guardo el sticker
       *[file] Guardo el archivo
    }
tools-file-reading-document = Leo el documento
tools-file-looking-at-picture = Miro la imagen
tools-file-more-lines =
    { $count ->
        [one] … y { $count } línea más
       *[other] … y { $count } líneas más
    }

## Tools: notes

tools-note-remember = Recordar: «{ $content }»
tools-note-remember-with-tags = Recordar: «{ $content }» (etiquetas: { $tags })
tools-note-change = Cambiar una nota
tools-note-tags = etiquetas: { $tags }
tools-note-delete = Borrar la nota «{ $content }»
tools-note-gone = Una nota borrada no se puede recuperar.
tools-note-cut = { $beginning }… ({ $count } caracteres en total)
tools-note-found =
    { $count ->
        [0] No se encontró nada.
        [1] Se encontró 1 coincidencia.
       *[other] Se encontraron { $count } coincidencias.
    }
tools-note-noted-already = Ya estaba anotado.

## Tools: schedules

tools-schedule-make = Programar «{ $name }»
tools-schedule-change = Cambiar la tarea programada «{ $name }»
tools-schedule-delete = Borrar la tarea programada «{ $name }» ({ $when })
tools-schedule-end = Terminar la tarea programada «{ $name }»
tools-schedule-gone = Una tarea programada que se borra no se puede recuperar.
tools-schedule-by-run = Una tarea programada quiere crear otra.
tools-schedule-by-hook = Quien tenga el secreto que muestra /hooks puede iniciarla tantas veces como quiera.
tools-schedule-often = Se ejecutaría hasta { $times } veces al día, cada vez con el modelo.
tools-schedule-zone = las horas son de { $zone }
tools-schedule-reminder = un recordatorio: se envía este texto, sin que trabaje ningún modelo
tools-schedule-results =
    resultados: { $how ->
        [always] siempre
        [conditional] solo si merecen un mensaje
       *[never] nunca
    }
tools-schedule-quiet-hours =
    en horas de silencio: { $urgent ->
        [yes] llegan enseguida
       *[no] esperan a que terminen
    }
tools-schedule-missed =
    ejecuciones perdidas: { $how ->
        [skip] se omiten
        [once] se recupera solo la última, con un retraso de { $grace } como mucho
       *[all] se recuperan todas, con un retraso de { $grace } como mucho
    }
tools-schedule-overlap =
    si toca mientras la última ejecución no ha terminado: { $how ->
        [skip] se omite
        [queue] espera
       *[parallel] se ejecuta a la vez
    }
tools-schedule-outputs = últimos resultados que recibe una ejecución: { $count }
tools-schedule-model = modelo: { $model }
tools-schedule-status =
    { $status ->
        [active] activa
        [paused] en pausa
       *[completed] terminada
    }

## Tools: the web

tools-web-fetch = Abrir { $url }
tools-web-reading = Leo { $host }
tools-web-host-not-allowed = El servidor { $host } no está en la lista de servidores permitidos.
tools-web-port-not-allowed = El servidor { $host } está permitido, pero no su puerto { $port }.
tools-web-search = Buscar «{ $query }» en la web
tools-web-searching = Busco en la web
tools-web-get = Consultar { $url }
tools-web-post = Enviar datos a { $url }
tools-web-cannot-be-taken-back = Lo que se envía no se puede retirar.
tools-web-logs-in = Inicia sesión en { $host }.
tools-web-logs-in-with-secret = Inicia sesión en { $host } con tu secreto { $names }.
tools-web-asking = Consulto { $host }
tools-web-sending = Envío a { $host }
tools-web-headers = Con las cabeceras { $names }
tools-web-content-type = Tipo de contenido: { $kind }
tools-web-bytes-in-all =
    { $count ->
        [one] ({ $count } byte en total)
       *[other] ({ $count } bytes en total)
    }
tools-research = Investigar «{ $title }»: { $searches } búsquedas, hasta { $pages } páginas, un informe como archivo
tools-research-reason = Lee páginas de cualquier servidor que encuentren las búsquedas, y consulta al modelo por cada una.
tools-research-searches = Búsquedas:
tools-research-reading = Leo: { $read } de { $pages } páginas terminadas
tools-research-writing = Escribo el informe
tools-research-sources = Fuentes
tools-research-read-on = Leído el { $day }:
tools-research-not-read = Sin leer:
tools-research-not-written = No se pudo escribir el informe: { $why }. Abajo están las notas para él.
tools-web-has-read = Leído: { $title }.
tools-web-found =
    { $count ->
        [0] No se encontró nada.
        [1] Se encontró 1 página.
       *[other] Se encontraron { $count } páginas.
    }
tools-research-has-written = El informe «{ $title }» está escrito.

## Tools: commands and secrets

tools-shell-run = En { $folder }, ejecutar: { $command }
tools-shell-input = Su entrada:
tools-shell-reaches-files = Puede leer, cambiar y borrar todos tus archivos.
tools-shell-reaches-files-and-network = Puede leer, cambiar y borrar todos tus archivos, y enviarlos a cualquier parte.
tools-vault-list = Enumerar los nombres de tus secretos
tools-vault-answer-is-seen = Todos los de aquí pueden ver la respuesta.
tools-vault-give = Dar a los comandos tu secreto { $name } durante una hora, como { $path }
tools-vault-commands-read = Los comandos que apruebes en esa hora pueden leerlo.
tools-vault-commands-send = Los comandos que apruebes en esa hora pueden leerlo y enviarlo a cualquier parte.

## Tools: helpers, skills and others

tools-helper = Poner a un ayudante a trabajar en «{ $title }», con { $tools }
tools-helper-without-tools = Poner a un ayudante a trabajar en «{ $title }», sin herramientas
tools-specialist = Poner a { $agent } a trabajar en: { $goal }
tools-skill-follow = Seguir las instrucciones «{ $name }» en esta conversación
tools-skill-leave = Dejar de seguir las instrucciones «{ $name }» en esta conversación
tools-run = Ejecutar { $name }
tools-server-run = Ejecutar { $name }, una herramienta del servidor { $server }
tools-server-changes-nothing = El servidor dice que esto no cambia nada.
tools-server-list = Enumerar lo que ofrece el servidor { $server }
tools-server-read = Leer { $what } del servidor { $server }
tools-server-read-prompt = Leer la plantilla { $what } del servidor { $server }

## Tools: the website

tools-site-preparing-picture = Preparo la imagen
tools-site-preparing-pictures = Preparo la imagen { $number } de { $count }
tools-site-copying-pictures = Copio la imagen { $number } de { $count }
tools-site-unpacking = Descomprimo el archivo
tools-site-searching-photos = Busco fotos
tools-site-taking-photo = Tomo la foto

## Tools: toolsets

tools-toolset =
    { $name ->
        [agents] ayudantes y especialistas
        [questions] preguntar con botones
        [code] cálculos, gráficos
        [files] leer, escribir, enviar
        [memory] cambiar y borrar notas guardadas
        [mcp] leer lo que ofrecen los servidores MCP, como documentos
        [schedules] cambiar, pausar y borrar recordatorios y tareas; lo que dieron sus ejecuciones
        [scratchpad] los pasos pendientes de una tarea más larga
        [shell] ejecutar comandos con tus archivos
        [site] hacer y cambiar un sitio web
        [skills] instrucciones para ciertas tareas
        [vault] iniciar sesión en servicios con secretos guardados
        [web] leer páginas, buscar, consultar servicios
       *[other] { $summary }
    }

## What is allowed beyond a call

approval-exactly-this = exactamente esto
approval-exactly = exactamente «{ $what }»
approval-kind-web-searches = búsquedas en la web
approval-kind-stock-photos = búsquedas de fotos
approval-kind-with-secrets = { $server } con { $names }
approval-kind-held-by-server = lo que ofrece el servidor { $server }

## Sources of others’ words in tools

source-many = muchas otras
source-command = lo que recibió un comando
source-web-search = los resultados de una búsqueda en la web
source-stock-photos = fotos de { $service }
source-server = el servidor { $server }

## Why the policy asks

policy-asks = Quien gestiona este bot quiere que se te pregunte por esto.
policy-always = Siempre pregunto antes de hacer esto.
policy-group = Donde otros pueden leer, pregunto antes de cambiar nada.
policy-untrusted = Normalmente lo hago sin preguntar.
policy-irreversible = Esto no se puede deshacer.

## Texts that are cut

text-left-out =
    { $beginning }… ({ $count ->
        [one] falta { $count } carácter
       *[other] faltan { $count } caracteres
    })

## When a schedule is due

cadence-in-zone = { $when } ({ $zone })
cadence-once = una vez, el { $date } a las { $time }
cadence-hook = cada vez que se llama a la dirección { $name }
cadence-every-seconds =
    { $count ->
        [1] cada segundo
       *[other] cada { $count } segundos
    }
cadence-every-minutes =
    { $count ->
        [1] cada minuto
       *[other] cada { $count } minutos
    }
cadence-every-hours =
    { $count ->
        [1] cada hora
       *[other] cada { $count } horas
    }
cadence-every-days =
    { $count ->
        [1] cada día
       *[other] cada { $count } días
    }
cadence-within = { $rate } de { $from } a { $to }
cadence-hourly-at = cada hora en el minuto { $minute }
cadence-rate-on-days = { $rate }, { $days }
cadence-days-at = { $days } a las { $times }
cadence-days-at-minutes =
    { $days } { $count ->
        [1] en el minuto { $minutes }
       *[other] en los minutos { $minutes }
    } { $hourcount ->
        [0] de cada hora
        [1] de la hora { $hours }
       *[other] de las horas { $hours }
    }
cadence-every-day = cada día
cadence-every-day-in = cada día en { $months }
cadence-in-months = en { $months }
cadence-every-weekday = de lunes a viernes
cadence-on-weekdays = de lunes a viernes
cadence-every-named-day = cada { $days }
cadence-on-named-days = { $days }
cadence-days-in-months = { $days } en { $months }
cadence-dates-and-weekdays = { $dates } y también { $weekdays }
cadence-weekdays-on-dates = { $weekdays }, pero solo { $dates }
cadence-on-dates = los días { $dates } de cada mes
cadence-on-dates-of-months = los días { $dates } de { $months }
cadence-date = { $day }
cadence-weekday =
    { $number ->
        [1] lunes
        [2] martes
        [3] miércoles
        [4] jueves
        [5] viernes
        [6] sábado
       *[7] domingo
    }
cadence-weekday-each =
    { $number ->
        [1] los lunes
        [2] los martes
        [3] los miércoles
        [4] los jueves
        [5] los viernes
        [6] los sábados
       *[7] los domingos
    }
cadence-every-other-weekday = cada dos semanas el { $day }
cadence-period =
    { $unit ->
        [day] { $count ->
            [1] cada día
           *[other] cada { $count } días
        }
        [week] { $count ->
            [1] cada semana
           *[other] cada { $count } semanas
        }
        [month] { $count ->
            [1] cada mes
           *[other] cada { $count } meses
        }
       *[year] { $count ->
            [1] cada año
           *[other] cada { $count } años
        }
    }
cadence-period-on = { $period } { $days }
cadence-on-parts = el { $parts }
cadence-on-parts-of-each-month = el { $parts } de cada mes
cadence-on-parts-of-each-year = el { $parts } de cada año
cadence-on-parts-of-months = el { $parts } de { $months }
cadence-on-last-day = el último día del mes
cadence-nth =
    { $number ->
        [1] primer
        [2] segundo
        [3] tercer
        [4] cuarto
        [5] quinto
       *[other] { $number }.º
    }
cadence-nth-last =
    { $number ->
        [1] último
        [2] penúltimo
        [3] antepenúltimo
       *[other] { $number }.º último
    }
cadence-nth-day = { $nth } día
cadence-nth-weekday = { $nth } { $day }
cadence-nth-working-day = { $nth } día laborable
cadence-nth-weekend-day = { $nth } día de fin de semana
cadence-nth-of-these = { $period }, el { $nths } día de entre estos: { $days }
cadence-from = { $when }, desde el { $date }
cadence-until = { $when } hasta el { $date }
cadence-until-time = { $when } hasta el { $date } a las { $time }
cadence-so-many-times =
    { $count ->
        [1] { $when }, una vez
       *[other] { $when }, { $count } veces
    }

## Secrets

vault-in-private = Pregúntamelo en un chat directo: nadie más debe leer sobre tus secretos.
vault-how-to-add = Para darme un secreto, como una clave de acceso, escribe /vault add NOMBRE SERVIDOR; por ejemplo: /vault add github api.github.com. Después te pido su valor. Solo lo envío a ese servidor.
vault-bad-name = Un nombre tiene hasta 40 letras minúsculas, cifras, guiones y guiones bajos.
vault-bad-server = Un servidor es como api.example.com, o https://api.example.com:8443. Solo envío secretos por https, salvo dentro de esta máquina.
vault-too-many = Tienes { $most } secretos, y no guardo más. Elimina antes uno en /vault.
vault-send-the-value = Envíame el valor de { $name } en tu próximo mensaje, antes de 10 minutos. Lo guardo sellado, lo uso solo para { $server } y no se lo muestro a nadie, ni siquiera a mi modelo. Para terminar, envía /cancel.
vault-cancelled = De acuerdo, ya no espero un secreto.
vault-stored = Ya tengo el secreto { $name }, para { $server }. Pídeme algo de ese servidor y di qué secreto debo usar.
vault-unsealed = No pude sellar el valor de { $name }, así que no he guardado nada. Mi registro dice por qué; avisa a quien me administra.
vault-late = Enviaste el valor de { $name } demasiado tarde, así que no he guardado nada. Empieza de nuevo: /vault add { $name } { $server }
vault-unusable = Eso no puede ser el valor de { $name }: es una línea de texto de hasta 4000 caracteres, sin archivo. No he guardado nada. Empieza de nuevo: /vault add { $name } { $server }. Un valor que empieza con una barra va en ese mismo mensaje, detrás del servidor.
vault-no-form = No he podido distinguir el nombre, el servidor y el valor, así que no he guardado nada de eso.
vault-message-removed = He borrado tu mensaje con el valor.
vault-message-stays = Aquí no puedo borrar tu mensaje con el valor. Bórralo tú, por favor.
vault-title = Tus secretos
vault-none = : ninguno
vault-about = : para { $server }, { $used }
vault-for = Para: { $server }
vault-added = Añadido: { $time }
vault-uses = Usos: { $used }
vault-used =
    { $count ->
        [one] { $count } uso, el último: { $time }
       *[other] { $count } usos, el último: { $time }
    }
vault-not-used = aún sin usar
vault-if-deleted = Si lo elimino, desaparece para siempre. El servicio donde se usa lo sigue aceptando hasta que lo revoques allí.
vault-deleted = El secreto está eliminado.
vault-gone = Ese secreto ya no existe.

## Hooks

hooks-in-private = Pregúntamelo en un chat directo: quien vea el secreto de un hook puede llamarlo.
hooks-off = Aquí no acepto llamadas de hooks. Quien me administra puede cambiarlo: [hooks] enabled = true.
hooks-how-to-add = Un hook es una dirección que llama otro programa. Para un hook cuyas llamadas llegan a este chat como mensajes, escribe /hooks add NOMBRE, por ejemplo: /hooks add timbre. Para uno que me da una tarea con cada llamada, escribe /hooks add NOMBRE TAREA, por ejemplo: /hooks add build Di en una frase por qué falló la compilación.
hooks-bad-name = El nombre de un hook tiene hasta 40 letras minúsculas, cifras, guiones y guiones bajos. Por ejemplo: /hooks add timbre
hooks-taken = Ya tienes un hook { $name }. Revócalo antes en /hooks, o elige otro nombre.
hooks-too-long = Esa tarea es demasiado larga: guardo { $most } caracteres como máximo.
hooks-too-many = Tienes { $most } tareas programadas y hooks, y no guardo más. Elimina antes uno en /schedules o /hooks.
hooks-unsealed = No pude sellar el secreto del hook, así que no he creado ninguno. Mi registro dice por qué; avisa a quien me administra.
hooks-revoked = El hook está revocado: ya nadie puede llamarlo.
hooks-gone = Ese hook ya no existe.
hooks-ask-again = Ya no puedo mostrar el secreto en este mensaje. Envía /hooks y pulsa allí.
hooks-title = Tus hooks
hooks-none = : ninguno
hooks-about = : { $does }
hooks-about-paused = (en pausa): { $does }
hooks-paused = (en pausa)
hooks-each-call = Cada llamada: { $does }
hooks-address = Dirección:
hooks-secret = Secreto:
hooks-a-message = un mensaje
hooks-calls =
    { $count ->
        [one] Llamadas: { $count } últimamente, la última: { $time }
       *[other] Llamadas: { $count } últimamente, la última: { $time }
    }
hooks-no-calls = Llamadas: ninguna últimamente
hooks-not-again = No vuelvo a mostrar su secreto. Si se pierde, o lo tiene otra persona, crea uno nuevo: el anterior deja de funcionar. /schedules lo pone en pausa y muestra qué pasó con sus llamadas.
hooks-try-it = Pruébalo:
hooks-hello = Hola
hooks-signed = Los programas que firman lo que envían usan el mismo secreto: GitHub, por ejemplo, y todos los que siguen Standard Webhooks. Con la primera llamada quito el secreto de este mensaje.
hooks-secret-used = Ha llegado la primera llamada, así que he quitado el secreto de este mensaje.
hooks-new-secret = Nuevo secreto
hooks-revoke = Revocar
hooks-empty-call = {"*"}Se ha llamado, sin enviar nada.*

## Programs that use what is a person’s

clients-in-private = Pídemelo en un chat directo: la clave de acceso que te doy allí es solo para ti.
clients-how-to-add = Para que un programa que habla MCP, como un editor, use tus notas, tareas programadas y archivos, escribe /mcp new NOMBRE; por ejemplo: /mcp new portatil. Lee por su cuenta, y te pregunto aquí antes de que cambie algo.
clients-bad-name = Un nombre tiene hasta 40 letras, cifras, guiones y guiones bajos.
clients-name-taken = Ya hay un programa con el nombre { $name }. Quítalo antes en /mcp, o elige otro nombre.
clients-too-many = Has admitido { $most } programas, y no acepto más. Quita antes uno en /mcp.
clients-token-for = La clave de acceso para { $name }:
clients-give-address = Da al programa la dirección { $address }, con la clave como bearer token; o, en la máquina donde me ejecuto, el comando { $command }, con la clave en la variable de entorno { $variable }. Quien la tenga puede leer tus notas, tareas programadas y archivos. Desaparece de este mensaje cuando pulsas el botón o se usa por primera vez, y caduca si nadie la usa en 24 horas.
clients-give-command = Da al programa el comando { $command }, con la clave en la variable de entorno { $variable }. Quien la tenga puede leer tus notas, tareas programadas y archivos. Desaparece de este mensaje cuando pulsas el botón o se usa por primera vez, y caduca si nadie la usa en 24 horas.
clients-hide = Ya la tengo, quitar de aquí
clients-token-removed = Aquí estaba la clave de acceso para { $name }. Si la pierdes, quita el programa en /mcp y admítelo de nuevo.
clients-hidden = La clave de acceso ya no está en el mensaje.
clients-title = Programas que usan lo tuyo
clients-none = : ninguno
clients-about = : { $used }
clients-let-in = Admitido: { $time }
clients-uses = Uso: { $used }
clients-if-removed = Si lo quito, su clave de acceso termina para siempre, y no hago nada más de lo que pidió.
clients-removed = El programa está quitado.
clients-gone = Ese programa ya no está.
clients-last-used = última vez: { $time }
clients-not-used = aún sin usar
clients-source = el programa «{ $name }»
clients-asked-by = El programa «{ $name }» lo pide, por MCP. { $why }
clients-always-asks = Si quiere cambiar algo, te pregunto.
clients-done = Hecho para el programa «{ $name }»: { $title }
clients-failed = No pude hacer lo que pidió el programa «{ $name }»: { $title }

## A website in the chat

site-none-here = No hay ningún sitio web compartido con este grupo. El tuyo te lo muestro en un chat directo; con /site share, escrito aquí, todos aquí pueden trabajar en él.
site-share-in-a-group = Escribe /site share en el grupo cuyas personas deben trabajar en tu sitio web.
site-nothing-to-share = Aún no tienes sitio web. Crea uno en un chat directo conmigo y compártelo aquí después.
site-shared-elsewhere = Tu sitio web está compartido con otro grupo. Escríbeme antes /site unshare en un chat directo.
site-not-shared = El sitio web no está compartido con nadie.
site-shared-no-more = El sitio web ya no está compartido: solo lo modifica su dueño.
site-only-its-owner = Eso solo puede hacerlo el dueño del sitio web. Nada ha cambiado.
site-only-reviewers = Solo el dueño del sitio web o un revisor puede publicarlo. Nada ha cambiado.
site-reviewer-set = { $name } ya puede publicar el sitio web.
site-reviewer-ended = { $name } ya no puede publicar el sitio web.
site-off = Aquí no creo sitios web. Quien me administra puede cambiarlo: [site] enabled = true.
site-none-yet = Aún no tienes sitio web. Dime para qué es, por ejemplo: crea un sitio web para nuestro club de ajedrez, con una página sobre nosotros y nuestro horario. Lo ves antes que nadie, y un botón lo hace público.
site-needs-model = Aún no tienes sitio web. Puedo crear uno cuando tenga un modelo, y aquí no tengo ninguno: quien me administra puede conectar uno.
site-gone = Eso ya no existe.
site-changed-since = El sitio web ha cambiado desde que se escribió este mensaje. Léelo otra vez y pulsa «Publicar».
site-publish-by-words = Para publicarlo, escribe: publica mi sitio web. Entonces se copia a otro servidor, lo que tarda un poco.
site-not-published = No puedo publicarlo: { $why }.
site-deleted = «{ $title }» está eliminado. «Deshacer» lo recupera.
site-change-by = { $what }, por { $author }
site-undone = Deshecho: { $what }
site-not-undone = No puedo deshacer eso: { $why }.
site-your-website = Tu sitio web
site-public-at = Público en { $address } (publicado el { $time })
site-not-public = Aún no es público.
site-shared-with = Compartido con { $group }
site-shared-with-dot = Compartido con { $group }.
site-shared-here-by = Compartido con este grupo por { $owner }
site-shared-here-dot = Compartido con este grupo.
site-preview-link = Quien tenga este enlace ve los borradores durante 24 horas: { $link }
site-latest-change = Último cambio: { $what }
site-pages-and-posts = Páginas y artículos
site-state-draft = borrador
site-state-start-page = página de inicio
site-state-post = artículo
site-state-draft-post = artículo, borrador
site-state-archived-post = artículo, archivado
site-address = Dirección: { $path }
site-state = Estado: { $state }
site-description = Descripción: { $text }
site-has-sections =
    { $count ->
        [one] Tiene { $count } sección.
       *[other] Tiene { $count } secciones.
    }
site-write-changes = Escríbeme qué debe ser distinto.
site-all-published = Todo está publicado.
site-changes = Aún sin publicar:
site-mistakes = Por corregir antes de publicarlo:
site-collections = Colecciones: { $all }
site-and-more = { $all } y { $count } más
site-more-lines = … y { $count } más
site-preview = Vista previa
site-publish = Publicar
site-sharing = Acceso compartido
site-the-website = El sitio web
site-sharing-means = Las personas a las que atiendo allí cambian los borradores escribiéndome, y pregunto antes de cada cambio. Solo lo publican su dueño y los revisores.
site-owner = Dueño: { $owner }
site-reviewers = Revisores: { $names }
site-no-reviewer = Quitar revisor: { $name }
site-reviewer = Hacer revisor: { $name }
site-stop-sharing = Dejar de compartir

## A website: what I ask, and what became of it

site-add-page = Añadir la página «{ $title }» ({ $path }) a tu sitio web
site-add-page-with =
    Añadir la página «{ $title }» ({ $path }) a tu sitio web con { $sections ->
        [one] { $sections } sección
       *[other] { $sections } secciones
    }
site-change-page = Cambiar la página «{ $title }» de tu sitio web: { $fields }
site-move-page = Mover la página «{ $title }» de tu sitio web de { $from } a { $to }
site-linked-in-navigation =
    { $count ->
        [one] En la navegación: { $count } elemento
       *[other] En la navegación: { $count } elementos
    }
site-linked-on-pages = Enlaces en otras páginas: { $places }
site-move-page-reason = La página está publicada y otras enlazan a ella. La dirección anterior llevará a la nueva.
site-add-post = Añadir el artículo «{ $title }» ({ $path }) a tu sitio web
site-change-post = Cambiar el artículo «{ $title }» de tu sitio web: { $fields }
site-move-post = Mover el artículo «{ $title }» de tu sitio web de { $from } a { $to }
site-links-to-it = Enlaces que llevan a él: { $places }
site-move-post-reason = El artículo está publicado y otros enlazan a él. La dirección anterior llevará a la nueva.
site-add-section = Añadir a la página «{ $page }»: { $section }
site-change-section = Cambiar { $section } en la página «{ $page }»
site-move-section = Mover { $section } en la página «{ $page }» a la posición { $position }
site-add-item = Añadir «{ $label }» a la navegación de tu sitio web, con destino a { $target }
site-change-item = Cambiar «{ $label }» en la navegación de tu sitio web: { $changes }
site-call-item = llamarlo «{ $name }»
site-lead-item = hacer que lleve a { $target }
site-show-item = Mostrar «{ $label }» en la navegación de tu sitio web
site-hide-item = Ocultar «{ $label }» en la navegación de tu sitio web
site-order-items = Poner la navegación de tu sitio web en este orden: { $labels }
site-change-settings = Cambiar los ajustes de tu sitio web: { $settings }
site-undo = Deshacer en tu sitio web: { $what }
site-delete-page =
    Eliminar la página «{ $title }» ({ $path }) con { $sections ->
        [one] { $sections } sección
       *[other] { $sections } secciones
    }
site-delete-page-with-items =
    Eliminar la página «{ $title }» ({ $path }) con { $sections ->
        [one] { $sections } sección
       *[other] { $sections } secciones
    } y { $items ->
        [one] { $items } elemento
       *[other] { $items } elementos
    } de la navegación
site-begins-with-it = Tu sitio web empieza con ella
site-goes-from-public = Está publicado, y desaparecerá del sitio web público cuando publiques de nuevo
site-links-lead-to-it =
    { $count ->
        [one] { $count } enlace lleva a ella: { $places }
       *[other] { $count } enlaces llevan a ella: { $places }
    }
site-delete-section = Eliminar { $section } de la página «{ $page }»
site-delete-sections =
    { $count ->
        [one] Eliminar { $count } sección de tu sitio web: { $places }
       *[other] Eliminar { $count } secciones de tu sitio web: { $places }
    }
site-section-on = { $section } en «{ $page }»
site-remove-item = Quitar «{ $label }» de la navegación de tu sitio web. Lo que enlaza se conserva
site-publish-again = Publicar otra vez tu sitio web en { $address }. Está como estaba
site-publish-changes = Publicar tu sitio web en { $address }: { $changes }
site-delete-post = Eliminar el artículo «{ $title }» ({ $path })
site-publish-post-again = Publicar otra vez el artículo «{ $title }» en { $address }. Está como estaba
site-publish-post = Publicar el artículo «{ $title }» en { $address }: { $changes }
site-take-post-off = Retirar el artículo «{ $title }» ({ $path }) de tu sitio web público y archivarlo
site-archive-post = Archivar el artículo «{ $title }» ({ $path })
site-off-the-web = Los visitantes ya no podrán leerlo. Puedo publicarlo de nuevo.
site-becomes-public = Entonces todo el mundo puede verlo.
site-is-public = El sitio web es público en { $address }
site-copied = Publicado en { $address } y copiado por { $program }.
site-not-copied = Publicado en { $address }, pero la copia de { $program } ha fallado: { $why }. Se intentará otra vez en la próxima publicación.
site-make-preview = Crear un enlace que muestra tu sitio web con sus borradores durante un día
site-can-be-undone = Puedo deshacerlo mientras esté entre los últimos 100 cambios.
site-done-page-published = página «{ $title }» publicada
site-done-pages-published =
    { $count ->
        [one] { $count } página publicada
       *[other] { $count } páginas publicadas
    }
site-done-posts-published =
    { $count ->
        [one] { $count } artículo publicado
       *[other] { $count } artículos publicados
    }
site-done-post-published = Artículo «{ $title }» publicado
site-done-post-archived = Artículo «{ $title }» archivado
site-done-page-made = página «{ $title }» creada
site-done-page-changed = página «{ $title }» modificada: { $fields }
site-done-page-deleted = página «{ $title }» eliminada
site-done-post-made = artículo «{ $title }» creado
site-done-post-changed = artículo «{ $title }» modificado: { $fields }
site-done-post-deleted = artículo «{ $title }» eliminado
site-done-section-added = añadido a «{ $page }»: { $section }
site-done-section-changed = modificado en «{ $page }»: { $section }
site-done-section-moved = movido en «{ $page }»: { $section }
site-done-sections-deleted = eliminado: { $places }
site-section-from = { $section } de «{ $page }»
site-done-item-added = «{ $label }» añadido a la navegación
site-done-item-changed = «{ $label }» modificado en la navegación
site-done-item-shown = «{ $label }» mostrado en la navegación
site-done-item-hidden = «{ $label }» ocultado en la navegación
site-done-item-removed = «{ $label }» quitado de la navegación
site-done-items-ordered = navegación reordenada
site-done-settings-changed = ajustes modificados: { $settings }
site-a-section = una sección ({ $label })
site-the-section = la sección «{ $title }» ({ $label })
site-field =
    { $name ->
        [title] título
        [description] descripción
        [text] texto
        [address] dirección
        [excerpt] extracto
        [author] autor
        [tags] etiquetas
        [date] fecha
        [caption] pie de foto
        [credit] crédito
        [short-name] nombre corto
        [summary] resumen
        [picture] imagen
        [link] enlace
        [published] publicado
        [draft] borrador
        [place] posición
        [home-page] página de inicio
        [language] idioma
        [theme] aspecto
        [accent] color
        [font] letra
       *[other] { $field }
    }
site-label =
    { $name ->
        [Hero] Cabecera
        [Text] Texto
        [Image-with-text] Imagen con texto
        [Gallery] Galería
        [Cards] Tarjetas
        [Collection] Colección
        [Quote] Cita
        [Questions-and-answers] Preguntas y respuestas
        [Contact] Contacto
        [Opening-hours] Horario
        [Events] Eventos
        [Map-link] Mapa
        [Call-to-action] Llamada a la acción
       *[other] { $label }
    }

## What comes into a website from elsewhere

site-import-new-pages =
    { $count ->
        [one] { $count } página nueva
       *[other] { $count } páginas nuevas
    }
site-import-new-posts =
    { $count ->
        [one] { $count } artículo nuevo
       *[other] { $count } artículos nuevos
    }
site-import-new-collections =
    { $count ->
        [one] { $count } colección nueva
       *[other] { $count } colecciones nuevas
    }
site-import-new-entries =
    { $count ->
        [one] { $count } entrada nueva
       *[other] { $count } entradas nuevas
    }
site-import-changed-pages =
    { $count ->
        [one] { $count } página reemplazada
       *[other] { $count } páginas reemplazadas
    }
site-import-changed-posts =
    { $count ->
        [one] { $count } artículo reemplazado
       *[other] { $count } artículos reemplazados
    }
site-import-changed-collections =
    { $count ->
        [one] { $count } colección reemplazada
       *[other] { $count } colecciones reemplazadas
    }
site-import-changed-entries =
    { $count ->
        [one] { $count } entrada reemplazada
       *[other] { $count } entradas reemplazadas
    }
site-import-pictures =
    { $count ->
        [one] { $count } imagen
       *[other] { $count } imágenes
    }
site-import-reworded =
    { $count ->
        [one] lo que se dice de { $count } imagen
       *[other] lo que se dice de { $count } imágenes
    }
site-import-settings = ajustes y navegación
site-import-nothing = nada que el sitio web no tenga
site-import-same = { $all }; { $same } quedan como están
site-import = Importar { $folder } a tu sitio web: { $all }
site-import-reason = Cambia muchas cosas a la vez. Cada una se puede deshacer, y nada se hace público.
site-import-line =
    { $kind ->
        [page] página
        [post] artículo
        [collection] colección
        [entry] entrada
        [settings] ajustes
       *[other] { $kind }
    }, { $what ->
        [new] por añadir
        [changed] por cambiar
        [same] sin cambios
       *[other] { $what }
    }: { $file }
site-export = Escribir tu sitio web como archivos Markdown en { $folder }
site-search-photos = Buscar fotos de archivo de «{ $query }»
site-photos-shown =
    { $count ->
        [one] { $count } foto
       *[other] Fotos 1 a { $count }
    }
site-which-photo = ¿Qué foto?
site-no-photo = Ninguna
site-add-photo = Añadir la foto de archivo { $id } a las imágenes de tu sitio web
site-done-page-imported = página «{ $title }» importada
site-done-post-imported = artículo «{ $title }» importado
site-done-picture-imported = imagen «{ $title }» importada
site-done-picture-reworded = modificado lo que se dice de la imagen «{ $title }» según un archivo
site-done-collection-imported = colección «{ $title }» importada
site-done-entry-imported = «{ $title }» importado a «{ $collection }»
site-done-settings-imported = ajustes y navegación importados

## What visitors of a website send

site-message-heading = {"*"}*Un mensaje de tu sitio web { $site }**
site-message-heading-page = {"*"}*Un mensaje de tu sitio web { $site }**, página { $page }
site-message-from = De: { $name }, { $email }
site-message-unblock = Desbloquear
site-message-block = Bloquear
site-message-reply = Responder
site-message-answer = Responder a { $name } por correo:
site-message-replied = La dirección para responder está abajo.
site-message-blocked = { $email } ya no puede enviarte nada por tu sitio web.
site-message-unblocked = { $email } puede escribirte otra vez por tu sitio web.
site-message-not-blocked = Ese remitente no está bloqueado.
site-message-gone = Ya no tengo ese mensaje.

## Pictures of a website

site-picture-add = Añadir una imagen a tu sitio web: { $file }
site-picture-change = Cambiar lo que tu sitio web dice de la imagen «{ $title }»: { $fields }
site-picture-show = Mostrar la imagen «{ $title }» en { $section } de la página «{ $page }»
site-picture-change-shown = Cambiar una imagen en { $section } de la página «{ $page }»
site-picture-replace =
    { $count ->
        [one] Mostrar en tu sitio web la imagen «{ $new }» en lugar de «{ $old }»: { $count } lugar, { $places }
       *[other] Mostrar en tu sitio web la imagen «{ $new }» en lugar de «{ $old }»: { $count } lugares, { $places }
    }
site-picture-delete-unshown = Eliminar la imagen «{ $title }» de tu sitio web. No se muestra en ningún lugar
site-picture-delete =
    { $count ->
        [one] Eliminar la imagen «{ $title }» de tu sitio web, y del lugar que la muestra: { $places }. No aparece en otro sitio
       *[other] Eliminar la imagen «{ $title }» de tu sitio web, y de los { $count } lugares que la muestran: { $places }. No aparece en otro sitio
    }
site-picture-place-titled = { $page } («{ $title }», { $label })
site-done-picture-added = imagen «{ $title }» añadida
site-done-picture-changed = imagen «{ $title }» modificada: { $fields }
site-done-picture-shown = imagen «{ $title }» mostrada en { $section } de «{ $page }»
site-done-picture-shown-changed = imagen modificada en { $section } de «{ $page }»
site-done-picture-replaced = imagen «{ $new }» mostrada en lugar de «{ $old }»
site-done-picture-deleted = imagen «{ $title }» eliminada
site-picture-in-post = el artículo «{ $title }»
site-picture-in-entry = la entrada «{ $title }»

## Collections of a website

site-collection-add = Añadir la colección «{ $title }» a tu sitio web
site-collection-change = Cambiar la colección «{ $title }» de tu sitio web: { $fields }
site-entry-add = Añadir «{ $title }» a la colección «{ $collection }» de tu sitio web
site-entry-change = Cambiar «{ $title }» en la colección «{ $collection }» de tu sitio web: { $fields }
site-collection-delete =
    { $count ->
        [one] Eliminar la colección «{ $title }» con { $count } entrada
       *[other] Eliminar la colección «{ $title }» con { $count } entradas
    }
site-entries-go-from-public =
    { $count ->
        [one] Una está publicada, y desaparecerá del sitio web público cuando publiques de nuevo
       *[other] { $count } están publicadas, y desaparecerán del sitio web público cuando publiques de nuevo
    }
site-collection-sections = Hay secciones que la muestran; deben quitarse o mostrar otra antes de publicar: { $places }
site-entry-delete = Eliminar «{ $title }» de la colección «{ $collection }» de tu sitio web
site-done-collection-made = colección «{ $title }» creada
site-done-collection-changed = colección «{ $title }» modificada: { $fields }
site-done-collection-deleted = colección «{ $title }» eliminada
site-done-entry-made = «{ $title }» añadido a «{ $collection }»
site-done-entry-changed = «{ $title }» modificado en «{ $collection }»: { $fields }
site-done-entry-deleted = «{ $title }» eliminado de «{ $collection }»
site-done-entries-published =
    { $count ->
        [one] { $count } entrada de «{ $collection }» publicada
       *[other] { $count } entradas de «{ $collection }» publicadas
    }
site-collection-extent =
    { $title } ({ $entries ->
        [one] { $entries } entrada
       *[other] { $entries } entradas
    })
site-collection-extent-drafts =
    { $title } ({ $entries ->
        [one] { $entries } entrada
       *[other] { $entries } entradas
    }, { $drafts ->
        [one] { $drafts } borrador
       *[other] { $drafts } borradores
    })

## The language of a person

language-chosen = Hablo español contigo, como elegiste.
language-of-platform = Hablo español contigo: tu aplicación está en español.
language-of-nobody = Hablo español contigo: tu aplicación no me ha dicho ningún idioma que yo hable.
language-as-platform = Como en mi aplicación
language-what-for = Se trata de lo que digo yo mismo, como botones, listas y avisos. En la conversación contesto en el idioma en que escribes.
language-what-for-built-in = Se trata de lo que digo yo mismo, como botones, listas y avisos. Aquí no hay configurado ningún modelo de lenguaje: el asistente integrado, que te contesta, solo habla inglés.
language-unknown = No hablo «{ $name }». Mis idiomas: { $spoken }. «{ $platform }» es el idioma de tu aplicación. No ha cambiado nada.

## Web: the chat page, and what the console shares with it

web-skip-to-box = Ir al cuadro de mensaje
web-connecting = Conectando…
web-connected = Conectado
web-reconnecting = Reconectando…
web-commands = Comandos
web-slash-shows-commands = Una barra al principio de un mensaje también muestra los comandos. { $keyboard } La { $console } muestra cómo va todo.
web-keyboard = Intro envía; Mayús+Intro empieza una línea nueva. Los archivos también se pueden soltar en la página o pegar.
web-the-console = consola
web-conversation = Conversación
web-say-something = Di algo
web-what-i-do = Recuerdo lo que me cuentas, llevo tus recordatorios y tareas programadas y pregunto antes de hacer algo delicado. Prueba con uno de estos:
web-earlier = Mensajes anteriores
web-working = Trabajando
web-stop = Parar
web-latest = Lo último
web-new-messages = Mensajes nuevos
web-new-conversation = Conversación nueva
web-you = Tú
web-removed = Eliminado: contenía un secreto.
web-escape = Esc
web-copy = Copiar
web-copied = Copiado
web-close = Cerrar
web-today = Hoy
web-yesterday = Ayer
web-unreachable = No se puede contactar con el gateway.
web-refused-token-needed = Falta la clave de acceso o es incorrecta.
web-refused-not-found = No se ha encontrado.
web-refused-not-understood = No se ha entendido la solicitud. Vuelve a cargar la página.
web-refused-too-long = Es demasiado largo para un mensaje. Envíalo en partes de 60.000 caracteres como máximo.
web-refused-empty = No se puede enviar un mensaje vacío.
web-refused-file-too-big = El archivo es demasiado grande: se pueden enviar 20 MB como máximo.
web-refused-file-empty = El archivo está vacío.
web-refused-file-not-stored = El gateway no ha podido guardar el archivo. ¿Está lleno su disco?
web-refused-file-unreadable = El gateway no ha podido leer el archivo.
web-refused-file-gone = Este archivo ya no existe.
web-refused-upload-gone = Un archivo de este mensaje ya no existe. Elígelo de nuevo.
web-refused-upload-taken = Ya se ha enviado otro archivo con este identificador. Elige el archivo de nuevo.
web-refused-too-many-files = Un mensaje puede llevar 10 archivos. Envía los demás en otro.
web-refused-not-stored = El gateway no ha podido guardar esto. No se ha enviado; inténtalo de nuevo.
web-refused-no-history = El gateway no ha podido leer el historial.
web-refused-no-choices = El gateway no ha podido buscar sugerencias.
web-refused-too-many-pages = Hay demasiadas páginas abiertas. Cierra algunas.
web-picture = Imagen
web-reasoning = Razonamiento
web-file = Archivo
web-files-to-send = Archivos por enviar
web-message = Mensaje
web-attach = Adjuntar archivos
web-file-too-big = el archivo es demasiado grande. Se pueden enviar 20 MB como máximo.
web-file-empty = el archivo está vacío.
web-uploading = Todavía se está subiendo un archivo.
web-about-file = { $name }: { $problem }
web-too-many-files =
    { $count ->
        [one] Un mensaje puede llevar { $count } archivo.
       *[other] Un mensaje puede llevar { $count } archivos.
    }
web-remove-file = Quitar { $name }
web-size =
    { $unit ->
        [B] { $amount } B
        [kB] { $amount } kB
        [MB] { $amount } MB
        [GB] { $amount } GB
       *[TB] { $amount } TB
    }
web-send = Enviar
web-voice = Mensaje de voz
web-record = Grabar un mensaje de voz
web-send-voice = Enviar el mensaje de voz
web-cancel = Cancelar
web-asking-for-microphone = Pidiendo el micrófono…
web-sending-voice = Enviando…
web-not-sent-yet = Sin enviar todavía; se volverá a intentar
web-microphone-refused = El navegador no deja que esta página use el micrófono. Puedes permitirlo en los ajustes del navegador para esta página.
web-microphone-missing = El navegador no encuentra ningún micrófono.
web-microphone-broken = No se puede usar el micrófono. Quizá lo esté usando otro programa.
web-press-failed = No se pudo enviar tu elección. Pulsa otra vez.
web-state =
    { $state ->
        [sending] Enviando…
        [unsent] Sin enviar todavía; se volverá a intentar
        [waits] Espera su turno
       *[refused] No enviado
    }
web-state-why = { $state }: { $why }
web-token-needed = Esta página necesita su clave de acceso
web-token-how = Abre la dirección que el gateway muestra al arrancar; lleva la clave de acceso. O pega la clave aquí:
web-token = Clave de acceso
web-token-wrong = Esa no es la clave.
web-open = Abrir

## Web: the frame of the console

web-console = Consola
web-skip-to-page = Ir a la página
web-whose = Consola de { $name }
web-sign-out = Cerrar sesión
web-times-in = Horas en
web-my-time = mi hora
web-schedules-time = la de la tarea
web-chat = Chat
web-pages = Páginas
web-overview = Resumen
web-approvals = Aprobaciones
web-schedules = Tareas programadas
web-activity = Actividad
web-turn = Respuesta
web-deliveries = Entregas
web-memory = Memoria
web-people = Personas
web-person = Persona
web-usage = Consumo
web-audit = Auditoría
web-log = Registro
web-system = Sistema
web-sign-in = Entrar en la consola
web-sign-in-by-link = Envía /console al bot en un chat directo y abre el enlace que te mande.
web-sign-in-by-token = Si administras el bot, también puedes abrir la dirección que el gateway muestra al arrancar y volver aquí. O pega la clave:
web-updated = Actualizado { $ago }
web-reading = Leyendo…
web-now = ahora mismo
web-ago = hace { $span }
web-in = dentro de { $span }
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
        [group] { $platform }, grupo { $chat }
       *[direct] { $platform }, chat { $chat }
    }
web-none = ninguna
web-never = nunca
web-used-of = { $used } de { $limit }
web-and-more = Y { $count } más.
web-measure =
    { $measure ->
        [steps] Llamadas al modelo
        [time] Tiempo de trabajo
        [tokens] Tokens
       *[cost] Coste
    }
web-edit = Editar
web-save = Guardar
web-delete = Eliminar
web-pause = Pausar

## Web: the overview of the console

web-overview-well = Nada te necesita.
web-overview-faults = Lo que te necesita
web-people-wait =
    { $count ->
        [one] { $count } persona espera ser admitida.
       *[other] { $count } personas esperan ser admitidas.
    }
web-setting = Ajuste: { $setting }
web-how-it-stands = Cómo va
web-decisions-waiting = Decisiones que te esperan
web-conversations-at-work = Conversaciones en marcha
web-messages-on-their-way = Mensajes en camino
web-models =
    { $count ->
        [one] Modelo
       *[other] Modelos, por orden
    }
web-model-refused = { $model } (se rechaza su clave)
web-running-since = En marcha desde
web-version = Versión
web-disk-nearly-full = solo { $free } libres
web-disk-free = { $free } libres
web-disk-used-and-left = { $used } usados, { $left }
web-disk-used = { $used } usados
web-disk = Disco
web-your-time-zone = Tu zona horaria
web-channels = Canales
web-channel-state =
    { $state ->
        [up] conectado
        [down] sin conexión
       *[elsewhere] otro proceso recibe de él
    }
web-channel-state-for =
    { $state ->
        [up] conectado desde hace { $span }
        [down] sin conexión desde hace { $span }
       *[elsewhere] otro proceso recibe de él desde hace { $span }
    }
web-last-event = Último evento: { $time }, { $span } después de enviarse
web-nothing-received = Todavía no se ha recibido nada.
web-due-next = Lo próximo
web-nothing-due = No hay nada pendiente. Escribe al bot, por ejemplo: recuérdame todos los días a las 9:30 regar las plantas
web-due-line = { $time } ({ $ago }): { $name }
web-your-day = Tu día hasta ahora
web-last-day = Las últimas 24 horas
web-figures = Las cifras
web-when-head = Cuándo
web-plot-messages = Mensajes.
web-plot-your-messages = Tus mensajes.
web-messages = Mensajes
web-nobody-wrote = Nadie ha escrito. Un mensaje al bot aparece aquí en menos de un minuto.
web-messages-came =
    { $count ->
        [one] Ha llegado { $count }, como máximo { $most } en un cuarto de hora.
       *[other] Han llegado { $count }, como máximo { $most } en un cuarto de hora.
    }
web-plot-answers = Cuánto tardaron las respuestas.
web-no-answer-ended = No ha terminado ninguna respuesta. Las que esperaron una decisión no cuentan.
web-answers-took = Últimamente la mitad en { $half } (la línea), 95 de cada 100 en { $most } (puntos); en el peor caso, { $worst }.
web-half-within = La mitad en
web-most-within = 95 de cada 100 en
web-plot-spending = Gasto.
web-nothing-cost = Nada ha costado dinero, hasta donde se conocen los precios.
web-spent = { $total }, como máximo { $most } en un cuarto de hora. Según cuándo terminaron las respuestas; lo gastado antes de una decisión está solo en la página Consumo.
web-cost = Coste
web-known-since = Se conoce desde que empezó este proceso: { $time }.
web-plot-waiting = El mensaje más antiguo por entregar.
web-not-looked-at = Aún no se ha mirado: se hace una vez por minuto.
web-nothing-waited = Nada ha esperado.
web-at-worst = { $span } en el peor caso.
web-age = Antigüedad
web-plot-lateness = Retraso de las tareas programadas.
web-no-schedule-due = No tocaba ninguna tarea programada.
web-taken-up = En el peor caso, empezada { $span } después de su hora. La espera por la ejecución anterior no cuenta.
web-late-by = Retraso
web-plot-refused = Envíos demasiado rápidos (429).
web-none-asked-to-wait = Ninguna plataforma ha pedido esperar.
web-asked-to-wait-times =
    { $count ->
        [one] Las plataformas han pedido esperar { $count } vez; esos mensajes se envían de nuevo.
       *[other] Las plataformas han pedido esperar { $count } veces; esos mensajes se envían de nuevo.
    }
web-asked-to-wait = Peticiones de espera

## Web: approvals in the console

web-nothing-waits = Nada te espera. Las preguntas del bot sobre llamadas delicadas aparecen aquí y en el chat.
web-waiting-for-you = Te esperan
web-allowed-beyond-calls = Permitido más allá de una llamada
web-who-decided = Quién decidió qué y qué se hizo
web-approve = Aprobar
web-deny = Rechazar
web-asked-by = Lo pide
web-in-chat = En
web-asked = Preguntado
web-expires = Caduca
web-whole-call = La llamada entera
web-answer-in-chat = El bot te pregunta algo: responde en el chat.
web-nothing-allowed = No hay nada permitido más allá de una llamada: el bot pregunta cada vez.
web-for-everybody = { $what } (para todos)
web-grant =
    { $tool }, { $scope ->
        [conversation] en una conversación
        [hour] durante una hora
       *[always] siempre
    }, dado { $given }{ $ends ->
        [yes] , hasta { $until }
       *[no] {""}
    }{ $used ->
        [yes] , usado por última vez { $ago }
       *[no] , todavía sin usar
    }
web-grant-void =
    { $why ->
        [changed] Ya no vale: la herramienta ha cambiado desde entonces.
       *[no_tool] No vale ahora: su herramienta no está.
    }
web-revoke = Revocar

## Web: schedules in the console

web-stands-still = Nada ha ejecutado lo que tocaba { $time }. Reinicia el gateway; adjutant doctor dice más.
web-no-schedules = No tienes tareas programadas. Escribe al bot, por ejemplo: todos los lunes a las 8, dime qué hay esta semana
web-more-schedules = Y { $count } más: /schedules en el chat las muestra todas.
web-search-schedules = Buscar en nombres y textos
web-all-schedules = Todas las tareas programadas
web-your-schedules = Tus tareas programadas ({ $count })
web-delete-schedule = ¿Eliminar «{ $name }»? Sus ejecuciones se conservan en el historial del chat.
web-resume = Reanudar
web-stop-run = Parar ejecución
web-run-now = Ejecutar ahora
web-times-unreadable = No se pueden leer sus horas.
web-schedule-state =
    { $state ->
        [running] en marcha ahora
        [active] a su hora
        [paused] en pausa
       *[completed] terminada
    }
web-next = Próximas veces
web-reports-to = Informa a
web-time-zone = Zona horaria
web-time-zone-example = Por ejemplo Europe/Madrid.
web-missed = Perdidas
web-missed-label = Veces perdidas
web-missed-times =
    { $missed ->
        [skip] Las ejecuciones perdidas se omiten.
        [once] De las ejecuciones perdidas se recupera la última.
       *[all] Las ejecuciones perdidas se recuperan todas.
    }
web-cadence =
    { $kind ->
        [once] una vez
        [interval] a intervalos
        [cron] según el calendario (cron)
        [rrule] según una regla (iCalendar)
       *[hook] por llamadas de un hook
    }
web-cadence-written =
    { $kind ->
        [once] Fecha y hora, por ejemplo 2026-05-01 09:00.
        [interval] Una duración, por ejemplo 90m, 2h o 1d.
        [cron] Minuto, hora, día del mes, mes y día de la semana, por ejemplo 30 8 * * MON-FRI.
        [rrule] Una regla de iCalendar, por ejemplo FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9.
       *[hook] El nombre del hook.
    }
web-save-all-the-same = Guardar de todos modos
web-nothing-saved = No se ha guardado nada.
web-when = Cuándo
web-written-as = Escrito como
web-reminder-text = Texto del recordatorio
web-what-is-asked = Lo que se pide
web-name = Nombre
web-change-schedule = Cambiar «{ $name }»
web-never-due = No toca en ningún momento.
web-no-runs = Todavía no se ha ejecutado.
web-last-runs =
    { $count ->
        [one] Última ejecución: { $worked } de { $count } ha funcionado
       *[other] Últimas { $count } ejecuciones: { $worked } han funcionado
    }
web-run-state =
    { $state ->
        [queued] en espera
        [running] en marcha
        [waiting] espera una decisión
        [retrying] se intentará otra vez
        [succeeded] ha funcionado
        [failed] ha fallado
        [stopped] detenida
       *[skipped] omitida
    }
web-delivery =
    { $state ->
        [none] aún nada que entregar
        [pending] en camino
        [held] retenido hasta más tarde
        [delivered] entregado
        [suppressed] no enviado, como querías
       *[failed] no entregado
    }
web-took = tardó { $span }
web-began-late = empezó { $span } tarde
web-asked-for = a petición

## Web: activity in the console

web-no-turns = Todavía no se ha respondido nada. Escribe al bot.
web-newest-turns = Las respuestas y ejecuciones más recientes
web-older-turns = Solo se muestran las { $count } más recientes.
web-turns = Respuestas, las más recientes primero
web-began = Empezó
web-where = Dónde
web-state-of-turn = Estado
web-duration = Duró
web-tool-calls = Llamadas a herramientas
web-tokens = Tokens
web-turn-state =
    { $state ->
        [running] en marcha
        [waiting] espera una decisión
        [done] hecha
        [failed] ha fallado
       *[stopped] detenida
    }
web-turn-resumed =
    { $count ->
        [one] { $state }, reanudada una vez
       *[other] { $state }, reanudada { $count } veces
    }
web-turn-where =
    { $kind ->
        [specialist] Especialista { $agent } · { $place }
        [run] Ejecución de una tarea · { $place }
       *[conversation] Conversación · { $place }
    }
web-all-turns = Todas las respuestas
web-turn-in-log = Sus líneas en el registro
web-turn-gone = Esta respuesta ya no existe o no es para ti.
web-the-turn = La respuesta
web-waits-for = Espera
web-waits-since = { $what }, preguntado { $ago }
web-a-decision = una decisión
web-resumed = Reanudada
web-times =
    { $count ->
        [one] una vez
       *[other] { $count } veces
    }
web-tokens-read = Tokens leídos
web-tokens-of-these-cached = { $tokens }, de ellos { $cached } de la caché
web-tokens-written = Tokens escritos
web-step-by-step = Paso a paso
web-turn-is-private = Lo que se dijo es solo para esta persona.
web-turn-is-read = Aquí lees lo que se dijo: owner_reads en [console] lo permite, y se avisó a { $name }. No se muestra lo que devolvieron las herramientas, porque puede ser anterior. Que lo has leído consta en la auditoría.
web-turn-not-stored = Ya no se guarda nada de ella.
web-step =
    { $kind ->
        [message] Mensaje
        [response] Modelo
        [call] Llamada a una herramienta
        [decision] Decisión
       *[delivery] Entrega
    }
web-step-state =
    { $state ->
        [running] en marcha
        [pending] en espera
        [asking] pregunta
        [approved] aprobada
        [denied] rechazada
        [expired] caducada
        [cancelled] cancelada
        [failed] ha fallado
        [dead] abandonada
       *[other] { $state }
    }
web-not-begun = sin empezar
web-before-beginning = { $span } antes de empezar
web-after = tras { $span }
web-goes-on = sigue en marcha, empezó { $ago }
web-arrived-within = llegó en { $span }
web-given = Entrada
web-said = Dicho
web-result = Resultado
web-characters =
    { $count ->
        [one] { $label }, { $count } carácter
       *[other] { $label }, { $count } caracteres
    }

## Web: deliveries in the console

web-deliveries-for-owner = Solo el propietario ve cómo van los mensajes de todos.
web-in-doubt =
    { $count ->
        [one] { $count } puede haber llegado
       *[other] { $count } pueden haber llegado
    }
web-on-their-way = En camino
web-messages-waiting = Mensajes en espera, por chat
web-oldest = Más antiguo
web-next-attempt = Próximo intento
web-doubtful = En duda
web-all-delivered = Todo se ha entregado.
web-given-up = Abandonados en los últimos 30 días
web-undeliverable = Mensajes que no se pudieron entregar
web-written = Escrito
web-attempts = Intentos
web-reason = Motivo
web-what-to-do = Qué hacer
web-nothing-given-up = No se ha abandonado nada.
web-delete-message = ¿Eliminar este mensaje? Quien debía recibirlo no lo recibirá.
web-send-again = Enviar otra vez

## Web: memory in the console

web-search-as-the-bot = Buscar como lo hace el bot
web-search = Buscar
web-newest-notes = Las notas más recientes
web-no-notes = Todavía no hay nada anotado. Escribe al bot, por ejemplo: recuerda que la clave del wifi es 4711
web-newer-notes = Notas más recientes
web-older-notes = Notas más antiguas
web-your-notes = Tus notas ({ $count })
web-everything = Todo
web-sources =
    { $source ->
        [note] Notas
        [conversation] Conversaciones
       *[document] Documentos
    }
web-source =
    { $source ->
        [note] una nota
        [conversation] dicho en una conversación
       *[document] en un documento
    }
web-found-for = Encontrado para «{ $query }»
web-only-words = En esta búsqueda solo contaron las palabras: { $why }.
web-unread-documents =
    { $count ->
        [one] Queda { $count } documento por leer.
       *[other] Quedan { $count } documentos por leer.
    }
web-in-source = En
web-nothing-found = No se ha encontrado nada. Quizá con otras palabras.
web-more-characters =
    { $count ->
        [one] { $text } … ({ $count } carácter más)
       *[other] { $text } … ({ $count } caracteres más)
    }
web-what = Qué
web-from = De
web-used = Se usa
web-words-of-others = Palabras de otros
web-changed = Cambiado
web-chat-unknown = ya no se conoce
web-call-of = llamada de { $tool }
web-a-turn = respuesta
web-note-used =
    { $where ->
        [everywhere] contigo y en cada grupo donde hablas con el bot
        [group] contigo y en el grupo donde la guardaste
       *[alone] solo contigo
    }
web-score = Puntuación { $score }
web-words = Palabras
web-meaning = Significado
web-no-vector = { $score } (sin vector, así que deciden sus palabras)
web-cosine = { $score } (coseno { $cosine })
web-timely = Del tiempo pedido
web-named = Dicho por quien se pregunta
web-asking = Pregunta más que afirma
web-repeating = Repite uno mejor
web-change-note = Cambiar la nota
web-text = Texto
web-tags-hint = Las etiquetas al final, como #casa, sustituyen a las anteriores.
web-forget-note = ¿Olvidar esta nota? Una nota eliminada no se puede recuperar.
web-forget = Olvidar
web-share-in-groups = Compartir en grupos
web-do-not-share = No compartir

## Web: people in the console

web-people-for-owner = Solo el propietario ve quién usa el bot.
web-more-people = Y { $count } más: adjutant people las muestra todas.
web-search-people = Buscar en nombres y cuentas
web-knocking = A la puerta
web-nobody-waits = Nadie espera a que lo admitan.
web-admit-account = Admitir una cuenta
web-people-count = Personas ({ $count })
web-account = Cuenta
web-account-example = Su plataforma y número, por ejemplo telegram:42.
web-admit = Admitir
web-refuse = Rechazar
web-knock =
    { $kind ->
        [group] Cuenta de { $platform } { $account }, en un grupo
       *[direct] Cuenta de { $platform } { $account }, en un chat directo
    }
web-move-ownership = adjutant people owner, donde se ejecuta el gateway, transfiere la propiedad.
web-remove-person = ¿Quitar a { $name }? Lo que se ejecuta para esta persona se detiene, su sitio web deja de estar en línea, y el bot ya no la atiende hasta que vuelvas a admitirla.
web-remove = Quitar
web-make-approver = Dejar que apruebe
web-end-approver = Quitar aprobación
web-role-of-person = Función
web-role =
    { $role ->
        [owner] Propietario
        [member] Miembro
       *[other] { $role }
    }{ $approver ->
        [yes] , puede aprobar
       *[no] {""}
    }
web-accounts = Cuentas
web-served = Se le atiende
web-served-state =
    { $state ->
        [yes] sí
        [removed] no: sin acceso
       *[no] no
    }
web-last-here = Última visita
web-cost-today = Coste de hoy
web-all-people = Todas las personas
web-person-gone = Esta persona ya no está o no puedes verla.
web-in-30-days = En 30 días
web-used-in-month =
    { $answers ->
        [one] { $answers } respuesta
       *[other] { $answers } respuestas
    }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }, { $cost }
web-linked-accounts = Cuentas vinculadas
web-accounts-of-person = Cuentas de esta persona
web-platform = Plataforma
web-number = Número
web-admitted-by = Admitida por
web-admitted-by-whom =
    { $who ->
        [owner] el propietario
        [configuration] la configuración
       *[nobody] ya nadie
    }
web-who-links = Cada persona vincula y desvincula sus propias cuentas, con /link y /unlink.
web-their-day = Su día hasta ahora
web-what-they-keep = Lo que guarda
web-kept =
    { $what ->
        [notes] Notas
        [notes_size] Texto de las notas
        [schedules] Tareas programadas
       *[files_size] Archivos
    }
web-limits-hold = Los ajustes de [limits] y [agent] valen para todos.

## Web: usage in the console

web-days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }
web-period = Periodo
web-nothing-used = No se ha consumido nada en este tiempo.
web-schedules-used = Tus tareas programadas
web-everybody = Todos
web-days-as-table = Tus días en una tabla (CSV)
web-not-counted-by-model = Hasta el { $day } el consumo no se contaba por modelo: lo consumido hasta entonces falta aquí.
web-calls = Llamadas
web-model = Modelo
web-days-by-model-as-table = Tus días por modelo como tabla (CSV)
web-everybodys-usage-by-model = Consumo de todos por modelo
web-usage-by-model = Consumo por modelo
web-models-used = Tus modelos
web-percent = { $number } %
web-answers =
    { $count ->
        [one] { $count } respuesta
       *[other] { $count } respuestas
    }
web-share-cached = { $share } de la entrada estaba en la caché
web-answers-by-day = Respuestas por día.
web-cost-by-day = Coste por día.
web-at-most-on = Como máximo { $amount }, el { $day }.
web-answers-head = Respuestas
web-cached = Caché
web-usage-by-day = Tu consumo por día (UTC)
web-day = Día
web-usage-by-person = Consumo por persona
web-usage-by-schedule = Consumo por tarea programada
web-schedule = Tarea programada
web-runs = Ejecuciones
web-deleted-schedule = Una tarea eliminada

## Web: the audit and the log in the console

web-audit-kind =
    { $kind ->
        [decision] Decisiones
        [grant] Permisos
        [revocation] Revocaciones
       *[call] Llamadas
    }
web-all-kinds = Todos los tipos
web-kind = Tipo
web-by-gateway = el gateway
web-time = Hora
web-tool = Herramienta
web-outcome = Resultado
web-by = Por
web-about = Sobre
web-events = Eventos, los más recientes primero
web-no-event = Ningún evento coincide.
web-older-events = Los eventos más antiguos están en la tabla de abajo y en la salida de adjutant audit.
web-events-as-table = Los 20.000 eventos más recientes en una tabla (CSV)
web-log-for-owner = Solo el propietario ve el registro: habla de todos.
web-lines =
    { $chosen } de { $all } líneas desde { $time }{ $part ->
        [yes] ; se muestran las { $shown } más recientes.
       *[no] {"."}
    }
web-no-line = Ninguna línea coincide.
web-nothing-logged = Todavía no hay nada en el registro.
web-level = Nivel
web-all-levels = todos
web-level-and-above = { $level } y superiores
web-part = Parte
web-all-parts = todas
web-everybody-in-log = todos
web-go-on = Seguir
web-paused-newer = En pausa. Líneas más recientes: { $count }.

## Web: the system in the console

web-system-for-owner = Solo el propietario ve el sistema.
web-checks = Comprobaciones
web-what-is-checked = Lo que comprueba adjutant doctor: base de datos, canales, modelos, servidores, el reloj y más. A cada modelo se le hace una pregunta corta.
web-checking = Comprobando…
web-run-checks = Comprobar
web-not-checked = No se ha comprobado nada desde que se abrió esta página.
web-all-is-well = Todo está bien.
web-failures-and-warnings = Fallos: { $failures }. Avisos: { $warnings }.
web-checked-at = { $summary } Comprobado { $time }
web-what-is-well = Lo que está bien ({ $count })
web-finding =
    { $severity ->
        [ok] { $name }: bien
        [warning] { $name }: aviso
       *[failure] { $name }: fallo
    }
web-code = Código: { $code }
web-download = Descargar { $name }
web-copies = Copias de la base de datos
web-what-a-copy-holds = Una copia contiene las palabras de todos: quien la tiene puede leerlas. La auditoría dice quién hizo y se llevó una. Los archivos, los sitios web y la clave de los secretos no están en ella.
web-no-calendar = No se hace ninguna según el calendario. De las que haces aquí se conservan las diez más recientes. Ajuste: { $setting }
web-by-calendar = Hechas según el calendario { $schedule }, que luego conserva las { $count } más recientes.
web-copying = Copiando…
web-back-up-now = Copiar ahora
web-copies-unlisted = No se pueden mostrar las copias: { $why }
web-copies-newest = Copias, las más recientes primero
web-size-head = Tamaño
web-download-head = Descarga
web-no-copy = Todavía no hay ninguna copia.
web-program = Programa
web-build = Compilación
web-process = Proceso
web-memory-used = Memoria
web-computing-time = Tiempo de cálculo
web-open-files = Archivos y conexiones abiertos
web-settings = Ajustes en vigor
web-as-of-start = Al arrancar el proceso. De los secretos, solo si están puestos.
web-with-defaults = con valores por defecto
web-settings-with-source = Ajustes con su origen
web-setting-head = Ajuste
web-value = Valor
web-no-setting = Ningún ajuste coincide.
