/** Languages that the table knows. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh';

/** Words that a wording names by their kind. */
export const KINDS: Readonly<Record<string, string>> = {
  place: `
    repo* | project* | code | codebase | code base | org | team | company | house | monorepo | service+ | projekt |
    codebasis | firma | projet | dépôt | équipe | boîte | proyecto | equipo | empresa | aplicación | projeto | equipe |
    aplicação | 项目 | 仓库 | 团队 | 公司`,
  here: `
    in/for/across/throughout this/our/every/any/all <place> | in here | in all our |
    in diesem/dieser/unserem/allen <place> | in allen texten | dans ce/cette/notre <place> | pour/dans tout le <place> |
    en/de este/nuestro/nuestra <place> | en/para todo el <place> | en toda la <place> | neste/nesse/nosso <place> |
    em todo o <place> | na nossa <place>`,
  ever: `
    always | never | ever | everywhere | anywhere | in general | generally | every time | each time | <here> | überall | immer |
    nie | niemals | grundsätzlich | generell | dauerhaft | nirgends | partout | jamais | toujours | systématiquement | siempre |
    nunca | jamás | en ningún/ninguna | sempre | em nenhum*`,
  rule: `
    convention | policy | rule | standard | practice | konvention | regel | règle | norma | convención | regla | convenção |
    regra | padrão | 约定 | 规定 | 规范 | 规矩`,
  thing: `
    commit+ | commit message+ | branch+ | test+ | test data | pr+ | pull request+ | merge request+ | pr description+ |
    ticket number+ | migration+ | release+ | tag+ | docstring+ | comment+ | function+ | method+ | class+ | module+ | component+ |
    endpoint+ | script+ | secret+ | import+ | identifier+ | variable+ | timestamp+ | flag+ | error message+ | docs |
    change+ | fix+ | feature+ | package+ | handler+ | hook+ | helper+ | fixture+ | mock+ | type+ | dependency |
    dependencies | colo*rs | element | tabelle+ | kommentar* | fachbegriffe | funktion+ | endpunkt* | klasse+ | änderung+ |
    methode+ | fehlermeldung+ | fonction+ | couleurs | correction+ | modification+ | commentaire+ | fonctionnalité+ | mensaje+ | rama+ |
    función | funciones | clase+ | prueba+ | fecha+ | componente+ | texto+ | cambio+ | comentario+ | mensagens | teste+ |
    função | funções`,
  process: `
    commits | commit messages | branch names | branches | tests | test data | prs | pull requests | pr descriptions | releases |
    ticket numbers | migrations | docstrings | scripts | secrets | timestamps | feature flags | error messages | comments |
    tabellen | commit-nachrichten | kommentare | fachbegriffe | fehlermeldungen | mensagens de commit`,
  must: `
    must | need | needs | get | gets | go | goes | live | lives | belong* | come | comes | start | stay | have to | has to |
    are to be | are always/never | are named | are written | are tagged | are stored | are english | are in | should | follow | muss |
    müssen | braucht | brauchen | bekommt | bleiben | heißen | sind auf | doit | doivent | vont | viennent | sont en | de commit sont | lleva* |
    debe* | necesita* | van | viajan | salen | se llaman | tiene que | tienen que | deve* | precisa* | tem que | são em | ficam`,
  state: `
    a | an | the | seen | had | have | has | been | mind | get | got | gets | getting | happens | worked | understood | ran |
    see | lose | forget | end | run into | fail | find | know | *ed | used to | would | could | can | knew | sure | on | in |
    asked | wanted | there | that | this | two | one | noch | wieder`,
  since: 'from | de',
  det: 'the | il | elle | he | she | it | this | that | how | these | le | la | der | die | das | el | o',
  order: `
    always | never | don't <!know> | use | keep | prefer | avoid | stick | i want you | i'd like you | make sure you/to |
    remember to | ich will/möchte | achte | je veux | évite | utilise | quiero que | no *es/*as | não <do>`,
  work: `
    write | add | change | touch | create | edit | rename | fix | commit | refactor | finish | modify | update | remove |
    introduce | push | merge | delete | propose | implement | 改 | 提交 | 写 | 加 | 新增 | 修改 | 合并 | 发布`,
  do: `
    <work> | use | keep | run | prefer | ask | show | answer | reply | put | name | treat | skip | leave | check | assume |
    stick | squash | usa | ejecuta | corre | escribe | pon | haz | revisa | responde | evita | use | roda | rode | escreva |
    mantenha | responda | faça | faz | evite | mexa | mexe | altere | crie`,
  habit: `
    write | put | name | prefix | commit | squash | rebase | tag | document | format | indent | review | sign | target |
    pin | stick | standardi* | avoid | schreiben | committen | benennen | testen | duzen | siezen | verwenden | nutzen |
    benutzen | nehmen | setzen auf | utilise | écrit | nomme | préfixe | documente | teste`,
  know: `
    know | have | need | want | find | see | remember | get | care | seem | mind | are | were | had | can | could | haben |
    bekommen | sehen | verlieren | a | perd | voit | reçoit | tem | recebe | perde`,
  other: `
    the | an | he | she | they | this | that | these | those | there | my | his | her | their | users | people | der | die |
    das | ein | eine | er | man | mein | meine | le | la | un | une | il | elle | mon | ma | el | una | mi | o | os | um | uma |
    meu | ele`,
  person: `
    a | i | i've | it | it's | our | your | somebody | someone | nobody | sometimes | some | one | es | sie | ich | les | je |
    j'ai | ce | cette | los | las | me | yo | eso | as | eu | isso | in | im | dans | en | nos`,
  source: `
    ticket | issue | spec | mail | email | slack | readme | changelog | story | notes | article | correo | historia | recado |
    nachricht | 邮件 | 来信 | 故事`,
  people: `
    user+ | customer+ | client+ | order+ | kunde+ | nutzer* | benutzer* | utilisateurs | clients | clientes | usuarios |
    usuários | 用户 | 客户 | 顾客 | 订单`,
  may: `
    can | could | should | must | may | want | get | see | receive* | trigger* | prefer* | sollen | können | dürfen | peuvent |
    pourront | doivent | pueden | deben | reciben | podem | devem | recebem | 可以 | 都`,
  tongue: `
    english | german | french | spanish | portuguese | chinese | englisch | deutsch | anglais | français |
    inglés | español | inglês | português | 中文 | 英文`,
  norm: '都要 | 都得 | 必须 | 一律 | 统一 | 都用 | 都按 | 只用 | 不用 | 不要 | 名用',
};

