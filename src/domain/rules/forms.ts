/** Languages that the table knows. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh';

/**
 * Wordings that rule for good. A line is a row: wordings with ` | ` between them. `^` is the beginning of a sentence, `..`
 * up to three words between and `…` up to eight, `a/b` either word, `*` any letters, `<place>` a word of that kind, `<!place>`
 * any other; a comma may stand between words. A row stays only while it fits two sentences of authors who had not seen it; a
 * test counts them. No form holds in a sentence about others: "the app always …" is a report.
 */
export interface Forms {
  /** Also where I speak of myself. */
  readonly anyone: string;
  /** Only in sentences about you, about us or without a subject: "I never …" is a tale. */
  readonly ourselves: string;
}

/** Words that a wording names by their kind. */
export const KINDS: Readonly<Record<string, string>> = {
  place: `
    repo* | repository | project | codebase | code base | code | org | team | company | house | monorepo | projekt |
    codebasis | firma | projet | dépôt | équipe | boîte | proyecto | repositorio | equipo | empresa | aplicación |
    projeto | repositório | equipe | aplicação`,
  gen: `
    we | no | not | don't | dont | never | always | only | all | every | each | use | keep | prefer | nobody |
    wir | kein* | nie | immer | nur | bevorzuge | on | pas | jamais | toujours | usamos | no | nada | nunca |
    siempre | cada | seguimos | a gente | não | sempre | todo`,
  thing: `
    commit* | commit message* | error message* | branch* | branch name* | test | tests | component* | timestamp* | secret* | colo*rs | comment* | migration* | release* |
    identifier* | docs | import* | docstring* | pr | prs | pull request* | function* | endpoint* | class | classes | module* |
    flag* | file* | script* | string* | ticket number* | pr description* | tabelle* | kommentar* | fachbegriffe |
    funktion* | endpunkt* | klasse* | änderung* | message* de commit | fonction* | couleurs | mensaje* de commit | rama* |
    función | clase | prueba* | fecha* | componente | texto* | mensage* de commit | teste* | mensagens de commit`,
  process: `
    commit | commits | commit message* | branch* | branch name* | tests | prs | pull requests | pr description* | ticket number* |
    migrations | docstrings | releases | tabellen | commit-nachrichten | kommentare | fachbegriffe im code | mensagens de commit`,
  must: `
    need* | must | get | gets | go | goes | live | lives | belong* | come | comes | should | start | stay | are to be |
    are named | are written | are tagged | are english | are in | are stored | have to | has to | muss | müssen |
    braucht | bekommt | bleiben | heißen | kommen aus | liegen in | sind auf | doit | doivent | vont | viennent | sont en |
    lleva* | debe* | necesita | van | viajan | salen | se llaman | tiene que | las guardamos | deve* | precisa | são em | ficam`,
  state: `
    a | an | the | seen | had | have | has | been | mind | get | got | gets | getting | happens | worked | understood | ran |
    see | lose | forget | end | run into | fail | find | know | *ed | used to | would | could | can | knew | sure | on | in | asked | wanted | there | that | this | two | one | noch | wieder`,
  det: 'the | il | elle | he | she | it | this | le | la | der | die | das | el',
  you: "you | please | make sure | i want you | i'd like you",
  habit: `
    write | put | name | prefix | commit | squash | rebase | tag | document | format | indent | review | sign | schreiben |
    committen | benennen | testen | duzen | siezen | écrit | nomme | préfixe | documente | teste`,
  work: `
    write | add | change | touch | create | edit | rename | fix | commit | refactor | finish | modify | update |
    remove | introduce | push | merge | delete | propose | implement`,
  know: 'know | have | need | want | find | see | remember | get | care | seem | mind | are | were | had',
  other: `
    the | an | he | she | they | this | that | these | those | there | my | his | her | their | users | people | der | die |
    das | ein | eine | er | man | mein | meine | le | la | un | une | il | elle | mon | ma | el | una | mi | o | os | um | uma |
    meu | ele`,
  person: `
    a | i | i've | it | it's | our | your | somebody | someone | nobody | sometimes | some | one | es | sie | ich | les | je |
    j'ai | ce | cette | los | las | me | yo | eso | as | eu | isso | in | im | dans | en | nos`,
  make: `
    add | implement | write | build | create | make | translate | explain | tell | let | schreib | bau | erklär | écris |
    ajoute | traduis | agrega | añade | implementa | redacta | faz | adiciona`,
  tongue: `
    english | german | french | spanish | portuguese | chinese | englisch | deutsch | anglais | français |
    inglés | español | inglês | português`,
};

