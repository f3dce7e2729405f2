### Ce que la passerelle dit aux personnes en français. Elle vouvoie.

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
size-bytes = { $size } octets
size-kilobytes = { $size } Ko
size-megabytes = { $size } Mo

## Turns

added-to-group = Bonjour ! Je réponds ici aux personnes que je connais quand elles me mentionnent ou me répondent. /help dit ce que je sais faire ici.
hello = Bonjour ! Mentionnez-moi en disant ce qu’il vous faut, ou répondez à un de mes messages. /help dit ce que je sais faire.
turn-empty-reply = Je n’ai pas de réponse à cela. Veuillez reposer la question autrement.
turn-cut-short = *(J’ai atteint la longueur maximale d’une réponse. Écrivez « continue » pour la suite.)*
turn-fallback = *(Je n’arrive pas à joindre le modèle ; l’assistant intégré répond à sa place.)*
turn-stopped = *(arrêté)*
turn-used-up-steps = Je me suis arrêté ici : il fallait plus d’étapes que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-time = Je me suis arrêté ici : cela prenait plus de temps que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-tokens = Je me suis arrêté ici : il y a plus de texte à traiter que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-used-up-cost = Je me suis arrêté ici : cela coûte plus que ne le permet une réponse. Écrivez « continue » pour poursuivre.
turn-corrections = Je me suis arrêté ici : le modèle se servait mal de ses outils, encore et encore. Veuillez reposer la question autrement.
turn-internal-error = Un problème est survenu de mon côté, et je n’ai pas pu terminer. Veuillez réessayer. L’exploitant de ce bot en trouvera la raison dans le journal.
turn-prompt-heading = J’ai besoin de votre décision :
turn-too-many-questions = Je me suis arrêté ici : il me faudrait demander votre accord trop souvent. Dites-moi comment continuer, ou autorisez-en plus à la fois avec « Plus de choix » sous une question.
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
continued-in-file = … La réponse entière se trouve dans le fichier.

## Marks above messages

marked-closed-topic = Le sujet où vous avez posé la question est fermé :
marked-file-for-group = Je ne peux pas envoyer de fichiers dans la discussion à laquelle ceci est destiné :
marked-repeat = Ceci est peut-être une répétition :

## Places and accounts

place-group =
    { $noun ->
        [server] le serveur
       *[other] le groupe
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
delegation-asked-by-helper = Pour un assistant. { $why }
delegation-asked-by-specialist = Pour le spécialiste « { $agent } ». { $why }

## Toolsets

toolset-heading = Outils
toolset-introduction = J’ai toujours vos notes et vos rappels sous la main. Ceux-ci, je les ouvre quand notre conversation en a besoin, jusqu’à ce que vous les fermiez ou en commenciez une autre :
toolset-open-mark = (ouvert)
toolset-more = et { $count } de plus
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
timezone-with-time = { $zone }, où il est { $now }
timezone-quiet-hours = Heures calmes : { $hours }
timezone-no-quiet-hours = Heures calmes : aucune
timezone-another = Un autre fuseau : « /timezone Europe/Paris », ou la ville seule ; « /timezone { $default } » pour celui de ma machine
timezone-other-quiet-hours = D’autres heures calmes : « /quiet { $hours } », ou « /quiet { $off } »
timezone-set = Désormais, vos heures sont celles de { $zone }.
timezone-reset = Désormais, vos heures sont de nouveau celles de ma machine, { $zone }.
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
model-overloaded = Le modèle est surchargé en ce moment et me demande d’attendre plus que je ne peux. Veuillez réessayer dans une minute.
model-unavailable = Je n’ai pas pu joindre le modèle, malgré plusieurs essais. Veuillez réessayer dans un moment.
model-cut = La réponse du modèle s’est interrompue plusieurs fois. Veuillez réessayer.
model-blind = Le modèle n’accepte pas d’images. Veuillez écrire ce dont vous avez besoin.
model-too-dear = Les modèles qui répondent en ce moment coûtent plus que je ne peux dépenser. Veuillez réessayer plus tard.
model-too-long = Cette conversation est devenue trop longue pour le modèle. Veuillez en commencer une nouvelle avec /new. Je garde ce que vous m’avez demandé de retenir.
model-refused = Le modèle a refusé ma demande. L’exploitant de ce bot en trouvera la raison dans le journal, et `adjutant doctor` vérifie les réglages du modèle.

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
tools-web-bytes-in-all = ({ $count } octets au total)
tools-research = Faire des recherches sur « { $title } » : { $searches } recherches, jusqu’à { $pages } pages, un rapport sous forme de fichier
tools-research-reason = Cela lit des pages de n’importe quel serveur que trouvent les recherches, et consulte le modèle pour chacune.
tools-research-searches = Recherches :
tools-research-reading = Je lis : { $read } pages sur { $pages } sont terminées
tools-research-writing = Je rédige le rapport
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
