### Ce que la passerelle dit aux personnes en français. Elle vouvoie.

## What a channel says of its own accord

channel-still-working = J’y travaille…
channel-not-stored = Cela ne m’est pas parvenu : la faute est de mon côté. Veuillez réessayer.

## Messages that come while an answer is being made

queue-title = Quand vous écrivez pendant que je prépare une réponse :
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
queue-from-now-on = Désormais, quand vous écrivez pendant que je prépare une réponse : { $meaning }
queue-unknown = Le choix « { $name } » n’existe pas. Vous pouvez choisir collect, steer ou interrupt ; /queue explique ce qu’ils signifient.
queue-noted = C’est noté ; j’en tiendrai compte.
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
source-hook = un appel du hook { $name }

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
approval-only-requester = La décision revient à { $name }, car il s’agit de ses propres affaires.
approval-only-reviewer = Seul le propriétaire ou un relecteur du site peut décider.
approval-only-approver = La décision revient à { $name } ou à une personne habilitée.
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
approval-button-say-why = Refuser et motiver
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
approvals-not-yours = C’est la liste de la personne qui l’a demandée. Qui d’autre peut approuver appuie sur les boutons de la demande elle-même ; /approvals vous montre ce qui vous attend. Rien n’a changé.
approval-scope-not-permitted = Cette autorisation revient à { $name }, car elle vaudrait aussi dans ses propres discussions. Vous pouvez approuver cette seule demande, ou l’autoriser pour cette conversation.
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
approvals-grant-with = { $what } : { $arguments }
approvals-grant-over = { $grant }. Ne vaut plus : l’outil a changé depuis.
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
approval-posted-again = ⏳ Mon message a été supprimé avant que quelqu’un décide : je l’ai publié de nouveau ci-dessus. /approvals montre aussi ce qui attend.

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

## Files that come

files-what-to-do =
    { $number ->
        [one] J’ai bien reçu votre fichier. Je peux lire des documents, le garder pour vous ou le transmettre : dites-moi ce que je dois en faire.
       *[other] J’ai bien reçu vos fichiers. Je peux lire des documents, les garder pour vous ou les transmettre : dites-moi ce que je dois en faire.
    }
files-cannot-read =
    { $what ->
        [picture] J’ai bien reçu votre image, mais je ne peux pas regarder d’images ici.
        [pictures] J’ai bien reçu vos images, mais je ne peux pas regarder d’images ici.
        [recording] J’ai bien reçu votre enregistrement, mais je ne peux pas écouter d’enregistrements ici.
        [recordings] J’ai bien reçu vos enregistrements, mais je ne peux pas écouter d’enregistrements ici.
        [video] J’ai bien reçu votre vidéo, mais je ne peux pas regarder de vidéos ici.
        [videos] J’ai bien reçu vos vidéos, mais je ne peux pas regarder de vidéos ici.
        [file] J’ai bien reçu votre fichier, mais je ne peux pas lire de fichiers ici.
        [files] J’ai bien reçu vos fichiers, mais je ne peux pas lire de fichiers ici.
        [sticker] J’ai bien reçu votre autocollant, mais je ne comprends que le texte.
        [stickers] J’ai bien reçu vos autocollants, mais je ne comprends que le texte.
        [others] Je l’ai bien reçu, mais je ne comprends que le texte.
       *[other] Je l’ai bien reçu, mais je ne comprends que le texte.
    }
files-text-is-answered =
    { $number ->
        [one] Je vais répondre au texte qui l’accompagne.
       *[other] Je vais répondre au texte qui les accompagne.
    }
files-can-be-kept =
    { $number ->
        [one] Je peux le garder pour vous ou le transmettre : dites-moi ce que je dois en faire.
       *[other] Je peux les garder pour vous ou les transmettre : dites-moi ce que je dois en faire.
    }
files-please-write = Veuillez écrire ce dont vous avez besoin.
files-too-large = J’accepte ici des fichiers de { $most } au plus, et celui-ci est plus gros : { $what }.
files-please-send-smaller = Veuillez en envoyer un plus petit, ou écrire ce dont vous avez besoin.
file-photo = photo
file-voice-message = message vocal
file-audio = audio
file-video = vidéo
file-round-video = vidéo ronde
file-sticker = autocollant
file-file = fichier
file-named = { $kind } « { $name } »
size-bytes =
    { $size ->
        [one] { $size } octet
       *[other] { $size } octets
    }
size-kilobytes = { $size } Ko
size-megabytes = { $size } Mo

## Turns

added-to-group = Bonjour ! Je réponds ici aux personnes que je connais quand elles me mentionnent ou me répondent. /help dit ce que je sais faire ici.
hello = Bonjour ! Mentionnez-moi en disant ce qu’il vous faut, ou répondez à un de mes messages. /help dit ce que je sais faire.
hidden-reply = Je ne peux pas lire une réponse dont le @ est désactivé. Activez le @ en répondant, ou mentionnez-moi.
only-in-direct-chat = Cela ne marche que dans une discussion privée avec moi.
turn-empty-reply = Je n’ai pas de réponse à cela. Veuillez reposer la question autrement.
turn-cut-short = *(J’ai atteint la longueur maximale d’une réponse. Écrivez « continue » pour la suite.)*
turn-withheld = *(Le fournisseur du modèle a retenu la suite de cette réponse. Posez la question autrement.)*
turn-fallback = *(Je n’arrive pas à joindre le modèle ; l’assistant intégré, qui ne sait que l’anglais, répond à sa place.)*
turn-stopped = *(arrêté)*
turn-used-up-steps = Je me suis arrêté ici : il fallait plus d’étapes que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-time = Je me suis arrêté ici : cela prenait plus de temps que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-tokens = Je me suis arrêté ici : il y a plus de texte à traiter que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-cost = Je me suis arrêté ici : cela coûte plus que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-corrections = Je me suis arrêté ici : le modèle faisait sans cesse des erreurs avec ses outils. Vous n’y êtes pour rien. Souvent, il suffit de redemander.
turn-internal-error = Un problème est survenu de mon côté, et je n’ai pas pu terminer. Veuillez réessayer. L’exploitant de ce bot en trouvera la raison dans le journal.
turn-prompt-heading = J’ai besoin de votre décision :
turn-too-many-questions = Je me suis arrêté ici : il me faudrait demander votre accord trop souvent. Dites-moi comment continuer, ou autorisez-en plus à la fois avec « Plus de choix » sous une question.
turn-too-many-questions-in-an-hour = Je me suis arrêté ici : j’ai demandé votre accord aussi souvent que je le peux en une heure. Écrivez « continue » dans un moment. Pour que je demande moins souvent, autorisez quelque chose pour une heure ou toujours, avec « Plus de choix » sous une demande. L’exploitant peut aussi augmenter max_per_hour, sous [approvals].
set-aside = Un problème est survenu de mon côté, et je n’ai pas pu prendre ce message en compte. Je l’ai noté pour l’exploitant de ce bot. Le renvoyer avec d’autres mots peut aider.
set-aside-today =
    { $count ->
        [one] ⚠️ Une chose a échoué plusieurs fois aujourd’hui, par une erreur de ma part, et a été mise de côté pour ne rien bloquer d’autre. `adjutant doctor` sur ma machine la montre.
       *[other] ⚠️ { $count } choses ont échoué plusieurs fois aujourd’hui, par une erreur de ma part, et ont été mises de côté pour ne rien bloquer d’autre. `adjutant doctor` sur ma machine les montre.
    }
not-yours = Seule la personne qui l’a demandé peut décider. Rien n’a changé.
suggestion-used = Vous y avez déjà répondu.
unknown-button = Ce bouton ne fonctionne plus. Rien n’a changé.
undeliverable = Je n’ai pas pu vous montrer ma réponse : cette discussion ne l’a pas acceptée. /status montre pourquoi. Veuillez reposer la question d’une autre façon.
out-of-reach = Je n’ai pas pu vous montrer ma réponse : cette discussion est restée injoignable si longtemps que j’ai renoncé. /status en montre la raison. Veuillez reposer la question si vous la voulez encore.
not-updated = Je n’ai pas pu modifier l’un de mes messages : cette discussion n’a pas accepté la modification. Votre choix reste valable. /status montre pourquoi.
continued-in-file = … La réponse entière se trouve dans le fichier.
incomplete-answer = Cette réponse est incomplète : le reste n’a pas pu être remis.

## Marks above messages

marked-closed-topic = Le sujet où vous avez posé la question est fermé :
marked-file-for-group = Je ne peux pas envoyer de fichiers dans la discussion à laquelle ceci est destiné :
marked-late = Ceci date du { $at } et arrive en retard :
marked-repeat = Ceci est peut-être une répétition :

## Places and accounts

place-group =
    { $noun ->
        [server] le serveur
       *[other] le groupe
    } { $chat }
place-topic =
    un sujet { $noun ->
        [server] du serveur
       *[other] du groupe
    } { $chat }
place-chat-page = la page de discussion
place-account = compte { $platform } { $id }

## Messages that are edited

edit-while-answering = Je répondais déjà à votre message tel qu’il était avant la modification. Je réponds ensuite à la nouvelle version ; /stop arrête les deux.
edit-while-steered = Je répondais déjà à votre message tel qu’il était avant la modification. Je tiens compte de la nouvelle version avant ma prochaine étape, ou j’y réponds ensuite s’il n’y en a plus ; /stop arrête les deux.
edit-while-asking = Ma question porte sur votre message tel qu’il était avant la modification. Si vous n’en voulez plus, appuyez sur « Refuser » et envoyez-moi ce que vous voulez à la place.
edit-while-answer-awaited = Ma question porte sur votre message tel qu’il était avant la modification. Veuillez y répondre, ou envoyez /stop, puis ce que vous voulez à la place.
edit-while-delegated = Le travail sur votre message tel qu’il était avant la modification continue. Si vous n’en voulez plus, envoyez /stop, puis ce que vous voulez à la place.
edit-of-command = Je n’exécute une commande que telle qu’elle a d’abord été envoyée. Veuillez envoyer la nouvelle version dans un message.
edit-too-late = Je ne tiens compte d’une modification que dans les dix minutes qui suivent le message. Veuillez envoyer la nouvelle version dans un message.

## Messages that come late

late-opening =
    { $several ->
        [yes] *Écrit par vous à partir de : { $sent } (il y a { $ago }), pendant mon absence.*
       *[other] *Écrit par vous : { $sent } (il y a { $ago }), pendant mon absence.*
    }
late-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
late-hours =
    { $count ->
        [one] { $count } heure
       *[other] { $count } heures
    }
late-unanswered =
    { $count ->
        [one] J’étais absent, je n’ai donc pas répondu à votre message du { $newest } : il date de plus de { $age }. Renvoyez-le s’il compte encore.
       *[other] J’étais absent, je n’ai donc pas répondu à { $count } messages qui datent de plus de { $age }. Le dernier est du { $newest }. Renvoyez ce qui compte encore.
    }
late-skipped = J’étais absent, et il s’est écrit ici entre-temps plus que je ne peux récupérer. Je n’ai pas lu ce qui est arrivé après le { $after }. Renvoyez ce qui compte encore.
late-skipped-elsewhere = ⚠️ J’étais absent, et il s’est écrit entre-temps dans la discussion { $chat } sur { $platform } plus que je ne peux récupérer. Je n’ai pas lu ce qui y est arrivé après le { $after }, et personne n’y est prévenu.

## Limits of what one person may have under way

limit-conversations = Vous avez { $most } conversations avec moi dans différentes discussions et différents sujets, ce qui est le maximum : je ne peux pas en commencer une autre ici. Veuillez continuer dans l’une d’elles.
limit-waiting = { $most } de vos messages attendent ma réponse, ce qui est le maximum que j’accepte à la fois. Je ne répondrai pas à ce que vous écrivez maintenant : veuillez le renvoyer quand j’aurai rattrapé mon retard. /stop abandonne ce qui attend ici.
limit-results-not-kept = { $most } de mes messages étaient en route vers cette discussion et n’ont pas pu être envoyés ; je n’ai donc pas gardé ce que vos tâches planifiées ont dit ensuite. /schedules montre ce qu’a dit chaque exécution.
limit-undelivered = { $most } de mes messages sont encore en route vers cette discussion. Je ne répondrai pas à ce que vous écrivez maintenant : veuillez le renvoyer quand ils seront arrivés.
limit-bots = J’ai répondu ici à { $most } messages de bots d’affilée. Je ne réponds plus aux bots jusqu’à ce qu’une personne m’écrive ici ou que les bots fassent une pause de dix minutes.

## Recordings

speech-listening =
    { $which ->
        [only] J’écoute votre enregistrement…
       *[other] J’écoute l’enregistrement { $number } sur { $count }…
    }
speech-listening-so-far =
    { $which ->
        [only] J’écoute votre enregistrement… depuis { $time }
       *[other] J’écoute l’enregistrement { $number } sur { $count }… depuis { $time }
    }
speech-heard = J’ai entendu :
speech-not-heard-one = Enregistrement { $number } sur { $count } : { $why }
speech-withdrawn = Vous avez retiré cet enregistrement.
speech-silent = Je n’ai distingué aucun mot dans votre enregistrement. Veuillez le refaire, ou l’écrire.
speech-too-large = Votre enregistrement dépasse { $most }, le maximum que j’écoute. Veuillez écrire ce dont vous avez besoin.
speech-gone = La plateforme n’a plus votre enregistrement. Veuillez le renvoyer.
speech-too-dear = Je n’ai pas écouté votre enregistrement : cela coûterait plus que ce qu’il vous reste pour aujourd’hui. Veuillez écrire ce dont vous avez besoin, ou le renvoyer après minuit UTC ; /usage montre les chiffres.
speech-used-up = Je n’ai pas écouté votre enregistrement. { $why }
speech-unavailable = Je n’ai pas pu écouter votre enregistrement, malgré plusieurs essais. Veuillez le renvoyer dans un moment, ou l’écrire.
speech-refused = Je n’ai pas pu exploiter votre enregistrement. Veuillez le refaire, ou l’écrire.
speech-misconfigured = Je ne peux pas écouter d’enregistrements pour le moment : l’exploitant de ce bot en trouvera la raison dans le journal. Veuillez écrire ce dont vous avez besoin.

## Answers that are spoken

voice-code = Le code est dans le texte.
voice-table = Le tableau est dans le texte.
voice-link = un lien
voice-rest = La suite est dans le texte.
voice-not-spoken = Je n’ai pas pu dire ma réponse à voix haute, il n’y a donc que le texte. L’exploitant de ce bot en trouvera la raison dans le journal.
voice-too-dear = Je n’ai pas dit ma réponse à voix haute : cela coûterait plus que ce qu’il vous reste pour aujourd’hui. /usage montre les chiffres.

## The machine’s clock

clock-long-absence = l’horloge indique { $shown }, et j’ai fonctionné pour la dernière fois vers le { $other }. Tant qu’une plateforme n’a pas confirmé l’heure, ou que l’horloge n’a pas avancé d’une heure, rien d’ancien n’est supprimé, rien n’expire, et ce qui est arrivé à échéance entre-temps attend. Si l’heure est fausse, réglez l’horloge
clock-jumped = l’horloge a sauté à { $shown }. Tant qu’une plateforme ne l’a pas confirmé, ou que l’horloge n’a pas avancé d’une heure, je considère qu’il est { $other }. Si l’heure est fausse, réglez l’horloge
clock-ahead = l’horloge indique { $shown }, mais d’après { $channel } il est { $other }, et c’est ce que je retiens. Réglez l’horloge
clock-behind = l’horloge indique { $shown }, mais d’après { $channel } il est { $other }. Réglez l’horloge, sinon tout arrivera en retard
clock-zone-data-bundled = version { $version }, fournie avec ce programme
clock-zone-data-of-system = version { $version }, lue dans { $folder }
clock-zone-data-old = { $data }, a plus d’un an : là où les règles horaires ont changé depuis, les heures sont fausses. Mettez à jour le paquet tzdata de cette machine, ou ce programme

## Lists with pages

list-and-more = { $shown } et { $count } de plus
list-all =  : { $total }
list-some =  : { $first } à { $last } sur { $total }
list-previous = Précédent
list-next = Suivant
list-numbered-moment = { $number }. { $moment }
list-part = Partie { $number } sur { $count }.
list-previous-part = Partie précédente
list-next-part = Partie suivante

## What the model reasons

reasoning-shown = Au-dessus de mes réponses ici, je montre, replié, ce que le modèle dit avoir raisonné, et je le garde avec elles. Aucun autre modèle ne le lit.
reasoning-hidden = Ce que le modèle raisonne avant de répondre n’est ici ni montré ni gardé. Je peux le montrer, replié, au-dessus de mes réponses, quand le modèle le dit.
reasoning-button-hide = Masquer
reasoning-button-show = Afficher
reasoning-neither = « { $argument } » n’est ni « { $on } » ni « { $off } ». /reasoning montre ce qui vaut dans cette conversation.

## Summaries of conversations

compact-grown = 📚 Notre conversation était devenue longue, j’ai donc résumé le début. On peut toujours tout y rechercher.
compact-at-work = 📚 Je résume notre conversation…
compact-asked-already = Je m’apprête déjà à résumer notre conversation.
compact-done =
    { $count ->
        [one] 📚 { $count } échange résumé : « { $beginning } » On peut toujours tout y rechercher.
       *[other] 📚 { $count } échanges résumés : « { $beginning } » On peut toujours tout y rechercher.
    }
compact-nothing = Il n’y a encore rien à résumer.
compact-stopped = J’ai été arrêté avant de pouvoir résumer notre conversation. Elle n’a pas changé.

## The plan of a conversation

plan-heading = Plan
plan-progress =
    { $state ->
        [done] { $heading } : terminé
       *[other] { $heading } : { $done } sur { $kept } terminés
    }
plan-moved = (Le plan se trouve dans un message plus bas.)
plan-cleared = (Le plan a été effacé.)
plan-to-clear = Pour l’effacer : /plan clear
plan-none = Il n’y a pas de plan dans cette conversation. Demandez-moi d’en faire un, et je montrerai ici où il en est.
plan-was-cleared = Le plan est effacé.
plan-unknown = /plan montre le plan de cette conversation, et `/plan clear` l’efface.

## Prompts of servers

prompt-list = Modèles de serveurs, dont je traite les mots comme les leurs :
prompt-listed = { $usage } : un modèle du serveur { $server }
prompt-argument-missing = L’argument { $name } manque. Écrivez { $usage }
prompt-too-many-arguments =
    { $takes ->
        [nothing] C’est plus qu’il n’en faut. Écrivez { $usage }
       *[other] C’est plus qu’il n’en faut. Écrivez { $usage }. Mettez entre guillemets les mots qui vont ensemble
    }
prompt-quote-unclosed = Un guillemet n’est pas fermé. Mettez entre guillemets les mots qui vont ensemble : "comme ceci"

## Specialists

delegation-at-work = { $agent } y travaille : { $goal }
delegation-done = { $agent } a terminé
delegation-stopped = { $agent } : arrêté
delegation-not-finished = { $title } : pas terminé
delegation-passed-on = J’ai confié cela :
delegation-could-not-finish = { $agent } n’a pas pu terminer : { $why }
delegation-why-stopped = la personne l’a arrêté
delegation-why-steps = il a fallu plus d’étapes que permis
delegation-why-time = cela a pris plus de temps que permis
delegation-why-tokens = il a traité plus de texte que permis
delegation-why-cost = cela a coûté plus que permis
delegation-why-corrections = il s’est servi de ses outils de travers, encore et encore
delegation-why-not-configured = il n’y a plus de spécialiste « { $agent } » dans la configuration
delegation-why-internal-error = un problème est survenu dans le programme
delegation-why-nobody-decided = personne n’a répondu à temps à sa question
delegation-asked-by-helper = Pour un auxiliaire. { $why }
delegation-asked-by-specialist = Pour le spécialiste « { $agent } ». { $why }

## Toolsets

toolset-heading = Outils
toolset-introduction = J’ai toujours vos notes et vos rappels sous la main. Ceux-ci, je les ouvre quand notre conversation en a besoin, jusqu’à ce que vous les fermiez ou en commenciez une autre :
toolset-open-mark = (ouvert)
toolset-button-open = Ouvrir { $name }
toolset-button-close = Fermer { $name }

