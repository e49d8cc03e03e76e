import type { Language } from './forms.ts';

/** Words of a sentence that speaks of the present request, or that nobody means: no form holds there. */
export const GUARDS: Readonly<Record<Language, string>> = {
  en: `
    ^why/what/how/is/are/does/did/should/would/could/which/where/who/can | ^do we/you/i/they | ^that | ^that's | ^this | ^warning | says | said | wrote | told me/us | had | used to | previous | yet | for now | right now | for the moment | at the moment | this time | this once | this one |
    one time | just once | today | tonight | tomorrow | until | till | later | ^first | , first |
    only list | plan only | hotfix | in this <!place> | for this <!place> | with this <!place> |
    experiment | prototype | never mind | ^never seen | ^never had | ^never *ed | ^never *s | ^always *s | ^always the |
    we never get | we always get | requirement | don't like the | don't like this | don't like that |
    don't like how | let's | let us | if we ever | we would | imagine | suppose | maybe | yeah right | ^sure | haha | lol |
    🙄`,
  de: `
    ^warum/wieso/wie/was/welche/wo/ist/sind/gibt/kann/soll/kannst | immer noch/wieder |
    vorerst | erstmal | erst mal | diesmal | dieses mal | heute | morgen | gerade | momentan | noch nicht |
    im moment | bis | in diesem pr | in diesem schritt | in diesem commit | für den moment | nur schritt |
    anforderung | man soll | ^gilt | pflichtenheft | prototyp | na klar | falls wir | muss ich | müssen wir | würde | früher | damals | hatten | sagt | schreibt | steht | später`,
  fr: `
    ^pourquoi/comment/quel/quelle/où/est-ce/c'est |
    pour l'instant | pour le moment | cette fois | aujourd'hui | demain | jusqu'à | pas encore |
    d'abord voir | dans cette mr | dans cette pr | dans ce commit | à cette étape | le temps que |
    le temps qu' | maquette | cahier des charges | critère | bien sûr | avait | ancienne | dit | pendant | si on | plus tard | en cours`,
  es: `
    ^por qué | ^cómo/qué/cuál/dónde/hay/puedes |
    por ahora | de momento | por el momento | esta vez | hoy | mañana | hasta | todavía | aún no |
    ahora mismo | en este pr | en este paso | en esta tarea | en este commit | prototipo | requisito |
    sí claro | jaja | si algún | más tarde | teníamos | había | dice | dijo | anterior | nunca he | nunca es | nunca has | nunca había | luego vemos`,
  pt: `
    ^por que | ^qual/onde/dá |
    por enquanto | por agora | desta vez | dessa vez | hoje | amanhã | até | ainda não | agora não |
    neste pr | nesta tarefa | neste passo | neste commit | protótipo | requisito | ^claro | kkk |
    depois a gente | tinha | durante | diz | disse | nunca vi | nunca tinha`,
  zh: '为什么 | 怎么 | 是不是 | 吗 | 暂时 | 这次 | 这一次 | 这一轮 | 今天 | 明天 | 现在千万 | 目前 | 先别 | 先不 | 以后再 | 以前 | 过程中 | 需求 | 等我 | 如果我们',
};

/** Words before what a sentence says. */
export const SOFTENERS = `
  please | pls | and | also | btw | by the way | but | so | ok | okay | oh | ah | hey | thanks | i mean |
  small thing | quick note | one thing | one more thing | just | bitte | und | übrigens | ach | aber | et | aussi | stp |
  s'il te plaît | merci | y | por favor | porfa | además | oye | e | também`;
