import { tokens } from '../text/words.ts';
import { isFarewell } from './nod.ts';

/** "Let me ask Priya", "dunno": the question stays open. */
const POSTPONED =
  /\b(?:let me (?:ask|check|think|look|sleep|see|discuss|get back|find out)|(?:need|have|got|want|going) to (?:ask|check|think|discuss|clarify|find out|sleep)|(?:i|we)(?:'ll| will| shall| must| should) (?:\w+ )?(?:ask|check|think|discuss|clarify|find out|get back|let you know|forward|sleep|decide (?:later|tomorrow|on))|(?:i|we)(?:'ve| have)? (?:just )?(?:asked|forwarded|passed (?:it|that|your)|mailed|emailed|pinged)\b|(?:waiting|wait) for (?:an? |the |his |her |their )?(?:answer|reply|word|feedback)|(?:he|she|they)(?:'ll| will) (?:get back|let (?:me|us) know|tell (?:me|us))|dunno|don't know|not sure|no idea|ask me (?:later|again)|muss (?:ich )?(?:\w+ ){0,4}?(?:fragen|nachfragen|klären|überlegen|nachsehen)|(?:frag|klär)e? ich|ich (?:frag|klär|überleg|schau)e?|(?:sag|gebe?) (?:ich )?(?:dir )?(?:morgen|später|noch|bescheid)|weiß (?:ich )?(?:noch |gerade )?nicht|überleg ich|keine ahnung|no (?:lo )?sé|tengo que (?:preguntar|consultar|pensar|ver)|(?:lo|le|se lo) (?:consulto|pregunto|pienso|miro)|déjame (?:preguntar|pensar|ver)|te digo (?:luego|mañana)|je (?:ne )?sais pas|je (?:dois |vais |lui |leur )?(?:demande|réfléchi|vérifie)\w*|je te (?:dis|redis)|não sei|vou (?:perguntar|pensar|ver|confirmar)|deixa eu (?:perguntar|ver|pensar)|te (?:falo|digo) (?:depois|amanhã))(?![\wà-ÿ])|不知道|我(?:去|先)?问问|问一下|我想想|再说|回头告诉你/;
const YES_OR_NO =
  /^(?:yes|yeah|yep|yup|no|nope|ok|okay|sure|please do|go ahead|do it|ja|nein|jo|oui|non|d'accord|s[ií]|vale|claro|sim|não|да|нет|是|对|好|不)(?![\wà-ÿ])/;
/** An answer is short; whoever says more without a word of the question speaks of something else. */
const SHORT_ANSWER = 8;

/**
 * Whether a prompt answers the agent's question: a yes or no, a few words, or words of the question and of the reply
 * that asked it, whose options it may name. A question that one prompt left open is answered by its own words only.
 */
export function isAnswer(words: string, question: string, reply = '', carried = false): boolean {
  const plain = words.toLowerCase().replace(/[’‘]/g, "'").trim();
  if (isFarewell(words) || POSTPONED.test(plain)) return false;
  if (!carried && (YES_OR_NO.test(plain) || plain.split(/\s+/).length <= SHORT_ANSWER)) return true;
  const asked = new Set(tokens(carried ? question : `${question} ${reply}`).map(({ term }) => term));
  return tokens(words).some(({ term }) => asked.has(term));
}

/** A first prompt that is nothing but an answer. It can only be to what the session was told at its start. */
const BARE =
  /^(?:(?:option )?(?:[a-e]|\d{1,2})|y|n|yes|yeah|yep|yup|no|nope|nah|please do|do it|ja|nein|jo|nee|oui|non|s[ií]|sim|não|да|нет|是的?|对|不(?:用|要)?|はい|いいえ)(?:[.!)]*$|[,.!;:–-] ?(?:\S+ ?){1,6}$)/;
const WITH_MORE = /^(?:option )?(?:[a-e]|\d{1,2})[,.;:–-] ?\S/;

export function isBareAnswer(words: string): boolean {
  const plain = words.toLowerCase().trim();
  return plain.length <= 60 && BARE.test(plain) && !WITH_MORE.test(plain);
}

/** Words that take back what the agent just said or did. With a question open they answer it. */
const DENIAL =
  /^(?:no+|nope|nah|wrong|incorrect|(?:that|this|it)(?:'s| is| was) (?:wrong|incorrect|not (?:right|what|how|it|correct|true))|not (?:that|what i|like that|quite)|(?:the )?other way|nein|nee|falsch|das (?:ist falsch|stimmt nicht|war falsch)|anders ?(?:he)?rum|umgekehrt|non|faux|c'est faux|pas comme ça|l'inverse|incorrecto|está mal|así no|al revés|não|está errado|errado|ao contrário|不对|不是|错了|反了|違います|逆です)(?![\wà-ÿ])(?! (?:problem|worries|need|rush|hurry|idea|more|new|question|matter)\b)/;

export function isDenial(words: string): boolean {
  return DENIAL.test(words.toLowerCase().replace(/[’‘]/g, "'").trim());
}

/** Whether a denial takes a sentence back: a short one all that was just said, a longer one what it speaks of. */
export function deniesSentence(denial: string, sentence: string): boolean {
  if (denial.trim().split(/\s+/).length <= SHORT_DENIAL) return true;
  const denied = new Set(tokens(denial).map(({ term }) => term));
  return tokens(sentence).some(({ term }) => denied.has(term));
}

const SHORT_DENIAL = 5;
