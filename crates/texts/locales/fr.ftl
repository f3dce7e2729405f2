### Ce que la passerelle dit aux personnes en français. Elle vouvoie.

## Messages that come while an answer is being made

queue-title = Quand vous écrivez pendant que je prépare une réponse :
queue-chosen-mark = (choisi)
queue-collect = le message attend, et je réponds à tout ensemble.
queue-steer = j’en tiens compte avant ma prochaine étape.
queue-interrupt = je m’arrête, je garde ce que j’ai et j’y réponds aussitôt.
queue-waiting =
    { $count ->
        [one] Un message attend en ce moment.
       *[other] { $count } messages attendent en ce moment.
    }
queue-exceptions = Pendant que j’attends votre décision ou un spécialiste, un nouveau message commence une réponse à part.
queue-from-now-on = Désormais, quand vous écrivez pendant que je prépare une réponse : { $meaning }
queue-unknown = Le choix « { $name } » n’existe pas. Vous pouvez choisir collect, steer ou interrupt ; /queue explique ce qu’ils signifient.
queue-noted = C’est noté ; j’en tiendrai compte.
queue-goes-on = *(la suite plus bas)*
queue-interrupted = *(interrompu)*
