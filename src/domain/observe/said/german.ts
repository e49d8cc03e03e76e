import { type Language, PLATFORM } from './language.ts';

export const german: Language = {
  spellings: [
    [/\bniemals\b/g, 'nie'],
    [/\b(?:repository|projekt|code ?basis)\b/g, 'repo'],
    [/ae(?=nder|hnlich)/g, 'a'],
    [/\bkuenftig/g, 'kunftig'],
    [/\bgrundsaetz/g, 'grundsatz'],
  ],
  openers:
    /^(?:(?:ok(?:ay)?|gut|super|prima|danke|ja|nein|ne|und|aber|also|ach|ah|so|dann|bitte|ubrigens|noch was|noch eins|wichtig|hinweis|merke|nochmal|nur|klasse|perfekt|schon|passt|sorry|hey|moment|halt|ps)\b ?[,.:!–—-]* *)+/,
  clause:
    /(?:[,:;–—]| -) (?:und |aber |also |bitte |dann |sondern )*|\b(?:und|aber|sondern) (?:bitte |auch )*/g,

  rule: [
    [
      'ab alle auf ausnahmslos fortan fur generell grundsatzlich in jedes kunftig nie prinzipiell unter von zu zukunftig',
      /\b(?:ab (?:jetzt|sofort|heute|nun)(?! gerade)|von (?:jetzt|nun) an|kunftig|zukunftig|in zukunft|fortan|von heute an|fur die zukunft|grundsatzlich|generell gilt|prinzipiell|ausnahmslos|jedes (?:einzelne )?mal|(?:ein fur )?alle ?mal|zu jeder zeit|unter keinen umstanden|auf keinen fall mehr|nie wieder|nie mehr)\b/,
    ],
    [
      'immer nie niemals stets',
      /^(?:bitte )?(?:nie|immer|stets|niemals) (?!wieder so|noch|im leben|gut|schlecht|so ein)(?:\S+ ){0,8}\S+/,
    ],
    [
      'ausschliesslich immer nie stets',
      /^(?!(?:ich|er|sie|es|das|dies|warum|wieso|weshalb|hast|hat|ist|war|wurde|die tests?|der test)\b)\w+ (?:\S+ ){0,6}?(?:bitte )?(?:nie|immer|stets|ausschliesslich)\b(?! (?:noch|wieder (?:der|ein|das)|mehr (?:fehler|zeit)))(?! ?(?:funktioniert|geklappt|gegangen|gelaufen))/,
    ],
    [
      'kein & auf bei im in mehr nach ohne vor',
      /^(?:bitte )?kein\w* (?:\S+ ){1,5}?(?:in (?:der|den|die)|im|auf|bei|ohne|mehr|vor|nach)\b(?! (?:moment|augenblick))(?!.{0,40}\b(?:gefunden|fehler)\b)/,
    ],
    [
      'fur ich',
      /^ich (?:will|mochte) (?:vor|bei|nach) jede\w\b.{3,}|^fur (?:neue|alle|jede\w*) \S+(?: \S+)? gilt\b/,
    ],
    [
      'immer nie & als auf direkt im in mit mittels nach nur ohne per uber vor zuerst',
      /^(?:\S+ ){1,6}(?:nie|immer) (?:als|mit|ohne|in|im|auf|uber|per|mittels|nur|zuerst|vor|nach|direkt|auf)\b(?!.{0,60}\b(?:funktioniert|geklappt|fehlgeschlagen|gelaufen|war|ging)\b)/,
    ],
    [
      'ist & immer nichts nie niemals',
      /\bist (?:also |daher |deshalb )?(?:nie|niemals|nichts|immer) (?:\S+ ){0,4}zu \w+en\b/,
    ],
    [
      'du man wir',
      /^(?:wir|man|du) (?:\w+en|\w+t|\w+st|nutzen|machen|durfen|sollst|darfst|musst|sollen|mussen) (?:\S+ ){0,6}?(?:nie|immer|stets|grundsatzlich|ausschliesslich)\b/,
    ],
    [
      'bei hier im in & bleibt committet darf deployt fasst gibt gilt heissen heisst ist kommen kommt machen mergt nehmen nutzen pusht schreiben sind verwenden werden wird',
      /^(?:bei uns|hier|in (?:diesem|unserem) (?:repo|team|haus|code)|im (?:ganzen )?(?:repo|team|haus|code)|in der firma)(?: \S+){0,2}? (?:gilt|wird|werden|ist|sind|nutzen|verwenden|machen|schreiben|heisst|heissen|nehmen|darf|committet|gibt es|bleibt|kommt|kommen|mergt|pusht|fasst|deployt)\b/,
    ],
    [
      'wir & benennen benutzen committen deployen duzen formatieren loggen machen mergen mocken nehmen nutzen pushen rechnen schreiben siezen speichern sprechen testen verwenden',
      /^wir (?:nutzen|verwenden|benutzen|schreiben|nehmen|machen|testen|mocken|committen|pushen|mergen|deployen|loggen|benennen|formatieren|sprechen|duzen|siezen|speichern|rechnen)\b (?!(?:das|die|den|der|es|dieses|diese|diesen|erst|jetzt|mal|dann|hier erst) )(?:\S+ ){0,8}?(?:kein\w*|nicht mehr|nur|ausschliesslich|statt|bei uns|hier|uberall|in diesem repo)\b/,
    ],
    [
      'als bei die eine es faustregel grundregel hausregel in interne konvention meine regel unsere',
      /\b(?:unsere|die|meine|eine|interne) (?:regel|konvention|richtlinie|vorgabe|hausregel|absprache)(?:en)?(?: hier| bei uns| fur \S+)? ?(?:ist|lautet|gilt|:|sagt)|^(?:regel|konvention|hausregel|grundregel|faustregel|als regel|in der regel gilt|es gilt|bei uns gilt)\b ?:?/,
    ],
    [
      'beacht behalt denk merk notier vergessen vergiss',
      /^(?:bitte )?(?:merk(?:e|en sie)?(?: dir| euch| sich)?|denk(?:e|en sie)? (?:immer )?daran|denk dran|behalt(?:e|en sie)? (?:bitte )?(?:im (?:kopf|hinterkopf)|in erinnerung)|vergiss nie|vergessen sie nie|beacht(?:e|en sie) (?:bitte )?(?:immer|stets|kunftig|dass|:)|notier(?:e|en sie)?(?: dir| sich)?)\b/,
    ],
    [
      'hor horen kannst konnen konntest',
      /^(?:bitte )?(?:hor|horen sie)(?: bitte| endlich| mal)* auf\b|^(?:kannst du|konntest du|konnen sie)(?: bitte| mal| endlich)* aufhoren\b/,
    ],
    [
      'kein lass lassen',
      /^(?:lass|lassen sie) (?:bitte |das |endlich |doch )*(?:das |die |den |diese |es )?(?:\S+ ){0,3}(?:bleiben|sein|weg)\b|^keine? (?:\S+ ){1,4}mehr\b(?! (?:fehler|da|notig))/,
    ],
    [
      'ich & dass immer kein nicht nie',
      /^(?:ich (?:will|mochte|wunsche|erwarte|hatte gern\w*|brauche|mag)),? (?:\S+ ){0,4}?(?:kein\w*|nie|immer|nicht(?=.*\b(?:mehr|nochmal|ohne)\b)|dass du (?:\S+ ){0,3}(?:immer|nie|jedes|kunftig|stets|vor jede\w|nach jede\w|bei jede\w))\b/,
    ],
    [
      'kein nicht nichts nie & ausser ohne',
      /^(?:bitte )?(?:kein\w*|nichts|nie|nicht) (?:\S+ ){1,12}?(?:ohne (?:dass du|mich|meine?|rucksprache|freigabe|test|ticket|zu fragen|vorher)|ausser (?:ich|wenn ich))/,
    ],
    [
      'frag fragen gib sag warne zeig & bevor ehe vor wenn',
      /^(?:bitte )?(?:frag|fragen sie|gib mir bescheid|sag mir|warne mich|zeig mir)(?: mich| bitte| immer| vorher| erst)*,? (?:bevor|ehe|vor (?:jedem|jeder)|wenn du)\b(?! (?:du )?(?:anfangst|loslegst|beginnst|weitermachst))/,
    ],
    ['immer jedes sooft wann & du', /^(?:immer wenn|jedes mal,? wenn|sooft|wann immer) du\b.{3,120}/],
    [
      'bei nach vor & allen jedem jeder jedweder',
      /^(?:vor|nach|bei) (?:jedem|jeder|allen|jedweder) (?:commit|push|merge|release|deployment|anderung|pr|test|migration|schritt|refactoring|umbenennung|\w+)\b,? .{3,}/,
    ],
    [
      'bei falls im wenn',
      /^(?:wenn du (?:unsicher|dir nicht sicher|nicht weiter|\S+ (?:anfasst|anderst))|im zweifel|bei unklarheiten|falls du unsicher)\b/,
    ],
    [
      'keiner niemand',
      /^(?:niemand|keiner)(?: ausser \w+)? (?:\w+t|darf|soll|committet|pusht|mergt|deployt|fasst)\b(?!.{0,30}\b(?:weiss|versteht|kennt)\b)/,
    ],
    [
      'alle jede neue samtliche & auf beginnen beginnt bekommen bekommt brauchen braucht fangt gehoren gehort haben hat kommen kommt mit muss mussen ohne sind stehen steht tragt werden wird',
      /^(?:jede[rsn]?|alle|samtliche|neue) (?:\S+ ){1,6}?(?:bekommt|bekommen|braucht|brauchen|muss|mussen|gehort|gehoren|kommt|kommen|hat zu|haben zu|wird immer|werden immer|werden mit|fangt|beginnt|beginnen|tragt|steht|stehen|sind in|sind auf|auf deutsch|auf englisch|mit|ohne)\b(?!.{0,60}\b(?:grun|fehlgeschlagen|rot)\b)/,
    ],
    [
      'bleiben bleibt ist sind & heilig nicht off pflicht tabu unantastbar unerwunscht verboten',
      /\b(?:ist|sind|bleibt|bleiben) (?:bei uns |hier |absolut |strikt |generell |grundsatzlich )*(?:tabu|verboten|unantastbar|nicht erlaubt|nicht gestattet|unerwunscht|heilig|pflicht|nicht verhandelbar|nicht anzufassen|off limits)\b/,
    ],
    [
      'darf durfen gehoren gehort haben hat kommen kommt soll sollen & kein nicht nichts nie niemals',
      /\b(?:darf|durfen|hat|haben|gehort|gehoren|kommt|kommen|soll|sollen) (?:\S+ ){0,6}?(?:nie|niemals|nichts|nicht|kein\w*) (?:\S+ ){0,4}?(?:in (?:die|den|das) (?:logs?|code|repo|commits?|tests?)|ins (?:repo|log)|im (?:code|repo|log)|auf main|stehen|landen|auftauchen|vorkommen|zu suchen|verloren|eingecheckt|committet)\b/,
    ],
    [
      'benutz nimm nutz sag* schreib verwend & kein nicht nie',
      /^(?:bitte )?(?:nutz|nimm|verwend|benutz|schreib|sag)(?:e|en sie|t)? (?!(?:die|den|das|erstmal|mal|erst) )[^,;]{1,60}, (?:nicht|kein\w*|nie) \S+/,
    ],
    ['finger hande & weg', /^(?:bitte )?(?:finger|hande) weg von\b/],
    [
      'antworten betrage branch branches commit commits datumsangaben docstrings fehlermeldungen funktionsnamen geheimnisse kommentare logs preise secrets tests variablen zeiten & auf beginnen bitte gehoren immer mit mussen nie ohne werden',
      /^(?:commit-?(?:nachrichten|messages?|texte)|commits|kommentare|branch-?namen|branches|variablen(?:namen)?|funktionsnamen|tests|fehlermeldungen|docstrings|antworten|preise|betrage|zeiten|datumsangaben|geheimnisse|secrets|logs) (?:\S+ ){0,4}?(?:immer|nie|auf (?:deutsch|englisch)|mussen|mit|ohne|gehoren|beginnen|werden (?:nie|immer)|bitte (?:auf|immer|nie|kurz|in))\b(?!.{0,60}\b(?:laufen|grun|rot|fehl)\b)/,
    ],
    [
      'antwort duz* formulier kommentier red* schreib siez sprich & auf in knapp kurz mich',
      /^(?:bitte )?(?:schreib|antwort|kommentier|sprich|red|formulier|duz|siez)\w*(?: sie)? (?:\S+ ){0,6}?(?:auf (?:deutsch|englisch|franzosisch)|in (?:ganzen|kurzen|vollstandigen) satzen|mich|kurz|knapp)\b(?! (?:diese|die (?:mail|readme)))/,
    ],
    [
      'das gilt & ab fur generell immer uberall',
      /\b(?:gilt|das gilt|gilt auch) (?:uberall|immer|fur (?:alle|alles|jede|das ganze)|generell|ab)\b/,
    ],
    ['das ohne so', /\b(?:ohne ausnahme|so machen wir das (?:hier|immer|bei uns)|das war schon immer so)\b/],
    [
      'kompatib muss & alles app api code das es ganze halt* bleib* repo wir',
      new RegExp(
        `^(?:(?:es|das|alles|das ganze|(?:der|das|die|unsere?) (?:code|repo|app|api|bibliothek|tool|plugin|server)) muss (?:auch |weiterhin |immer )*(?:auf|unter|mit) (?:dem |der |alten |alter )*${PLATFORM}(?: [\\w.]+){0,2} (?:laufen|funktionieren|bauen|gehen)|bleibe? (?:bitte )?kompatibel (?:mit|zu) ${PLATFORM}|halte? (?:es|das|alles|den code|die app) (?:bitte )?kompatibel (?:mit|zu) ${PLATFORM}|(?:die|unsere) (?:offentliche |externe )?(?:api|schnittstelle) muss (?:immer )?(?:abwarts|ruckwarts)?kompatibel bleiben)`,
      ),
    ],
  ],
  seal: [
    [
      'das dies es gilt',
      /^(?:und )?(?:das|dies|es) gilt (?:fur|immer|uberall|generell|ab|auch fur|in)\b|^gilt (?:uberall|immer|fur)\b/,
    ],
    [
      'ausnahmslos grundsatzlich immer jedes nie* ohne punkt',
      /^(?:bitte )?(?:immer|nie|jedes mal|ohne ausnahme|ausnahmslos|grundsatzlich|punkt)[.!]*$/,
    ],
    [
      'das denk merk nicht schreib vergiss',
      /^(?:bitte )?(?:merk dir das|das bitte merken|nicht vergessen|vergiss das nie|denk (?:bitte )?(?:immer )?(?:daran|dran)|schreib dir das (?:auf|hinter))\b.{0,40}$/,
    ],
    [
      'das so',
      /^(?:so machen wir das|das ist (?:bei uns |hier )?(?:eine regel|regel|pflicht|nicht verhandelbar|so ublich|standard|gesetz)|so ist das (?:hier|bei uns)|das ist unsere regel)\b/,
    ],
    [
      'mochte muss will & ich',
      /^(?:das )?(?:will|mochte|muss) ich nicht (?:nochmal|noch einmal|zweimal) sagen/,
    ],
  ],
  passing:
    /\bfur (?:die|den|das) (?:demo|vorfuhrung|prasentation|screenshots?|reproduktion|messung|testlauf|probelauf|workshop)\b|\bund (?:schau|sieh|pruf|guck)\w* (?:mal |dann )?(?:ob|was|wie)\b|\b(?:fur dies(?:en|e|es|er) (?:einen )?(?:test|lauf|pr|commit|branch|fall|datei|versuch|demo|termin|release|aufruf|ticket)\w*|nochmal|noch einmal|erstmal|erst mal|vorerst|fur den moment|momentan|im moment|gerade|diesmal|dieses mal|nur dies(?:es)?(?: eine)? mal|ausnahmsweise|heute(?! an)|morgen|noch nicht|zunachst|vorlaufig|nur fur (?:den|die|das|diese[nrms]?)\b|bis (?:ich|morgen|montag|wir|zum|nachste|der|die) \w*|einmal bitte|kurz mal)\b/,
  notRule:
    /^im? (?:ticket|issue|kommentar|vertrag|wiki|readme|log|handbuch|lastenheft|pflichtenheft) (?:steht|heisst)\b|\b(?:fruher|damals|bisher|letzte[sn]? (?:jahr|monat|woche|mal))\b|^jede[rsnm]? (?:\w+ )?(?:nutzer|benutzer|kunde|kundin|besucher|zeile|zelle|karte|seite|eintrag|produkt|bestellung|spieler|patient)\w*\b|^(?:der|die|unsere?) (?:kund\w+|nutzer\w*|auftraggeber\w*|fachabteilung|designer\w*) (?:mochte\w*|will|wollen|wunscht|wunschen|hatten? gern\w*|verlangt)\b|^ab (?:der )?(?:zeile|seite|stelle|version|spalte|punkt) |\bmerk dir (?:kurz|mal)\b|^(?:der|die|das|dieser?|dieses|unser\w*) (?:\S+ )?(?:\w*(?:knopf|button|schaltflache|feld|funktion|methode|seite|dialog|menu|tooltip|liste|label|kopfzeile|fusszeile|symbol|icon|formular|cache|komponente|endpunkt|parser|schleife|zahler|wert|timer|cursor|fenster|anzeige|ausgabe|eingabe|spalte|zeile|abfrage|client|server|text|titel|link|balken|filter|klasse|app|anwendung|website|webseite|tabelle|oberflache|karte|leiste|bot)) (?:\S+ ){0,3}?(?:soll|sollte|muss|darf|durfte|kann)\b|^(?:wir|ich|die \w+|der \w+) (?:haben|habe|hat|hatten?|sind|waren|konnten) (?:\S+ ){0,4}?(?:nie|immer) (?:\S+ ){0,4}?(?:\w*ge\w+(?:t|en)|\w+iert)\b|^(?!wenn|falls)(?:\w+ ){1,4}(?:sagt|sagte|meint|meinte|behauptet\w*|schreibt|schrieb|findet|fand|schwort),|\b(?:haha\w*|man sagt|wird nie|werden nie|dauert|hihi|lol|scherz|witz|super idee|tolle idee|na klar|ja klar|angeblich|vielleicht|eventuell|ob wir|was ware|stell dir vor|angenommen|wurde ich|konnte man|steht in der doku|in der doku steht|laut)\b|^(?:warum|wieso|weshalb|was|wie|wer|wo|wann|welche\w*|ist|sind|war|hat|haben|soll|sollen|sollte\w*|kann|konnen|muss|mussen|darf|durfen|nimmst|machst|wurde) (?!(?:mir|bei uns)\b)|\b(?:funktioniert|klappt|lauft|ging|geht|war|kommt) (?:\S+ )?(?:nie|immer)\b|\b(?:nie|immer) (?:funktioniert|geklappt|gelaufen|gegangen|noch nicht|wieder der|gewesen)\b|^(?:das|es|er|sie|die \w+|der \w+) (?:\w+ )?(?:hat|war|ist|sind|lief|geht) (?:noch )?(?:nie|immer)(?! (?:zu|mit|in|als|auf)\b)|^ich (?:habe|hatte|dachte|war)\b/,
  foreign:
    /\b(?:sagt|sagte|meint|meinte|schreibt|steht|laut|angeblich|vielleicht|ob|falls (?!du)|wurde|konnte|gehort dass|weil|da wir)\b|^(?:schreib|bau|erstell|implementier|fug|mach|teste|prufe)\w* [^,:]*[:,] /,
  wish: /^(?:(?:und|ok|bitte|super|danke)[,.! ]*)*(?:kannst|konntest|wurdest|magst|konnen|konnten) (?:du|sie) (?:bitte |mal |endlich )*(?:auf ?horen|kunftig|in zukunft|ab jetzt|immer|nie|dir (?:bitte )?merken|das lassen)\b|, (?:ok(?:ay)?|ja|bitte|klar|verstanden)\?$/,

  correction: [
    [
      'halt moment ne* nee* nein nicht quatsch stop',
      /^(?:nein|ne|nee|nicht doch|quatsch|halt|stopp?|moment)(?: nein| nee?)*(?:[,.!:;–—-]+| -)+ ?\S.{5,}/,
    ],
    [
      'ne* nein & auf bitte das den der die doch du es ich im in nicht nimm so wir',
      /^(?:nein|nee?) (?:nicht|das|die|der|den|ich|wir|du|bitte|nimm|doch|es|im|in|auf|so)\b.{4,}/,
    ],
    [
      'das dies es & ist sieht stimmt war',
      /^(?:das|dies|es) (?:ist|war|stimmt|sieht) (?:so |doch |leider |aber |ja )*(?:falsch|nicht (?:richtig|korrekt|ganz|was|das|so|gemeint)|verkehrt|quatsch)\b/,
    ],
    ['stimmt & nicht', /^(?:das )?stimmt (?:so |doch |ja )?nicht\b.{3,}/],
    ['falsch nicht', /^(?:falsch|nicht ganz|nicht richtig)[,.:;!]+ ?\S+/],
    [
      'nicht & das dem den der die lieber mach nimm nur sondern',
      /^(?:ja )?nicht (?!(?:schlecht|sicher|mehr|notig|schlimm|wahr|ganz sicher)\b)[^,]{2,60}, (?:sondern|lieber|nur|nimm|mach|das|die|der|den|dem)\b/,
    ],
    [
      'nicht',
      /^[^,]{4,100}, (?:und )?nicht (?!(?:sicher|mehr|schlecht|wahr|nur|so|oder)\b)(?:in|im|am|an|auf|mit|uber|als|der|die|das|den|dem|nach|von|bei|per|erst|_|[a-z]+)[\w _.-]{1,40}[.!]*$/,
    ],
    [
      'ander bau* benutz committe fass lass leg* loesch losch mach nimm pushe schreib setz verwend & kein nicht',
      /^(?:mach|nimm|ander|losch|fass|benutz|verwend|schreib|leg|bau|committe|pushe|loesch|lass|setz)\w*(?: sie)? (?:bitte )?(?:das |die |den |da |mir |hier |es |dort )?(?:\S+ ){0,4}?(?:nicht|kein\w*)\b.{0,}/,
    ],
    [
      'ich',
      /^ich (?:hatte|habe|meinte|sagte|wollte)(?: doch| ja| aber)? (?:\S+ ){0,4}?(?:gesagt|gemeint|gebeten|gewollt|nicht)\b|^ich (?:meinte|sagte)\b.{4,}/,
    ],
    [
      'eigentlich genauer kleine korrektur',
      /^(?:eigentlich|korrektur|kleine korrektur|genauer)[,:]? \S.{6,}/,
    ],
    [
      'du & hast',
      /^du hast (?:\S+ ){0,4}?(?:falsch|vergessen|ubersehen|verwechselt|missverstanden|nicht|schon wieder)\b/,
    ],
    [
      'mach nimm setz & ruckgangig wieder zuruck',
      /^(?:mach|nimm|setz)\w* (?:das |es )?(?:bitte )?(?:ruckgangig|zuruck|wieder raus)\b/,
    ],
    [
      'ich wir & brauche mochte will wollen',
      /^(?:wir|ich) (?:brauchen?|wollen|will|mochten?) (?:das |die |den |hier )?(?:\S+ ){0,3}?(?:nicht|kein\w*)\b/,
    ],
    [
      'besser doch lieber stattdessen',
      /^(?:stattdessen|lieber|besser)[,:]? \S.{5,}|^(?:bitte )?(?:nimm|mach|lass|nutz|verwend|setz)\w* (?:\S+ ){0,3}?(?:lieber|besser|doch|stattdessen)\b.{3,}/,
    ],
    ['falsch', /^(?:das ist (?:der|die|das) |der |die |das )?falsche[rsnm]? \w+[,.:;!-]+ ?\S+/],
    [
      'nicht',
      /^(?:das|die|der|es|dies)\b[^,]{2,60} und nicht \S.{1,40}$|^(?:bitte )?(?:das |die |den |es )?(?:noch )?nicht [a-z]+en\b[,.;!]/,
    ],
    [
      'das es so & anders',
      /^(?:das|es|so) (?:war|ist|hatte ich|hab ich) (?:\S+ )?(?:anders|nicht so) (?:gemeint|gedacht|gewollt|besprochen)\b/,
    ],
    [
      'mach nimm setz dreh & ruckgangig wieder zuruck',
      /^(?:bitte )?(?:mach|nimm|setz|dreh)\w* .{2,60}\b(?:ruckgangig|zuruck|wieder (?:raus|rein|her))\b/,
    ],
    [
      'du hast & vertauscht verdreht umgedreht verwechselt doppelt',
      /^du hast .{2,60}\b(?:vertauscht|verdreht|umgedreht|verwechselt|doppelt)\b/,
    ],
    [
      'andersherum andersrum umgekehrt',
      /^(?:genau |es ist |das ist |nein,? )?(?:andersherum|andersrum|umgekehrt)\b.{3,}/,
    ],
    [
      'heisst gehort kommt & doch eigentlich',
      /^(?:das|die|der|es) .{0,40}?(?:heisst|gehort|kommt|ist) (?:doch|eigentlich|aber) .{3,}/,
    ],
  ],
  notCorrection:
    /\b(?:kein problem|keine ahnung|keine sorge|weiss (?:ich )?nicht|vielleicht|nicht sicher|macht nichts|keine eile)\b|^(?:wenn|falls|warum|wieso|weil|ob|was|wie)\b/,
  bareCorrection:
    /^(?:(?:nein|nee?|falsch|stopp?|halt|stimmt nicht|das stimmt nicht|quatsch|so nicht)[,.! ]*)+$/,

  ending: [
    [
      'vergiss & das die diese es was',
      /^(?:bitte )?vergiss (?:das|es|die regel|diese regel|die letzte regel|was ich (?:gerade |eben )?(?:gesagt|sagte)[\w ]{0,10})(?: wieder| bitte| einfach)*[.!]*(?:$|, )/,
    ],
    [
      'das die diese & gilt zahlt',
      /^(?:das|die regel|diese regel)(?: mit [\w ]{2,30})? (?:gilt|zahlt) (?:ab jetzt |jetzt |so )?nicht mehr\b/,
    ],
    [
      'ich nimm zieh',
      /^(?:nimm|ziehe?) (?:das|die regel|ich das) (?:wieder )?zuruck\b|^ich nehme das zuruck\b/,
    ],
    [
      'ignorier losch streich & das die diese',
      /^(?:bitte )?(?:streich|losch|ignorier)\w* (?:das|die regel|diese regel|die letzte regel)(?: wieder| bitte)*[.!]*$/,
    ],
    ['doch egal hat* schon', /^(?:egal|hat sich erledigt|doch nicht|schon gut)[.!]*$/],
  ],

  finding: [
    [
      'das der die eigentliche ursache wahre',
      /\b(?:die|eigentliche|wahre|der|das) (?:ursache|grund|fehler|problem|ausloser|schuldige)\w*(?: dafur| hier| war| ist|:)* ?(?:ist|war|liegt|lag|:|,? dass|,? weil)\b.{8,}|^(?:die )?ursache ?: .{8,}/,
    ],
    [
      'es hat stellt stellte wie',
      /\b(?:stellt sich heraus|hat sich herausgestellt|stellte sich heraus|wie sich zeigt|es zeigt\w* sich)\b/,
    ],
    [
      'brach bricht fehlt geht hangt ist lauft rot scheitert scheiterte schlagt schlug sturzt',
      /\b(?:schlagt|schlug|scheitert|scheiterte|bricht|brach|sturzt|hangt|fehlt|geht nicht|lauft nicht|rot ist|ist rot)\b.{2,80}\b(?:weil|da|denn|:)\b.{6,}/,
    ],
    [
      'ausgelost kommt liegt verursacht',
      /\b(?:verursacht|ausgelost) (?:durch|von)\b|\bliegt (?:daran|am|an der|an dem)\b.{6,}|\bkommt daher\b/,
    ],
    [
      'funktioniert nur',
      /\bfunktioniert nur (?:mit|wenn|bei|in|auf|ab)\b|\bnur (?:wenn|bei|mit|ab) .{3,60}\b(?:funktioniert|geht|greift|wirkt)\b/,
    ],
    ['kommentarlos ohne stillschweigend', /\b(?:stillschweigend|kommentarlos|ohne fehlermeldung)\b/],
    [
      'habe half hat hilft ich versuch',
      /\b(?:habe ich|ich habe) (?:\S+ ){0,8}?(?:verworfen|zuruckgenommen|wieder entfernt|ruckgangig|wieder ausgebaut)\b|\bversuch\b.{3,80}\b(?:verworfen|half nicht|brachte nichts|ohne erfolg)\b|\b(?:hat|half|hilft) (?:aber |leider )?nicht(?:s)?(?: geholfen)?\b.{0,60}\b(?:zuruck|verworfen|entfernt|weil)\b/,
    ],
    [
      'ich & bleibe habe lasse lege nahm nehme',
      /\bich (?:habe|nehme|nahm|bleibe|lege|lasse|habe mich)\b.{3,120}\b(?:statt|anstatt|anstelle|gegen|und nicht)\b.{3,120}\b(?:weil|da|denn|damit)\b/,
    ],
    [
      'benotigt braucht erwartet muss & andernfalls sonst',
      /\b(?:braucht|benotigt|muss|erwartet)\b.{3,120}\b(?:sonst|andernfalls)\b/,
    ],
    [
      'achtung eigenheit merkwurdig vorsicht wichtig wissenswert',
      /^(?:achtung|vorsicht|wissenswert|wichtig zu wissen|merkwurdig|eigenheit)[:,] .{10,}/,
    ],
  ],
  notFinding:
    /\b(?:vielleicht|moglicherweise|eventuell|konnte|wahrscheinlich|ob|soll ich|wenn du willst|ich prufe|ich schaue|als nachstes)\b|:$/,
};