## Wide tables

table-title = Les tableaux trop larges pour un téléphone arrivent ici sous forme de :
table-chosen-mark = (choisi)
table-text = colonnes dans le message.
table-picture = une image sous le message ; ce qui n’y tient pas, dans un fichier en plus.
table-file = un fichier CSV sous le message, pour les tableurs.
table-on-chat-page = La page de discussion du navigateur fait défiler les tableaux larges : le texte y suffit.
table-chosen-text = Désormais, les tableaux trop larges pour un téléphone arrivent ici en texte : des colonnes dans le message.
table-chosen-picture = Désormais, les tableaux trop larges pour un téléphone arrivent ici en images sous le message.
table-chosen-file = Désormais, les tableaux trop larges pour un téléphone arrivent ici en fichiers CSV sous le message.
table-unknown = La forme « { $name } » n’existe pas. Vous pouvez choisir text, picture ou file ; /tables explique ce qu’elles signifient.
table-in-picture = *{ $title } : voir l’image ci-dessous.*
table-in-picture-and-file = *{ $title } : voir l’image ci-dessous ; le tableau entier est dans le fichier.*
table-in-file = *{ $title } : voir le fichier ci-dessous.*
table-number = Tableau { $number }

## Time zones

timezone-yours = Votre fuseau horaire est { $zone }.
timezone-of-host = Vous n’avez pas indiqué de fuseau horaire, j’utilise donc celui de ma machine : { $zone }.
timezone-with-time = { $zone }, où nous sommes le { $now }
timezone-quiet-hours = Heures calmes : { $hours }
timezone-no-quiet-hours = Heures calmes : aucune
timezone-another = Un autre fuseau : « /timezone Europe/Paris », ou la ville seule ; « /timezone { $default } » pour celui de ma machine
timezone-other-quiet-hours = D’autres heures calmes : « /quiet { $hours } », ou « /quiet { $off } »
timezone-set = Désormais, vos heures sont celles de { $zone }.
timezone-reset = Désormais, vos heures sont de nouveau celles de ma machine, { $zone }.
timezone-fixed = { $zone } ne connaît pas l’heure d’été. Si vos horloges changent, indiquez-moi plutôt votre ville, par exemple « /timezone Paris »
timezone-fixed-beside = { $zone } ne connaît pas l’heure d’été. Si vos horloges changent, indiquez-moi plutôt votre ville. À ce décalage en ce moment, avec l’heure d’été : { $names }. Par exemple « /timezone { $first } »
timezone-schedules-by-model =
    { $count ->
        [one] { $count } tâche planifiée garde son propre fuseau horaire ; dites-moi si je dois le changer.
       *[other] { $count } tâches planifiées gardent leur propre fuseau horaire ; dites-moi si je dois le changer.
    }
timezone-schedules =
    { $count ->
        [one] { $count } tâche planifiée garde le fuseau horaire où elle a été créée ; /schedules montre laquelle.
       *[other] { $count } tâches planifiées gardent le fuseau horaire où elles ont été créées ; /schedules montre lesquelles.
    }
timezone-unknown = Je ne connais pas de fuseau horaire « { $name } ». Les fuseaux s’appellent par exemple Europe/Paris ; la ville seule suffit.
timezone-unknown-but-near = Je ne connais pas de fuseau horaire « { $name } ». Vouliez-vous dire { $names } ?
timezone-none-at-offset = Aucun fuseau horaire n’est à { $offset } en ce moment. Indiquez-moi votre ville : « /timezone Paris »
timezone-at-offset = Le décalage change avec l’heure d’été, il me faut donc votre ville. À { $offset } en ce moment : { $names }. Envoyez par exemple « /timezone { $first } »
timezone-abbreviation = { $name } est une abréviation : plusieurs lieux l’utilisent, certains une partie de l’année seulement. Il me faut donc votre ville. Elle sert à : { $names }. Envoyez par exemple « /timezone { $first } »
timezone-choice-default = { $default } : celui de ma machine, { $zone }

## Quiet hours

quiet-hours = Vos heures calmes sont { $hours } ({ $zone }). Les tâches planifiées s’exécutent quand même, mais les résultats et les rappels attendent la fin des heures calmes, sauf s’ils sont urgents. « /quiet { $off } » les désactive ; « /quiet { $usual } » les change.
quiet-no-hours = Vous n’avez pas d’heures calmes : les rappels et les résultats arrivent à toute heure. Avec « /quiet { $usual } », ils attendent la fin de la nuit.
quiet-set = Désormais, vos heures calmes sont { $hours } ({ $zone }). Les rappels et les résultats qui tombent alors attendent qu’elles soient passées. Si l’un d’eux ne doit pas attendre, dites-moi de le rendre urgent.
quiet-off = Vous n’avez plus d’heures calmes.
quiet-held =
    { $count ->
        [one] { $count } message qui attendait arrive dans un instant.
       *[other] { $count } messages qui attendaient arrivent dans un instant.
    }
quiet-not-understood = Je ne comprends pas ces heures. Écrivez « /quiet { $usual } », avec deux heures différentes, ou « /quiet { $off } ».
quiet-choice-off = { $off } : pas d’heures calmes

## Models

model-built-in = assistant intégré (sans modèle)
model-answered-by = _Réponse de { $model }, car le premier choix ne répond pas._
model-gone = Le modèle { $name }, que vous aviez choisi, n’est plus disponible. Le modèle habituel répond de nouveau.
model-only = C’est { $model } qui répond dans cette conversation. Il n’y a pas d’autre modèle au choix.
model-title = Le modèle qui vous répond dans cette conversation, jusqu’à ce que vous en choisissiez un autre :
model-chosen-mark = (choisi)
model-others = Aussi, avec /model NAME : { $names }
model-chosen = Désormais, { $model } vous répond dans cette conversation. « /model { $default } » revient au modèle habituel.
model-chosen-usual = Désormais, le modèle habituel vous répond dans cette conversation : { $model }.
model-unknown = Vous ne pouvez pas choisir de modèle « { $name } ». /model montre ceux que vous pouvez choisir.
model-key-refused = La clé du modèle `[{ $section }]` ({ $model }) est refusée.
model-key-helped = D’autres répondent à sa place.
model-key-not-helped = Aucun ne répond à sa place.
model-key-what-to-do = Veuillez y mettre une autre api_key et me redémarrer ; `adjutant doctor` l’essaie. Je vous dirai quand elle sera acceptée.
model-key-accepted = La clé du modèle `[{ $section }]` ({ $model }) est de nouveau acceptée.
model-overloaded = Le modèle est surchargé en ce moment et me demande d’attendre plus que je ne peux. Veuillez réessayer dans { $time } environ.
model-refused-often = Le modèle est surchargé en ce moment et m’a refusé plusieurs fois. Veuillez réessayer dans une minute.
model-unavailable = Je n’ai pas pu joindre le modèle, malgré plusieurs essais. Veuillez réessayer dans un moment.
model-cut = La réponse du modèle s’est interrompue plusieurs fois. Veuillez réessayer.
model-blind = Le modèle n’accepte pas d’images. Veuillez écrire ce dont vous avez besoin.
model-too-dear = Les modèles qui répondent en ce moment coûtent plus que je ne peux dépenser. Veuillez réessayer plus tard.
model-too-long = Cette conversation est devenue trop longue pour le modèle. Veuillez en commencer une nouvelle avec /new. Je garde ce que vous m’avez demandé de retenir.
model-refused = Le modèle a refusé ma demande. L’exploitant de ce bot en trouvera la raison dans le journal, et `adjutant doctor` vérifie les réglages du modèle.
model-web-page = L’adresse du modèle répond par une page web, et non comme un modèle. L’exploitant de ce bot doit corriger base_url, à laquelle il manque peut-être /v1 ; `adjutant doctor` la vérifie.
model-no-tools = Ce modèle ne sait pas se servir d’outils, et j’en ai besoin pour travailler. L’exploitant de ce bot doit choisir un autre modèle, ou activer les appels d’outils sur son serveur.
model-withheld = Le fournisseur du modèle a retenu sa réponse. Posez la question autrement.

## Pictures

picture-named = « { $name } »
picture-yours = Votre image
picture-unknown = { $what } est d’un format que je ne peux pas regarder ; je connais JPEG, PNG, WebP, GIF, BMP et PDF.
picture-damaged = { $what } : le fichier est endommagé.
picture-exhausting = { $what } demanderait plus de mémoire ou de temps que je ne peux en consacrer à une image.
picture-locked = { $what } : le fichier est protégé par un mot de passe.
picture-no-such-page =
    { $count ->
        [one] { $what } n’a pas cette page : il n’y en a que { $count }.
       *[other] { $what } n’a pas cette page : il n’y en a que { $count }.
    }
picture-too-many-pixels = { $what } a plus de { $count } pixels, le maximum que je regarde.
picture-too-many-million-pixels =
    { $what } a plus de { $count ->
        [one] { $count } million
       *[other] { $count } millions
    } de pixels, le maximum que je regarde.
picture-too-large = { $what } dépasse { $most }, le maximum que je regarde.
picture-too-many = { $what } est arrivée avec plus de { $count } autres, le maximum que je regarde à la fois.
picture-gone = { $what } n’est plus sur la plateforme ; veuillez la renvoyer.
picture-no-jail = { $what } n’a pas été regardée : cette machine ne peut pas isoler ce qui lit les images.
picture-not-fetched = { $what } n’a pas pu être récupérée, malgré plusieurs essais ; veuillez la renvoyer dans un moment.
picture-not-described = Je n’ai pas regardé votre image : cela { $why }.

## Words on buttons of many messages

button-back = Retour
button-delete = Supprimer
button-undo = Annuler l’action
button-cancel = Annuler
button-keep = Garder
button-remove = Retirer

## Schedules

