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
hello = ¡Hola! Menciónname junto con lo que necesitas o contesta a uno de mis mensajes. /help dice lo que puedo hacer.
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
limit-results-not-kept = { $most } mensajes míos iban de camino a este chat y no se pudieron enviar, así que no guardé lo que tus programaciones dijeron después. /schedules muestra lo que dijo cada ejecución.
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
clock-ahead = el reloj marca { $shown }, pero según { $channel } son { $other }, y por eso me guío. Ajusta el reloj
clock-behind = el reloj marca { $shown }, pero según { $channel } son { $other }. Ajusta el reloj, o todo llegará tarde
clock-zone-data-bundled = versión { $version }, parte de este programa
clock-zone-data-of-system = versión { $version }, de { $folder }
clock-zone-data-old = { $data }, tiene más de un año: donde las reglas horarias han cambiado desde entonces, las horas son incorrectas. Actualiza el paquete tzdata de esta máquina o este programa

## Lists with pages

list-and-more = { $shown } y { $count } más
list-all = : { $total }
list-some = : { $first } a { $last } de { $total }
list-previous = Anterior
list-next = Siguiente
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
toolset-open-mark = (abierto)
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
timezone-with-time = { $zone }, donde son { $now }
timezone-quiet-hours = Horas de silencio: { $hours }
timezone-no-quiet-hours = Horas de silencio: ninguna
timezone-another = Otra zona: «/timezone Europe/Paris» o solo la ciudad; «/timezone { $default }» para la de mi máquina
timezone-other-quiet-hours = Otras horas de silencio: «/quiet { $hours }» o «/quiet { $off }»
timezone-set = A partir de ahora tus horas son las de { $zone }.
timezone-reset = A partir de ahora tus horas vuelven a ser las de mi máquina, { $zone }.
timezone-schedules-by-model =
    { $count ->
        [one] { $count } programación conserva su propia zona horaria; dime si debo cambiarla.
       *[other] { $count } programaciones conservan sus propias zonas horarias; dime si debo cambiarlas.
    }
timezone-schedules =
    { $count ->
        [one] { $count } programación conserva la zona horaria en que se creó; /schedules muestra cuál.
       *[other] { $count } programaciones conservan las zonas horarias en que se crearon; /schedules muestra cuáles.
    }
timezone-unknown = No conozco ninguna zona horaria llamada «{ $name }». Las zonas horarias se llaman, por ejemplo, Europe/Paris; basta la ciudad.
timezone-unknown-but-near = No conozco ninguna zona horaria llamada «{ $name }». ¿Querías decir { $names }?
timezone-none-at-offset = Ninguna zona horaria está ahora en { $offset }. Dime tu ciudad: «/timezone Paris»
timezone-at-offset = La diferencia con UTC cambia con el horario de verano, así que necesito tu ciudad. En { $offset } están ahora: { $names }. Envía, por ejemplo, «/timezone { $first }»
timezone-choice-default = { $default }: la de mi máquina, { $zone }

## Quiet hours

quiet-hours = Tus horas de silencio son { $hours } ({ $zone }). Las programaciones siguen ejecutándose, pero los resultados y recordatorios esperan a que terminen, salvo que sean urgentes. «/quiet { $off }» las desactiva; «/quiet { $usual }» las cambia.
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
