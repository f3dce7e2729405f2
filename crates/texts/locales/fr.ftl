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

## Lists and numbers

list-and = { $others } et { $last }
list-or = { $others } ou { $last }
decimal-sign = ,

## Dates and times

time-weekday =
    { $number ->
        [1] lun.
        [2] mar.
        [3] mer.
        [4] jeu.
        [5] ven.
        [6] sam.
       *[7] dim.
    }
time-month =
    { $number ->
        [1] janv.
        [2] févr.
        [3] mars
        [4] avr.
        [5] mai
        [6] juin
        [7] juil.
        [8] août
        [9] sept.
        [10] oct.
        [11] nov.
       *[12] déc.
    }
time-month-in-full =
    { $number ->
        [1] janvier
        [2] février
        [3] mars
        [4] avril
        [5] mai
        [6] juin
        [7] juillet
        [8] août
        [9] septembre
        [10] octobre
        [11] novembre
       *[12] décembre
    }
time-day =
    { $day ->
        [1] 1er
       *[other] { $day }
    } { $month }
time-date =
    { $day ->
        [1] 1er
       *[other] { $day }
    } { $month } { $year }
time-date-in-full =
    { $day ->
        [1] 1er
       *[other] { $day }
    } { $month } { $year }
time-weekday-and-date = { $weekday } { $date }
time-date-and-time = { $date }, { $time }

## Where words come from that are not the person's own

source-list-more = { $shown } et { $count } de plus (voir Détails)
source-forwarded = un message transféré
source-recording = un enregistrement
source-picture = une image
source-file-of-unknown-origin = un fichier d’origine inconnue
source-quoted = le message de quelqu’un d’autre
source-venue = le nom d’un lieu
source-contact = un contact
source-poll = un sondage
source-sticker = le nom d’un autocollant
source-quoted-elsewhere = un de mes messages à quelqu’un d’autre
source-quoted-unknown = un message que je ne connais plus
source-quoted-question = une de mes questions sur ce qu’il faut faire
source-quoted-about-people = un de mes messages au sujet d’autres personnes
source-quoted-to-command = la réponse à une commande
source-quoted-of-visitor = un message d’un visiteur de votre site
source-quoted-spoken = une de mes réponses, telle que je l’ai dite
source-quoted-heard = un enregistrement, tel que je l’ai entendu
source-quoted-notice = un de mes avis
source-file-from = un fichier (source : { $source })
source-document = le document { $name }
source-hook = un appel à l’adresse { $name }

## Approvals: the prompt

approval-untrusted = J’ai lu un texte d’autrui, qui pourrait chercher à m’influencer. Source : { $source }.
approval-reason-schedule = Pour la tâche planifiée « { $name } ». { $why }
approval-reason-blocked-schedule = Pour la tâche planifiée « { $name } », qui ne s’exécutera plus avant cette décision. { $why }
approval-reason-earlier = { $why } Des messages précédents contiennent ici des mots d’autrui. Source : { $sources }.
approval-why-direct = Envoyez-moi la raison dans votre prochain message.
approval-why-group = Répondez à ce message en donnant la raison.
approval-why-in-group = Répondez à la question en donnant la raison.
approval-asked-by = C’est { $name } qui le demande, dans { $place } ({ $channel }).
approval-asked-in-direct-chat = sa discussion avec moi
approval-only-requester = { $name } est seul à pouvoir décider, car cela lui appartient.
approval-only-reviewer = Seul le propriétaire ou un relecteur du site peut décider.
approval-only-approver = Seul { $name } ou une personne habilitée peut décider.
approval-more-choices-about = Les autres choix concernent { $what }.
approval-part-above = Ce n’est qu’une partie : le reste se trouve plus haut.
approval-part-below-its-prompt = Ce n’est qu’une partie. Pour l’approuver, allez au message où j’ai posé la question : la suite s’y trouve.
approval-whole-above = Plus de détails sur ce que je demande ci-dessous :
approval-whole-in-file = … La suite est dans le fichier ci-dessous. Lisez-le avant de décider.
approval-not-shown = Je n’ai pas pu tout vous montrer, vous ne pouvez donc pas l’approuver ici. Refusez, puis redemandez-le si vous le souhaitez.
approval-press-instead = Appuyez sur « Approuver » ou « Refuser » sous la question : c’est la seule façon de décider.

