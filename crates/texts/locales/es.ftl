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
schedules-about-put-off = { $words } · pospuesto hasta { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Pausar
schedules-resume = Reanudar
schedules-stop-run = Detener
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
schedule-run-succeeded = hecho
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
people-no-approver = Ya no aprueba
people-make-approver = Puede aprobar
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
