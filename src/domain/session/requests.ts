import { lowerCase } from '../observe/announced/prose.ts';
import { isQuestion } from './sentences.ts';

/** Words before a request that are no part of it. */
const LEAD =
  /^(?:(?:ok(?:ay)?|so|now|hmm+|also|then|well|great|thanks|thank you|and|but|hi|hey|hello|yes|yeah|yup|no|nope|right|alright|next|first|finally|actually|perfect|good|cool|nice|ah|oh|umm?|please|pls|just|ja|gut|also|dann|jetzt|bitte|alors|bon|ok|donc|s'il te plaît|bueno|vale|ahora|por favor|então|agora|bom)\b[\s,.!:;…–—-]*)+/;

const ENGLISH =
  /^(?:(?:can|could|would|will) (?:you|we|i)\b|(?:i|we|you)(?:'d| would)? (?:(?:do not|don'?t) )?(?:need|want|like|should|have|must)\b|(?:i|we)'d (?:like|love)\b|i'm (?:looking|trying)|we're going to\b|we are going to\b|it (?:should|needs|must)\b|let'?s\b|let us\b|help\b|make sure\b|be sure\b|don'?t\b|never\b|always\b|only\b)/;

const OTHERS =
  /^(?:kannst du|könntest du|können wir|könnten? (?:sie|wir)|ich (?:möchte|brauche|will|hätte)|wir (?:brauchen|müssen|wollen|sollten)|lass uns|füge?\b|erstelle?\b|schreibe?\b|ändere?\b|baue?\b|prüfe?\b|zeige?\b|erkläre?\b|lösche?\b|entferne?\b|behebe?\b|repariere?\b|mache?\b|nutze?\b|verwende?\b|schau\b|stelle?\b|teste?\b|führe?\b|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|ajoute[rz]?\b|crée[rz]?\b|corrige[rz]?\b|change[rz]?\b|modifie[rz]?\b|écris\b|écrivez\b|montre[rz]?\b|explique[rz]?\b|supprime[rz]?\b|utilise[rz]?\b|vérifie[rz]?\b|mets\b|fais\b|je (?:veux|voudrais|souhaite)|il faut|on (?:doit|va)\b|nous (?:devons|voulons)|puedes\b|podrías\b|podemos\b|añade\b|agrega\b|crea\b|corrige\b|arregla\b|cambia\b|escribe\b|muestra\b|explica\b|elimina\b|borra\b|usa\b|revisa\b|pon\b|quiero\b|necesito\b|necesitamos\b|hay que\b|haz\b|você pode|pode(?:ria)?\b|adicion[ae]\b|cri[ae]\b|corrija\b|mude\b|altere\b|escreva\b|mostre\b|explique\b|remova\b|use\b|quero\b|preciso\b|precisamos\b|faça\b|请|請|帮我|幫我|把|给我|修复|修正|添加|增加|新增|创建|实现|写|改|修改|删除|更新|检查|解释|重构|优化|测试|我想|我要|我们需要|需要|为什么|怎么|如何|能不能|能否|可以|добавь|исправь|создай|сделай|напиши|удали|покажи|объясни|нужно|надо)/;

/** English orders begin with one of these. A set is ready in a tenth of the time that an expression takes. */
const VERBS = `
add address adapt adjust adress allow analyse analyze apply ask audit build bump bring call change check
clean close combine commit compare configure continue convert copy create cut debug define delete deploy
describe design do document draft drop enable disable ensure examine execute expand explain explore export
extend extract figure find finish fix follow format generate get give go handle hide implement import
improve include inspect install integrate investigate keep list look make merge migrate modify move open
optimise optimize plan port prepare print proceed profile propose provide publish pull push put read rebase
rebuild redo reduce refactor release reload remove rename replace reproduce reread re-read research reset
resolve restart restore restructure return revert review rewrite run save scan search see send set show
simplify skip sort speed split start stop store suggest summarise summarize support switch sync take tell
test think trace track translate try turn undo update upgrade upload use validate verify walk wire work
write`;
let verbs: ReadonlySet<string> | undefined;

/** Whether a sentence asks for something: a question, an order or a wish. */
export function asks(sentence: string): boolean {
  if (isQuestion(sentence)) return true;
  // Capital letters beyond ASCII make an expression that ignores case cost milliseconds at its first use.
  const plain = withoutLead(sentence.slice(0, 120).replace(/’/g, "'")).toLowerCase();
  verbs ??= new Set(VERBS.trim().split(/\s+/));
  return verbs.has(/^[a-z-]*/.exec(plain)![0]) || ENGLISH.test(plain) || OTHERS.test(plain);
}

/** The sentence without "ok, so", unless nothing is left then. */
export function withoutLead(sentence: string): string {
  const lead = LEAD.exec(lowerCase(sentence))?.[0].length ?? 0;
  return sentence.slice(lead) || sentence;
}