## Approvals: the buttons

approval-button-approve = Approuver
approval-button-deny = Refuser
approval-button-approve-all = Tout approuver
approval-button-deny-all = Tout refuser
approval-button-more = Plus de choix
approval-button-details = Détails
approval-button-back = Retour
approval-button-just-deny = Refuser seulement
approval-button-say-why = Refuser en expliquant
approval-button-conversation = Cette conversation : { $what }
approval-button-hour = Pendant 1 heure : { $what }
approval-button-always = Toujours : { $what }
approval-button-everybody = Pour tous : { $what }
approval-button-as-above = voir plus haut
approval-call =
    { $tool ->
        [web_fetch] page
        [web_search] recherche
        [memory_save] nouvelle note
        [memory_update] note modifiée
        [memory_delete] note supprimée
        [schedule_create] nouvelle tâche planifiée
        [schedule_edit] tâche planifiée modifiée
        [schedule_delete] tâche planifiée supprimée
        [attachment_save] fichier enregistré
        [send_media] fichier envoyé
        [delegate_to_agent] travail pour un spécialiste
       *[other] « { $name } »
    }
approval-every-call =
    { $tool ->
        [web_fetch] chaque page
        [web_search] chaque recherche
        [memory_save] chaque nouvelle note
        [memory_update] chaque note modifiée
        [memory_delete] chaque note supprimée
        [schedule_create] chaque nouvelle tâche planifiée
        [schedule_edit] chaque tâche planifiée modifiée
        [schedule_delete] chaque tâche planifiée supprimée
        [attachment_save] chaque fichier enregistré
        [send_media] chaque fichier envoyé
        [delegate_to_agent] chaque travail pour un spécialiste
       *[other] chaque « { $name } »
    }

## Approvals: outcomes

approval-approved = Approuvé
approval-approved-by = Approuvé par { $name }
approval-for-conversation = { $approved } pour cette conversation : { $what }
approval-for-hour = { $approved } pendant 1 heure : { $what }
approval-always = { $approved }, toujours : { $what }
approval-for-everybody = { $what }, pour tous
approval-denied = Refusé ; rien n’a été fait
approval-denied-by = Refusé par { $name } ; rien n’a été fait
approval-denied-because = { $denied } : « { $why } »
approval-expired = Expiré ; rien n’a été fait
approval-withdrawn = Retiré ; rien n’a été fait
approval-waiting = En attente d’une décision
approval-waits-for-owner = Cela attend l’approbation du propriétaire.
approval-pressed-denied = Refusé. Rien n’a été fait.
approval-pressed-expired = Trop tard : cela avait expiré. Rien n’a été fait.
approval-pressed-withdrawn = Cela a été retiré. Rien n’a été fait.
approval-pressed-pending = Rien n’a changé.
approval-already-decided = C’était déjà décidé.
approval-all-approved =
    { $count ->
        [1] 1 demande approuvée.
       *[other] { $count } demandes approuvées.
    }
approval-all-denied =
    { $count ->
        [1] 1 demande refusée. Elle n’a pas été exécutée.
       *[other] { $count } demandes refusées. Aucune n’a été exécutée.
    }
approval-too-late-for = Il était trop tard pour { $count } de plus.
approval-all-decided = Tout cela était déjà décidé. Rien n’a changé.
approval-not-yours-owner = Seul le propriétaire peut en décider. Rien n’a changé.
approval-not-yours-reviewer = Seul le propriétaire ou un relecteur du site peut en décider. Rien n’a changé.
approval-not-yours-requester = Seule la personne qui l’a demandé peut décider, car cela lui appartient. Rien n’a changé.
approval-not-yours-approver = Seule la personne qui l’a demandé, ou une personne habilitée, peut décider. Rien n’a changé.
approval-scope-not-permitted = { $name } est seul à pouvoir l’autoriser, car cela vaudrait aussi dans ses propres discussions. Vous pouvez approuver cette seule demande, ou l’autoriser pour cette conversation.
approval-no-longer-valid = Cette question n’est plus valable. Rien n’a changé. /approvals montre ce qui attend une décision.
approval-arguments-changed = Cette demande a changé depuis ma question. Rien n’a été fait.
approval-more-choices-shown = D’autres choix se trouvent sous la question.
approval-usual-choices-shown = Les choix habituels sont de retour.

