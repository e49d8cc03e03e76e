/** Languages that the table knows. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh';

/**
 * One way to rule for good, by its wordings in each language. `^` is the beginning of a sentence, `…` a few words between,
 * `*` any letters, `<place>` one of the words below; a comma may stand between words. A form stays only while it fits two
 * sentences of authors who had not seen it; a test counts them.
 */
export type Form = Readonly<Partial<Record<Language, string>>>;

/** Words that a wording names by their kind. */
export const KINDS: Readonly<Record<string, string>> = {
  place: `
    repo | repository | project | codebase | code base | org | team | company | house | monorepo | projekt |
    codebasis | firma | projet | dépôt | équipe | boîte | proyecto | repositorio | equipo | empresa |
    aplicación | projeto | repositório | equipe | aplicação`,
  made: `
    function | endpoint | component | commit | migration | test | class | module | element | flag | pr |
    funktion | endpunkt | komponente | klasse | änderung | fonction | composant | classe | función |
    componente | clase | prueba | função | teste`,
  mades: `
    commits | commit messages | branches | branch names | tests | components | timestamps | secrets | colours |
    colors | comments | migrations | releases | identifiers | docs | imports | docstrings | pull requests |
    tabellen | kommentare | commit-nachrichten | fachbegriffe im code | commentaires | messages de commit |
    ramas | comentarios | mensajes de commit | comentários | mensagens de commit | testes`,
  must: 'gets | needs | must | muss | braucht | bekommt | doit | lleva | debe | necesita | deve | precisa | leva',
  go: `
    go in | go into | live in | belong in | come from | start with | are to be | are named | are written |
    are tagged | are english | are in | must | need | have to | stay in | kommen aus | liegen in | gehören in |
    heißen | bleiben | müssen | vont dans | doivent | viennent de | van en | salen de | deben | se llaman |
    se escriben | vão em | ficam em | devem | são em`,
  do: `
    use | run | keep | ask | put | check | name | log | wrap | call | take | commit | push | merge | deploy |
    touch | delete | sign | store | tell | show | nimm | nutze | verwende | benutze | schreib | frag | mach |
    führe | lass | utilise | lance | mets | fais | écris | vérifie | demande | garde | passe | usa | corre |
    pon | haz | escribe | revisa | pregunta | mantén | ejecuta | use | roda | rode | põe | coloque | faça |
    escreva | pergunte | mantenha`,
  we: 'modifie | pousse | committe | fusionne | utilise | mandamos | subimos | usamos | borramos | tocamos | mexemos | apagamos',
  next: 'we | no | use | never | always | please | run | keep | on | pas | usamos | no | se | wir | nur | keine',
  change: `
    write | add | change | touch | create | edit | rename | fix | commit | refactor | finish | modify |
    update | remove | introduce | änderst | anlegst | hinzufügst | schreibst | anfasst | baust | touches |
    ajoutes | modifies | écris | changes | crées | cambies | toques | agregues | añadas | modifiques | crees |
    hagas | mexer | criar | alterar | mudar | adicionar | fizer`,
  infinitive: `
    verwenden | nutzen | benutzen | schreiben | lassen | ausführen | prüfen | nehmen | committen | pushen |
    fragen | setzen | anlegen | löschen | anfassen | mergen | antworten | lancer | utiliser | mettre | écrire |
    passer | committer | pousser`,
  tongue: `
    english | german | french | spanish | portuguese | chinese | englisch | deutsch | anglais | français |
    inglés | español | inglês | português`,
};