export const FORMS: Readonly<Record<Language, Forms>> = {
  en: {
    anyone: `
      from now on <!det> | going forward | from here on | for the future | in future
      ^remember that/:/, | keep in mind | keep … in mind
      our/team convention/policy/rule is/:/that | team convention | ^as a .. rule | rule of thumb | house rule
      ^in general i* | ^i generally/usually want/like | i'd rather/prefer/appreciate .. you
      ^i prefer *s | ^i prefer * *s | ^i don't/dont like <!det> | i don't/dont want to see | i never want
      ^in/for this/our <place> … <gen> | ^in our <place> | around here
      whenever you <work> | every/each time you <work> | ^when you <work> | ^when in doubt | ^when you're not
      ask me before | asked before | without asking
      no exceptions | , period | at all times | no matter what | off limits | under no circumstances
      use/want … for everything/anything | for everything you | holds/goes/applies for/to all/every* | in everything | in all our
      keep/stay* it/that that/way | that's how we/qa
      ^keep/reply/answer … in <tongue> | british/american spelling
      make it a habit`,
    ourselves: `
      ^always/never <!state> | ^we/you always/never <!state> | please/and/or always/never <!state> | ^<you> .. should/must/to always/never <!state>
      don't/dont ever | only ever | ^no/don't/dont/never/nothing … without
      <gen> … in/for this/our/every <place> | ^we <!know> … here | <gen> … in here | is/are/assume … everywhere
      ^we target/pin/stick | ^we only <!know> | ^we <habit> | ^we don't/dont <!know>
      ^every/each/any/all/new .. <thing> … <must> | ^<process> <must> | ^all … go/come | ^all new | ^i want all/every/no
      ^prefer | ^default to | ^by default <!det>
      ^stop *ing | never … again
      answers without | answer me in`,
  },
  de: {
    anyone: `
      ab jetzt | ab sofort | von nun an | ich … künftig | ^künftig | in zukunft | für die zukunft
      merk dir | denk … daran | denk immer dran
      unsere konvention/regel | teamregel | ^grundsätzlich gilt | ^generell | so halten/machen wir | bitte generell
      bei uns … <gen> | bei uns im/in/nur/nicht/nie | in diesem/dieser/unserem <place> | in allen texten
      <gen> … ohne | ohne rücksprache | vorher fragst
      ^ich bevorzuge | ^bevorzuge | mir ist lieber
      egal was im | unter keinen umständen | dürfen nirgends`,
    ourselves: `
      ^immer/nie/niemals <!state> | ^<!person> immer/nie/niemals <!state> | wir/du/bitte immer/nie/niemals | bitte … immer/nie/niemals
      ^wir <habit> | ^wir verwenden/nutzen/benutzen
      ^jede* .. <thing> … <must> | ^alle* .. <thing> <must> | ^<process> <must> | ^jede* … braucht`,
  },
  fr: {
    anyone: `
      dorénavant | désormais | à partir de maintenant <!det> | à l'avenir | pour la suite
      ^retiens/retenez | retiens-le | garde … en tête
      notre convention/règle | la règle ici | c'est la règle | convention d'équipe | en règle générale | ^par principe | ^par défaut <!det>
      ^chez nous | dans ce <place> … <gen> | <gen> … dans ce <place> | pour tout le <place>
      chaque fois que tu | ^quand/dès tu | à chaque modification/fois
      ^je préfère que/les/des | ^préfère/privilégie
      demande-moi avant | sans me demander | sans mon accord
      en aucun cas | sous aucun prétexte | plus jamais | , point
      ^les <thing> <must> | ^chaque/tout/toute .. <thing> … <must> | messages de commit sont | répon* … en <tongue>`,
    ourselves: `
      ^toujours/jamais | ^<!person> toujours/jamais/systématiquement | ^ne/n'* .. jamais | on … toujours/jamais/systématiquement
      ^on utilise/écrit/nomme | on n'utilise pas | ^on <habit> | ^on ne … pas … ici | ^on ne fait pas`,
  },
  es: {
    anyone: `
      de ahora en adelante | a partir de ahora/hoy | en adelante
      ^recuerda que/: | ^acuérdate que/:/de | ten en cuenta/presente
      nuestra norma/convención es | como norma/regla | por regla general | por norma
      en este <place> … <gen> | <gen> … en/de este <place> | en todo el <place> | en toda la <place> | aquí no se/usamos | ^aquí siempre/nunca | ^nada de … en
      cada vez que *es/*as | siempre que *es/*as
      ^prefiero que/los/las | quiero que por defecto | no quiero ver/más
      ^los/las/todos <thing> <must> | ^cada/todo/toda .. <thing> … <must> | ^cada … <must>`,
    ourselves: `
      ^siempre/nunca/jamás <!state> | ^<!person> siempre los/las/el/la | , nunca | tú … siempre
      ^usamos/escribimos | ^no usamos | usamos siempre`,
  },
  pt: {
    anyone: `
      de agora em diante | a partir de agora | daqui pra/para frente | daqui em diante
      ^lembra/lembre que | ^lembre-se | ^anota aí
      neste/nesse <place> | em todo o <place> | na nossa <place> | ^aqui na/todo/nunca/sempre | ^aqui a gente
      ^prefiro que/respostas/os/as | ^não quero que/ver | vale pra tudo | me pergunta/pergunte antes
      mensagens de commit são | em <tongue>`,
    ourselves: `
      ^sempre/nunca <!state> | ^<!person> sempre o/a/os/as | a gente … sempre/nunca | nunca mexemos/usamos
      ^usamos | ^a gente .. usa | ^<process> <must>`,
  },
  zh: {
    anyone: `
      ^以后 | 从现在开始 | 从现在起 | 从今以后 | 今后
      ^记住 | ，记住 | 请记住 | 请记得
      一律 | 任何时候都 | ^永远不要 | 始终用 | 一直用 | 绝不 | ^禁止 | 我们从不
      我们项目里 | 这个项目里 … 不 | 我们团队 | 我们仓库 | 本仓库 | 本项目 | 团队规定 | 统一用 | 原则上 | 我们约定
      每次改 | 每次提交 | 每次写 | 每次加 | 每次新增 | 每次修改 | 每个 … 都要 | 每个 … 必须 | 所有 … 都要 | 所有 … 必须 | 不用每次
      ^我更喜欢 | ^我喜欢 | ^我不喜欢 | ^我习惯
      提交信息 … 用 | 用中文回 | 用英文回 | 只能写在
      不要再 | 不许
      先跟我确认 | 先问我 | 回复我尽量`,
    ourselves: '',
  },
};

/** Sentences that may be meant for good: a person is asked. */
export const DOUBTFUL = `
  unless | even if | ^avoid | from now on the
  ^use … , not | ^please don't use | ^don't use/add/write`;