## Approvals: details

details-tool = Outil :
details-arguments = Arguments :
details-preview = Aperçu :
details-reason = Pourquoi je demande :
details-decider = Qui décide :
details-expires = Expire :
details-call = Appel :
details-decider-owner = le propriétaire
details-decider-reviewer = le propriétaire ou un relecteur du site
details-decider-approver = { $name } ou une personne habilitée
details-above = Les détails sont ci-dessus.
details-below = Les détails sont ci-dessous.
details-in-file = … Tout se trouve dans le fichier ci-dessous.
details-file-failed = Les détails sont trop longs pour des messages, et je n’ai pas pu écrire le fichier qui les contient. Veuillez réessayer.

## Approvals: the list

approvals-nothing-waits = Rien n’attend de décision.
approvals-waiting = En attente d’une décision
approvals-strangers = En attente d’être admis
approvals-no-grants = Vous n’avez rien autorisé au-delà de demandes isolées.
approvals-no-grants-here = Vous n’avez rien autorisé ici au-delà de demandes isolées.
approvals-grants = Autorisé sans demander
approvals-in-group = Ici, où d’autres peuvent lire, je ne montre que ce qui concerne cette discussion.
approvals-more = et { $count } de plus
approvals-button-revoke = Révoquer { $number }
approvals-button-show = Afficher
approvals-button-back = Retour à la liste
approvals-asked =
    { $asked ->
        [now] Demandé à l’instant.
       *[other] Demandé il y a { $ago }.
    } Expire dans { $left }.
approvals-asked-by =
    { $asked ->
        [now] Demandé par { $name } à l’instant.
       *[other] Demandé par { $name } il y a { $ago }.
    } Expire dans { $left }.
approvals-reviewer-decides = Le propriétaire ou un relecteur du site décide.
approvals-owner-decides = Le propriétaire décide.
approvals-grant =
    { $what }, { $scope ->
        [conversation] pour une conversation
        [hour] pendant 1 heure
        [everybody] toujours, pour tous
       *[other] toujours
    }{ $foreign ->
        [yes] , aussi avec des mots d’autrui ({ $sources })
       *[other] {""}
    } ; accordé le { $given }{ $ends ->
        [yes] , jusqu’au { $until }
       *[other] {""}
    }, { $used ->
        [yes] utilisé en dernier le { $last }
       *[other] pas encore utilisé
    }
approvals-revoked = Révoqué : { $what }. Je redemanderai avant la prochaine fois.
approvals-no-such-grant = Cette autorisation n’existe plus, ou n’est pas la vôtre. Rien n’a changé.

## Approvals: time

approval-nobody-decided = Personne n’a décidé en { $time }, donc cela n’a pas été fait :
approval-ask-again = Redemander
approval-still-waits =
    ⏳ Ceci attend encore { $wanted ->
        [answer] votre réponse
       *[other] une décision
    } : { $what }{ $end ->
        [question] {""}
       *[other] .
    } Expire dans { $left }, le { $moment }.

## Questions of the model

question-how-direct =
    { $options ->
        [none] Veuillez écrire votre réponse.
        [one] Veuillez en choisir une, ou écrire votre réponse.
       *[other] Veuillez en choisir autant que vous voulez et appuyer sur « Terminé », ou écrire votre réponse.
    }
question-how-group =
    { $options ->
        [none] { $name }, veuillez répondre à ce message.
        [one] { $name }, veuillez en choisir une, ou répondre à ce message.
       *[other] { $name }, veuillez en choisir autant que vous voulez et appuyer sur « Terminé », ou répondre à ce message.
    }
question-done = Terminé
question-expired = Personne n’a répondu à temps
question-withdrawn = Retirée
question-typed-answer = « { $answer } »
question-pressed-nothing = Rien n’est coché.
question-pressed-marked = Coché : { $answer }. Appuyez sur « Terminé » quand c’est tout.
question-pressed-answered = Votre réponse : { $answer }
question-pressed-withdrawn = Cette question a été retirée.
question-pressed-expired = Trop tard : cette question a expiré.
question-is-over = C’est terminé.
question-nothing-marked = Cochez d’abord au moins un choix, ou écrivez votre réponse.
question-not-yours = Seule la personne interrogée peut répondre. Rien n’a changé.
question-listed = Répondez sous la question, ou par un message en réponse.
