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
schedules-about-put-off = { $words } · reporté à { $time }
schedules-about-state = { $words } · { $state }
schedules-pause = Suspendre
schedules-resume = Reprendre
schedules-stop-run = Arrêter
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
people-no-approver = N’approuve plus
people-make-approver = Peut approuver
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