/**
 * Wordings that rule for good. A line is a row: wordings with ` | ` between them. `^` is the beginning of a sentence, `..`
 * up to three words between and `…` up to eight, `a/b` either word, `*` any letters, `+` the ending of a plural, `<place>` a
 * word of that kind, `<!place>` any other; a comma may stand between words. A row stays only while it fits two sentences of
 * authors who had not seen it; a test counts them. No form holds in a sentence about others: "the app always …" is a report.
 */
export const FORMS: Readonly<Record<Language, string>> = {
  en: `
    from now on <!det> | going forward <!det> | from here on | ^.. for the/all/any future | ^for future | ^in future | ^<do> … in future
    ^remember that/:/, | make it a habit | it's important to me
    our/team .. <rule> is/are/:/that | team/house/general/ground/standing <rule> | as a .. rule/principle | rule of thumb | by convention
    ^in general i/i'd/we/you | ^in general <do> | , in general | ^i generally/usually/always/never want/like/prefer | ^by default <do>
    ^i prefer *s | ^i prefer * *s | ^i don't like <!det> | ^i hate *s | i don't want to see | i'd rather/prefer/appreciate … you
    whenever you <do> | every/each/any time you <do> | ^when you <work> | ^when in doubt | ^when you're not
    ask me before | asked before | without asking | ^don't/never/nothing … without
    no exceptions | , period | at all times | no matter what | off limits | under no circumstances
    holds/goes/applies for/to all/every* | is/are … everywhere | around here | keep/stay* it/that that/way | that's how we/qa
    ^keep/reply/answer … in <tongue> | ^<process> in <tongue> | british/american spelling | your answers/replies/responses
    ^always/never <!state> | ^we/you .. always/never <!state> | please always/never <!state> | don't ever | ^only ever
    ^<order> … <ever> | ^use/want … for everything/anything | ^no … <here> | ^<here> … we/only/no/use/prefer/must | ^for all … <here> | ^in our <place>
    ^we <!know> … here | ^we <!know> … <here> | ^we <habit> | ^we only <!know> | ^we don't <!know> | ^we use … , not/no/never
    ^every/each/any/all/new .. <thing> … <must> | ^<process> .. <must> | ^<process> : | ^all … go/come | are always … , never/not
    ^prefer | ^default to | ^stop *ing | don't … anymore`,
  de: `
    ab jetzt/sofort | von nun an | künftig | in zukunft | für die zukunft | nur noch
    merk dir | denk … dran/daran
    unsere <rule> | teamregel | ^grundsätzlich gilt | gilt/bitte generell | ^generell gilt/immer/nie/kein*/bitte | so halten/machen wir
    sind/werden/wird/gilt bei uns | bei uns nur/nicht/kein*/im/heißen | ^in diesem/dieser/unserem <place> … wir/kein*/nur/nie/immer | in allen texten
    ohne rücksprache | ohne mein* | ohne dass du | vorher fragst | frag mich | hör .. auf | jedes mal … du
    bevorzuge | mir ist lieber | antwort* … auf <tongue> | auf <tongue> antworten
    ^immer/nie/niemals <!state> | ^<!person> immer/nie/niemals/grundsätzlich/stets <!state> | <!know> wir/du immer/nie/niemals | bitte … immer/nie/niemals
    ^wir <habit> | ^wir <!know> … <ever> | ^<order> … <ever> | ^kein* … mehr
    ^jede* .. <thing> … <must> | ^alle* .. <thing> <must> | ^<process> .. <must> | dürfen nirgends/nie`,
  fr: `
    dorénavant <!det> | désormais <!det> | à partir de maintenant <!det> | à l'avenir | pour la suite
    ^retiens/retenez | retiens-le | garde … en tête
    notre <rule> | la <rule> ici | c'est la <rule> | <rule> d'équipe | en <rule> générale | ^par principe | ^par défaut <!det>
    ^chez nous | ^dans ce/notre <place> … on/pas/jamais | pour tout le <place> | pas … dans ce <place>
    chaque fois que tu | à chaque <thing> | je préfère que/les/des | ^préfère/privilégie | demande-moi avant | sans me/mon
    en aucun cas | plus jamais | , point | ^arrête de
    ^les <thing> … <must> | ^chaque/tout/toute .. <thing> … <must>
    ^toujours/jamais | ^<!person> toujours/jamais/systématiquement | ^ne/n'* .. jamais/plus | ^de ne jamais/plus | ^<order> … <ever>
    on <!know> … toujours/jamais/systématiquement | ^on <habit> | on n'utilise pas | ^on ne … pas … ici | ^on ne fait pas`,
  es: `
    de ahora en adelante | a partir de ahora/hoy <!det> | en adelante
    ^recuerda que/: | ^acuérdate que/:/de | ten en cuenta/presente
    nuestra <rule> | como <rule> | por <rule> | por regla general
    ^usamos/escribimos | ^no usamos | usamos siempre | en este <place> … no/nada/seguimos | para todo el <place> | en toda la <place> | ^aquí no/se/usamos/siempre/nunca
    cada vez que *es/*as | siempre que *es/*as
    ^prefiero que/*s | ^<order> … <ever> | quiero que por defecto | no quiero ver/más | sin *rme | ^deja de
    ^los/las/todos <thing> .. <must> | ^cada/todo/toda/cualquier .. <thing> … <must>
    ^siempre/nunca/jamás <!state> | ^<!person> siempre los/las/el/la | ^<do> siempre | yo siempre`,
  pt: `
    de agora em diante | a partir de agora <!det> | daqui pra/para frente
    ^lembra/lembre que | ^lembre-se
    nossa <rule> | neste/nesse <place> | em todo o <place> | na nossa <place> | ^aqui na/todo/nunca/sempre/a
    ^prefiro que/*s | ^não quero que/ver | me pergunta/pergunte/perguntar antes | em <tongue> | sem me
    ^sempre/nunca <!state> | ^<!person> sempre o/a/os/as | ^<do> sempre | nunca mexemos/usamos | ^<order> … <ever>
    a gente .. sempre/nunca/não <!know> | ^todo/toda/todos/todas .. <thing> … <must> | ^<process> <must>`,
  zh: `
    ^以后 | 以后都 | 从现在 | 今后 | 从今以后
    ^记住 | , 记住 | ^记得
    一律 | 任何时候 | 永远不要 | 始终用 | 一直用 | 绝不 | ^禁止 | 我们从不 | 统一用 | 不许 | 不准 | 不要再 | 别再
    <place> … <norm> | 我们的 <rule> | <place> <rule> | 我们 <rule> | 原则上
    每次 <work> … <norm> | 每个 … <norm> | 所有 … <norm>
    ^我更喜欢 | ^我喜欢 | ^我不喜欢 | ^我习惯
    提交信息 … 用 | 用 <tongue> 回 | 先跟我 | 先问我 | 我的同意 | 我同意`,
};

/** Sentences that may be meant for good: a person is asked. */
export const DOUBTFUL = `
  unless | even if | ^avoid | from now on the
  ^use … , not | ^please don't use | ^don't use/add/write`;
