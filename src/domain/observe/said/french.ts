import { type Language, PLATFORM } from './language.ts';

export const french: Language = {
  spellings: [
    [/\b(?:depot|projet|code ?base)\b/g, 'repo'],
    [/ :/g, ':'],
    [/ ([!;?])/g, '$1'],
  ],
  openers:
    /^(?:(?:ok|bien|tres bien|bon|parfait|super|merci|oui|non(?=[,.!:])|et|mais|alors|donc|ah|aussi|d'accord|au fait|autre chose|encore une chose|important|note|rappel|s'il (?:te|vous) plait|stp|svp|en revanche|par contre|attends|attendez|desole|voila|enfin|sinon)\b ?[,.:!–—-]* *)+/,
  clause: /(?:[,:;–—]| -) ?(?:et |mais |donc |alors |ou )*|\b(?:et|mais|donc) (?:stp |svp )*/g,

  rule: [
    [
      'a chaque dans desormais dorenavant en par plus pour sans sous une',
      /\b(?:desormais|dorenavant|a partir de (?:maintenant|la|ce jour|tout de suite)|a l'avenir|pour (?:toute )?la suite|une (?:bonne )?fois pour toutes|a chaque fois|chaque fois que (?:tu|vous)|en toutes circonstances|en aucun cas|sous aucun pretexte|plus jamais|en regle generale|par principe|sans exception|dans tous les cas)\b/,
    ],
    ['ne & jamais', /^(?:stp |svp )?ne (?:\S+ ){1,3}jamais\b(?!.{0,20}\b(?:marche|fonctionne)\b)/],
    ['jamais n ne', /^(?:n'\S+|ne \S+) jamais\b|^jamais (?:de|d'|dans|sur|sans|en|avec|le|la|les|au)\b/],
    [
      'toujours',
      /^(?!(?:ca|cela|c'est|il|elle|ils|je|j'ai|ce|pourquoi|est-ce)\b)\S+(?:-\S+)? (?:\S+ ){0,3}?toujours\b(?! (?:pas|la|rien|en (?:panne|erreur)|aussi|le meme|casse|rouge))/,
    ],
    [
      'nous on tu vous & jamais systematiquement toujours uniquement',
      /^(?:on|nous|tu|vous) (?:n'|ne )?(?:\S+ ){1,4}?(?:jamais|toujours|uniquement|systematiquement)\b(?! (?:pas|eu|vu|su|ete))/,
    ],
    [
      'nous on & n* ne*',
      /^(?:on|nous) (?:n'|ne )(?:utilise|committe|commite|pousse|merge|deploie|teste|mocke|ecrit|fait|touche|melange|stocke|logue|accepte|met|supprime|modifie|envoie|ajoute)\w* (?:pas|plus|aucun\w*|que|rien)\b(?! (?:ca|cela|encore|cette fois|ici pour))/,
    ],
    [
      'chez dans en ici & aucun c il jamais la le les nous on pas personne toujours tous tout toutes',
      /^(?:chez nous|ici|dans (?:ce|notre) (?:repo|equipe|code)|dans (?:l'|notre )equipe|dans l'entreprise|en interne),? (?:on|nous|c'est|tout|toutes|tous|personne|pas de|il n'y a|les|le|la|aucun|jamais|toujours)\b/,
    ],
    [
      'nous on & committe ecrit ecrivons fait garde met* nomme prefere travaille utilise utilisons',
      /^(?:on|nous) (?:utilise|utilisons|ecrit|ecrivons|prefere|travaille|nomme|met|garde|fait|committe)\w*\b.{3,100}(?:\b(?:partout|chez nous|dans (?:ce|notre|tout le) (?:repo|code|equipe)|et (?:pas|jamais|non)|pas (?:de|d'|le|la|les))\b|, pas \S+|\bici(?:[.,!]|$))/,
    ],
    [
      'consigne convention la les ma nos notre regle',
      /\b(?:notre|la|ma|nos|les) (?:regles?|conventions?|consignes?|politique|norme)(?: ici| interne| de \S+)? ?(?:est|sont|veut|:|c'est)|^(?:regle|convention|consigne|regle d'or) ?:/,
    ],
    [
      'garde gardez n note notez rappelez rappelle retenez retiens souvenez souviens',
      /^(?:stp |svp )?(?:retiens|retenez|rappelle-toi|rappelez-vous|souviens-toi|souvenez-vous|note|notez|n'oublie (?:pas|jamais)|n'oubliez (?:pas|jamais)|garde|gardez)(?: bien| donc| stp| svp| ceci| cela| ca)*(?:,|:| que| en tete| pour| de toujours| de ne)(?! (?:le|la) (?:fichier|ligne))/,
    ],
    ['note notez retenez retiens & le', /\b(?:retiens|retenez|note|notez)-le\b/],
    [
      'arrete arreter arretez cesse cessez & d de',
      /^(?:stp |svp |peux-tu |pouvez-vous )?(?:arrete|arretez|cesse|cessez|arreter)(?: donc| enfin| stp| svp)* (?:de|d')\b(?! (?:tourner|chercher|le serveur))/,
    ],
    [
      'je & n ne veux',
      /^je (?:ne veux|n'veux|veux) (?:plus|pas|jamais|aucun\w*)\b.{2,100}\b(?:de|d'|que|voir|aucun\w*)\b(?=.*\b(?:jamais|plus|dans (?:le|ce|les)|sans|aucun\w*|nulle part)\b)/,
    ],
    [
      'je & demande prefere prefererais souhaite tiens veux voudrais',
      /^je (?:veux|prefere|souhaite|voudrais|prefererais|demande|tiens a ce) (?:toujours|que (?:tu|vous|toutes?|tous|chaque|les|le|la)\b).{4,}/,
    ],
    [
      'aucun pas plus rien & sans sauf',
      /^(?:pas|plus|aucun\w*|rien) (?:de |d')?.{2,100}\b(?:sans (?:me|mon|ma|mes|que|demander|test|validation|ticket|accord)|sauf si je)\b/,
    ],
    [
      'pas plus & d de',
      /^(?:plus|pas) (?:de |d')(?!probleme|souci|erreur|panique|quoi|soucis|chance)(?:\S+ ){1,6}?(?:dans|sur|en|sans|s'il|stp|svp)\b/,
    ],
    [
      'n ne & sans sauf',
      /^(?:stp |svp )?(?:ne|n')\s?(?:\S+ ){1,12}?(?:sans (?:me|mon|ma|mes|que|demander|test|validation|accord)|sauf si je)\b/,
    ],
    [
      'consulte consultez demande demandez prevenez previens & avant des quand si',
      /^(?:stp |svp )?(?:demande|demandez|previens|prevenez|consulte|consultez)(?:-moi)?(?: toujours| d'abord)? (?:avant|quand|des que|si)\b(?! (?:de )?(?:commencer|continuer))/,
    ],
    ['a apres avant & chaque tout toute', /^(?:avant|apres|a) (?:chaque|tout|toute)\b.{3,}/],
    [
      'dans en si',
      /^(?:en cas de doute|dans le doute|si tu (?:hesites|as un doute|n'es pas sur)|si vous (?:hesitez|avez un doute))\b/,
    ],
    [
      'nul personne & n ne',
      /^(?:personne|nul)(?: a part \w+| sauf \w+)? (?:ne|n')\s?(?:\w+ )?(?:merge|pousse|touche|deploie|modifie|doit|peut|committe|a le droit)\w*\b/,
    ],
    [
      'chaque les tous tout toute toutes & a commence commencent doit doivent en est ont passe passent porte prend recoit sont va vont',
      /^(?:chaque|toute|tout|tous les|toutes les|les nouve\w+) (?:\S+ ){1,6}?(?:doit|doivent|a (?:son|sa|un|une)|ont|recoit|porte|va dans|vont dans|commence|commencent|est en|sont en|sont (?:hors|stocke\w*|ecrit\w*)|passe par|passent par|prend|en (?:francais|anglais))\b(?!.{0,40}\bpasser\b)/,
    ],
    [
      'est reste restent sont & a banni hors interdit intouchable non obligatoire proscrit sacre tabou',
      /\b(?:est|sont|reste|restent) (?:strictement |absolument |totalement |formellement )*(?:interdit\w*|proscrit\w*|tabou\w*|intouchable\w*|hors limites|sacre\w*|obligatoire\w*|non negociable\w*|a ne pas toucher|banni\w*)\b/,
    ],
    [
      'ne',
      /\b(?:ne doi(?:t|vent)|ne peu(?:t|vent)) (?:jamais|pas|en aucun cas)\b.{2,80}\b(?:logs?|code|repo|commits?|tests?|depot|exports?|base|production|prod|main|messages?)\b|\bne se (?:modifie|supprime|touche)\w* (?:jamais|pas)\b/,
    ],
    [
      'dis ecris ecrivez emploie prends utilise utilisez & et jamais non pas',
      /^(?:stp |svp )?(?:utilise|utilisez|emploie|ecris|ecrivez|dis|prends) (?!(?:le|la|les|ce|cette|l'|plutot (?:le|la)) )[^,;]{1,60},? (?:et )?(?:pas|jamais|non pas|et non)\b \S+/,
    ],
    [
      'commentaires commente commits ecris ecrivez les message nom* parle redige repondez reponds tutoie tutoyez vouvoie',
      /^(?:stp |svp )?(?:reponds|repondez|ecris|ecrivez|redige|commente|parle|tutoie|vouvoie|tutoyez)(?:-moi)? (?:\S+ ){0,5}?(?:en (?:francais|anglais|allemand|phrases)|court|brievement|moi|dans un style)\b|^(?:messages? de commit|commits|commentaires|noms? de (?:branche|variable)s?|les (?:commits|commentaires|messages de commit|noms de \w+|tests|dates|montants)) (?:\S+ ){0,4}?(?:en (?:francais|anglais)|toujours|jamais|doivent|commencent|sont (?:toujours|en)|vont dans)\b/,
    ],
    [
      'ca cela partout valable',
      /\b(?:ca|cela) vaut (?:pour|partout|aussi)\b|\bvalable (?:partout|pour tout)\b|\bpartout(?:, stp|, svp| dans le repo)?[.!]*$(?<!\b(?:est|sont|cherche|remplace|change|corrige)\w*\b.{0,60})/,
    ],
    [
      'aucun c',
      /^aucune? \S+ (?:\S+ )?(?:dans|sur|en|sans)\b .{3,}|\bc'est (?:moi qui|la regle|notre regle|toujours moi)\b/,
    ],
    ['touche touchez & jamais pas', /^(?:touche|touchez) (?:pas|jamais) (?:a|au|aux)\b(?! (?:ca|cela))/],
    [
      'evite evitez prefere preferez privilegie privilegiez',
      /^(?:prefere|preferez|privilegie|privilegiez|evite|evitez) (?!(?:ca|cela|le premier|la premiere|l'option)\b)\S.{3,}/,
    ],
    [
      'compatib doit',
      new RegExp(
        `^(?:(?:ca|cela|tout|le code|l'app\\w*|le repo) doit (?:aussi |toujours )*(?:tourner|fonctionner|marcher|compiler) (?:sous|sur|avec|en) ${PLATFORM}|(?:garde[rz]?|conserve[rz]?|preserve[rz]?) la compatibilite avec ${PLATFORM}|reste[rz]? compatible avec ${PLATFORM}|l'api (?:publique )?doit (?:toujours )?rester (?:retro)?compatible)`,
      ),
    ],
  ],
  seal: [
    [
      'c ca cela & compte est s valable vaut',
      /^(?:et )?(?:ca|cela|c'est) (?:vaut|est valable|s'applique|compte|valable) (?:pour|partout|a|aussi|toujours|dans)\b/,
    ],
    [
      'a* c* jamais point sans toujours',
      /^(?:toujours|jamais|sans exception|a chaque fois|point final|point barre|c'est (?:la|notre|une) (?:regle|convention|consigne)[\w ]{0,20}|c'est non negociable|c'est comme ca (?:chez nous|ici|qu'on)[\w ]{0,20}|c'est obligatoire)[.!]*$/,
    ],
    [
      'garde n note notez rappelle retenez retiens souviens & ca cela cette le',
      /^(?:stp |svp )?(?:retiens|retenez|note|notez|n'oublie pas|rappelle-toi|souviens-toi|garde)(?: bien)?[- ](?:le|ca|cela|cette regle|ca en tete)\b.{0,40}$/,
    ],
    ['je & ne', /^(?:et )?je ne (?:veux pas|vais pas) (?:le |me |avoir a )?(?:le )?(?:repeter|redire)/],
  ],
  passing:
    /\bpour (?:la|le|les) (?:demo|presentation|captures?|reproduction|mesure|essai)\b|\bet (?:regarde|vois|verifie|dis-moi) (?:si|ce)\b|\b(?:pour ce(?:t|tte)? (?:test|essai|pr|commit|branche|cas|fichier|demo|livraison|ticket)|encore une fois|pour (?:l'instant|le moment|cette fois|ce (?:fichier|test|cas|commit) ?(?:seulement|,|$|\.))|cette fois(?:-ci)?|juste (?:une|cette) fois|une seule fois|exceptionnellement|aujourd'hui|demain|provisoirement|temporairement|pas encore|en ce moment|jusqu'a (?:demain|lundi|ce que (?:je|nous|on)|nouvel)|d'abord|seulement pour (?:ce|cette|le|la))\b/,
  notRule:
    /^(?!si\b)(?:\S+ ){1,4}(?:dit|disait|pretend|affirme|pense|trouve|ecrit|explique|demande|indique) (?:que|qu')|\b(?:avant,|autrefois|jadis|a l'epoque|auparavant|jusqu'ici|l'an dernier|la semaine derniere|le mois dernier)|^avant (?:on|nous|je|il)\b|^chaque (?:utilisateur|client|visiteur|ligne|cellule|carte|page|produit|commande|joueur|patient|entree)\w*\b|^(?:le|la|les|notre|nos) (?:clients?|utilisateurs?|cliente|designer\w*|metier) (?:veu(?:t|lent)|souhaite\w*|voudrai\w*|demande\w*|exige\w*) |\ba partir (?:de la|du|de l') ?(?:ligne|page|version|etape|colonne|point|moment) ?\S* (?:il|on|la|le|les|tout|ca)\b|^(?:le|la|l'|ce|cette|cet|notre) ?(?:\S+ )?(?:bouton|champ|fonction|methode|page|dialogue|menu|infobulle|liste|etiquette|entete|en-tete|pied|icone|formulaire|cache|composant|endpoint|parseur|boucle|compteur|valeur|minuteur|curseur|fenetre|affichage|sortie|colonne|ligne|requete|client|serveur|texte|titre|lien|barre|filtre|classe|appli|application|site|tableau|interface|bot)\b(?: \S+){0,4}? (?:ne )?(?:doit|devrait|peut)\b|^(?:on|nous|je|j')(?: n'| ne |n'| )?(?:a|avons|ai|est|sommes|etait|avions) (?:\S+ )?(?:jamais|toujours) \w+|\b(?:haha\w*|lol|mdr|ptdr|je rigole|je plaisante|bonne idee|oui bien sur|peut-etre|je me demande|imagine\w*|supposons|et si|serait|devrait-on|faut-il|la doc(?:umentation)?\b.{0,40}\bdit|selon|d'apres|parait-il|il parait|il ne faut jamais dire|n'est jamais (?:appele|execute|utilise|atteint)\w*)\b|^(?:pourquoi|comment|quand|qui|que|quoi|quel\w*|est-ce|ou|doit-on|peut-on|tu (?:ne|n')\S+ jamais)\b|^(?:ca|cela|il|elle|ils|c'est|le \w+|la \w+) (?:ne |n')?(?:\w+ )?(?:marche|fonctionne|a|est|plante|echoue)\w* (?:jamais|toujours|a chaque fois)\b/,
  foreign:
    /\b(?:dit|disait|disent|pense|selon|d'apres|parait|peut-etre|si (?!tu|vous|je)|serait|pourrait|parce que|car|puisque|lit|ecrit que)\b|^(?:ajoute|cree|ecris|implemente|fais|corrige|teste|verifie)\w* [^,:]*[:,] /,
  wish: /^(?:(?:et|ok|merci|super|parfait)[,.! ]*)*(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez) (?:stp |svp |s'il te plait |enfin )*(?:arreter|toujours|ne (?:plus|jamais)|retenir|te souvenir|desormais|a l'avenir|eviter)\b|, (?:ok|d'accord|compris|hein|stp|svp)\?$/,

  correction: [
    ['attendez attends nan* non* stop', /^(?:non|nan|attends|attendez|stop)(?:[,.!:;–—-]+| -)+ ?\S.{5,}/],
    [
      'nan non & c ce il je la le les mets ne on pas plutot prends utilise',
      /^(?:non|nan) (?:pas|ne|c'est|ce|je|on|il|le|la|les|utilise|prends|plutot|mets)\b.{4,}/,
    ],
    [
      'c ca ce erreur faux incorrect pas*',
      /^(?:ce n'est|c'est|ca n'est|c'est) (?:pas|faux|incorrect|toujours faux)\b.{3,}|^(?:faux|incorrect|erreur|pas tout a fait)[,.:;!]+ ?\S+/,
    ],
    [
      'pas',
      /^(?:pas) (?!(?:mal|sur|grave|encore|de (?:souci|probleme|quoi)|besoin)\b)[^,]{2,60}, (?:mais |plutot |utilise |mets |c'est )?\S+/,
    ],
    [
      'non pas',
      /^[^,]{4,100}, (?:et )?(?:pas|non) (?!(?:vrai|mal|sur|encore|de souci|besoin)\b)(?:en|dans|sur|a|au|le|la|les|l'|de|du|avec|par|_|[a-z]+)[\w _.'-]{1,40}[.!]*$/,
    ],
    ['n ne & pas plus rien', /^(?:stp |svp )?(?:ne|n')\s?\S+ (?:pas|rien|plus)\b.{3,}/],
    [
      'j je on & demande dit parlais precise voulais',
      /^(?:je|j'(?:ai|avais)|on)(?: avait| avais| ai)? (?:bien |deja |pourtant )?(?:dit|demande|voulais|parlais|precise)\b.{4,}/,
    ],
    [
      'correction en* finalement petite plutot',
      /^(?:en fait|en realite|correction|petite correction|plutot|finalement)[,:]? \S.{6,}/,
    ],
    [
      'tu & as n t te',
      /^tu (?:as|t'es|n'as pas|te) (?:\S+ ){0,3}?(?:oublie|trompe|confondu|mal|casse|rate|compris|inverse|melange|supprime|mis)\w*\b/,
    ],
    [
      'mauvais contraire inverse sens',
      /^(?:c'est )?(?:le |la )?mauvaise? \w+[,.:;!-]+ ?\S+|^(?:c'est )?(?:l'inverse|le contraire|dans l'autre sens)\b.{3,}/,
    ],
    [
      'garde laisse prends & plutot comme tranquille tel',
      /^(?:garde|laisse|prends|utilise)[rz]? .{2,60}\b(?:plutot|comme (?:avant|c'est|il)|tranquille|tel quel)\b/,
    ],
    [
      'annule defais remets reviens & ca ce cela la le ta tes ton',
      /^(?:annule|reviens sur|remets|defais) (?:ca|cela|ton|ta|tes|le|la|ce)\b/,
    ],
    [
      'je nous on & n ne',
      /^(?:je|on|nous) (?:ne |n')\S+ pas (?:besoin |envie )?(?:de|d'|que|ce|cette|ca|un|une|le|la)\b/,
    ],
  ],
  notCorrection:
    /\b(?:pas de (?:souci|probleme|soucis)|pas grave|je ne sais pas|pas sur|peut-etre|ne t'inquiete|merci pour)\b|^(?:si|quand|pourquoi|comment|parce que|est-ce)\b/,
  bareCorrection: /^(?:(?:non|nan|faux|stop|c'est faux|ce n'est pas (?:ca|vrai|bon)|pas du tout)[,.! ]*)+$/,

  ending: [
    [
      'annule annulez efface ignore ignorez laisse laissez oublie oubliez raye supprime',
      /^(?:stp |svp )?(?:oublie|oubliez|annule|annulez|ignore|ignorez|laisse tomber|laissez tomber|supprime|efface|raye)(?:[- ](?:ca|cela|le|la|cette regle|la (?:derniere )?regle|ce que (?:je viens de dire|j'ai dit)[\w ]{0,10}))?(?: stp| svp)*[.!]*(?:$|, )/,
    ],
    [
      'cette la & regle',
      /^(?:cette|la) regle (?:ne (?:s'applique|vaut|tient|compte) plus|n'est plus (?:valable|valide)|est annulee|saute)\b/,
    ],
    [
      'ca cela je',
      /^(?:ca|cela) ne (?:vaut|s'applique|compte) plus\b|^je (?:retire|reviens sur) (?:ca|ce que j'ai dit|cette regle)\b/,
    ],
  ],

  finding: [
    [
      'cause la le',
      /\b(?:la|le) (?:vraie |veritable |cause racine|cause|vrai )?(?:cause(?: racine| profonde)?|probleme|bug|coupable|origine|raison|erreur)(?: du \S+| de \S+(?: \S+)?| ici)? ?(?:est|etait|vient|venait|vient de|:|c'est)\b.{8,}|^(?:la )?cause ?: .{8,}/,
    ],
    ['il', /\b(?:il s'avere|il se trouve|il s'est avere)\b/],
    [
      'bloque casse echouait echoue est ne plantait plante & car parce puisque',
      /\b(?:echoue|echouait|plante|plantait|casse|bloque|ne (?:marche|fonctionne) pas|est rouge|est vide)\b.{2,80}\b(?:car|parce que|puisque)\b.{6,}/,
    ],
    [
      'cause declenche provient provoque venait vient',
      /\b(?:cause|provoque|declenche)e?s? par\b|\b(?:vient|venait|provient) (?:de|du|d')\b.{6,}(?<=\b(?:erreur|bug|lenteur|probleme|echec|fuite|decalage|doublon)\w*\b.{0,160})/,
    ],
    [
      'ne & accepte fonctionne marche s* sert',
      /\bne (?:marche|fonctionne|s'applique|accepte|sert)\w* (?:\S+ ){0,3}?(?:que|qu'avec|qu'en)\b/,
    ],
    ['sans silencieusement', /\b(?:silencieusement|sans (?:erreur|avertissement|rien dire))\b/],
    [
      'j & ai',
      /\bj'ai (?:essaye|tente|teste)\b.{3,160}\b(?:mais|sans (?:succes|effet)|ne (?:marche|change|suffit|sert)|retire|annule|abandonne|revenu)\w*\b/,
    ],
    ['abandonne annule retire & car parce', /\b(?:annule|retire|abandonne)\b.{2,80}\b(?:car|parce que)\b/],
    [
      'j & ai',
      /\bj'ai (?:prefere|choisi|opte|garde|laisse|retenu|mis)\b.{3,160}\b(?:car|parce que|puisque|pour que|plutot que|au lieu de)\b.{4,}/,
    ],
    [
      'a attend doit exige faut & faute sinon',
      /\b(?:doit|faut|exige|attend|a besoin)\b.{3,120}\b(?:sinon|faute de quoi)\b/,
    ],
    ['a attention bon piege', /^(?:attention|a savoir|a noter|bon a savoir|piege)(?: que|:|,) ?.{10,}/],
  ],
  notFinding:
    /\b(?:peut-etre|pourrait|probablement|je vais|voulez-vous|veux-tu|si vous|si tu veux|je verifie|je regarde|prochaine etape)\b|:$/,
};
