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
