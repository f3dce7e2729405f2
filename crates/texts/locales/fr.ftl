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
timezone-with-time = { $zone }, où nous sommes le { $now }
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
delivered-withdrawn = 🗑️ Supprimé, donc cela ne reviendra pas.
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
notes-deleted = Supprimée.
notes-forgotten = 🗑️ La note n’est plus là.
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
memory-deleted = 🗑️ Note supprimée : « { $note } »
memory-more-receipts = … et { $count } de plus

## People, for the owner

people-for-the-owner = Seul le propriétaire de ce bot peut voir qui l’utilise, et admettre ou retirer des personnes.
people-in-private = Demandez-le-moi dans une discussion directe, s’il vous plaît : ici, d’autres liraient qui m’utilise.
people-title = Personnes
people-accounts = Comptes : { $accounts }
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
people-removing = Retirer cette personne ? J’arrête ce que je fais pour elle et ne lui réponds plus, même si la configuration la mentionne. Ses notes, tâches planifiées et fichiers restent, et seront de nouveau à elle si vous l’admettez.
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
vault-unusable = Cela ne peut pas être la valeur de { $name } : c’est une ligne de texte d’au plus 4000 caractères. Je n’en ai rien gardé. Recommencez : /vault add { $name } { $server }
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
