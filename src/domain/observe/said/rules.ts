import { MARKED } from '../announced/guards.ts';
import { clausesOf, formsFor, type Reading } from './languages.ts';
import type { Line } from './reading.ts';

const MOST = 5;
const LONGEST = 300;

export interface RuleSpan {
  readonly rule: string;
  /** The first and last of the lines that it was made of. */
  readonly from: number;
  readonly to: number;
}

/**
 * The sentences of a person that rule for good, as written. Precision comes first: a doubt, a report of another's
 * words, a matter of the moment and a specification of the product are no rule.
 */
export function ruleSpans(
  message: string,
  lines: readonly Line[],
  readings: readonly Reading[],
): readonly RuleSpan[] {
  const rules: RuleSpan[] = [];
  for (let at = 0; at < lines.length && rules.length < MOST; at++) {
    const line = lines[at]!;
    const last = rules.at(-1);
    const follows = last?.to === at - 1;
    const reading = readings[at]!;
    if (follows && isTail(line) && !isRule(line, reading)) {
      rules[rules.length - 1] = joined(message, lines, last.from, at) ?? last;
    } else if (isSeal(line, reading)) {
      const sealed = follows ? null : sealedBy(message, lines, readings, at);
      if (sealed) rules.push(sealed);
    } else if (
      isRule(line, reading) &&
      !isReadOut(message, line, lines[at - 1], readings[at - 1]) &&
      !isDoubted(lines[at + 1])
    ) {
      rules.push({ rule: line.text, from: at, to: at });
    }
  }
  return rules;
}

function isRule({ question }: Line, reading: Reading): boolean {
  const { language, said } = reading;
  const forms = formsFor(language.rule, reading);
  if (forms.length === 0 || (question && !language.wish.test(said))) return false;
  return (
    clausesOf(reading).some(({ before, clause }) =>
      forms.some((form) => {
        const found = form.exec(clause);
        if (found === null || language.foreign.test(before + clause.slice(0, found.index))) return false;
        return ORDER.test(clause) || !TASK_BEHIND.test(clause.slice(found.index));
      }),
    ) && !isPassing(reading)
  );
}

/** A sentence that is an order itself may go on with another. */
const ORDER =
  /^(?:please |bitte |also |and )*(?:always|never|don't|only|use|write|keep|make|run|ask|immer|nie|niemals|toujours|jamais|ne|n'|siempre|nunca|jamas|sempre|nao)\b|^(?:永远|不要|别|请|始终|必须)/;

