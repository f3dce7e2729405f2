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
size-bytes = { $size } bytes
size-kilobytes = { $size } KB
size-megabytes = { $size } MB

## Turns

added-to-group = ¡Hola! Respondo aquí a quienes conozco cuando me mencionan o me contestan. /help dice lo que puedo hacer aquí.
hello = ¡Hola! Mencióname junto con lo que necesitas o contesta a uno de mis mensajes. /help dice lo que puedo hacer.
turn-empty-reply = No tengo respuesta para eso. Pregúntamelo de nuevo con otras palabras.
turn-cut-short = *(He llegado al límite de longitud de una respuesta. Escribe «sigue» para ver el resto.)*
turn-fallback = *(No puedo contactar con el modelo, así que responde el asistente integrado.)*
turn-stopped = *(detenido)*
turn-used-up-steps = Me he detenido aquí: hacían falta más pasos de los que puedo dar en una respuesta. Escribe «sigue» para continuar.
turn-used-up-time = Me he detenido aquí: ha tardado más de lo que puedo dedicar a una respuesta. Escribe «sigue» para continuar.
turn-used-up-tokens = Me he detenido aquí: hay que procesar más texto del que puedo en una respuesta. Escribe «sigue» para continuar.
turn-used-up-cost = Me he detenido aquí: cuesta más de lo que puedo gastar en una respuesta. Escribe «sigue» para continuar.
turn-corrections = Me he detenido aquí: el modelo usaba mal sus herramientas una y otra vez. Pregúntamelo de nuevo con otras palabras.
turn-internal-error = Algo ha fallado por mi parte y no he podido terminar. Inténtalo de nuevo. El operador de este bot puede encontrar el motivo en el registro.
turn-prompt-heading = Necesito tu decisión:
turn-too-many-questions = Me he detenido aquí: tendría que pedirte permiso demasiadas veces. Dime cómo seguir o permite más de una vez con «Más opciones» debajo de una pregunta.
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
continued-in-file = … La respuesta completa está en el archivo.

## Marks above messages

marked-closed-topic = El tema en el que preguntaste está cerrado:
marked-file-for-group = No puedo enviar archivos en el chat al que va esto:
marked-repeat = Puede que esto esté repetido:

## Places and accounts

place-group =
    { $noun ->
        [server] el servidor
       *[other] el grupo
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
toolset-more = y { $count } más
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
model-overloaded = El modelo está sobrecargado ahora mismo y me pide esperar más de lo que puedo. Inténtalo de nuevo en un minuto.
model-unavailable = No he podido contactar con el modelo, aunque lo he intentado varias veces. Inténtalo de nuevo dentro de un rato.
model-cut = La respuesta del modelo se cortó varias veces. Inténtalo de nuevo.
model-blind = El modelo no acepta imágenes. Escribe lo que necesitas, por favor.
model-too-dear = Los modelos que responden ahora cuestan más de lo que puedo gastar. Inténtalo de nuevo más tarde.
model-too-long = Esta conversación se ha hecho demasiado larga para el modelo. Empieza una nueva con /new, por favor. Conservo lo que me pediste recordar.
model-refused = El modelo ha rechazado mi petición. El operador de este bot puede encontrar el motivo en el registro, y `adjutant doctor` comprueba los ajustes del modelo.

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
delivered-withdrawn = 🗑️ Eliminado, así que no vuelve.
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
runs-no-model = Esto no se pudo ejecutar: no hay ningún modelo de lenguaje configurado, y el asistente incorporado no sabe hacerlo. Quien administra este bot puede configurar uno, en [model].
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
notes-deleted = Eliminada.
notes-forgotten = 🗑️ La nota ya no está.
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
memory-deleted = 🗑️ Nota eliminada: «{ $note }»
memory-more-receipts = … y { $count } más

## People, for the owner

people-for-the-owner = Solo quien es dueño de este bot puede ver quién lo usa, y admitir o quitar a personas.
people-in-private = Pregúntamelo en un chat directo: aquí otros leerían quién me usa.
people-title = Personas
people-accounts = Cuentas: { $accounts }
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
people-removing = ¿Quitar a esta persona? Dejo de hacer lo que hago para ella y ya no le respondo, aunque la configuración la incluya. Sus notas, tareas programadas y archivos se conservan, y vuelven a ser suyos si la admites.
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
tools-web-bytes-in-all = ({ $count } bytes en total)
tools-research = Investigar «{ $title }»: { $searches } búsquedas, hasta { $pages } páginas, un informe como archivo
tools-research-reason = Lee páginas de cualquier servidor que encuentren las búsquedas, y consulta al modelo por cada una.
tools-research-searches = Búsquedas:
tools-research-reading = Leo: { $read } de { $pages } páginas terminadas
tools-research-writing = Escribo el informe
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
vault-unusable = Eso no puede ser el valor de { $name }: es una línea de texto de hasta 4000 caracteres. No he guardado nada. Empieza de nuevo: /vault add { $name } { $server }
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