export const FORMS: readonly Form[] = [
  {
    en: 'from now on | going forward | from here on | for the future | in future | for all future',
    de: 'ab jetzt | ab sofort | von nun an | künftig bitte | bitte künftig | in zukunft bitte | für die zukunft',
    fr: "dorénavant | désormais <do> | à partir de maintenant | à l'avenir | pour toute la suite",
    es: 'de ahora en adelante | a partir de ahora | en adelante',
    pt: 'de agora em diante | a partir de agora | daqui pra frente | daqui para frente | daqui em diante',
    zh: '^以后 | 从现在开始 | 从现在起 | 从今以后 | 今后',
  },
  {
    en: '^remember that | ^remember : | ^remember , | keep … in mind | keep in mind',
    de: 'merk dir | merke dir | denk immer dran | denk immer daran',
    fr: '^retiens | ^retenez | retiens-le | garde … en tête | ^souviens-toi que | ^rappelle-toi que',
    es: '^recuerda que | ^recuerda : | ^apunta esto | ten en cuenta que | ten presente | ^acuérdate de que',
    pt: '^lembre que | ^lembra que | ^lembre-se | ^anota aí | tenha em mente',
    zh: '^记住 | 请记住 | 一直记住 | ，记住 | 请记得',
  },
  {
    en: 'whenever you <change> | every time you <change> | each time you <change> | ^when you <change> | ^you … every time',
    de: 'immer wenn du … <change> | jedes mal wenn du … <change> | ^wenn du … <change> | ^sobald du … <change>',
    fr: 'chaque fois que tu <change> | ^quand tu <change> | ^dès que tu <change>',
    es: 'cada vez que <change> | siempre que <change> | cuando <change>',
    pt: 'sempre que <change> | sempre que você <change> | toda vez que <change> | quando <change>',
    zh: '每次改 | 每次提交 | 每次写 | 每次加 | 每次新增 | 每次修改 | 不用每次 | 不要每次',
  },
  {
    en: `
      ^never | ^always | please never | please always | pls never | pls always | don't ever | dont ever |
      only ever | never ever | i never want | i always want | ^<do> always | and never <do> | , never <do>`,
    de: `
      ^nie | ^niemals | bitte immer | bitte nie | bitte niemals | darfst du nie | darfst du niemals |
      dürfen nirgends | ^<do> … immer | ^<do> … nie | ^* immer … <infinitive> |
      ^* nie … <infinitive>`,
    fr: `
      ^ne * jamais | ^n'* jamais | ^<do> toujours | ^ne jamais | ^toujours <infinitive> | ^évite systématiquement`,
    es: '^nunca *es | ^nunca *as | ^nunca <we> | ^<do> siempre | usamos siempre | ^siempre <do> | no se * jamás',
    pt: '^nunca apague | ^nunca <do> | ^nunca <we> | ^<do> sempre | ^sempre <do> | ^não quero … nunca',
    zh: '一律 | 任何时候都不要 | 永远不要 | 始终用 | 始终使用 | 一直用 | 务必 | 绝不',
  },
  {
    en: `
      ^in this <place> <next> | ^for this <place> <next> | we … in this <place> | ^no … in this <place> |
      not used in our`,
    de: `
      ^bei uns <next> | bei uns nur | bei uns immer | bei uns nie | bei uns im | ^in diesem <place> <next> |
      ^<do> in dieser <place> | ^bevorzuge in dieser <place>`,
    fr: '^chez nous on | ^dans ce <place> <next> | ^pas de … dans ce <place> | pour tout le <place>',
    es: '^en este <place> <next> | ^<do> … en todo el <place> | ^<do> … en toda la <place> | ^aquí no se',
    pt: '^neste <place> | ^nesse <place> | ^<do> … em todo o <place> | ^aqui na <place>',
    zh: '我们项目里 | 我们团队约定 | 我们团队规定 | ^本项目 | 团队规定 | 我们统一 | 统一用 | 统一使用',
  },
  {
    en: `
      our convention | our policy is | our rule | rule of thumb | house rule | that's how we |
      how this <place> does it | ^in general i`,
    de: `
      so halten wir | so machen wir das immer | unsere regel | ^grundsätzlich gilt | ^grundsätzlich keine |
      ^generell gilt | bitte generell | ^generell bitte | gilt überall`,
    fr: "la règle ici | c'est la règle | notre règle | notre convention | en règle générale | ^par principe",
    es: 'como norma | como regla | por regla general | por norma | nuestra norma | nuestra convención | es la norma',
    pt: 'como regra | via de regra | nossa regra | é regra | nossa convenção',
    zh: '原则上 | 我们约定 | 我们的规范 | 这是规定 | 老规矩',
  },
  {
    en: `
      i'd rather have you | i'd rather you | i'd prefer if you | i'd prefer you | ^prefer |
      ^i don't like | ^i dont like | i don't want to see | i hate it when you`,
    de: '^ich mag keine | ^ich bevorzuge | ^bevorzuge | ^mir ist lieber',
    fr: "^je préfère que | ^je préfère les | ^je préfère des | ^je ne veux plus | ^je n'aime pas les | ^préfère | ^privilégie",
    es: '^prefiero que | ^prefiero los | ^prefiero las | ^no quiero ver | ^no quiero más | ^no me gustan',
    pt: '^prefiro que | ^prefiro os | ^prefiro as | ^não quero que | ^não quero ver | ^não gosto de',
    zh: '我更喜欢 | 我不喜欢 | 我习惯 | 优先用 | 优先使用',
  },
  {
    en: `
      ^we never <do> | ^we always <do> | we never remove | ^we use | ^we don't use | ^we target | ^we stick to |
      ^we pin`,
    de: '^wir verwenden | ^wir nutzen | ^wir benutzen | ^wir duzen | ^wir schreiben',
    fr: "on ne <we> jamais | ^on utilise | ^on n'utilise | ^on écrit | ^on nomme",
    es: '^usamos | ^no usamos | ^escribimos | ^seguimos',
    pt: '^usamos | ^a gente usa | ^não usamos | ^escrevemos | ^seguimos',
    zh: '我们都用 | 我们只用 | 我们不用 | 我们一般',
  },
  {
    en: '^every … <made> <must> | ^each … <made> <must> | ^any … <made> <must> | every single one',
    de: '^jede … <made> <must> | ^jeder … <made> <must> | ^jedes … <made> <must>',
    fr: '^chaque … <made> <must> | ^toute … <made> <must> | ^tout … <made> <must>',
    es: '^cada … <made> <must> | ^todo … <made> <must>',
    pt: '^cada … <made> <must> | ^todo … <made> <must> | ^toda … <made> <must>',
  },
  {
    en: '^<mades> <go> | ^new <mades> <go> | ^all <mades> <go> | commit messages are',
    de: '^<mades> <go> | ^alle <mades> <go>',
    fr: '^les <mades> <go> | messages de commit sont',
    es: '^los <mades> <go> | ^las <mades> <go> | ^todos los <mades> <go> | mensajes de commit',
    pt: '^os <mades> <go> | ^as <mades> <go> | mensagens de commit são',
    zh: '提交信息 … 用 | 提交信息 … 写 | 只能写在 | 代码注释 … 用',
  },
  {
    en: `
      at all times | in everything users | for everything you | goes for everything | everywhere please |
      everywhere pls | applies to every* | applies to all | ^use … for everything | want … for anything`,
    de: 'in allen texten | gilt für alle* | gilt überall',
    es: 'vale para todo',
    pt: 'vale pra tudo',
  },
  {
    en: 'no exceptions | , period | , ever | under no circumstances | no matter what the | off limits for',
    de: 'egal was im | unter keinen umständen',
    fr: 'en aucun cas | sous aucun prétexte | ^pas de … plus jamais',
    es: 'en ningún caso | bajo ningún concepto | bajo ninguna circunstancia',
    pt: 'em hipótese alguma | em nenhum caso',
    zh: '无论如何 | 绝对不要 | 没有例外',
  },
  {
    en: "^no … without | ^don't … without | ^do not … without",
    de: '^keine … ohne | : keine … ohne | nie ohne | niemals ohne | keine … ohne dass du',
    fr: '^pas de … sans | ^ne * jamais … sans | ^ne * pas … sans',
    es: '^no quiero … sin | ^nada de … sin',
    pt: '^não quero … sem | ^nada de … sem',
    zh: '未经',
  },
  {
    en: '^stop *ing | ^never … again',
    de: '^hör … auf | nie wieder',
    fr: '^arrête de',
    es: '^deja de | ^no vuelvas a',
    pt: '^pare de | ^para de',
    zh: '不要再 | 别再 | 不许再',
  },
  {
    en: 'ask me before | asked before | without asking me | without my ok | check with me before',
    de: 'ohne rücksprache | vorher fragst | frag mich … bevor | nur nach rücksprache',
    fr: 'demande-moi avant | sans me demander | sans mon accord',
    es: 'preguntes antes | pregúntame antes | sin preguntarme',
    pt: 'pergunte antes | me pergunta antes | sem me perguntar',
    zh: '先跟我确认 | 先问我 | 先征求',
  },
  {
    en: '^keep … in <tongue> | british spelling | american spelling | reply in <tongue> | answer me in <tongue>',
    de: 'bleiben <tongue> | auf <tongue> antworten | antworte … auf <tongue>',
    fr: 'répon* en <tongue> | réponds-moi en <tongue> | commits en <tongue>',
    es: 'commits en <tongue> | respondas en <tongue> | respóndeme … en <tongue>',
    pt: 'responda em <tongue> | nomes … em <tongue> | me responde em <tongue>',
    zh: '请一直用 | 用中文回 | 用英文回 | 用中文写 | 用英文写',
  },
  {
    en: 'answers without | keep your answers | keep your replies | answer me in short',
    de: 'in antworten an mich | antworte mir immer',
    fr: 'réponses courtes | réponses brèves | que tu répondes',
    es: 'me respondas | respuestas cortas | respuestas breves',
    pt: 'respostas curtas | que você responda',
    zh: '回复我尽量 | 回复尽量 | 回答尽量',
  },
  {
    en: 'make it a habit',
    de: 'gewöhn dir',
    fr: "prends l'habitude",
    es: '^acostúmbrate',
    pt: '^acostume-se',
    zh: '养成',
  },
];

/** Sentences that may be meant for good: a person is asked. */
export const DOUBTFUL: readonly Form[] = [{ en: 'unless | even if | ^avoid | ^i prefer' }];