/** "…, so make it void", "…: implement that": a description that ends in a task is the reason for it. */
const TASK_BEHIND =
  /(?:[,:;–—-]|\b(?:so|and|then|also|und|donc|alors|et|y|asi que|entonces|e|entao)\b) (?:(?:please|then|so|can you|bitte|dann|also|porfa|por favor|stp|svp|just) )*(?:(?:implement|remove|delete|drop|fix|adjust|adapt|add|check|show|build|generate|rename|refactor|make|change|update|replace|verify|test|convert|move|rewrite|correct|clean up|free up|get rid of) (?:it|that|this|these|those|them|the|a|an)\b|(?:extend|create|support|include|port|translate|add) (?!one\b)\S+(?: \S+){0,2}[.!]*$|see (?:the|line|below|above|mockup|screenshot|_|\d)|(?:bau|pruf|pass|erzeug|schreib|fix|korrigier|entfern|losch|ander|erganz|mach|teste?|repariere?)e? (?:das|es|die|den|dem|ihn|sie|einen|eine|mal|da)\b|(?:ajoute|corrige|adapte|change|supprime|verifie|ecris|modifie|remplace|teste)[rz]? (?:le|la|les|l'|ca|un|une|ce)\b|(?:ajusta|corrige|cambia|anade|agrega|borra|elimina|escribe|revisa|comprueba|adapta|quita)(?:lo|la|los|las)?\b (?:el|la|los|las|lo|un|una|eso|esto)?|(?:ajusta|ajuste|corrija|corrige|muda|mude|adiciona|adicione|remove|remova|cria|crie|escreve|arruma|apaga|troca) (?:o|a|os|as|um|uma|isso|isto)\b)|[，,] ?(?:改|加|修|删)(?:一下|掉|上|个)|[，,]写个|处理一下/;

/** For the moment, in jest or in doubt. */
const isPassing = ({ language, said }: Reading) => language.passing.test(said) || language.notRule.test(said);

/** "The README says:" makes a quotation of the next line, unless the quotation stands between them. */
function isReadOut(
  message: string,
  line: Line,
  before: Line | undefined,
  reading: Reading | undefined,
): boolean {
  if (!before?.plain.endsWith(':') || !reading?.language.foreign.test(reading.said)) return false;
  const between = message.slice(before.end, line.start);
  return !MARKED.test(between) && !/^\s*[-=*_]{3}/.test(between);
}

/** "Is that still true?", "just kidding", "start with /login" after a sentence: the person does not mean it as a rule. */
function isDoubted(after: Line | undefined): boolean {
  if (!after) return false;
  if (!after.question) return JOKE.test(after.plain) || CARRIED_OUT.test(after.plain);
  return DOUBT.test(after.plain) && after.plain.split(' ').length <= 9;
}

const JOKE = /^(?:ha(?:ha)+|lol|jk|(?:just )?kidding|just quoting|scherz|ja(?:ja)+|kkk+|mdr|哈哈)/;
/** A task is carried out at once: what was said is the object. An order about another thing leaves it a rule. */
const CARRIED_OUT =
  /^(?:(?:please|so|and|ok|can you|could you|bitte|also|por favor|porfa|stp|svp|merci de)[, ]+)*(?:(?:start|begin) (?:with|by|at)|(?:fix|change|implement|correct|repair|adjust) (?:it\b|(?:that|this)(?= (?:in|on|at|for|first|now|everywhere|please|too|here|there|and|right|by|with)\b|[.,;:!]|$))|fang\w* (?:\w+ )?(?:mit|bei)\b|beginn\w* mit\b|(?:fix\w*|korrigier\w*|behebe?|reparier\w*|ander\w*) (?:es\b|(?:das|dies)(?= (?:in|im|bei|beim|bitte|mal|gleich|jetzt|sofort|noch|hier|auch|dann|zuerst|erst|uberall|und)\b|[.,;:!]|$))|commen(?:ce|cez) par\b|(?:corrige|change|repare|regle)[rz]?(?: (?:ca|cela)|-(?:le|la|les))\b|empieza (?:con|por)\b|(?:corrige|cambia|arregla)(?:l[oa]s?| (?:eso|esto|aquello))\b|(?:comece|comeca) (?:com|por|pel[oa])\b|(?:arrum|corrij|mud|consert)[ae] (?:isso|isto)\b|先(?:从|做)|(?:改|修)(?:一下|掉|好))/;
const DOUBT =
  /\b(?:is|isn't|does|do|are|was) (?:that|it|this|they|the (?:first|second|last))\b(?!.{0,40}\b(?:clear|ok|understood|possible)\b)|^(?:why|warum|wieso|pourquoi|por ?que)\b|\b(?:true|stimmt|vrai|verdad|verdade|aplica|de proposito)\b|\bgilt das\b|真的/;

/** "not npm, not yarn.", "Always.": a few words that go on with the sentence before. */
function isTail(line: Line): boolean {
  return !line.question && TAIL.test(line.plain) && line.plain.split(' ').length <= 6;
}

const TAIL =
  /^(?:not|never|always|ever|no exceptions?|nicht|nie|immer|ohne ausnahme|jamais|toujours|nunca|jamas|siempre|sempre)\b/;

function isSeal({ question }: Line, reading: Reading): boolean {
  if (question) return false;
  const { language, said } = reading;
  return formsFor(language.seal, reading).some((form) => form.test(said)) && !language.passing.test(said);
}

/** The sentence before a seal; short ones ("tabs, 8 wide.") with those before them. */
function sealedBy(
  message: string,
  lines: readonly Line[],
  readings: readonly Reading[],
  at: number,
): RuleSpan | null {
  const last = at - 1;
  const line = lines[last];
  if (!line || line.question) return null;
  const reading = readings[last]!;
  if (isPassing(reading) || reading.language.foreign.test(reading.said)) return null;
  let from = last;
  while (from > 0 && isShort(lines[from]!) && isShort(lines[from - 1]!)) from--;
  const to = isShort(lines[at]!) ? at : last;
  return joined(message, lines, from, to) ?? { rule: line.text, from: last, to: at };
}

const isShort = ({ plain, question }: Line) => !question && plain.split(' ').length <= 4;

function joined(message: string, lines: readonly Line[], from: number, to: number): RuleSpan | null {
  const rule = message.slice(lines[from]!.start, lines[to]!.end).trim().replace(/\s+/g, ' ');
  return rule.length <= LONGEST ? { rule, from, to } : null;
}