schedules-title = Vos tâches planifiées
schedules-title-named = du nom de « { $query } »
schedules-zone = Les heures sont celles de { $zone }.
schedules-group = Ici, où d’autres peuvent lire, je ne montre que les tâches planifiées que vous avez créées ici.
schedules-none-named = Vous n’avez aucune tâche planifiée du nom de « { $query } ». /schedules les montre toutes.
schedules-none = Vous n’avez aucune tâche planifiée. Pour en créer une, écrivez par exemple :
schedules-example = rappelle-moi chaque jour à 9 h 30 d’arroser les plantes
schedules-unreadable-times = je ne peux pas lire ses heures
schedules-about-next = { $words } · prochaine fois : { $time }
schedules-about-put-off = { $words } · reportée à { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Suspendre
schedules-resume = Reprendre
schedules-stop-run = Arrêter l’exécution
schedules-run-now = Exécuter
schedules-edit = Modifier
schedules-history = Historique
schedules-kind =
    { $kind ->
        [reminder] Rappel, { $words }
       *[other] Tâche, { $words }
    }
schedules-state = État : { $state }
schedules-next = Prochaines fois : { $times }
schedules-times-in = Les heures sont celles de { $zone }
schedules-results =
    { $which ->
        [each] Résultats : vous les recevez tous
        [worth] Résultats : vous recevez ceux qui méritent un message
       *[other] Résultats : gardés ici, sans message
    }
schedules-urgent = Les résultats arrivent aussi pendant les heures calmes
schedules-model = Modèle : { $model }
schedules-active = active
schedules-finished = terminée
schedules-paused-state = suspendue
schedules-put-off = reportée à { $time }
schedules-paused-by-you = suspendue à votre demande
schedules-paused-by-me = je l’ai suspendue, car { $why }
schedules-missed-skip = Les exécutions manquées sont ignorées
schedules-missed-once = Des exécutions manquées, seule la dernière est rattrapée, si son retard ne dépasse pas { $grace }
schedules-missed-all = Les exécutions manquées sont rattrapées, si leur retard ne dépasse pas { $grace }
schedules-days =
    { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
schedules-hours =
    { $count ->
        [one] { $count } heure
       *[other] { $count } heures
    }
schedules-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
schedules-seconds =
    { $count ->
        [one] { $count } seconde
       *[other] { $count } secondes
    }
schedules-overlap-queue = Une exécution prévue pendant qu’une autre est en cours attend la fin de celle-ci
schedules-overlap-parallel = Une exécution prévue pendant qu’une autre est en cours s’exécute en même temps
schedules-previous-outputs =
    { $count ->
        [one] Chaque exécution voit ce que la précédente a dit
       *[other] Chaque exécution voit ce que les { $count } précédentes ont dit
    }
schedules-edit-direct = Pour la modifier, dites-moi avec vos mots ce qui doit changer. Par exemple :
schedules-edit-group = Pour la modifier, mentionnez-moi et dites avec vos mots ce qui doit changer. Par exemple :
schedules-edit-example = Change la tâche planifiée « { $name } » : chaque jour ouvré à 9:30
schedules-edit-without-model = Sans modèle de langage, je ne peux pas modifier une tâche planifiée. Supprimez-la et créez-en une autre, en anglais, par exemple :
schedules-delete-title = Supprimer cette tâche planifiée ?
schedules-delete-final = Une tâche planifiée supprimée ne peut pas être récupérée.
schedules-paused = Suspendue.
schedules-paused-already = Elle est déjà suspendue.
schedules-resumed = Reprise.
schedules-active-already = Elle est déjà active.
schedules-over = Elle n’a plus d’heure prévue. Rien n’a changé.
schedules-cannot-resume = Je ne peux pas lire ses heures, donc je ne peux pas la reprendre. Rien n’a changé.
schedules-asked-begun = Elle s’exécute maintenant.
schedules-asked-at-work = Elle s’exécute déjà.
schedules-asked-waiting = Elle s’exécute déjà, et attend votre décision.
schedules-stopped = Arrêtée.
schedules-not-at-work = Elle ne s’exécute plus.
schedules-deleted = Supprimée.
schedules-gone = Cette tâche planifiée n’existe plus, ou n’appartient plus à cette discussion. Rien n’a changé.
schedules-run-gone = Cette exécution n’existe plus, ou n’appartient plus à cette discussion.
schedules-forgotten = C’était il y a si longtemps que je l’ai oublié. Rien n’a changé.

## Runs of a schedule in the chat

schedule-runs-title = Exécutions de { $name }
schedule-runs-deleted-title = Exécutions d’une tâche planifiée supprimée
schedule-runs-none = Elle ne s’est pas encore exécutée, ou j’ai oublié ses exécutions.
schedule-runs-nothing = Il n’y a rien à lire : elle n’a rien dit, n’est pas terminée, ou j’ai oublié ce qu’elle a dit.
schedule-runs-taken = Elle a consommé { $taken }.
schedule-runs-last = Dernière exécution : { $told }
schedule-runs-why = Raison : { $why }
schedule-runs-with-reason = { $told } : { $why }
schedule-runs-asked = { $time }, sur demande
schedule-runs-begun = { $time } ; « Historique » montre où elle en est
schedule-runs-outcome = { $time } : { $status }
schedule-runs-outcome-delivered = { $time } : { $status }, { $delivery }
schedule-run-queued = attend la fin d’autres exécutions
schedule-run-running = en cours
schedule-run-waiting = attend une décision
schedule-run-retrying = échouée, nouvelle tentative à venir
schedule-run-succeeded = terminée
schedule-run-failed = échouée
schedule-run-stopped = arrêtée
schedule-run-skipped = non exécutée
schedule-delivery-done = résultat envoyé, et marqué comme fait
schedule-delivery-pending = résultat en chemin
schedule-delivery-put-off-until = résultat reporté à { $time }
schedule-delivery-put-off = résultat reporté
schedule-delivery-sent = résultat envoyé
schedule-delivery-suppressed = résultat non envoyé
schedule-delivery-failed = résultat impossible à envoyer
schedule-run-away = j’étais absent

## A schedule whose time passed before it was approved

overdue-remind = C’était prévu pour { $time }, et approuvé après. Dois-je vous le rappeler maintenant ?
overdue-do = C’était prévu pour { $time }, et approuvé après. Dois-je le faire maintenant ?
overdue-remind-now = Rappeler maintenant
overdue-do-now = Faire maintenant
overdue-drop = Abandonner
overdue-today = Aujourd’hui à { $time }
overdue-tomorrow = Demain à { $time }
overdue-reminded = Le voici.
overdue-doing = Je le fais maintenant.
overdue-remind-today = Je vous le rappellerai aujourd’hui à { $time } ({ $zone }).
overdue-remind-tomorrow = Je vous le rappellerai demain à { $time } ({ $zone }).
overdue-do-today = Je le ferai aujourd’hui à { $time } ({ $zone }).
overdue-do-tomorrow = Je le ferai demain à { $time } ({ $zone }).
overdue-changed = L’heure a été changée.
overdue-dropped = Abandonné.
overdue-decided = C’est déjà décidé. Rien n’a changé.
overdue-paused-why = son heure était passée quand elle a été approuvée

## Buttons under a schedule’s messages

delivered-snooze = Plus tard…
delivered-done = Fait
delivered-again = Relancer
delivered-ten-minutes = 10 min
delivered-hour = 1 h
delivered-tomorrow = Demain
delivered-done-at = ✅ Fait : { $time }
delivered-snoozed-until = 💤 Reporté à { $time }
delivered-deleted = 🗑️ Supprimé, donc cela ne reviendra pas.
delivered-moved = 🕘 À la place, cela viendra à la nouvelle heure.
delivered-history-below = Ses exécutions sont listées ci-dessous.
delivered-came-again = Je l’ai renvoyé depuis. Utilisez le message plus récent, s’il vous plaît. Rien n’a changé.

## What schedules deliver, and notices about them

runs-deleted-name = Tâche planifiée
runs-late = {"*"}C’était prévu pour { $due }, pendant mon absence.*
runs-late-and-before =
    { $count ->
        [one] {"*"}C’était prévu pour { $due }, et { $count } fois auparavant, pendant mon absence.*
       *[other] {"*"}C’était prévu pour { $due }, et { $count } fois auparavant, pendant mon absence.*
    }
runs-late-before =
    { $count ->
        [one] {"*"}C’était aussi prévu { $count } fois auparavant, pendant mon absence.*
       *[other] {"*"}C’était aussi prévu { $count } fois auparavant, pendant mon absence.*
    }
runs-held = {"*"}C’était prévu pour { $due }, pendant vos heures calmes.*
runs-missed = Pendant mon absence, ceci était prévu et n’a pas eu lieu :
runs-missed-once = - « { $what } » : { $last }
runs-missed-once-next = - « { $what } » : { $last } ; prochaine fois : { $next }
runs-missed-often =
    { $count ->
        [one] - « { $what } » : { $count } fois, la dernière : { $last }
       *[other] - « { $what } » : { $count } fois, la dernière : { $last }
    }
runs-missed-often-next =
    { $count ->
        [one] - « { $what } » : { $count } fois, la dernière : { $last } ; prochaine fois : { $next }
       *[other] - « { $what } » : { $count } fois, la dernière : { $last } ; prochaine fois : { $next }
    }
runs-failed-again = {"*"}C’est le { $failures }e échec de suite. Après deux de plus, je suspendrai cette tâche planifiée.*
runs-failed-paused = {"*"}C’est le { $failures }e échec de suite, j’ai donc suspendu cette tâche planifiée. Dites-moi de la reprendre quand la cause aura disparu.*
runs-undelivered = Je ne peux plus écrire dans la discussion où vous avez créé « { $name } ». Voici ce qui devait y être dit :
runs-undelivered-paused = Je ne peux plus écrire dans la discussion où vous avez créé « { $name } ». Je l’ai suspendue ; /schedules la montre. Voici ce qui devait y être dit :
runs-place-refused =
    Je n’ai pas pu publier de résultats planifiés dans { $place } : { $reason }.

    Ils sont allés dans les discussions directes des personnes qui les avaient demandés, et les tâches planifiées sont suspendues. Quand je pourrai de nouveau y écrire, chacune pourra reprendre les siennes : /schedules.
runs-files-refused =
    Je n’ai pas pu publier un fichier dans { $place } : { $reason }.

    Tant que je ne le peux pas, les fichiers prévus là vont dans les discussions directes des personnes qui les ont demandés.
runs-back-line = • « { $name } »
runs-back-line-at = • « { $name } » : { $time }
runs-back-resumed = Pendant un temps, je n’ai pas pu vous écrire ici, et j’avais suspendu ce qui s’annonce ici. Cela reprend maintenant :
runs-back-over = Pendant que je ne pouvais pas vous écrire ici, ceci était prévu et n’a pas eu lieu :
runs-cannot-run = « { $name } » était prévue et ne peut pas s’exécuter, je l’ai donc suspendue. La personne qui gère ce bot trouvera la raison dans le journal. /schedules montre toutes vos tâches planifiées.
runs-no-channel = Ceci n’a pas pu s’exécuter : le résultat passe par { $channel }, qui n’est plus configuré ici. Rien n’a été dépensé. La personne qui gère ce bot peut reconfigurer { $channel }, ou vous pouvez redemander la tâche dans la discussion où elle doit s’annoncer.
runs-no-model = Ceci n’a pas pu s’exécuter : aucun modèle de langage n’est configuré, et l’assistant intégré ne sait pas le faire. La personne qui gère ce bot peut en configurer un, sous [model].
runs-failed-too-often = elle a échoué cinq fois de suite
runs-unreadable = je ne peux pas lire ses heures
runs-unreachable = je ne peux plus écrire dans sa discussion
runs-stopped = vous l’avez arrêtée
runs-not-decided = la demande d’approbation a expiré
runs-overlapped = l’exécution précédente n’était pas terminée
runs-undecided = l’exécution précédente attend votre décision
runs-schedule-deleted = sa tâche planifiée a été supprimée

## Notes in the chat

notes-title = Vos notes
notes-title-about = Vos notes sur
notes-title-query = « { $query } »
notes-which-to-delete = Quelle note dois-je supprimer ?
notes-group = Ici, où d’autres peuvent lire, je n’utilise que les notes que vous avez enregistrées ici, et celles que vous partagez.
notes-by-words = Je n’ai pu chercher que par mots ({ $why }). D’autres mots trouveront peut-être plus.
notes-none-about = Je n’ai aucune note sur « { $query } ». /memory montre toutes vos notes.
notes-none = Vous n’avez aucune note. Pour en enregistrer une, envoyez :
notes-example = Le code wifi est 4711
notes-from-here = de cette discussion
notes-from-direct = d’une discussion directe ({ $channel })
notes-from-group = d’un groupe ({ $channel })
notes-from-server = d’un serveur ({ $channel })
notes-shared-mark = partagée
notes-none-of-these = Aucune de celles-ci
notes-edit = Modifier
notes-do-not-share = Ne pas partager
notes-share = Partager en groupe
notes-new-text-direct = Envoyez-moi son nouveau texte dans votre prochain message, avant { $until }. Une question ou une commande y met fin, sauf en réponse à ce message. Les étiquettes à la fin (#home) remplacent les anciennes. /cancel laisse la note telle quelle.
notes-new-text-group = Répondez à ce message avec son nouveau texte, avant { $until }. Les étiquettes à la fin (#home) remplacent les anciennes. /cancel laisse la note telle quelle.
notes-delete-title = Supprimer cette note ?
notes-delete-final = Une note supprimée ne peut pas être récupérée.
notes-saved =
    Enregistrée le { $at }{ $where ->
        [here] , dans cette discussion
        [direct] , dans une discussion directe ({ $channel })
        [group] , dans un groupe ({ $channel })
        [server] , dans un serveur ({ $channel })
       *[other] {""}
    }.
notes-saved-and-changed =
    Enregistrée le { $at }{ $where ->
        [here] , dans cette discussion
        [direct] , dans une discussion directe ({ $channel })
        [group] , dans un groupe ({ $channel })
        [server] , dans un serveur ({ $channel })
       *[other] {""}
    } ; modifiée le { $changed }.
notes-tags = Étiquettes : { $tags }.
notes-used-in-groups = Je peux l’utiliser dans chaque groupe où vous me parlez.
notes-cut = … ({ $count } caractères en tout)
notes-remembered = 📝 Noté : « { $note } »{ $tags }
notes-remembered-already = 📝 J’ai déjà cela : « { $note } »{ $tags }
notes-unfit-empty = Il n’y a rien à retenir là-dedans, donc rien n’a changé.
notes-unfit-too-long = Une note contient au plus { $most } caractères, et ceci en a { $length }, donc rien n’a changé. Envoyez-le en plusieurs parties, ou raccourcissez-le.
notes-unfit-too-many = Vous avez { $most } notes, le maximum que je garde pour une personne, donc rien n’a changé. Supprimez-en avec /memory ou /forget.
notes-unfit-no-room = Vos notes occupent toute la place d’une personne, donc rien n’a changé. Supprimez ou raccourcissez-en avec /memory.
notes-changed =
    📝 Note modifiée.

    Avant : « { $before } »{ $before_tags }
    Maintenant : « { $now } »{ $now_tags }
notes-undone = 📝 La note est comme avant : « { $note } »{ $tags }
notes-changed-since = La note n’existe plus ou a changé depuis, je ne peux donc pas annuler cela. Rien n’a changé.
notes-deleted = Supprimée. Notre conversation peut encore contenir ce qu’elle disait ; /new commence sans cela.
notes-forgotten = 🗑️ La note n’est plus là. Notre conversation peut encore contenir ce qu’elle disait ; /new commence sans cela.
notes-nothing-deleted = D’accord, rien n’a été supprimé.
notes-shared = Je peux utiliser cette note dans chaque groupe où vous me parlez.
notes-not-shared = Je n’utilise plus cette note dans les groupes, sauf là où vous l’avez enregistrée.
notes-wanted-direct = Votre prochain message devient le texte de la note.
notes-wanted-group = Répondez au message avec le nouveau texte.
notes-cancelled = D’accord, la note reste telle quelle.
notes-nothing-to-cancel = Il n’y a rien à annuler. Pour arrêter ce que je fais, envoyez /stop.
notes-edit-in-private = Modifiez les notes dans une discussion directe avec moi, s’il vous plaît : personne ne peut répondre à ce message. Rien n’a changé.
notes-gone = Cette note n’existe plus, ou n’appartient plus à cette discussion. Rien n’a changé.
notes-remember-usage = Écrivez après la commande ce que je dois retenir, avec des étiquettes si vous voulez :
notes-forget-usage = Écrivez après la commande de quoi parle la note, par exemple « /forget code wifi ». Je demande avant de supprimer quoi que ce soit. /memory montre toutes vos notes, pour les parcourir et les supprimer ; /forget_me supprime tout ce que je sais de vous.

## Receipts below answers

memory-remembered = 📝 Noté : « { $note } »
memory-remembered-already = 📝 J’ai déjà cela : « { $note } »
memory-changed = 📝 Note modifiée : « { $note } »
memory-deleted = 🗑️ Note supprimée : « { $note } » (notre conversation peut encore contenir ce qu’elle disait ; /new commence sans cela)
memory-more-receipts = … et { $count } de plus

## People, for the owner

people-for-the-owner = Seul le propriétaire de ce bot peut voir qui l’utilise, et admettre ou retirer des personnes.
people-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : ici, d’autres liraient qui m’utilise.
people-title = Personnes
people-accounts = Comptes : { $accounts }
people-shut-out = Bloqués : { $accounts }
people-role = Rôle : { $role }
people-last-seen = Vu pour la dernière fois : { $seen }
people-this-month =
    Ce mois-ci : { $turns ->
        [one] { $turns } réponse
       *[other] { $turns } réponses
    }, { $tokens ->
        [one] { $tokens } jeton
       *[other] { $tokens } jetons
    }
people-not-served = Je ne fais rien pour cette personne, et ce qu’elle a reste jusqu’à son retour.
people-no-approver = Retirer ce droit
people-make-approver = Laisser approuver
people-admit = Admettre
people-removing = Retirer cette personne ? J’arrête ce que je fais pour elle et ne lui réponds plus, même si la configuration la mentionne. Ses notes, tâches planifiées et fichiers restent, et seront de nouveau à elle si vous l’admettez ; d’ici là, son site web est hors ligne.
people-yes-remove = Oui, retirer
people-all = Toutes les personnes
people-about = ({ $accounts }) : { $role }, dernière visite : { $seen }
people-owner = propriétaire
people-removed-role = sans accès
people-not-admitted = non admis pour l’instant
people-member-approver = membre, peut approuver
people-member = membre
people-never = jamais
people-gone = Je ne connais plus cette personne. Rien n’a changé.
people-owner-stays = Le propriétaire ne peut pas être retiré ici. `adjutant people`, là où je tourne, peut transférer la propriété ou exclure un compte.
people-removed = C’est fait : l’accès est retiré.
people-admitted = C’est fait : l’accès est ouvert.
people-made-approver = Cette personne peut maintenant décider de ce que d’autres demandent dans les groupes.
people-ended-approver = Cette personne ne décide que de ce qu’elle demande elle-même.
people-approver-by-configuration = La configuration nomme cette personne, sous approvers dans [access], elle peut donc toujours approuver.

## The export of what I know, and forgetting it

privacy-export-begun = Je rassemble tout ce que je sais de vous. Cela arrive dans un instant, en fichiers : les uns pour la lecture, les autres pour des programmes.
privacy-export-elsewhere = Je rassemble tout ce que je sais de vous, et je l’enverrai dans notre discussion directe.
privacy-export-in-private = Cela reste entre vous et moi : envoyez-moi /export dans une discussion directe.
privacy-export-waits = J’y travaille déjà : les fichiers arrivent dans un instant.
privacy-export-failed = Je n’ai pas pu écrire les fichiers de votre export. Réessayez plus tard, s’il vous plaît. Si l’échec persiste, la personne qui gère ce bot peut en trouver la raison.
privacy-export-caption =
    { $files ->
        [2] Tout ce que je sais de vous. Le fichier .md est pour votre lecture, le fichier .json pour des programmes.
       *[other] Tout ce que je sais de vous, en { $files } fichiers. Les .md sont pour votre lecture, les .json pour des programmes.
    }
privacy-forget-in-private = Cela reste entre vous et moi : envoyez-moi /forget_me dans une discussion directe.
privacy-forget-question = Supprimer définitivement tout ce que je sais de vous ?
privacy-forget-goes = Ceci disparaît :
privacy-forget-account = le fait que je vous connaisse : je ne connaîtrai plus { $accounts }
privacy-forget-linked = Cela concerne tous vos comptes liés, pas seulement celui-ci.
privacy-forget-owner = Un bot a besoin d’un propriétaire : avec { $accounts }, vous le restez, en repartant de zéro.
privacy-forget-stays = Ceci reste : les messages dans les discussions elles-mêmes, où vous seul pouvez les supprimer ; la trace, pour la personne qui gère le bot, que quelque chose a été autorisé ou fait, et quand, mais pas par qui ; et les sauvegardes que cette personne a faites.
privacy-forget-decide = Si vous voulez d’abord une copie, envoyez /export. Vous avez 10 minutes pour décider.
privacy-delete-everything = Tout supprimer
privacy-keep-everything = Tout garder
privacy-account =
    { $channel ->
        [telegram] votre compte Telegram { $id }
        [discord] votre compte Discord { $id }
        [web] votre compte sur la page de discussion
       *[other] votre compte { $id }
    }
privacy-notes =
    { $count ->
        [one] { $count } note
       *[other] { $count } notes
    }
privacy-conversations =
    { $count ->
        [one] { $count } conversation, avec tout ce qui s’y est dit et fait
       *[other] { $count } conversations, avec tout ce qui s’y est dit et fait
    }
privacy-schedules =
    { $count ->
        [one] { $count } tâche planifiée
       *[other] { $count } tâches planifiées
    }
privacy-hooks =
    { $count ->
        [one] { $count } hook
       *[other] { $count } hooks
    }
privacy-results =
    { $count ->
        [one] { $count } résultat de tâches planifiées
       *[other] { $count } résultats de tâches planifiées
    }
privacy-permissions =
    { $count ->
        [one] { $count } autorisation que vous m’avez donnée
       *[other] { $count } autorisations que vous m’avez données
    }
privacy-websites =
    { $count ->
        [one] { $count } site web, y compris là où il est public
       *[other] { $count } sites web, y compris là où ils sont publics
    }
privacy-files-and-usage = vos fichiers et les chiffres de votre consommation
privacy-not-deleted =
    { $why ->
        [expired] ⌛ Rien n’a été supprimé : vous n’avez pas confirmé en 10 minutes.
        [replaced] ⌛ Rien n’a été supprimé : vous avez redemandé, plus bas.
       *[wanted] ❌ Rien n’a été supprimé.
    }
privacy-deleting = ✅ Je supprime tout ce que je sais de vous.
privacy-forgotten = C’est fait : je ne sais plus rien de vous. Adieu !
privacy-kept = Rien n’a été supprimé.
privacy-begun = Je le supprime.
privacy-under-way = Je suis déjà en train de le supprimer.
privacy-question-over = Cette question a expiré. Pour la recevoir de nouveau, envoyez /forget_me.

## Links to the console

sign-in-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : le lien que je vous y envoie n’est que pour vous.
sign-in-how-to-use = Écrivez /console pour un lien vers votre console, ou /console off pour déconnecter vos navigateurs.
sign-in-no-page = La console fait partie de la page de discussion, qui est désactivée : mettez enabled = true sous [channels.web].
sign-in-no-address = La console est à l’adresse { $here }, pour un navigateur de la machine où je tourne qui a déjà ouvert la page de discussion. Pour que je puisse envoyer, à vous et à celles et ceux que je sers, un lien qui l’ouvre ailleurs, donnez à url, sous [console], l’adresse d’un proxy avec TLS devant la page de discussion, et ajoutez son hôte à hosts, sous [channels.web].
sign-in-no-address-for-you = Le propriétaire de ce bot n’a pas donné d’adresse à la console, je n’ai donc pas de lien pour vous.
sign-in-open = Ouvrez votre console avec ce lien, une seule fois et d’ici 10 minutes :
sign-in-about =
    { $owner ->
        [yes] Elle montre dans un navigateur ce qui est à vous : ce qui attend votre approbation, vos tâches planifiées, ce que j’ai répondu et consommé, le journal, et comment je vais. Vous pouvez y décider et y modifier des choses. Le navigateur reste connecté 30 jours. Ne donnez le lien à personne : quiconque l’ouvre en premier voit et décide à votre place. Pour y mettre fin, déconnectez-vous là-bas, ou écrivez /console off, qui déconnecte tous vos navigateurs.
       *[no] Elle montre dans un navigateur ce qui est à vous : ce qui attend votre approbation, vos tâches planifiées, ce que j’ai répondu et consommé, et le journal. Vous pouvez y décider et y modifier des choses. Le navigateur reste connecté 30 jours. Ne donnez le lien à personne : quiconque l’ouvre en premier voit et décide à votre place. Pour y mettre fin, déconnectez-vous là-bas, ou écrivez /console off, qui déconnecte tous vos navigateurs.
    }
sign-in-read-since = Le propriétaire de ce bot peut lire dans la console ce que vous m’avez écrit dans des discussions directes depuis le { $since }, et ce que j’ai répondu.
sign-in-opened = Il y avait ici un lien vers votre console, et un navigateur l’a ouvert. Si ce n’était pas vous, écrivez tout de suite /console off.
sign-in-over = Il y avait ici un lien vers votre console. Il n’ouvre plus rien ; écrivez /console pour un autre.
sign-in-signed-out =
    { $count ->
        [0] Aucun navigateur n’est connecté. Les liens que j’avais envoyés n’ouvrent plus rien.
        [one] { $count } navigateur déconnecté. Les liens que j’avais envoyés n’ouvrent plus rien.
       *[other] { $count } navigateurs déconnectés. Les liens que j’avais envoyés n’ouvrent plus rien.
    }
sign-in-owner-reads = Le propriétaire de ce bot peut désormais lire dans la console ce qui se dit dans nos discussions directes : ce que vous m’écrivez, ce que je réponds, et ce que je donne aux outils, comme le texte d’une note. Cela comprend les exécutions des tâches planifiées que vous y créez désormais. Ce que les outils renvoient n’est pas montré, ni ce qui s’est dit avant ce message, sauf si je le répète. Les groupes ne sont pas concernés. /status dit depuis quand il en est ainsi.
sign-in-status-read-since = Le propriétaire peut lire dans la console ce que vous m’avez écrit dans des discussions directes depuis le { $since }, et ce que j’ai répondu
sign-in-needed = Vous n’êtes pas connecté. Envoyez /console au bot dans une discussion directe, et ouvrez le lien qu’il envoie.
sign-in-refused = Ce lien n’ouvre plus rien : il sert une fois, et pendant 10 minutes. Envoyez /console au bot dans une discussion directe pour un autre.
sign-in-refused-too-often = Trop de liens qui n’ouvrent rien ont été essayés. Attendez une minute. Envoyez ensuite /console au bot dans une discussion directe, et ouvrez le lien qu’il envoie.
sign-in-foreign = Les requêtes d’autres sites sont refusées. Ouvrez la console par sa propre adresse.
sign-in-opened-by-key = Ce navigateur ouvre la console avec la clé de la page de discussion, pas avec un lien. Pour l’en empêcher, changez la clé.
sign-in-has-key = Ce navigateur ouvre la console avec la clé de la page de discussion, en tant que propriétaire. Ouvrez le lien dans un autre navigateur, ou dans une fenêtre privée : il n’a pas servi.

## Who is let in

access-welcome-owner = Bienvenue ! Ce bot est maintenant à vous. Écrivez-moi comme à une personne, ou envoyez /help pour voir ce que je sais faire.
access-wrong-code = Ce code n’est pas valable. Un code sert une fois, et j’en crée un nouveau à chaque démarrage sans propriétaire. Le programme a affiché le code actuel à son démarrage.
access-code-in-private = Envoyez le code dans une discussion directe avec moi, s’il vous plaît, pas ici : la première personne qui l’envoie devient propriétaire.
access-code-void = C’était le code du propriétaire, et d’autres ici l’ont lu, il ne vaut donc plus rien. Le programme en crée un nouveau à son prochain démarrage, ou tout de suite avec `adjutant people owner`. Envoyez-moi celui-là dans une discussion directe.
access-send-code = Si ce bot est à vous, envoyez-moi `/start CODE` avec le code que le programme a affiché à son démarrage.
access-not-let-in = Ce bot est privé, et son propriétaire ne vous a pas donné accès.
access-too-many-wait = Ce bot est privé, et beaucoup d’autres attendent son propriétaire. Écrivez de nouveau dans quelques jours, s’il vous plaît.
access-owner-asked = Ce bot est privé. J’ai demandé à son propriétaire de vous donner accès. S’il accepte, je vous répondrai ici.
access-no-owner-yet = Ce bot est privé et n’a pas encore de propriétaire. Dès qu’il en aura un, je lui demanderai de vous donner accès.
access-owner-out-of-reach = Ce bot est privé, et je ne peux pas joindre son propriétaire. Si vous le connaissez, donnez-lui votre identifiant : `{ $account }`. Il peut vous donner accès avec.
access-knock =
    { $name } ({ $account } sur { $platform }{ $place ->
        [group] , dans un groupe
       *[direct] {""}
    }) veut me parler{ $said ->
        [yes]  : « { $words } »
       *[no] .
    }{ $removed ->
        [yes] {" "}Vous avez déjà retiré ce compte. Si vous lui donnez accès, il retrouve tout ce qu’il avait.
       *[no] {""}
    }
access-was-admitted = { $name } a maintenant accès.
access-was-refused = { $name } n’a pas accès.
access-and-more = et { $count } de plus : envoyez /approvals pour voir qui attend.
access-own-memory = Toute personne à qui vous donnez accès a sa propre mémoire, et ne voit jamais la vôtre.
access-admit = Donner accès
access-refuse = Refuser
access-pressed-admit = Accès donné.
access-pressed-refuse = Accès refusé.
access-decided-before = Vous en avez déjà décidé. Rien n’a changé.
access-let-in = Le propriétaire vous a donné accès. Écrivez-moi comme à une personne, ou envoyez /help pour voir ce que je sais faire.
access-let-in-group = Le propriétaire vous a donné accès. Mentionnez-moi en disant ce qu’il vous faut, ou répondez à un de mes messages. /help dit ce que je sais faire.
access-let-in-late = Le propriétaire vous a donné accès. Ce que vous avez écrit date un peu : écrivez-le de nouveau, s’il vous plaît, si vous voulez encore une réponse. /help dit ce que je sais faire.

## Commands in menus and lists

command-start = Ce que je suis et sais faire
command-help = Commandes et exemples
command-new = Commencer une autre conversation
command-stop = Arrêter ce que je fais
command-compact = Résumer notre conversation
command-status = Où en sont les choses
command-approvals = Décisions en attente, et ce que je peux faire
command-memory = Vos notes : voir, modifier, supprimer
command-remember = Enregistrer une note
command-forget = Supprimer une note
command-schedules = Vos rappels et vos tâches
command-files = Vos fichiers : recevoir, renommer, supprimer
command-site = Votre site web : voir, publier
command-vault = Vos secrets pour d’autres serveurs
command-hooks = Adresses que des programmes appellent
command-mcp = Programmes qui utilisent vos données
command-plan = Où en est notre plan
command-tools = Quels outils j’ai sous la main
command-model = Quel modèle répond ici
command-queue = Si vous écrivez pendant que je travaille
command-reasoning = Voir le raisonnement du modèle
command-tables = La forme des tableaux larges
command-language = Votre langue
command-timezone = Votre fuseau horaire
command-quiet = Vos heures calmes
command-usage = Votre consommation
command-console = Votre console
command-people = Qui m’utilise (pour mon propriétaire)
command-link = Tout partager avec un autre compte
command-unlink = Ne plus partager avec un compte
command-export = Tout ce que je sais de vous, en fichiers
command-forget-me = Supprimer tout ce que je sais de vous
argument-start-code = Le code qui vous rend propriétaire, affiché par le programme à son démarrage
argument-help-command = La commande sur laquelle vous voulez en savoir plus
argument-memory-query = Ce qu’il faut chercher, ou un #mot-clé ; rien pour toutes les notes
argument-remember-text = Ce que je dois retenir, avec des #mots-clés si vous voulez
argument-forget-what = Le sujet de la note ; je demande avant de la supprimer
argument-schedules-name = Une partie du nom ; rien pour toutes les tâches planifiées
argument-files-rename = rename ANCIEN NOUVEAU ; rien pour voir vos fichiers
argument-vault-add = add NOM SERVEUR ; rien pour voir vos secrets
argument-hooks-add = add NOM, ou add NOM TÂCHE ; rien pour voir vos hooks
argument-mcp-new = new NOM ; rien pour voir vos programmes
argument-site-share = share ou unshare, dans un groupe ; rien pour voir ce qu’il en est
argument-plan-clear = clear ; rien pour voir le plan
argument-model-name = Son nom ; « default » pour le modèle habituel
argument-queue-choice = collect, steer ou interrupt
argument-reasoning-on = « on » ou « off »
argument-tables-form = text, picture ou file
argument-language-name = Une langue, comme Deutsch ou de ; « platform » pour celle de votre application
argument-timezone-zone = Comme Europe/Paris, ou juste la ville ; « default » est celui de ma machine
argument-quiet-hours = Comme 22:00-07:00 ; « off » pour aucune
argument-console-off = « off » déconnecte vos navigateurs
argument-usage-days = Jusqu’où remonter : « today », ou un nombre de jours
argument-link-code = Le code que je vous ai donné sur l’autre plateforme
argument-unlink-account = Quel compte, si plusieurs sont liés

## Help

help-greeting = Bonjour ! Je suis votre assistant.
help-direct =
    Écrivez-moi. Par exemple :

    - retiens que le code du wifi est 4711
    - quel est le code du wifi ?
    - oublie le code du wifi
    - rappelle-moi dans une minute de m’étirer
    - liste mes rappels, puis : suspends 1, supprime 1
    - note : acheter de l’avoine
    - ouvre https://example.com

    Avant toute action risquée, je vous demande, avec des boutons. Dans les groupes, je réponds si on me mentionne ou me répond.
help-built-in =
    Écrivez-moi. Sans modèle de langage, je ne comprends que l’anglais, par exemple :

    - remember that the wifi code is 4711
    - what is the wifi code?
    - forget the wifi code
    - remind me in one minute to stretch
    - list my reminders, and then: pause 1, cancel 1
    - jot buy oats
    - fetch https://example.com

    Avant toute action risquée, je vous demande, avec des boutons. Dans les groupes, je réponds si on me mentionne ou me répond.
help-group =
    Ici, je réponds quand vous me mentionnez ou que vous répondez à un de mes messages : dites ce qu’il vous faut, comme dans une discussion directe. Chaque personne a ses notes, ses rappels et sa conversation. Avant toute action risquée, je demande à la personne pour qui elle est, avec des boutons sous le message.

    Ces commandes marchent ici :
help-elsewhere = Seulement dans une discussion directe avec moi : { $commands }
help-unknown = Je ne connais pas la commande /{ $name }. /help montre toutes celles que je connais.
help-unknown-but-near = Je ne connais pas la commande /{ $name }. Vouliez-vous dire /{ $known } ? /help les montre toutes.

## A new conversation, and what is stopped

new-begins = Une nouvelle conversation commence.
new-keeps = Je garde ce que vous m’avez demandé de retenir.
withdrawn-approvals = Je ne ferai pas ce qui attendait votre approbation.
withdrawn-questions = Je n’attends plus votre réponse.
stop-stopped = Je me suis arrêté.
stop-runs =
    { $count ->
        [1] J’ai arrêté la tâche planifiée qui tournait ici.
       *[other] J’ai arrêté les { $count } tâches planifiées qui tournaient ici.
    }
stop-dropped =
    { $count ->
        [1] J’ai abandonné le message qui attendait.
       *[other] J’ai abandonné les { $count } messages qui attendaient.
    }
stop-nothing = Il n’y a rien à arrêter.

## How things stand

status-model = Modèle : { $model }
status-now =
    { $busy ->
        [yes] En ce moment : je travaille à votre message
       *[no] En ce moment : rien à faire
    }
status-approvals = En attente de votre approbation : { $count }
status-schedules = Tâches planifiées actives : { $count } (les heures sont celles de { $zone })
status-skills = Compétences actives : { $skills } (/tools y met fin)
status-own-skill = { $name } (à vous)
status-clock = ⚠️ Horloge : { $doubt }.
status-undelivered = Messages en route : { $count }
status-held-up =
    { $count ->
        [one] À remettre ici : { $count } message.
       *[other] À remettre ici : { $count } messages.
    } Le premier est de { $since } : { $doubt ->
        [yes] je ne sais pas encore s’il est arrivé, et je vérifie { $when ->
            [now] maintenant
           *[later] à { $until }
        }
       *[no] il n’a pas été accepté, et je réessaie { $when ->
            [now] maintenant
           *[later] à { $until }
        }
    }
status-dead = Messages que je n’ai pas pu remettre ici depuis une semaine : { $count } ({ $reason })
status-unknown-reason = raison inconnue
status-elsewhere =
    { $sent ->
        [yes] Résultats de tâches planifiées que je n’ai pas pu publier à leur place, et envoyés dans votre discussion directe, depuis une semaine : { $count } ({ $reason })
       *[no] Résultats de tâches planifiées que je n’ai pas pu publier à leur place, depuis une semaine : { $count } ({ $reason })
    }
status-stored =
    Gardé pour vous : { $notes ->
        [one] { $notes } note
       *[other] { $notes } notes
    }, { $more ->
        [yes] plus de { $messages } messages
       *[no] { $messages ->
            [one] { $messages } message
           *[other] { $messages } messages
        }
    }, { $files } de fichiers
status-documents = Documents enregistrés : { $parts }
status-documents-read = { $count } à retrouver par leur contenu
status-documents-waiting = { $count } encore à lire
status-documents-unreadable = { $count } sans texte que je puisse lire
status-documents-full = { $count } dont le texte n’a pas de place
status-everybody = Gardé en tout : une base de données de { $database } (dont { $free } libres), { $files } de fichiers
status-zone-data = Données de fuseaux horaires : { $data }
status-zone-data-old = ⚠️ Données de fuseaux horaires : { $data }.
status-set-aside = Mis de côté après des erreurs de ma part : { $count } (voir `adjutant doctor`)
usage-choice-days =
    { $days ->
        [1] aujourd’hui
       *[other] les { $days } derniers jours
    }

## The health of channels

health-channel = { $channel } : { $state } ; { $last }
health-chat-page = Page de discussion
health-connected =
    { $lasting ->
        [yes] connexion établie depuis { $time }
       *[no] connexion établie
    }
health-unreachable =
    { $lasting ->
        [yes] hors d’atteinte depuis { $time } : { $why }
       *[no] hors d’atteinte : { $why }
    }
health-elsewhere = un autre processus en reçoit les messages
health-nothing-received = rien de reçu encore
health-heard =
    { $ago ->
        [now] dernière réception à l’instant
       *[earlier] dernière réception il y a { $time }
    }
health-heard-late =
    { $ago ->
        [now] dernière réception à l’instant, avec un retard de { $late }
       *[earlier] dernière réception il y a { $time }, avec un retard de { $late }
    }
health-not-connected = pas de connexion
health-ended = arrêt sans qu’on l’ait demandé
health-down =
    ⚠️ On ne peut plus me joindre sur { $channel } depuis { $time } : { $why }

    Je continue d’essayer, et vous dirai quand cela marche de nouveau.
health-back = ✅ On peut de nouveau me joindre sur { $channel }, après { $time }.
health-days =
    { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }

## The console

console-starting = Le programme démarre. Réessayez dans un instant.
console-not-served = La personne de cette page n’a plus accès. Le propriétaire peut le lui rendre avec /people.
console-database-failed = La base de données n’a pas pu être lue. Le journal du programme dit pourquoi.
console-no-such-page = Cette page n’existe pas.
console-not-understood = Le programme n’a pas compris cela. Rechargez la page : elle est peut-être d’une autre version.
console-too-many-pages = Trop de pages de la console sont ouvertes. Fermez-en une, et rechargez celle-ci.
console-too-many-requests = Vos navigateurs demandent trop de choses à la fois. Fermez quelques pages de la console, et rechargez celle-ci.
console-no-such-letter = Ce message n’est plus parmi ceux qui ont été abandonnés. Rien n’a changé.
console-letter-retried = Il est renvoyé.
console-letter-dropped = Supprimé. Il ne sera pas envoyé.
console-write-first = Écrivez d’abord au bot dans une discussion directe : une note modifiée lui appartient. Rien n’a changé.
console-note-changed = La note est modifiée.
console-not-permitted = La personne qui gère ce bot ne le permet pas.
console-owner-decides = C’est le propriétaire qui en décide. Demandez le changement au bot dans une discussion : il le lui demandera.
console-schedule-changed = La tâche planifiée est modifiée.
console-schedule-changed-meanwhile = La tâche planifiée a été modifiée entre-temps, rien n’est donc enregistré. Fermez ce formulaire et rouvrez-le pour voir comment elle est maintenant.
console-no-such-account = Ce n’est pas un compte. Écrivez-le comme telegram:42 ou discord:42, avec le numéro du compte. Rien n’a changé.
console-channel-down = { $platform }, pas de connexion : { $why }
console-key-refused = Le fournisseur de { $model } refuse la clé.
console-no-model = Aucun modèle de langage n’est réglé : l’assistant intégré répond, qui connaît quelques commandes.
console-clock = Horloge : { $doubt }.
console-timetable-late = Une tâche planifiée est due depuis { $time }, et rien ne l’a exécutée.
console-dead-letters =
    { $more ->
        [yes] { $count } messages ou plus n’ont pas pu être remis ces 7 derniers jours.
       *[no] { $count ->
            [one] { $count } message n’a pas pu être remis ces 7 derniers jours.
           *[other] { $count } messages n’ont pas pu être remis ces 7 derniers jours.
        }
    }
console-owner-alone = Seul le propriétaire peut le faire. Rien n’a changé.
console-checks-run = Les vérifications sont déjà en cours. Réessayez dans un instant.
console-checks-took-too-long = Les vérifications ont été arrêtées après { $time }. `adjutant doctor`, sur la machine du programme, prend le temps qu’il leur faut.
console-copy-runs = Une copie est déjà en cours. Elle sera dans la liste.
console-copied = Copié : { $name }
console-copy-failed = La base de données n’a pas été copiée : { $error }. Le dossier des copies est [backup] folder.
console-no-such-copy = Cette copie n’existe plus. Elle a peut-être été supprimée pour faire place à de plus récentes.
console-path-program = Programme
console-path-database = Base de données
console-path-copies = Copies de la base de données
console-path-files = Fichiers des personnes
console-path-websites = Sites web
console-path-key = Clé des secrets

## Usage and budgets

usage-title = Votre consommation (jours selon UTC) :
usage-period =
    - { $days ->
        [1] aujourd’hui
       *[other] { $days } derniers jours
    } : { $turns ->
        [one] { $turns } réponse
       *[other] { $turns } réponses
    }, { $taken }
usage-of-runs =
    { $all } ; dont, en { $runs ->
        [one] { $runs } exécution planifiée
       *[other] { $runs } exécutions planifiées
    } : { $taken }
usage-calls =
    { $count ->
        [one] { $count } appel au modèle
       *[other] { $count } appels au modèle
    }
usage-at-work = { $time } de travail
usage-tokens = { $in } jetons en entrée, { $out } jetons en sortie
usage-tokens-cached = { $in } jetons en entrée ({ $percent } % du cache), { $out } jetons en sortie
usage-limits =
    { $count ->
        [one] Votre limite par jour
       *[other] Vos limites par jour
    } : { $limits }.
usage-limit = { $amount } ({ $percent } % utilisés)
usage-no-period = Ce n’est pas un nombre de jours. « /usage 7 » montre les 7 derniers jours ; le maximum est { $most }.
usage-day-used-up =
    { $measure ->
        [steps] Vous avez épuisé les appels au modèle d’aujourd’hui. Vous en recevez de nouveaux à minuit UTC ; /usage montre les chiffres.
        [time] Vous avez épuisé le temps de modèle d’aujourd’hui. Vous en recevez de nouveau à minuit UTC ; /usage montre les chiffres.
        [tokens] Vous avez épuisé les jetons d’aujourd’hui. Vous en recevez de nouveaux à minuit UTC ; /usage montre les chiffres.
       *[cost] Vous avez épuisé le budget d’aujourd’hui. Vous en recevez un nouveau à minuit UTC ; /usage montre les chiffres.
    }
usage-day-too-short =
    { $measure ->
        [steps] Cela demande plus d’étapes qu’il n’en reste aujourd’hui. Vous en recevez de nouvelles à minuit UTC ; /usage montre les chiffres.
        [time] Cela demande plus de temps qu’il n’en reste aujourd’hui. Vous en recevez de nouveau à minuit UTC ; /usage montre les chiffres.
        [tokens] Cela demande plus de jetons qu’il n’en reste aujourd’hui. Vous en recevez de nouveaux à minuit UTC ; /usage montre les chiffres.
       *[cost] Cela coûte plus que ce qui reste aujourd’hui. Vous recevez un nouveau budget à minuit UTC ; /usage montre les chiffres.
    }
usage-takes-more-than-turn =
    { $measure ->
        [steps] demande plus d’étapes qu’une réponse ne peut en prendre
        [time] demande plus de temps qu’une réponse ne peut en prendre
        [tokens] demande plus de jetons qu’une réponse ne peut en prendre
       *[cost] coûte plus qu’une réponse ne peut coûter
    }
usage-takes-more-than-day =
    { $measure ->
        [steps] demande plus d’étapes qu’il n’en reste aujourd’hui
        [time] demande plus de temps qu’il n’en reste aujourd’hui
        [tokens] demande plus de jetons qu’il n’en reste aujourd’hui
       *[cost] coûte plus que ce qui reste aujourd’hui
    }
usage-day-nearly-used-up = ⚠️ Vous avez utilisé { $used } sur { $limit } ({ $percent } %), la limite d’une journée. Quand elle sera atteinte, je devrai m’arrêter jusqu’à minuit UTC ; /usage montre les chiffres.
usage-run-used-up =
    { $measure ->
        [steps] J’ai arrêté cette exécution : une exécution a droit à { $limit }, et celle-ci les a épuisés. Je ne réessaierai pas. Réduisez la tâche, ou demandez à la personne qui gère ce bot d’autoriser plus (max_steps dans [scheduler.run]).
        [time] J’ai arrêté cette exécution : une exécution peut travailler { $limit }, et celle-ci les a épuisés. Je ne réessaierai pas. Réduisez la tâche, ou demandez à la personne qui gère ce bot d’autoriser plus (max_seconds dans [scheduler.run]).
        [tokens] J’ai arrêté cette exécution : une exécution a droit à { $limit }, et celle-ci les a épuisés. Je ne réessaierai pas. Réduisez la tâche, ou demandez à la personne qui gère ce bot d’autoriser plus (max_tokens dans [scheduler.run]).
       *[cost] J’ai arrêté cette exécution : une exécution peut coûter { $limit }, et celle-ci les a dépensés. Je ne réessaierai pas. Réduisez la tâche, ou demandez à la personne qui gère ce bot d’autoriser plus (max_cost dans [scheduler.run]).
    }
usage-run-nearly-used-up = ⚠️ *Ceci a utilisé { $used } sur { $limit } ({ $percent } %), la limite d’une exécution. Une exécution qui l’atteint est arrêtée.*
usage-run-just-used-up = ⚠️ *Ceci a utilisé { $used } sur { $limit } ({ $percent } %), la limite d’une exécution. Une étape de plus, et elle aurait été arrêtée.*
usage-token-amount = { $tokens } jetons
usage-money = { $amount } $
usage-thousands-sign = {" "}

## Linking accounts

links-meaning = Les deux côtés, et tous les comptes liés à l’un d’eux, partageront alors notes, conversations passées, tâches planifiées, fichiers, autorisations, limites par jour, fuseau horaire et heures calmes, jusqu’à ce que l’un de vous envoie /unlink.
links-in-private-with-code = Liez les comptes dans une discussion directe avec moi, s’il vous plaît, pas ici où d’autres peuvent lire. Si ce code était valable, il ne l’est plus. Pour en obtenir un autre, envoyez-moi /link dans une discussion directe.
links-in-private = Faites cela dans une discussion directe avec moi, s’il vous plaît, pas ici où d’autres peuvent lire.
links-no-direct-chat = Les deux côtés doivent confirmer dans une discussion directe avec moi, et je ne peux pas vous y écrire. Écrivez-m’y, s’il vous plaît, puis renvoyez la commande.
links-offered =
    Pour lier ce compte à un autre des vôtres, envoyez-moi ceci depuis l’autre, dans une discussion directe et d’ici 10 minutes :

    `/link { $code }`

    Rien n’est partagé tant que les deux côtés n’ont pas confirmé. Gardez le code pour vous : quiconque le saisit peut demander à être lié à vous.
links-wrong-code = Ce code n’est pas valable. Pour en obtenir un, envoyez-moi /link sur l’autre plateforme, dans une discussion directe.
links-code-over = Ce code n’est plus valable. Un code sert une fois, pendant 10 minutes, et seulement jusqu’à ce que vous en demandiez un nouveau. Pour en obtenir un autre, envoyez-moi /link sur l’autre plateforme.
links-own-code = Ce code appartient à ce compte. Envoyez-le depuis l’autre compte que vous voulez lier.
links-too-many-codes = C’était un mauvais code de trop. Attendez une heure avant d’en essayer un autre, s’il vous plaît.
links-linked-already = Ces comptes sont déjà liés. Pour les séparer, envoyez /unlink.
links-same-user = Les deux comptes sont déjà à vous. Ils partagent tout, il n’y a donc rien à lier.
links-confirm = Ce code est juste. Les deux côtés ont maintenant 10 minutes pour confirmer, chacun dans une discussion directe avec moi.
links-question = Lier ce compte à { $other } ?
links-typed-your-code = { $other } a saisi votre code. Lier ce compte au vôtre ?
links-made-this-code = { $other } a créé ce code. Lier ce compte au vôtre ?
links-they-become-owner = Cette personne sera propriétaire de ce bot, comme vous.
links-you-become-owner = Vous serez propriétaire de ce bot, comme l’autre côté.
links-do-not-link = Ne pas lier
links-link = Lier
links-you-agreed = ✅ Vous avez accepté. J’attends l’autre côté.
links-outcome-linked = ✅ Liés
links-outcome-refused = ❌ Non liés
links-outcome-replaced = ⌛ Non liés : il y a un code plus récent
links-outcome-expired = ⌛ Non liés : vous n’avez pas confirmé tous les deux à temps
links-late-linked = Les deux côtés ont déjà accepté. Rien n’a changé. Pour séparer les comptes, envoyez /unlink.
links-late-refused = L’un des deux côtés n’a pas voulu lier. Rien n’a changé.
links-late-replaced = Il y a un code plus récent, celui-ci ne marche donc plus. Rien n’a changé.
links-late-expired = Cela a pris plus de 10 minutes. Rien n’a changé. Pour recommencer, envoyez /link.
links-pressed-again = Vous avez déjà accepté. J’attends l’autre côté.
links-agreed = L’autre côté doit maintenant accepter.
links-refused = Comptes non liés.
links-done = Comptes liés.
links-not-admitted = L’un de ces comptes n’est plus admis. Rien n’a changé.
links-linked = Désormais, ce compte et { $other } sont liés.
links-nothing-to-unlink = Il n’y a rien à délier : ces comptes sont à vous sans lien : { $accounts }.
links-not-linked = Ce compte n’est lié à aucun autre.
links-which = Plusieurs comptes sont liés. Lequel dois-je délier ?
links-unlinked = Plus de lien : { $unlinked } avec { $rest }. Chaque côté garde ce qu’il a fait lui-même, y compris pendant le lien.

## Files of a person

files-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : ici, d’autres liraient les noms de vos fichiers.
files-title = Vos fichiers dans { $path }
files-none =  : aucun
files-about-folder =
     : un dossier, { $files ->
        [one] { $files } fichier
       *[other] { $files } fichiers
    }
files-about-file =  : { $size }, { $time }
files-all-take = Tous vos fichiers occupent { $size }.
files-back-to = Retour à { $folder }
files-trash = Corbeille ({ $count })
files-size = Taille : { $size }
files-changed = Modifié : { $time }
files-get = Recevoir
files-to-rename = Pour le renommer :
files-new-name = NOUVEAU
files-of-linked = Il appartient à un compte lié, où il peut être modifié.
files-versions =
    { $count ->
        [one] { $count } version antérieure
       *[other] { $count } versions antérieures
    }
files-deleted = C’est supprimé. Cela reste un jour dans la corbeille, et y prend de la place.
files-trash-title = Dans la corbeille
files-trash-empty =  : rien
files-trash-folder =
     : un dossier avec { $files ->
        [one] { $files } fichier
       *[other] { $files } fichiers
    }, supprimé le { $time }
files-trash-file =  : { $size }, supprimé le { $time }
files-trash-hint = Un bouton le ramène. Un jour après sa suppression, il disparaît pour de bon.
files-versions-title = Versions antérieures de { $path }
files-version = { $number }. jusqu’au { $time } : { $size }
files-versions-hint = Un bouton en ramène une ; ce que le fichier contient maintenant devient une version. Elles sont gardées 30 jours.
files-restored = De retour : { $path }
files-brought-back = Le fichier contient de nouveau ce qu’il contenait alors.
files-renamed = { $from } s’appelle maintenant { $to }.
files-how-to-rename = Pour renommer un fichier ou un dossier, écrivez /files rename ANCIEN NOUVEAU, avec les noms à espaces entre guillemets droits ; par exemple /files rename liste.md "liste de bagages.md". Ou écrivez seulement /files.
files-none-at = Vous n’avez ni fichier ni dossier { $path } que vous puissiez renommer ; /files montre ce que vous avez.
files-name-taken = Quelque chose porte déjà ce nom, je n’ai donc rien changé.
files-bad-name = Aucun fichier ne peut porter ce nom. Les chemins commencent par /shared/ ou /tmp/.
files-stays-kept = Ce que vous gardez dans /shared ne peut pas être déplacé vers /tmp, qui est vidé chaque jour.
files-no-such = Cela n’est plus parmi vos fichiers.
files-on-its-way = Le voici.
files-empty = Le fichier est vide, je ne peux donc pas l’envoyer.
files-too-large-to-send = Le fichier fait { $size }, et je peux envoyer au plus { $most } ici.
files-unread-named =
    { $why ->
        [gone] Je n’ai pas lu « { $name } » : le fichier n’est plus sur la plateforme ; renvoyez-le, s’il vous plaît.
        [failed] Je n’ai pas lu « { $name } » : je n’ai pas pu l’obtenir, malgré plusieurs essais ; renvoyez-le dans un moment, s’il vous plaît.
        [broken] Je n’ai pas lu « { $name } » : la lecture a échoué ici ; la personne qui me gère en saura plus avec `adjutant doctor`.
        [exhausting] Je n’ai pas lu « { $name } » : sa lecture demande plus de mémoire ou de temps que je ne peux en utiliser ; avec un fichier plus petit, ou une partie, j’y arriverais.
        [damaged] Je n’ai pas lu « { $name } » : le fichier est endommagé, ou n’est pas ce qu’il prétend être.
        [locked] Je n’ai pas lu « { $name } » : le fichier est protégé par un mot de passe.
        [unknown] Je n’ai pas lu « { $name } » : ce n’est ni du texte ni un document lisible.
        [old] Je n’ai pas lu « { $name } » : le fichier a le format des suites bureautiques d’avant 2007 ; enregistrez-le en DOCX, PPTX ou PDF.
       *[other] Je n’ai pas lu « { $name } » ({ $reason }).
    }
files-unread =
    { $why ->
        [gone] Je n’ai pas lu votre document : il n’est plus sur la plateforme ; renvoyez-le, s’il vous plaît.
        [failed] Je n’ai pas lu votre document : je n’ai pas pu l’obtenir, malgré plusieurs essais ; renvoyez-le dans un moment, s’il vous plaît.
        [broken] Je n’ai pas lu votre document : la lecture a échoué ici ; la personne qui me gère en saura plus avec `adjutant doctor`.
        [exhausting] Je n’ai pas lu votre document : sa lecture demande plus de mémoire ou de temps que je ne peux en utiliser ; avec un document plus petit, ou une partie, j’y arriverais.
        [damaged] Je n’ai pas lu votre document : il est endommagé, ou n’est pas ce qu’il prétend être.
        [locked] Je n’ai pas lu votre document : il est protégé par un mot de passe.
        [unknown] Je n’ai pas lu votre document : ce n’est ni du texte ni un document lisible.
        [old] Je n’ai pas lu votre document : il a le format des suites bureautiques d’avant 2007 ; enregistrez-le en DOCX, PPTX ou PDF.
       *[other] Je n’ai pas lu votre document ({ $reason }).
    }

## The export that people read

export-title = Tout ce que je sais de vous
export-title-part = Tout ce que je sais de vous, partie { $part }
export-as-of = État au { $day }, { $time } ({ $zone }). Les secrets de la personne qui gère le bot n’y sont pas.
export-weekday =
    { $number ->
        [1] lundi
        [2] mardi
        [3] mercredi
        [4] jeudi
        [5] vendredi
        [6] samedi
       *[7] dimanche
    }
export-day = { $weekday } { $date }
export-accounts = Vos comptes
export-notes = Notes
export-messages = Conversations
export-other-messages = Commandes, et messages sans réponse à eux
export-schedules = Tâches planifiées
export-runs = Ce qu’ont fait les tâches planifiées
export-approvals = Ce que je vous ai demandé
export-grants = Ce que je peux faire sans demander
export-usage = Ce que vous avez consommé
export-sites = Votre site
export-site-pages = Les pages de votre site
export-site-pictures = Les images de votre site
export-site-posts = Les articles de votre site
export-site-collections = Les collections de votre site
export-site-entries = Ce qu’elles contiennent
export-site-changes = Ce qui a été modifié sur votre site
export-site-messages = Ce que les visiteurs de votre site ont envoyé
export-audit = Ce que dit de vous le journal de la personne qui gère le bot
export-files = Vos fichiers
export-chat =
    { $kind ->
        [run] { $chat }, pour une tâche planifiée, depuis { $time }
        [specialist] { $chat }, pour un spécialiste, depuis { $time }
       *[other] { $chat }, depuis { $time }
    }
export-summary = Résumé du début{ $whose } : { $text }
export-on-scratchpad = Sur le bloc-notes{ $whose } : { $text }
export-sent-file = Un fichier que vous avez envoyé{ $whose } : { $name }
export-without-a-name = sans nom
export-from-user = Vous
export-from-assistant = Moi
export-from-gateway = Note pour moi
export-said = {"*"}*{ $who }**, { $time }{ $whose } : { $text }
export-reasoning = { $time }, réflexion : { $text }
export-result = Résultat{ $whose } : { $text }
export-a-file = un fichier
export-used = { $day } : réponses : { $turns }, appels au modèle : { $calls }, travail : { $seconds } s, jetons en entrée : { $in }, en sortie : { $out }, coût : { $cost } $
export-used-by-model = avec { $model } : appels au modèle : { $calls }, jetons en entrée : { $in }, en sortie : { $out }, coût : { $cost } $
export-change-undone = { $what }, annulé
export-event = { $time } : { $kind } sur { $tool }, { $outcome }
export-event-by = { $time } : { $kind } sur { $tool }, { $outcome } par { $by }
export-file = { $path }, { $size }, du { $time }{ $whose }
export-account = { $name } ({ $role }), depuis { $time } : { $accounts }
export-saved = enregistrée { $time }
export-changed = modifiée { $time }
export-from-chat = de { $chat }
export-tags = étiquettes : { $tags }
export-in-groups = utilisable dans les groupes
export-next = prochaine fois { $time }
export-made-in = créée { $time } dans { $chat }
export-run = { $time } : { $status }, livraison { $delivery }{ $whose } : { $text }
export-state-by = { $state } par { $by }
export-given = accordé { $time }
export-revoked = révoqué { $time }
export-until = jusqu’à { $time }
export-without-a-title = Sans titre
export-made = créé { $time }
export-published = publié { $time }
export-in-navigation = Dans la navigation{ $whose } : { $label } ({ $to })
export-in-navigation-hidden = Dans la navigation{ $whose } : { $label } ({ $to }, masqué)
export-blocked = Bloqué : { $sender }
export-dated = date : { $time }
export-by-author = par { $author }
export-in-collection = dans { $collection }
export-leads-to = mène à { $link }
export-home-page = page d’accueil
export-words-of = peut contenir des mots d’autrui, source : { $sources }

## Tools: files

tools-file-move = Déplacer { $from } vers { $to }
tools-file-copy = Copier { $from } vers { $to }
tools-file-make-folder = Créer le dossier { $path }
tools-file-delete = Supprimer { $path }, { $size }
tools-file-delete-folder =
    Supprimer le dossier { $path } { $count ->
        [0] sans fichiers
        [1] avec 1 fichier, { $size }
       *[other] avec { $count } fichiers, { $size }
    }
tools-file-gone-in-a-day = Dans un jour, ce sera perdu pour de bon.
tools-file-and-more = … et { $count } de plus
tools-file-change = Modifier { $path }
tools-file-changes-content = Cela modifie ce que contient le fichier.
tools-file-list-earlier = Lister ce qui se trouvait avant dans { $path }
tools-file-list-trash = Lister ce qui se trouve dans votre corbeille
tools-file-bring-back = Récupérer { $path } dans la corbeille
tools-file-bring-back-folder = Récupérer le dossier { $path } dans la corbeille
tools-file-bring-back-version = Rétablir une version antérieure de { $path }, { $size }
tools-file-kept-as-version = Ce qu’il contient maintenant est gardé comme version antérieure.
tools-file-is-lost = Ce que le fichier contient maintenant est perdu.
tools-file-append = Ajouter { $size } à { $path }
tools-file-write = Écrire { $path }, { $size }
tools-file-replace = Remplacer { $path }, { $before }, par { $after }
tools-file-list = Lister vos fichiers
tools-file-list-folder = Lister les fichiers de { $path }
tools-file-read = Lire { $path }
tools-file-search = Chercher « { $query } » dans vos fichiers
tools-file-find = Chercher vos fichiers avec le motif { $pattern }
tools-file-calculate = Calculer avec { $paths }
tools-file-answer-is-seen = Ce sont vos propres fichiers, et tout le monde ici peut voir la réponse.
tools-file-send = Envoyer { $paths } à ce groupe
tools-file-is-seen = C’est l’un de vos propres fichiers, et tout le monde ici le verra.
tools-file-are-seen = Ce sont vos propres fichiers, et tout le monde ici les verra.
tools-file-save = Enregistrer sous { $path } : { $what }
tools-file-saving =
    { $kind ->
        [photo] J’enregistre la photo
        [voice] J’enregistre le message vocal
        [audio] J’enregistre le fichier audio
        [video] J’enregistre la vidéo
        [round-video] J’enregistre le message vidéo
        [sticker] J’enregistre le sticker
       *[file] J’enregistre le fichier
    }
tools-file-reading-document = Je lis le document
tools-file-looking-at-picture = Je regarde l’image
tools-file-more-lines =
    { $count ->
        [one] … et { $count } ligne de plus
       *[other] … et { $count } lignes de plus
    }

## Tools: notes

tools-note-remember = Retenir : « { $content } »
tools-note-remember-with-tags = Retenir : « { $content } » (mots-clés : { $tags })
tools-note-change = Modifier une note
tools-note-tags = mots-clés : { $tags }
tools-note-delete = Supprimer la note « { $content } »
tools-note-gone = Une note supprimée ne peut pas être récupérée.
tools-note-cut = { $beginning }… ({ $count } caractères au total)
tools-note-found =
    { $count ->
        [0] Rien n’a été trouvé.
        [1] 1 résultat trouvé.
       *[other] { $count } résultats trouvés.
    }
tools-note-noted-already = C’était déjà noté.

## Tools: schedules

tools-schedule-make = Planifier « { $name } »
tools-schedule-change = Modifier la tâche planifiée « { $name } »
tools-schedule-delete = Supprimer la tâche planifiée « { $name } » ({ $when })
tools-schedule-end = Mettre fin à la tâche planifiée « { $name } »
tools-schedule-gone = Une tâche planifiée supprimée ne peut pas être récupérée.
tools-schedule-by-run = Une tâche planifiée veut en créer une autre.
tools-schedule-by-hook = Quiconque a le secret que montre /hooks peut la lancer aussi souvent qu’il le veut.
tools-schedule-often = Elle s’exécuterait jusqu’à { $times } fois par jour, chaque fois avec le modèle.
tools-schedule-zone = les heures sont celles de { $zone }
tools-schedule-reminder = un rappel : ce texte est envoyé, sans qu’un modèle travaille
tools-schedule-results =
    résultats : { $how ->
        [always] toujours
        [conditional] seulement s’ils méritent un message
       *[never] jamais
    }
tools-schedule-quiet-hours =
    pendant les heures calmes : { $urgent ->
        [yes] arrivent tout de suite
       *[no] attendent qu’elles soient passées
    }
tools-schedule-missed =
    exécutions manquées : { $how ->
        [skip] abandonnées
        [once] seule la dernière est rattrapée, avec { $grace } de retard au plus
       *[all] toutes sont rattrapées, avec { $grace } de retard au plus
    }
tools-schedule-overlap =
    si l’heure vient pendant que la dernière exécution dure encore : { $how ->
        [skip] abandonnée
        [queue] attend
       *[parallel] s’exécute à côté
    }
tools-schedule-outputs = derniers résultats transmis à une exécution : { $count }
tools-schedule-model = modèle : { $model }
tools-schedule-status =
    { $status ->
        [active] active
        [paused] en pause
       *[completed] terminée
    }

## Tools: the web

tools-web-fetch = Ouvrir { $url }
tools-web-reading = Je lis { $host }
tools-web-host-not-allowed = Le serveur { $host } n’est pas dans la liste des serveurs autorisés.
tools-web-port-not-allowed = Le serveur { $host } est autorisé, mais pas son port { $port }.
tools-web-search = Chercher « { $query } » sur le web
tools-web-searching = Je cherche sur le web
tools-web-get = Interroger { $url }
tools-web-post = Envoyer des données à { $url }
tools-web-cannot-be-taken-back = Ce qui est envoyé ne peut pas être repris.
tools-web-logs-in = Cela ouvre une session sur { $host }.
tools-web-logs-in-with-secret = Cela ouvre une session sur { $host } avec votre secret { $names }.
tools-web-asking = J’interroge { $host }
tools-web-sending = J’envoie à { $host }
tools-web-headers = Avec les en-têtes { $names }
tools-web-content-type = Type de contenu : { $kind }
tools-web-bytes-in-all =
    { $count ->
        [one] ({ $count } octet au total)
       *[other] ({ $count } octets au total)
    }
tools-research = Faire des recherches sur « { $title } » : { $searches } recherches, jusqu’à { $pages } pages, un rapport sous forme de fichier
tools-research-reason = Cela lit des pages de n’importe quel serveur que trouvent les recherches, et consulte le modèle pour chacune.
tools-research-searches = Recherches :
tools-research-reading = Je lis : { $read } pages sur { $pages } sont terminées
tools-research-writing = Je rédige le rapport
tools-research-sources = Sources
tools-research-read-on = Lu le { $day } :
tools-research-not-read = Non lu :
tools-research-not-written = Le rapport n’a pas pu être écrit : { $why }. Les notes préparées sont ci-dessous.
tools-web-has-read = Lu : { $title }.
tools-web-found =
    { $count ->
        [0] Rien n’a été trouvé.
        [1] 1 page trouvée.
       *[other] { $count } pages trouvées.
    }
tools-research-has-written = Le rapport « { $title } » est écrit.

## Tools: commands and secrets

tools-shell-run = Dans { $folder }, exécuter : { $command }
tools-shell-input = Son entrée :
tools-shell-reaches-files = Cela peut lire, modifier et supprimer tous vos fichiers.
tools-shell-reaches-files-and-network = Cela peut lire, modifier et supprimer tous vos fichiers, et les envoyer n’importe où.
tools-vault-list = Lister les noms de vos secrets
tools-vault-answer-is-seen = Tout le monde ici peut voir la réponse.
tools-vault-give = Donner aux commandes votre secret { $name } pendant une heure, sous { $path }
tools-vault-commands-read = Les commandes que vous approuverez pendant cette heure peuvent le lire.
tools-vault-commands-send = Les commandes que vous approuverez pendant cette heure peuvent le lire, et l’envoyer n’importe où.

## Tools: helpers, skills and others

tools-helper = Faire travailler un assistant sur « { $title } », avec { $tools }
tools-helper-without-tools = Faire travailler un assistant sur « { $title } », sans outils
tools-specialist = Faire travailler { $agent } sur : { $goal }
tools-skill-follow = Suivre les instructions « { $name } » dans cette conversation
tools-skill-leave = Ne plus suivre les instructions « { $name } » dans cette conversation
tools-run = Exécuter { $name }
tools-server-run = Exécuter { $name }, un outil du serveur { $server }
tools-server-changes-nothing = Le serveur dit que cela ne modifie rien.
tools-server-list = Lister ce que propose le serveur { $server }
tools-server-read = Lire { $what } du serveur { $server }
tools-server-read-prompt = Lire le modèle de texte { $what } du serveur { $server }

## Tools: the website

tools-site-preparing-picture = Je prépare l’image
tools-site-preparing-pictures = Je prépare l’image { $number } sur { $count }
tools-site-copying-pictures = Je copie l’image { $number } sur { $count }
tools-site-unpacking = Je décompresse l’archive
tools-site-searching-photos = Je cherche des photos
tools-site-taking-photo = Je prends la photo

## Tools: toolsets

tools-toolset =
    { $name ->
        [agents] des assistants et des spécialistes
        [questions] poser des questions avec des boutons
        [code] des calculs, des graphiques
        [files] lire, écrire, envoyer
        [memory] modifier et supprimer des notes gardées
        [mcp] lire ce que proposent des serveurs MCP, comme des documents
        [schedules] modifier, suspendre et supprimer des rappels et des tâches ; ce que leurs exécutions ont donné
        [scratchpad] les étapes ouvertes d’une tâche plus longue
        [shell] exécuter des commandes avec vos fichiers
        [site] créer et modifier un site web
        [skills] des instructions pour certaines tâches
        [vault] se connecter à des services avec des secrets gardés
        [web] lire des pages, chercher, interroger des services
       *[other] { $summary }
    }

## What is allowed beyond a call

approval-exactly-this = exactement ceci
approval-exactly = exactement « { $what } »
approval-kind-web-searches = recherches sur le web
approval-kind-stock-photos = recherches de photos
approval-kind-with-secrets = { $server } avec { $names }
approval-kind-held-by-server = ce que propose le serveur { $server }

## Sources of others’ words in tools

source-many = beaucoup d’autres
source-command = ce qu’une commande a reçu
source-web-search = les résultats d’une recherche sur le web
source-stock-photos = photos de { $service }
source-server = le serveur { $server }

## Why the policy asks

policy-asks = Qui gère ce bot veut qu’on vous le demande.
policy-always = Je demande toujours avant de faire cela.
policy-group = Là où d’autres lisent, je demande avant de modifier quoi que ce soit.
policy-untrusted = D’habitude, je le fais sans demander.
policy-irreversible = Cela ne peut pas être annulé.

## Texts that are cut

text-left-out =
    { $beginning }… ({ $count ->
        [one] encore { $count } caractère
       *[other] encore { $count } caractères
    })

## When a schedule is due

cadence-in-zone = { $when } ({ $zone })
cadence-once = une fois, le { $date } à { $time }
cadence-hook = chaque fois que l’adresse { $name } est appelée
cadence-every-seconds =
    { $count ->
        [1] chaque seconde
       *[other] toutes les { $count } secondes
    }
cadence-every-minutes =
    { $count ->
        [1] chaque minute
       *[other] toutes les { $count } minutes
    }
cadence-every-hours =
    { $count ->
        [1] chaque heure
       *[other] toutes les { $count } heures
    }
cadence-every-days =
    { $count ->
        [1] chaque jour
       *[other] tous les { $count } jours
    }
cadence-within = { $rate } de { $from } à { $to }
cadence-hourly-at = chaque heure à la minute { $minute }
cadence-rate-on-days = { $rate }, { $days }
cadence-days-at = { $days } à { $times }
cadence-days-at-minutes =
    { $days } { $count ->
        [1] à la minute { $minutes }
       *[other] aux minutes { $minutes }
    } { $hourcount ->
        [0] de chaque heure
        [1] de l’heure { $hours }
       *[other] des heures { $hours }
    }
cadence-every-day = chaque jour
cadence-every-day-in = chaque jour en { $months }
cadence-in-months = en { $months }
cadence-every-weekday = du lundi au vendredi
cadence-on-weekdays = du lundi au vendredi
cadence-every-named-day = chaque { $days }
cadence-on-named-days = { $days }
cadence-days-in-months = { $days } en { $months }
cadence-dates-and-weekdays = { $dates } et aussi { $weekdays }
cadence-weekdays-on-dates = { $weekdays }, mais seulement { $dates }
cadence-on-dates = le { $dates } de chaque mois
cadence-on-dates-of-months = le { $dates }, en { $months }
cadence-date =
    { $day ->
        [1] 1er
       *[other] { $day }
    }
cadence-weekday =
    { $number ->
        [1] lundi
        [2] mardi
        [3] mercredi
        [4] jeudi
        [5] vendredi
        [6] samedi
       *[7] dimanche
    }
cadence-weekday-each =
    { $number ->
        [1] le lundi
        [2] le mardi
        [3] le mercredi
        [4] le jeudi
        [5] le vendredi
        [6] le samedi
       *[7] le dimanche
    }
cadence-every-other-weekday = un { $day } sur deux
cadence-period =
    { $unit ->
        [day] { $count ->
            [1] chaque jour
            [2] un jour sur deux
           *[other] tous les { $count } jours
        }
        [week] { $count ->
            [1] chaque semaine
            [2] une semaine sur deux
           *[other] toutes les { $count } semaines
        }
        [month] { $count ->
            [1] chaque mois
            [2] un mois sur deux
           *[other] tous les { $count } mois
        }
       *[year] { $count ->
            [1] chaque année
            [2] une année sur deux
           *[other] tous les { $count } ans
        }
    }
cadence-period-on = { $period } { $days }
cadence-on-parts = le { $parts }
cadence-on-parts-of-each-month = le { $parts } de chaque mois
cadence-on-parts-of-each-year = le { $parts } de chaque année
cadence-on-parts-of-months = le { $parts }, en { $months }
cadence-on-last-day = le dernier jour du mois
cadence-nth =
    { $number ->
        [1] premier
        [2] deuxième
        [3] troisième
        [4] quatrième
        [5] cinquième
       *[other] { $number }e
    }
cadence-nth-last =
    { $number ->
        [1] dernier
        [2] pénultième
       *[other] { $number }e dernier
    }
cadence-nth-day = { $nth } jour
cadence-nth-weekday = { $nth } { $day }
cadence-nth-working-day = { $nth } jour ouvré
cadence-nth-weekend-day = { $nth } jour de week-end
cadence-nth-of-these = { $period }, le { $nths } jour parmi ceux-ci : { $days }
cadence-from = { $when }, à partir du { $date }
cadence-until = { $when } jusqu’au { $date }
cadence-until-time = { $when } jusqu’au { $date } à { $time }
cadence-so-many-times =
    { $count ->
        [1] { $when }, une fois
       *[other] { $when }, { $count } fois
    }

## Secrets

vault-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : personne d’autre ne doit rien lire de vos secrets.
vault-how-to-add = Pour me donner un secret, comme une clé d’accès, écrivez /vault add NOM SERVEUR ; par exemple : /vault add github api.github.com. Je vous demande ensuite sa valeur. Je ne l’envoie qu’à ce serveur.
vault-bad-name = Un nom a au plus 40 lettres minuscules, chiffres, tirets et tirets bas.
vault-bad-server = Un serveur ressemble à api.example.com, ou https://api.example.com:8443. Je n’envoie des secrets que par https, sauf à l’intérieur de cette machine.
vault-too-many = Vous avez { $most } secrets, et je n’en garde pas plus. Supprimez-en d’abord un sous /vault.
vault-send-the-value = Envoyez-moi la valeur de { $name } dans votre prochain message, d’ici 10 minutes. Je la garde scellée, ne l’utilise que pour { $server } et ne la montre à personne, pas même à mon modèle. Pour y mettre fin, envoyez /cancel.
vault-cancelled = D’accord, je n’attends plus de secret.
vault-stored = J’ai maintenant le secret { $name }, pour { $server }. Demandez-moi quelque chose sur ce serveur, et dites quel secret utiliser.
vault-unsealed = Je n’ai pas pu sceller la valeur de { $name }, je n’en ai donc rien gardé. Mon journal dit pourquoi ; prévenez la personne qui me gère.
vault-late = Vous avez envoyé la valeur de { $name } trop tard, je n’en ai donc rien gardé. Recommencez : /vault add { $name } { $server }
vault-unusable = Cela ne peut pas être la valeur de { $name } : c’est une ligne de texte d’au plus 4000 caractères, sans fichier. Je n’en ai rien gardé. Recommencez : /vault add { $name } { $server }. Une valeur qui commence par une barre oblique se met dans ce même message, après le serveur.
vault-no-form = Je n’ai pas pu distinguer le nom, le serveur et la valeur, donc je n’en ai rien gardé.
vault-message-removed = J’ai retiré votre message avec la valeur.
vault-message-stays = Je ne peux pas retirer ici votre message avec la valeur. Supprimez-le vous-même, s’il vous plaît.
vault-title = Vos secrets
vault-none =  : aucun
vault-about =  : pour { $server }, { $used }
vault-for = Pour : { $server }
vault-added = Ajouté : { $time }
vault-uses = Utilisations : { $used }
vault-used =
    { $count ->
        [one] { $count } fois, la dernière : { $time }
       *[other] { $count } fois, la dernière : { $time }
    }
vault-not-used = pas encore utilisé
vault-if-deleted = Si je le supprime, il disparaît pour de bon. Le service où il sert l’accepte encore, jusqu’à ce que vous l’y révoquiez.
vault-deleted = Le secret est supprimé.
vault-gone = Ce secret n’existe plus.

## Hooks

hooks-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : quiconque voit le secret d’un hook peut l’appeler.
hooks-off = Je n’accepte pas d’appels de hooks ici. La personne qui me gère peut changer cela : [hooks] enabled = true.
hooks-how-to-add = Un hook est une adresse qu’un autre programme appelle. Pour un hook dont les appels arrivent dans cette discussion comme messages, écrivez /hooks add NOM, par exemple : /hooks add sonnette. Pour un hook qui me donne une tâche à chaque appel, écrivez /hooks add NOM TÂCHE, par exemple : /hooks add build Dis en une phrase pourquoi la compilation a échoué.
hooks-bad-name = Le nom d’un hook a au plus 40 lettres minuscules, chiffres, tirets et tirets bas. Par exemple : /hooks add sonnette
hooks-taken = Vous avez déjà un hook { $name }. Révoquez-le d’abord sous /hooks, ou prenez un autre nom.
hooks-too-long = Cette tâche est trop longue : je garde au plus { $most } caractères.
hooks-too-many = Vous avez { $most } tâches planifiées et hooks, et je n’en garde pas plus. Supprimez-en d’abord sous /schedules ou /hooks.
hooks-unsealed = Je n’ai pas pu sceller le secret du hook, je n’en ai donc pas créé. Mon journal dit pourquoi ; prévenez la personne qui me gère.
hooks-revoked = Le hook est révoqué : plus personne ne peut l’appeler.
hooks-gone = Ce hook n’existe plus.
hooks-ask-again = Je ne peux plus montrer le secret dans ce message. Envoyez /hooks, et appuyez là.
hooks-title = Vos hooks
hooks-none =  : aucun
hooks-about =  : { $does }
hooks-about-paused = (suspendu) : { $does }
hooks-paused = (suspendu)
hooks-each-call = Chaque appel : { $does }
hooks-address = Adresse :
hooks-secret = Secret :
hooks-a-message = un message
hooks-calls =
    { $count ->
        [one] Appels : { $count } ces derniers temps, le dernier : { $time }
       *[other] Appels : { $count } ces derniers temps, le dernier : { $time }
    }
hooks-no-calls = Appels : aucun ces derniers temps
hooks-not-again = Je ne montre plus son secret. S’il est perdu, ou si quelqu’un d’autre l’a, créez-en un nouveau : l’ancien cesse de marcher. /schedules le suspend et montre ce que ses appels sont devenus.
hooks-try-it = Essayez-le :
hooks-hello = Bonjour
hooks-signed = Les programmes qui signent ce qu’ils envoient prennent le même secret : GitHub par exemple, et tous ceux qui suivent Standard Webhooks. Au premier appel, je retire le secret de ce message.
hooks-secret-used = Le premier appel est arrivé, j’ai donc retiré le secret de ce message.
hooks-new-secret = Nouveau secret
hooks-revoke = Révoquer
hooks-empty-call = {"*"}Le hook a été appelé, sans rien envoyer.*

## Programs that use what is a person’s

clients-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : la clé d’accès que je vous y donne n’est que pour vous.
clients-how-to-add = Pour qu’un programme qui parle MCP, comme un éditeur, utilise vos notes, tâches planifiées et fichiers, écrivez /mcp new NOM ; par exemple : /mcp new portable. Il lit de lui-même, et je vous demande ici avant qu’il ne change quoi que ce soit.
clients-bad-name = Un nom a au plus 40 lettres, chiffres, tirets et tirets bas.
clients-name-taken = Il y a déjà un programme du nom de { $name }. Retirez-le d’abord sous /mcp, ou prenez un autre nom.
clients-too-many = Vous avez admis { $most } programmes, et je n’en prends pas plus. Retirez-en d’abord un sous /mcp.
clients-token-for = La clé d’accès pour { $name } :
clients-give-address = Donnez au programme l’adresse { $address }, avec la clé comme bearer token ; ou, sur la machine où je tourne, la commande { $command }, avec la clé dans la variable d’environnement { $variable }. Quiconque l’a peut lire vos notes, tâches planifiées et fichiers. Elle disparaît de ce message quand vous appuyez sur le bouton ou qu’elle sert pour la première fois, et expire si personne ne l’utilise dans les 24 heures.
clients-give-command = Donnez au programme la commande { $command }, avec la clé dans la variable d’environnement { $variable }. Quiconque l’a peut lire vos notes, tâches planifiées et fichiers. Elle disparaît de ce message quand vous appuyez sur le bouton ou qu’elle sert pour la première fois, et expire si personne ne l’utilise dans les 24 heures.
clients-hide = Je l’ai, retirer d’ici
clients-token-removed = La clé d’accès pour { $name } était ici. Si vous la perdez, retirez le programme sous /mcp et admettez-le à nouveau.
clients-hidden = La clé d’accès est retirée du message.
clients-title = Programmes qui utilisent ce qui est à vous
clients-none =  : aucun
clients-about =  : { $used }
clients-let-in = Admis : { $time }
clients-uses = Utilisation : { $used }
clients-if-removed = Si je le retire, sa clé d’accès prend fin pour de bon, et je ne fais plus rien de ce qu’il a demandé.
clients-removed = Le programme est retiré.
clients-gone = Ce programme n’est plus là.
clients-last-used = dernière fois : { $time }
clients-not-used = pas encore
clients-source = le programme « { $name } »
clients-asked-by = Le programme « { $name } » le demande, par MCP. { $why }
clients-always-asks = S’il veut changer quelque chose, je vous le demande.
clients-done = Fait pour le programme « { $name } » : { $title }
clients-failed = Je n’ai pas pu faire ce que le programme « { $name } » demandait : { $title }

## A website in the chat

site-none-here = Aucun site n’est partagé avec ce groupe. Le vôtre, je vous le montre dans une discussion directe ; avec /site share, écrit ici, tout le monde ici peut y travailler.
site-share-in-a-group = Écrivez /site share dans le groupe dont les membres doivent travailler à votre site.
site-nothing-to-share = Vous n’avez pas encore de site. Créez-en un dans une discussion directe avec moi, puis partagez-le ici.
site-shared-elsewhere = Votre site est partagé avec un autre groupe. Écrivez-moi d’abord /site unshare dans une discussion directe.
site-not-shared = Le site n’est partagé avec personne.
site-shared-no-more = Le site n’est plus partagé : seul son propriétaire le modifie.
site-only-its-owner = Seul le propriétaire du site peut faire cela. Rien n’a changé.
site-only-reviewers = Seul le propriétaire du site ou un relecteur peut le publier. Rien n’a changé.
site-reviewer-set = { $name } peut maintenant publier le site.
site-reviewer-ended = { $name } ne peut plus publier le site.
site-off = Je ne crée pas de sites ici. La personne qui me gère peut changer cela : [site] enabled = true.
site-none-yet = Vous n’avez pas encore de site. Dites-moi à quoi il doit servir, par exemple : crée un site pour notre club d’échecs, avec une page de présentation et nos horaires. Vous le voyez avant tout le monde, et un bouton le rend public.
site-needs-model = Vous n’avez pas encore de site. Je peux en créer un dès que j’ai un modèle, et ici je n’en ai pas : la personne qui me gère peut en connecter un.
site-gone = Cela n’existe plus.
site-changed-since = Le site a changé depuis que ce message a été écrit. Relisez-le, puis appuyez sur « Publier ».
site-publish-by-words = Pour le publier, écrivez : publie mon site. Il est alors copié sur un autre serveur, ce qui prend un moment.
site-not-published = Je ne peux pas le publier : { $why }.
site-deleted = « { $title } » est supprimé. « Annuler l’action » le ramène.
site-change-by = { $what }, par { $author }
site-undone = Annulé : { $what }
site-not-undone = Je ne peux pas annuler cela : { $why }.
site-your-website = Votre site
site-public-at = Public à l’adresse { $address } (publié le { $time })
site-not-public = Il n’est pas encore public.
site-shared-with = Partagé avec { $group }
site-shared-with-dot = Partagé avec { $group }.
site-shared-here-by = Partagé avec ce groupe par { $owner }
site-shared-here-dot = Partagé avec ce groupe.
site-preview-link = Quiconque a ce lien voit les brouillons pendant 24 heures : { $link }
site-latest-change = Dernier changement : { $what }
site-pages-and-posts = Pages et articles
site-state-draft = brouillon
site-state-start-page = page d’accueil
site-state-post = article
site-state-draft-post = article, brouillon
site-state-archived-post = article, archivé
site-address = Adresse : { $path }
site-state = État : { $state }
site-description = Description : { $text }
site-has-sections =
    { $count ->
        [one] Elle a { $count } section.
       *[other] Elle a { $count } sections.
    }
site-write-changes = Écrivez-moi ce qui doit changer.
site-all-published = Tout est publié.
site-changes = Pas encore public :
site-mistakes = À corriger avant de pouvoir le publier :
site-collections = Collections : { $all }
site-and-more = { $all } et { $count } de plus
site-more-lines = … et { $count } de plus
site-preview = Aperçu
site-publish = Publier
site-sharing = Partage
site-the-website = Le site
site-sharing-means = Les personnes que je sers là-bas modifient les brouillons en m’écrivant, et je demande avant chaque changement. Seuls son propriétaire et les relecteurs le publient.
site-owner = Propriétaire : { $owner }
site-reviewers = Relecteurs : { $names }
site-no-reviewer = Retirer relecteur : { $name }
site-reviewer = Nommer relecteur : { $name }
site-stop-sharing = Ne plus partager

## A website: what I ask, and what became of it

site-add-page = Ajouter la page « { $title } » ({ $path }) à votre site
site-add-page-with =
    Ajouter la page « { $title } » ({ $path }) à votre site avec { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    }
site-change-page = Modifier la page « { $title } » de votre site : { $fields }
site-move-page = Déplacer la page « { $title } » de votre site de { $from } à { $to }
site-linked-in-navigation =
    { $count ->
        [one] Dans la navigation : { $count } élément
       *[other] Dans la navigation : { $count } éléments
    }
site-linked-on-pages = Liens sur d’autres pages : { $places }
site-move-page-reason = La page est publiée, et d’autres y renvoient. L’ancienne adresse mènera à la nouvelle.
site-add-post = Ajouter l’article « { $title } » ({ $path }) à votre site
site-change-post = Modifier l’article « { $title } » de votre site : { $fields }
site-move-post = Déplacer l’article « { $title } » de votre site de { $from } à { $to }
site-links-to-it = Des liens y mènent : { $places }
site-move-post-reason = L’article est publié, et d’autres y renvoient. L’ancienne adresse mènera à la nouvelle.
site-add-section = Ajouter { $section } à la page « { $page } »
site-change-section = Modifier { $section } sur la page « { $page } »
site-move-section = Déplacer { $section } sur la page « { $page } » à la place { $position }
site-add-item = Ajouter « { $label } » à la navigation de votre site, menant à { $target }
site-change-item = Modifier « { $label } » dans la navigation de votre site : { $changes }
site-call-item = l’appeler « { $name } »
site-lead-item = le faire mener à { $target }
site-show-item = Montrer « { $label } » dans la navigation de votre site
site-hide-item = Masquer « { $label } » dans la navigation de votre site
site-order-items = Mettre la navigation de votre site dans cet ordre : { $labels }
site-change-settings = Modifier les réglages de votre site : { $settings }
site-undo = Annuler sur votre site : { $what }
site-delete-page =
    Supprimer la page « { $title } » ({ $path }) avec { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    }
site-delete-page-with-items =
    Supprimer la page « { $title } » ({ $path }) avec { $sections ->
        [one] { $sections } section
       *[other] { $sections } sections
    } et { $items ->
        [one] { $items } élément
       *[other] { $items } éléments
    } de la navigation
site-begins-with-it = Votre site commence par elle
site-goes-from-public = C’est publié, et cela disparaîtra du site public à votre prochaine publication
site-links-lead-to-it =
    { $count ->
        [one] { $count } lien y mène : { $places }
       *[other] { $count } liens y mènent : { $places }
    }
site-delete-section = Supprimer { $section } de la page « { $page } »
site-delete-sections =
    { $count ->
        [one] Supprimer { $count } section de votre site : { $places }
       *[other] Supprimer { $count } sections de votre site : { $places }
    }
site-section-on = { $section } sur « { $page } »
site-remove-item = Retirer « { $label } » de la navigation de votre site. Ce vers quoi il mène reste
site-publish-again = Publier encore votre site à l’adresse { $address }. Il est comme avant
site-publish-changes = Publier votre site à l’adresse { $address } : { $changes }
site-delete-post = Supprimer l’article « { $title } » ({ $path })
site-publish-post-again = Publier encore l’article « { $title } » à l’adresse { $address }. Il est comme avant
site-publish-post = Publier l’article « { $title } » à l’adresse { $address } : { $changes }
site-take-post-off = Retirer l’article « { $title } » ({ $path }) de votre site public, et l’archiver
site-archive-post = Archiver l’article « { $title } » ({ $path })
site-off-the-web = Les visiteurs ne pourront plus le lire. Je peux le publier de nouveau.
site-becomes-public = Tout le monde pourra alors le voir.
site-is-public = Le site est public à l’adresse { $address }
site-copied = Publié à l’adresse { $address }, et copié par { $program }.
site-not-copied = Publié à l’adresse { $address }, mais la copie par { $program } a échoué : { $why }. Nouvel essai à la prochaine publication.
site-make-preview = Créer un lien qui montre votre site avec ses brouillons pendant un jour
site-can-be-undone = Je peux l’annuler tant que c’est parmi les 100 derniers changements.
site-done-page-published = page « { $title } » publiée
site-done-pages-published =
    { $count ->
        [one] { $count } page publiée
       *[other] { $count } pages publiées
    }
site-done-posts-published =
    { $count ->
        [one] { $count } article publié
       *[other] { $count } articles publiés
    }
site-done-post-published = Article « { $title } » publié
site-done-post-archived = Article « { $title } » archivé
site-done-page-made = page « { $title } » créée
site-done-page-changed = page « { $title } » modifiée : { $fields }
site-done-page-deleted = page « { $title } » supprimée
site-done-post-made = article « { $title } » créé
site-done-post-changed = article « { $title } » modifié : { $fields }
site-done-post-deleted = article « { $title } » supprimé
site-done-section-added = ajouté à « { $page } » : { $section }
site-done-section-changed = modifié sur « { $page } » : { $section }
site-done-section-moved = déplacé sur « { $page } » : { $section }
site-done-sections-deleted = supprimé : { $places }
site-section-from = { $section } de « { $page } »
site-done-item-added = « { $label } » ajouté à la navigation
site-done-item-changed = « { $label } » modifié dans la navigation
site-done-item-shown = « { $label } » montré dans la navigation
site-done-item-hidden = « { $label } » masqué dans la navigation
site-done-item-removed = « { $label } » retiré de la navigation
site-done-items-ordered = navigation réordonnée
site-done-settings-changed = réglages modifiés : { $settings }
site-a-section = une section ({ $label })
site-the-section = la section « { $title } » ({ $label })
site-field =
    { $name ->
        [title] titre
        [description] description
        [text] texte
        [address] adresse
        [excerpt] extrait
        [author] auteur
        [tags] étiquettes
        [date] date
        [caption] légende
        [credit] crédit
        [short-name] nom court
        [summary] résumé
        [picture] image
        [link] lien
        [published] publié
        [draft] brouillon
        [place] place
        [home-page] page d’accueil
        [language] langue
        [theme] apparence
        [accent] couleur
        [font] police
       *[other] { $field }
    }
site-label =
    { $name ->
        [Hero] En-tête
        [Text] Texte
        [Image-with-text] Image avec texte
        [Gallery] Galerie
        [Cards] Cartes
        [Collection] Collection
        [Quote] Citation
        [Questions-and-answers] Questions et réponses
        [Contact] Contact
        [Opening-hours] Horaires
        [Events] Événements
        [Map-link] Plan
        [Call-to-action] Appel à l’action
       *[other] { $label }
    }

## What comes into a website from elsewhere

site-import-new-pages =
    { $count ->
        [one] { $count } nouvelle page
       *[other] { $count } nouvelles pages
    }
site-import-new-posts =
    { $count ->
        [one] { $count } nouvel article
       *[other] { $count } nouveaux articles
    }
site-import-new-collections =
    { $count ->
        [one] { $count } nouvelle collection
       *[other] { $count } nouvelles collections
    }
site-import-new-entries =
    { $count ->
        [one] { $count } nouvel élément
       *[other] { $count } nouveaux éléments
    }
site-import-changed-pages =
    { $count ->
        [one] { $count } page remplacée
       *[other] { $count } pages remplacées
    }
site-import-changed-posts =
    { $count ->
        [one] { $count } article remplacé
       *[other] { $count } articles remplacés
    }
site-import-changed-collections =
    { $count ->
        [one] { $count } collection remplacée
       *[other] { $count } collections remplacées
    }
site-import-changed-entries =
    { $count ->
        [one] { $count } élément remplacé
       *[other] { $count } éléments remplacés
    }
site-import-pictures =
    { $count ->
        [one] { $count } image
       *[other] { $count } images
    }
site-import-reworded =
    { $count ->
        [one] ce qui est dit de { $count } image
       *[other] ce qui est dit de { $count } images
    }
site-import-settings = réglages et navigation
site-import-nothing = rien que le site n’ait déjà
site-import-same = { $all } ; { $same } restent inchangés
site-import = Importer { $folder } dans votre site : { $all }
site-import-reason = Cela change beaucoup de choses à la fois. Chacune peut être annulée, et rien ne devient public.
site-import-line =
    { $kind ->
        [page] page
        [post] article
        [collection] collection
        [entry] élément
        [settings] réglages
       *[other] { $kind }
    }, { $what ->
        [new] à ajouter
        [changed] à modifier
        [same] sans changement
       *[other] { $what }
    } : { $file }
site-export = Écrire votre site comme fichiers Markdown dans { $folder }
site-search-photos = Chercher dans la banque d’images : « { $query } »
site-photos-shown =
    { $count ->
        [one] { $count } photo
       *[other] Photos 1 à { $count }
    }
site-which-photo = Quelle photo ?
site-no-photo = Aucune
site-add-photo = Ajouter la photo { $id } de la banque d’images aux images de votre site
site-done-page-imported = page « { $title } » importée
site-done-post-imported = article « { $title } » importé
site-done-picture-imported = image « { $title } » importée
site-done-picture-reworded = texte sur l’image « { $title } » modifié d’après un fichier
site-done-collection-imported = collection « { $title } » importée
site-done-entry-imported = « { $title } » importé dans « { $collection } »
site-done-settings-imported = réglages et navigation importés

## What visitors of a website send

site-message-heading = {"*"}*Un message de votre site { $site }**
site-message-heading-page = {"*"}*Un message de votre site { $site }**, page { $page }
site-message-from = De : { $name }, { $email }
site-message-unblock = Débloquer
site-message-block = Bloquer
site-message-reply = Répondre
site-message-answer = Répondre à { $name } par e-mail :
site-message-replied = L’adresse pour répondre est ci-dessous.
site-message-blocked = { $email } ne peut plus rien vous envoyer par votre site.
site-message-unblocked = { $email } peut de nouveau vous écrire par votre site.
site-message-not-blocked = Cet expéditeur n’est pas bloqué.
site-message-gone = Je n’ai plus ce message.

## Pictures of a website

site-picture-add = Ajouter une image à votre site : { $file }
site-picture-change = Modifier ce que votre site dit de l’image « { $title } » : { $fields }
site-picture-show = Montrer l’image « { $title } » dans { $section } sur la page « { $page } »
site-picture-change-shown = Modifier une image dans { $section } sur la page « { $page } »
site-picture-replace =
    { $count ->
        [one] Montrer sur votre site l’image « { $new } » au lieu de « { $old } » : { $count } endroit, { $places }
       *[other] Montrer sur votre site l’image « { $new } » au lieu de « { $old } » : { $count } endroits, { $places }
    }
site-picture-delete-unshown = Supprimer l’image « { $title } » de votre site. Rien ne la montre
site-picture-delete =
    { $count ->
        [one] Supprimer l’image « { $title } » de votre site, et de l’endroit qui la montre : { $places }. Rien d’autre ne la montre
       *[other] Supprimer l’image « { $title } » de votre site, et des { $count } endroits qui la montrent : { $places }. Rien d’autre ne la montre
    }
site-picture-place-titled = { $page } (« { $title } », { $label })
site-done-picture-added = image « { $title } » ajoutée
site-done-picture-changed = image « { $title } » modifiée : { $fields }
site-done-picture-shown = image « { $title } » montrée dans { $section } sur « { $page } »
site-done-picture-shown-changed = image modifiée dans { $section } sur « { $page } »
site-done-picture-replaced = image « { $new } » montrée au lieu de « { $old } »
site-done-picture-deleted = image « { $title } » supprimée
site-picture-in-post = l’article « { $title } »
site-picture-in-entry = l’élément « { $title } »

## Collections of a website

site-collection-add = Ajouter la collection « { $title } » à votre site
site-collection-change = Modifier la collection « { $title } » de votre site : { $fields }
site-entry-add = Ajouter « { $title } » à la collection « { $collection } » de votre site
site-entry-change = Modifier « { $title } » dans la collection « { $collection } » de votre site : { $fields }
site-collection-delete =
    { $count ->
        [one] Supprimer la collection « { $title } » avec { $count } élément
       *[other] Supprimer la collection « { $title } » avec { $count } éléments
    }
site-entries-go-from-public =
    { $count ->
        [one] Un est publié, et disparaîtra du site public à votre prochaine publication
       *[other] { $count } sont publiés, et disparaîtront du site public à votre prochaine publication
    }
site-collection-sections = Des sections la montrent ; elles doivent partir ou en montrer une autre avant la publication : { $places }
site-entry-delete = Supprimer « { $title } » de la collection « { $collection } » de votre site
site-done-collection-made = collection « { $title } » créée
site-done-collection-changed = collection « { $title } » modifiée : { $fields }
site-done-collection-deleted = collection « { $title } » supprimée
site-done-entry-made = « { $title } » ajouté à « { $collection } »
site-done-entry-changed = « { $title } » modifié dans « { $collection } » : { $fields }
site-done-entry-deleted = « { $title } » supprimé de « { $collection } »
site-done-entries-published =
    { $count ->
        [one] { $count } élément de « { $collection } » publié
       *[other] { $count } éléments de « { $collection } » publiés
    }
site-collection-extent =
    { $title } ({ $entries ->
        [one] { $entries } élément
       *[other] { $entries } éléments
    })
site-collection-extent-drafts =
    { $title } ({ $entries ->
        [one] { $entries } élément
       *[other] { $entries } éléments
    }, { $drafts ->
        [one] { $drafts } brouillon
       *[other] { $drafts } brouillons
    })

## The language of a person

language-chosen = Je parle français avec vous, comme vous l’avez choisi.
language-of-platform = Je parle français avec vous : votre application est en français.
language-of-nobody = Je parle français avec vous : votre application ne m’a indiqué aucune langue que je parle.
language-as-platform = Comme dans mon application
language-what-for = Il s’agit de ce que je dis moi-même, comme les boutons, les listes et les avis. Dans la conversation, je réponds dans la langue où vous écrivez.
language-what-for-built-in = Il s’agit de ce que je dis moi-même, comme les boutons, les listes et les avis. Aucun modèle de langage n’est configuré ici : l’assistant intégré, qui vous répond, ne parle qu’anglais.
language-unknown = Je ne parle pas « { $name } ». Mes langues : { $spoken }. « { $platform } » désigne la langue de votre application. Rien n’a changé.

## Web: the chat page, and what the console shares with it

web-skip-to-box = Aller à la zone de message
web-connecting = Connexion…
web-connected = Connecté
web-reconnecting = Reconnexion…
web-commands = Commandes
web-slash-shows-commands = Une barre oblique au début d’un message montre aussi les commandes. { $keyboard } La { $console } montre où tout en est.
web-keyboard = Entrée envoie, Maj+Entrée commence une nouvelle ligne. Les fichiers peuvent aussi être déposés sur la page ou collés.
web-the-console = console
web-conversation = Conversation
web-say-something = Dites quelque chose
web-what-i-do = Je retiens ce que vous me dites, je tiens vos rappels et vos tâches planifiées, et je demande avant de faire quoi que ce soit de risqué. Essayez par exemple :
web-earlier = Messages précédents
web-working = Au travail
web-stop = Arrêter
web-latest = Les derniers
web-new-messages = Nouveaux messages
web-new-conversation = Nouvelle conversation
web-you = Vous
web-removed = Supprimé : il contenait un secret.
web-escape = Échap
web-copy = Copier
web-copied = Copié
web-close = Fermer
web-today = Aujourd’hui
web-yesterday = Hier
web-unreachable = La passerelle est injoignable.
web-refused-token-needed = La clé d’accès manque ou est incorrecte.
web-refused-not-found = Introuvable.
web-refused-not-understood = La demande n’a pas été comprise. Rechargez la page.
web-refused-too-long = C’est trop long pour un seul message. Envoyez-le en parties de 60 000 caractères au plus.
web-refused-empty = Un message vide ne peut pas être envoyé.
web-refused-file-too-big = Le fichier est trop volumineux : 20 Mo au plus peuvent être envoyés.
web-refused-file-empty = Le fichier est vide.
web-refused-file-not-stored = La passerelle n’a pas pu enregistrer le fichier. Son disque est-il plein ?
web-refused-file-unreadable = La passerelle n’a pas pu lire le fichier.
web-refused-file-gone = Ce fichier n’existe plus.
web-refused-upload-gone = Un fichier de ce message n’existe plus. Choisissez-le à nouveau.
web-refused-upload-taken = Un autre fichier a déjà été envoyé sous cet identifiant. Choisissez à nouveau le fichier.
web-refused-too-many-files = Un message peut contenir 10 fichiers. Envoyez les autres dans un autre message.
web-refused-not-stored = La passerelle n’a pas pu enregistrer ceci. Rien n’a été envoyé ; réessayez.
web-refused-no-history = La passerelle n’a pas pu lire l’historique.
web-refused-no-choices = La passerelle n’a pas pu chercher de suggestions.
web-refused-too-many-pages = Trop de pages sont ouvertes. Fermez-en quelques-unes.
web-picture = Image
web-reasoning = Raisonnement
web-file = Fichier
web-files-to-send = Fichiers à envoyer
web-message = Message
web-attach = Joindre des fichiers
web-file-too-big = le fichier est trop volumineux. On peut envoyer 20 Mo au plus.
web-file-empty = le fichier est vide.
web-uploading = Un fichier est encore en cours d’envoi.
web-about-file = { $name } : { $problem }
web-too-many-files =
    { $count ->
        [one] Un message peut porter { $count } fichier.
       *[other] Un message peut porter { $count } fichiers.
    }
web-remove-file = Retirer { $name }
web-size =
    { $unit ->
        [B] { $amount } o
        [kB] { $amount } ko
        [MB] { $amount } Mo
        [GB] { $amount } Go
       *[TB] { $amount } To
    }
web-send = Envoyer
web-voice = Message vocal
web-record = Enregistrer un message vocal
web-send-voice = Envoyer le message vocal
web-cancel = Annuler
web-asking-for-microphone = Demande du microphone…
web-sending-voice = Envoi…
web-not-sent-yet = Pas encore envoyé, nouvel essai à venir
web-microphone-refused = Le navigateur ne laisse pas cette page utiliser le microphone. Vous pouvez l’autoriser dans les réglages du navigateur pour cette page.
web-microphone-missing = Le navigateur ne trouve aucun microphone.
web-microphone-broken = Le microphone ne peut pas être utilisé. Un autre programme s’en sert peut-être.
web-press-failed = Votre choix n’a pas pu être envoyé. Appuyez de nouveau.
web-state =
    { $state ->
        [sending] Envoi…
        [unsent] Pas encore envoyé, nouvel essai à venir
        [waits] Attend son tour
       *[refused] Non envoyé
    }
web-state-why = { $state } : { $why }
web-token-needed = Cette page demande sa clé d’accès
web-token-how = Ouvrez l’adresse que la passerelle affiche au démarrage ; elle contient la clé d’accès. Ou collez la clé ici :
web-token = Clé d’accès
web-token-wrong = Ce n’est pas la clé.
web-open = Ouvrir

## Web: the frame of the console

web-console = Console
web-skip-to-page = Aller à la page
web-whose = Console de { $name }
web-sign-out = Se déconnecter
web-times-in = Heures en
web-my-time = heure locale
web-schedules-time = celle de la tâche
web-chat = Discussion
web-pages = Pages
web-overview = Aperçu
web-approvals = Approbations
web-schedules = Tâches planifiées
web-activity = Activité
web-turn = Réponse
web-deliveries = Envois
web-memory = Mémoire
web-people = Personnes
web-person = Personne
web-usage = Consommation
web-audit = Audit
web-log = Journal
web-system = Système
web-sign-in = Se connecter à la console
web-sign-in-by-link = Envoyez /console au bot dans une discussion directe, puis ouvrez le lien qu’il envoie.
web-sign-in-by-token = Si vous gérez le bot, vous pouvez aussi ouvrir l’adresse que la passerelle affiche au démarrage, puis revenir ici. Ou collez la clé :
web-updated = Mis à jour { $ago }
web-reading = Lecture…
web-now = à l’instant
web-ago = il y a { $span }
web-in = dans { $span }
web-span =
    { $unit ->
        [ms] { $number } ms
        [s] { $number } s
        [min] { $number } min
        [h] { $number } h
       *[d] { $number } j
    }
web-time-and-ago = { $time } ({ $ago })
web-place =
    { $kind ->
        [group] { $platform }, groupe { $chat }
       *[direct] { $platform }, discussion { $chat }
    }
web-none = aucune
web-never = jamais
web-used-of = { $used } sur { $limit }
web-and-more = Et { $count } de plus.
web-measure =
    { $measure ->
        [steps] Appels au modèle
        [time] Temps de travail
        [tokens] Jetons
       *[cost] Coût
    }
web-edit = Modifier
web-save = Enregistrer
web-delete = Supprimer
web-pause = Suspendre

## Web: the overview of the console

web-overview-well = Rien ne demande votre attention.
web-overview-faults = Ce qui demande votre attention
web-people-wait =
    { $count ->
        [one] { $count } personne attend d’être admise.
       *[other] { $count } personnes attendent d’être admises.
    }
web-setting = Réglage : { $setting }
web-how-it-stands = Où en est tout
web-decisions-waiting = Décisions qui vous attendent
web-conversations-at-work = Conversations en cours
web-messages-on-their-way = Messages en chemin
web-models =
    { $count ->
        [one] Modèle
       *[other] Modèles, dans leur ordre
    }
web-model-refused = { $model } (sa clé est refusée)
web-running-since = En marche depuis
web-version = Version
web-disk-nearly-full = seulement { $free } libres
web-disk-free = { $free } libres
web-disk-used-and-left = { $used } utilisés, { $left }
web-disk-used = { $used } utilisés
web-disk = Disque
web-your-time-zone = Votre fuseau horaire
web-channels = Canaux
web-channel-state =
    { $state ->
        [up] connecté
        [down] non connecté
       *[elsewhere] un autre processus en reçoit
    }
web-channel-state-for =
    { $state ->
        [up] connecté depuis { $span }
        [down] non connecté depuis { $span }
       *[elsewhere] un autre processus en reçoit depuis { $span }
    }
web-last-event = Dernier événement : { $time }, { $span } après son envoi
web-nothing-received = Rien reçu pour l’instant.
web-due-next = À venir
web-nothing-due = Rien n’est prévu. Écrivez au bot, par exemple : rappelle-moi chaque jour à 9 h 30 d’arroser les plantes
web-due-line = { $time } ({ $ago }) : { $name }
web-your-day = Votre journée jusqu’ici
web-last-day = Les dernières 24 heures
web-figures = Les chiffres
web-when-head = Quand
web-plot-messages = Messages.
web-plot-your-messages = Vos messages.
web-messages = Messages
web-nobody-wrote = Personne n’a écrit. Un message au bot apparaît ici en moins d’une minute.
web-messages-came =
    { $count ->
        [one] { $count } est arrivé, { $most } au plus en un quart d’heure.
       *[other] { $count } sont arrivés, { $most } au plus en un quart d’heure.
    }
web-plot-answers = Durée des réponses.
web-no-answer-ended = Aucune réponse ne s’est terminée. Celles qui attendaient une décision ne comptent pas.
web-answers-took = Récemment la moitié en { $half } (la ligne), 95 sur 100 en { $most } (pointillés) ; au pire { $worst }.
web-half-within = La moitié en
web-most-within = 95 sur 100 en
web-plot-spending = Dépenses.
web-nothing-cost = Rien n’a coûté, pour autant que les prix soient connus.
web-spent = { $total }, { $most } au plus en un quart d’heure. Selon la fin des réponses ; ce qui a été dépensé avant une décision est seulement sur la page Consommation.
web-cost = Coût
web-known-since = Connu depuis le début de ce processus : { $time }.
web-plot-waiting = Le plus ancien message en attente d’envoi.
web-not-looked-at = Pas encore regardé : c’est fait une fois par minute.
web-nothing-waited = Rien n’a attendu.
web-at-worst = { $span } au pire.
web-age = Âge
web-plot-lateness = Retard des tâches planifiées.
web-no-schedule-due = Aucune tâche planifiée n’était prévue.
web-taken-up = Commencée au pire { $span } après l’heure prévue. L’attente de l’exécution précédente ne compte pas.
web-late-by = Retard
web-plot-refused = Envois trop rapides (429).
web-none-asked-to-wait = Aucune plateforme n’a demandé d’attendre.
web-asked-to-wait-times = Les plateformes ont demandé { $count } fois d’attendre ; ces messages sont renvoyés.
web-asked-to-wait = Demandes d’attente

## Web: approvals in the console

web-nothing-waits = Rien ne vous attend. Les questions du bot sur les appels risqués apparaissent ici et dans la discussion.
web-waiting-for-you = En attente de votre décision
web-allowed-beyond-calls = Autorisé au-delà d’un appel
web-who-decided = Qui a décidé quoi, et ce qui a été fait
web-approve = Approuver
web-deny = Refuser
web-asked-by = Demandé par
web-in-chat = Dans
web-asked = Demandé
web-expires = Expire
web-whole-call = L’appel en entier
web-answer-in-chat = Le bot vous demande quelque chose : répondez dans la discussion.
web-nothing-allowed = Rien n’est autorisé au-delà d’un appel : le bot demande chaque fois.
web-for-everybody = { $what } (pour tout le monde)
web-grant =
    { $tool }, { $scope ->
        [conversation] dans une conversation
        [hour] pour une heure
       *[always] toujours
    }, accordé { $given }{ $ends ->
        [yes] , jusqu’à { $until }
       *[no] {""}
    }{ $used ->
        [yes] , utilisé en dernier { $ago }
       *[no] , pas encore utilisé
    }
web-grant-void =
    { $why ->
        [changed] Ne vaut plus : l’outil a changé depuis.
       *[no_tool] Ne vaut pas en ce moment : son outil n’est pas là.
    }
web-revoke = Révoquer

## Web: schedules in the console

web-stands-still = Rien n’a exécuté ce qui était prévu { $time }. Redémarrez la passerelle ; adjutant doctor en dit plus.
web-no-schedules = Vous n’avez pas de tâches planifiées. Écrivez au bot, par exemple : chaque lundi à 8 h, dis-moi ce qu’il y a cette semaine
web-more-schedules = Et { $count } de plus : /schedules dans la discussion les montre toutes.
web-search-schedules = Chercher dans les noms et les textes
web-all-schedules = Toutes les tâches planifiées
web-your-schedules = Vos tâches planifiées ({ $count })
web-delete-schedule = Supprimer « { $name } » ? Ses exécutions restent dans l’historique de la discussion.
web-resume = Reprendre
web-stop-run = Arrêter l’exécution
web-run-now = Exécuter
web-times-unreadable = Ses heures sont illisibles.
web-schedule-state =
    { $state ->
        [running] en cours
        [active] à l’heure
        [paused] suspendue
       *[completed] terminée
    }
web-next = Prochaines fois
web-reports-to = Rend compte à
web-time-zone = Fuseau horaire
web-time-zone-example = Par exemple Europe/Paris.
web-missed = Manquées
web-missed-label = Fois manquées
web-missed-times =
    { $missed ->
        [skip] Les exécutions manquées sont ignorées.
        [once] Des exécutions manquées, la dernière est rattrapée.
       *[all] Les exécutions manquées sont toutes rattrapées.
    }
web-cadence =
    { $kind ->
        [once] une fois
        [interval] à intervalles
        [cron] selon le calendrier (cron)
        [rrule] selon une règle (iCalendar)
       *[hook] par les appels d’un hook
    }
web-cadence-written =
    { $kind ->
        [once] Date et heure, par exemple 2026-05-01 09:00.
        [interval] Une durée, par exemple 90m, 2h ou 1d.
        [cron] Minute, heure, jour du mois, mois et jour de la semaine, par exemple 30 8 * * MON-FRI.
        [rrule] Une règle iCalendar, par exemple FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9.
       *[hook] Le nom du hook.
    }
web-save-all-the-same = Enregistrer quand même
web-nothing-saved = Rien n’a été enregistré.
web-when = Quand
web-written-as = Écrit ainsi
web-reminder-text = Texte du rappel
web-what-is-asked = Ce qui est demandé
web-name = Nom
web-change-schedule = Modifier « { $name } »
web-never-due = Elle n’est prévue à aucun moment.
web-no-runs = Elle ne s’est pas encore exécutée.
web-last-runs =
    { $count ->
        [one] Dernière exécution : { $worked } sur { $count } a réussi
       *[other] Dernières { $count } exécutions : { $worked } ont réussi
    }
web-run-state =
    { $state ->
        [queued] en attente
        [running] en cours
        [waiting] attend une décision
        [retrying] nouvelle tentative à venir
        [succeeded] réussie
        [failed] échouée
        [stopped] arrêtée
       *[skipped] ignorée
    }
web-delivery =
    { $state ->
        [none] rien à envoyer pour l’instant
        [pending] résultat en chemin
        [held] résultat retenu jusqu’à plus tard
        [delivered] résultat remis
        [suppressed] résultat non envoyé, comme voulu
       *[failed] résultat non remis
    }
web-took = a duré { $span }
web-began-late = a commencé avec { $span } de retard
web-asked-for = sur demande

## Web: activity in the console

web-no-turns = Rien n’a encore reçu de réponse. Écrivez au bot.
web-newest-turns = Les réponses et exécutions les plus récentes
web-older-turns = Seules les { $count } plus récentes sont affichées.
web-turns = Réponses, les plus récentes d’abord
web-began = Début
web-where = Où
web-state-of-turn = État
web-duration = Durée
web-tool-calls = Appels d’outils
web-tokens = Jetons
web-turn-state =
    { $state ->
        [running] en cours
        [waiting] attend une décision
        [done] terminée
        [failed] échouée
       *[stopped] arrêtée
    }
web-turn-resumed = { $state }, reprise { $count } fois
web-turn-where =
    { $kind ->
        [specialist] Spécialiste { $agent } · { $place }
        [run] Exécution d’une tâche · { $place }
       *[conversation] Conversation · { $place }
    }
web-all-turns = Toutes les réponses
web-turn-in-log = Ses lignes dans le journal
web-turn-gone = Cette réponse n’existe plus, ou n’est pas pour vous.
web-the-turn = La réponse
web-waits-for = Attend
web-waits-since = { $what }, demandé { $ago }
web-a-decision = une décision
web-resumed = Reprise
web-times = { $count } fois
web-tokens-read = Jetons lus
web-tokens-of-these-cached = { $tokens }, dont { $cached } en cache
web-tokens-written = Jetons écrits
web-step-by-step = Étape par étape
web-turn-is-private = Ce qui a été dit est pour cette personne seule.
web-turn-is-read = Vous lisez ici ce qui a été dit : owner_reads sous [console] l’autorise, et { $name } en a été averti. Ce que les outils ont renvoyé n’est pas montré, car cela peut être plus ancien. Votre lecture figure dans l’audit.
web-turn-not-stored = Plus rien n’en est conservé.
web-step =
    { $kind ->
        [message] Message
        [response] Modèle
        [call] Appel d’outil
        [decision] Décision
       *[delivery] Envoi
    }
web-step-state =
    { $state ->
        [running] en cours
        [pending] en attente
        [asking] demande
        [approved] approuvée
        [denied] refusée
        [expired] expirée
        [cancelled] annulée
        [failed] échouée
        [dead] abandonnée
       *[other] { $state }
    }
web-not-begun = pas commencé
web-before-beginning = { $span } avant le début
web-after = après { $span }
web-goes-on = toujours en cours, commencé { $ago }
web-arrived-within = arrivé en { $span }
web-given = Entrée
web-said = Dit
web-result = Résultat
web-characters =
    { $count ->
        [one] { $label }, { $count } caractère
       *[other] { $label }, { $count } caractères
    }

## Web: deliveries in the console

web-deliveries-for-owner = Seul le propriétaire voit où en sont les messages de tous.
web-in-doubt =
    { $count ->
        [one] { $count } est peut-être arrivé
       *[other] { $count } sont peut-être arrivés
    }
web-on-their-way = En chemin
web-messages-waiting = Messages en attente, par discussion
web-oldest = Le plus ancien
web-next-attempt = Prochain essai
web-doubtful = Incertain
web-all-delivered = Tout a été remis.
web-given-up = Abandonnés ces 30 derniers jours
web-undeliverable = Messages impossibles à remettre
web-written = Écrit
web-attempts = Essais
web-reason = Raison
web-what-to-do = Que faire
web-nothing-given-up = Rien n’a été abandonné.
web-delete-message = Supprimer ce message ? La personne à qui il était destiné ne le recevra pas.
web-send-again = Renvoyer

## Web: memory in the console

web-search-as-the-bot = Chercher comme le fait le bot
web-search = Chercher
web-newest-notes = Les notes les plus récentes
web-no-notes = Rien n’est encore noté. Écrivez au bot, par exemple : retiens que le code du wifi est 4711
web-newer-notes = Notes plus récentes
web-older-notes = Notes plus anciennes
web-your-notes = Vos notes ({ $count })
web-everything = Tout
web-sources =
    { $source ->
        [note] Notes
        [conversation] Conversations
       *[document] Documents
    }
web-source =
    { $source ->
        [note] une note
        [conversation] dit dans une conversation
       *[document] dans un document
    }
web-found-for = Trouvé pour « { $query } »
web-only-words = Dans cette recherche, seuls les mots ont compté : { $why }.
web-unread-documents =
    { $count ->
        [one] { $count } document reste à lire.
       *[other] { $count } documents restent à lire.
    }
web-in-source = Dans
web-nothing-found = Rien n’a été trouvé. D’autres mots trouveront peut-être quelque chose.
web-more-characters =
    { $count ->
        [one] { $text } … (encore { $count } caractère)
       *[other] { $text } … (encore { $count } caractères)
    }
web-what = Quoi
web-from = De
web-used = Utilisée
web-words-of-others = Paroles d’autres
web-changed = Modifié
web-chat-unknown = plus connu
web-call-of = appel de { $tool }
web-a-turn = réponse
web-note-used =
    { $where ->
        [everywhere] avec vous, et dans chaque groupe où vous parlez au bot
        [group] avec vous, et dans le groupe où vous l’avez enregistrée
       *[alone] avec vous seul
    }
web-score = Score { $score }
web-words = Mots
web-meaning = Sens
web-no-vector = { $score } (pas de vecteur, ses mots décident donc)
web-cosine = { $score } (cosinus { $cosine })
web-timely = De l’époque demandée
web-named = Dit par la personne demandée
web-asking = Demande plutôt qu’il ne dit
web-repeating = Répète un meilleur résultat
web-change-note = Modifier la note
web-text = Texte
web-tags-hint = Les étiquettes à la fin, comme #maison, remplacent les anciennes.
web-forget-note = Oublier cette note ? Une note supprimée ne peut pas être récupérée.
web-forget = Oublier
web-share-in-groups = Partager dans les groupes
web-do-not-share = Ne pas partager

## Web: people in the console

web-people-for-owner = Seul le propriétaire voit qui utilise le bot.
web-more-people = Et { $count } de plus : adjutant people les montre toutes.
web-search-people = Chercher dans les noms et les comptes
web-knocking = À la porte
web-nobody-waits = Personne n’attend d’être admis.
web-admit-account = Admettre un compte
web-people-count = Personnes ({ $count })
web-account = Compte
web-account-example = Sa plateforme et son numéro, par exemple telegram:42.
web-admit = Admettre
web-refuse = Refuser
web-knock =
    { $kind ->
        [group] Compte { $platform } { $account }, dans un groupe
       *[direct] Compte { $platform } { $account }, dans une discussion directe
    }
web-move-ownership = adjutant people owner, là où tourne la passerelle, transfère la propriété.
web-remove-person = Retirer { $name } ? Ce qui tourne pour cette personne est arrêté, son site web est mis hors ligne, et le bot ne la sert plus jusqu’à ce que vous l’admettiez de nouveau.
web-remove = Retirer
web-make-approver = Laisser approuver
web-end-approver = Retirer ce droit
web-role-of-person = Rôle
web-role =
    { $role ->
        [owner] Propriétaire
        [member] Membre
       *[other] { $role }
    }{ $approver ->
        [yes] , peut approuver
       *[no] {""}
    }
web-accounts = Comptes
web-served = Servi
web-served-state =
    { $state ->
        [yes] oui
        [removed] non : accès retiré
       *[no] non
    }
web-last-here = Dernière visite
web-cost-today = Coût du jour
web-all-people = Toutes les personnes
web-person-gone = Cette personne n’est plus là, ou vous ne pouvez pas la voir.
web-in-30-days = En 30 jours
web-used-in-month =
    { $answers ->
        [one] { $answers } réponse
       *[other] { $answers } réponses
    }, { $tokens ->
        [one] { $tokens } jeton
       *[other] { $tokens } jetons
    }, { $cost }
web-linked-accounts = Comptes liés
web-accounts-of-person = Comptes de cette personne
web-platform = Plateforme
web-number = Numéro
web-admitted-by = Admis par
web-admitted-by-whom =
    { $who ->
        [owner] le propriétaire
        [configuration] la configuration
       *[nobody] plus personne
    }
web-who-links = Chaque personne lie et délie ses propres comptes, avec /link et /unlink.
web-their-day = Sa journée jusqu’ici
web-what-they-keep = Ce que garde cette personne
web-kept =
    { $what ->
        [notes] Notes
        [notes_size] Texte des notes
        [schedules] Tâches planifiées
       *[files_size] Fichiers
    }
web-limits-hold = Les réglages sous [limits] et [agent] valent pour tout le monde.

## Web: usage in the console

web-days =
    { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
web-period = Période
web-nothing-used = Rien n’a été consommé pendant ce temps.
web-schedules-used = Vos tâches planifiées
web-everybody = Tout le monde
web-days-as-table = Vos journées en tableau (CSV)
web-not-counted-by-model = Jusqu’au { $day }, la consommation n’était pas comptée par modèle : ce qui a été consommé jusque-là manque ici.
web-calls = Appels
web-model = Modèle
web-days-by-model-as-table = Vos jours par modèle sous forme de tableau (CSV)
web-everybodys-usage-by-model = Consommation de tous par modèle
web-usage-by-model = Consommation par modèle
web-models-used = Vos modèles
web-percent = { $number } %
web-answers =
    { $count ->
        [one] { $count } réponse
       *[other] { $count } réponses
    }
web-share-cached = { $share } de l’entrée était en cache
web-answers-by-day = Réponses par jour.
web-cost-by-day = Coût par jour.
web-at-most-on = Au plus { $amount }, le { $day }.
web-answers-head = Réponses
web-cached = En cache
web-usage-by-day = Votre consommation par jour (UTC)
web-day = Jour
web-usage-by-person = Consommation par personne
web-usage-by-schedule = Consommation par tâche planifiée
web-schedule = Tâche planifiée
web-runs = Exécutions
web-deleted-schedule = Une tâche supprimée

## Web: the audit and the log in the console

web-audit-kind =
    { $kind ->
        [decision] Décisions
        [grant] Autorisations
        [revocation] Révocations
       *[call] Appels
    }
web-all-kinds = Tous les genres
web-kind = Genre
web-by-gateway = la passerelle
web-time = Heure
web-tool = Outil
web-outcome = Issue
web-by = Par
web-about = À propos de
web-events = Événements, les plus récents d’abord
web-no-event = Aucun événement ne correspond.
web-older-events = Les événements plus anciens sont dans le tableau ci-dessous et dans la sortie d’adjutant audit.
web-events-as-table = Les 20 000 événements les plus récents en tableau (CSV)
web-log-for-owner = Seul le propriétaire voit le journal : il parle de tout le monde.
web-lines =
    { $chosen } lignes sur { $all } depuis { $time }{ $part ->
        [yes] {" "}; les { $shown } plus récentes sont montrées.
       *[no] {"."}
    }
web-no-line = Aucune ligne ne correspond.
web-nothing-logged = Rien n’est encore dans le journal.
web-level = Niveau
web-all-levels = tous
web-level-and-above = { $level } et plus
web-part = Partie
web-all-parts = toutes
web-everybody-in-log = tout le monde
web-go-on = Continuer
web-paused-newer = En pause. Lignes plus récentes : { $count }.

## Web: the system in the console

web-system-for-owner = Seul le propriétaire voit le système.
web-checks = Vérifications
web-what-is-checked = Ce que vérifie adjutant doctor : base de données, canaux, modèles, serveurs, l’horloge et plus. Chaque modèle reçoit une courte question.
web-checking = Vérification…
web-run-checks = Lancer les vérifications
web-not-checked = Les vérifications n’ont pas été lancées depuis l’ouverture de cette page.
web-all-is-well = Tout va bien.
web-failures-and-warnings = Échecs : { $failures }. Avertissements : { $warnings }.
web-checked-at = { $summary } Vérifié { $time }
web-what-is-well = Ce qui va bien ({ $count })
web-finding =
    { $severity ->
        [ok] { $name } : bien
        [warning] { $name } : avertissement
       *[failure] { $name } : échec
    }
web-code = Code : { $code }
web-download = Télécharger { $name }
web-copies = Copies de la base de données
web-what-a-copy-holds = Une copie contient les paroles de tous : qui l’a peut les lire. L’audit dit qui en a fait et pris une. Les fichiers, les sites web et la clé des secrets n’y sont pas.
web-no-calendar = Aucune n’est faite selon le calendrier. De celles que vous faites ici, les dix plus récentes sont gardées. Réglage : { $setting }
web-by-calendar = Faites selon le calendrier { $schedule }, qui garde ensuite les { $count } plus récentes.
web-copying = Copie…
web-back-up-now = Sauvegarder
web-copies-unlisted = Les copies ne peuvent pas être listées : { $why }
web-copies-newest = Copies, les plus récentes d’abord
web-size-head = Taille
web-download-head = Téléchargement
web-no-copy = Il n’y a pas encore de copie.
web-program = Programme
web-build = Build
web-process = Processus
web-memory-used = Mémoire
web-computing-time = Temps de calcul
web-open-files = Fichiers et connexions ouverts
web-settings = Réglages en vigueur
web-as-of-start = Au démarrage du processus. Des secrets, seulement s’ils sont définis.
web-with-defaults = avec les valeurs par défaut
web-settings-with-source = Réglages avec leur source
web-setting-head = Réglage
web-value = Valeur
web-no-setting = Aucun réglage ne correspond.
