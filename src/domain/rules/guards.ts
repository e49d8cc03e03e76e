import type { Language } from './forms.ts';

/** Words of a sentence that asks, reports, supposes or speaks of the present request: no form holds there. */
export const GUARDS: Readonly<Record<Language, string>> = {
  en: `
    ^why/what/how/is/are/does/did/should/would/could/which/where/who/can | ^do we/you/i/they | ^that/that's/this/it/warning |
    ^.. says/said/wrote/reads/claims | told me/us | ^.. <source> .. : | according to | requires | requirement | ^as an | user story |
    had | were | used to | previous | last week/month/year | yesterday | supposed to | seems | may | might | will be | <people> <may> | implement/add/fix it/that |
    yet | ^now | for/right/just/not now | today | tonight | tomorrow | until | till | later | at the moment | just once | this time/once/one |
    for the moment/time/rest/duration/next | in/for/with/on this <!place> | ^first | , first | only list | plan only | never mind |
    hotfix | experiment | prototype | spike | ^add/write/make/give a/an/me | ^use/keep this/that/these | ^implement/build/create/generate/translate/explain |
    ^never/always *ed | ^never/always *s | ^always the | we never/always get | we want to | let's | let us | if we ever | we would | like we |
    imagine | suppose | maybe | yeah right | ^sure | haha | lol | 🙄`,
  de: `
    ^warum/wieso/wie/was/welche/wo/ist/sind/gibt/kann/soll/kannst/muss | wir wollen | immer noch/wieder | anforderung | man soll |
    vorerst | erstmal | erst mal | diesmal | dieses mal | heute | morgen | gerade | momentan | im moment | noch nicht | bis |
    in/für diesem/diesen/diese <!place> | später | prototyp | na klar | falls | müssen wir | müsste | würde | früher | damals | künftig/zukunft soll* | umsetzen |
    hatten | waren | mussten | durfte* | sagt | schreibt | steht in | verlangt | laut`,
  fr: `
    ^pourquoi/comment/quel/quelle/où/est-ce/c'est | pour l'instant | pour le moment | cette fois | aujourd'hui | demain | jusqu'à |
    pas encore | le temps que/qu' | dans/pour cette/ce <!place> | à cette étape | maquette | critère | bien sûr | avait | était | devait | ancienne |
    dit | d'après | selon | exige | pendant | si on | plus tard | en cours`,
  es: `
    ^por qué | ^cómo/qué/cuál/dónde/hay/puedes | por ahora | de momento | por el momento | esta vez | <!since> hoy | mañana | hasta |
    todavía | aún | ahora mismo | en/para este/esta <!place> | prototipo | requisito | sí claro | jaja | si algún | más tarde |
    teníamos | usábamos | había | dice | dijo | según | exige | anterior | nunca he/es/has/había | luego vemos`,
  pt: `
    ^por que | ^qual/onde/dá | por enquanto | por agora | desta/dessa vez | hoje | amanhã | até | ainda | agora não |
    neste/nesta/nesse/nessa <!place> | protótipo | requisito | ^claro | kkk | depois a gente | tinha | usava* | durante | diz | disse |
    segundo | exige | nunca vi/mexi/tinha`,
  zh: `
    为什么 | 怎么 | 是不是 | 吗 | 暂时 | 这次 | 这一次 | 这一轮 | 今天 | 明天 | 现在千万 | 目前 | 先别 | 先不 | 以后再 | 以前 |
    过程中 | 需求 | 等我 | 如果我们 | 上说 | 实现一下 | 帮我`,
};

/** Words before what a sentence says. */
export const SOFTENERS = `
  please | pls | and | also | btw | by the way | but | so | ok | okay | oh | ah | hm | hey | thanks | i mean | fyi | note |
  small | quick | one | more | general | thing | just | bitte | und | übrigens | ach | aber | et | aussi | stp |
  s'il te plaît | merci | y | por favor | porfa | además | oye | e | também | 另外 | 还有 | 对了 | 请 | 谢谢 | 麻烦`;
