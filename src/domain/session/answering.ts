import { tokens } from '../words.ts';
import { isFarewell } from './nod.ts';

/** "Let me ask Priya", "dunno": the question stays open. */
const POSTPONED =
  /\b(?:let me (?:ask|check|think|get back)|(?:need|have|got) to (?:ask|check|think)|i(?:'ll| will) (?:ask|check|think|get back)|dunno|don't know|not sure|no idea|ask me (?:later|again)|muss (?:ich )?(?:erst )?(?:fragen|nachfragen|klären)|weiß (?:ich )?nicht|frage? ich|keine ahnung|no (?:lo )?sé|tengo que (?:preguntar|consultar)|lo (?:consulto|pregunto)|je (?:ne )?sais pas|je (?:dois )?demande|não sei|vou perguntar)\b|不知道|我问问|问一下/;
const YES_OR_NO =
  /^(?:yes|yeah|yep|yup|no|nope|ok|okay|sure|please do|go ahead|do it|ja|nein|jo|oui|non|d'accord|s[ií]|vale|claro|sim|não|да|нет|是|对|好|不)(?![\wà-ÿ])/;
/** An answer is short; whoever says more without a word of the question speaks of something else. */
const SHORT_ANSWER = 8;

/** Whether a prompt answers the agent's question: a yes or no, a few words, or words of the question. */
export function isAnswer(words: string, question: string): boolean {
  const plain = words.toLowerCase().replace(/[’‘]/g, "'").trim();
  if (isFarewell(words) || POSTPONED.test(plain)) return false;
  if (YES_OR_NO.test(plain) || plain.split(/\s+/).length <= SHORT_ANSWER) return true;
  const asked = new Set(tokens(question).map(({ term }) => term));
  return tokens(words).some(({ term }) => asked.has(term));
}
