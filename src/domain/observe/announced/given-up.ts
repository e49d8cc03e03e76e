import { choiceIn, type Decision } from './decisions.ts';
import { leadsIn, staysSettled } from './guards.ts';
import type { Sentence } from './prose.ts';

/** A change of mind: what a sentence gives up by name, and what it takes in its place. */
export interface GivenUp {
  /** As written, with what it was for. */
  readonly name: string;
  /** The thing taken in its place, as written; null where the sentence names none. */
  readonly choice: string | null;
  /** The words that give it up. */
  readonly said: string;
  /** Says by itself that it was chosen before. Without that it counts only where such a decision stands. */
  readonly isSure: boolean;
  /** The part of the sentence behind the change of mind. */
  readonly rest: Sentence;
}

/** A sentence without one of these gives up nothing. The first try of an expression compiles it, and most prompts need none. */
const CUES = (
  "after all|change of|changed|new plan|drop|scra|ditch|forget|abandon|give up|gave up|giving up|rid of|rip out|using|no longer|no more|don't |won't |not use|not to |not going|aren't |decided against|away from|off from| out| dead|history|off the table|no-go|an option|instead of|rather than|in place of|replace|swap|switch|migrate|from |back to" +
  '|planänderung|doch |kein|vergiss|verwirf|streich|weg von|raus|gestorben|vom tisch|changement|plus de|laisse tomber|oublie|utilise plus|finalement|cambio de|mudança de|nada de|olvida|descarta|usamos|vamos a usar|vamos usar|esque|al final|no fim|改主意|计划有变|不用|不再|别用|放弃'
).split('|');

/** Words before a change of mind: "hm, actually, let's". */
const OPENING =
  /^(?:(?:hm+|ok|okay|no|nope|nah|well|so|and|but|actually|sorry|wait|right|alright|please|then|now|just|in the end|on second thoughts?|let's|lets|you can|we(?:'re|'ve|'ll| are| have| will)?|i(?:'m|'ve| have)?|ach|nein|nee?|gut|wir nehmen|bon|alors|finalement|en fait|au final|non|vale|bueno|al final|mejor|na verdade|no fim|melhor|não|算了)(?:[,.:;!–—-]* |，))*/;
/** Words that announce one. */
const CHANGE =
  /^(?:(?:small |slight )?change of (?:plans?|mind|heart)|(?:(?:i|we)(?:'ve| have)? )?changed (?:my|our) minds?|new plan|planänderung|changement de plan|cambio de planes?|mudança de planos?|改主意了?|计划有变)(?: here| again)?[,.:;!–—，：-]* ?/;

/** The name stands first. */
const IS_OUT =
  /^([^ \t\n,;:]+(?: [^ \t\n,;:]+){0,2}?) (?:is|are|ist) (?:now )?(?:out|dead|history|off the table|a no-go|no longer an option|not an option(?: any ?more)?|raus|gestorben|vom tisch)(?=[.!]*$|[,;:])/;
/** The name begins where the match ends. A `no` alone says too little: it wants "after all", or a turn before it. */
const GIVES_UP: readonly RegExp[] = [
  IS_OUT,
  /^(?:no|not) (?=.{1,80} after all\b)/,
  /^(?:drop|dropp(?:ed|ing)|scratch|scrap(?:ped|ping)?|ditch(?:ed|ing)?|forget(?: about)?|abandon(?:ed|ing)?|g[ai]ve up(?: on)?|giving up(?: on)?|get rid of|rip out|stop(?:ped)? using|no more|mov(?:e|ed|ing) (?:away|off) from) /,
  /^(?:no longer (?:use|using|need|want)|don't (?:use|want|need)|won't (?:use|need|go with)|not (?:use|using|going with)|aren't (?:using|going with)|decided (?:against|(?:to not|not to) (?:use|adopt|take|go (?:with|for)))) /,
  /^(?:doch (?:nicht|kein(?:en?)?)|kein(?:en?)?(?= .{1,60} mehr\b)|vergiss|verwirf|streiche?|weg von) /,
  /^(?:plus de|on (?:abandonne|laisse tomber|oublie|n'utilise plus)|laisse tomber|oublie) /,
  /^(?:nada de|olvida(?:te de)?|descartamos|(?:ya )?no (?:usamos|vamos a usar)|esque(?:ce|ça)|(?:já )?não (?:usamos|vamos usar)) /,
  /^(?:还是)?(?:不再?用|别用|放弃) ?/,
];
const NOT = /^(?:no|not|pas(?: de)?|sin|sem|kein(?:en?)?) /;

/**
 * One to four words and what they are for, up to where the clause ends. Words that narrow it make it another matter:
 * "drop Redis from the tests". Code stands as blanks that are not spaces.
 */
const NAME =
  /^([^ \t\n,;:!?()，。；了]+(?: (?!(?:for|after all|in|on|at|from|to|with|when|where|inside|im|bei|beim|dans|chez|para|en|em|na|no) )[^ \t\n,;:!?()，。；]+){0,3}?(?: for (?:[^ \t\n,;:!?()]+ ){0,2}?[^ \t\n,;:!?()]+)?)(?: after all)?了?(?: (?:any ?more|altogether|entirely|completely|again|now|then|please|mehr|mais|más|plus))*(?=[.!]*$|[,;:，。；]| ?[–—]| - | (?:instead|because|since|but|weil|parce|porque|and|und|et|y|e) )/;
/** "The decision about Redis" is given up with Redis. */
const DECISION_ON =
  /^(?:(?:the|that|this|our|my|your) )?(?:decision|choice|idea|plan) (?:about|on|of using|to (?:use|adopt|take|go (?:with|for))) /;
/** Pointing words name nothing. */
const POINTING =
  /^(?:it|that|this|them|those|these|everything|anything|all|any|more|problem|worries|need|way|one|chance|longer|das|es|dies\w*|ça|cela|eso|esto|isso|isto|这个|那个)(?![\w-])/;

/** Both are named: the choice and what it takes the place of, in groups `c` and `n`. */
const SWAPS: readonly RegExp[] = [
  /^(?:use |take |do |make it |go with |switch to |back to )?(?<c>(?:[^ \t\n,;:]+ ){1,4}?)(?:instead of|rather than|in place of) (?<n>.+)$/,
  /^(?:replace|swap(?: out)?) (?<n>[^,;:]{2,60}?) (?:with|by|for) (?<c>.+)$/,
  /^(?:switch|change|migrate|move|go) (?:back |over )?from (?<n>[^,;:]{2,60}?) (?:back )?to (?<c>.+)$/,
];
/** "Let's go back to REST after all, gRPC-web is too slow": the one that is given up is the subject of what follows. */
const BACK_TO =
  /^(?:(?:use|take|do|go with) (?=[^,;]{1,60} after all\b)|(?:(?:go|going|switch|switching|move|moving) )?back to )(?<c>[^,;:]{1,60}?)(?: after all)?(?:[,;]| -| –| —) (?<n>(?:[^ \t\n,;:]+ ){1,3}?)(?=(?:is|are|was|were|has|had|does|did|can|will|needs|breaks|costs|\w+n't)\b)/;

export function givenUpIn(sentence: Sentence): GivenUp | null {
  if (sentence.question || !CUES.some((cue) => sentence.own.includes(cue))) return null;
  const { own, at, isChange, isTurn } = opened(sentence.own);
  if (!leadsIn(sentence.own.slice(0, at)) || !staysSettled(own)) return null;
  const piece = (from: number, length: number) => plain(sentence.text.slice(at + from, at + from + length));
  for (const form of isTurn ? [...GIVES_UP, NOT] : GIVES_UP) {
    const verb = form === IS_OUT ? 0 : form.exec(own)?.[0].length;
    const lead = verb && verb + (DECISION_ON.exec(own.slice(verb))?.[0].length ?? 0);
    const found = lead === undefined ? null : (form === IS_OUT ? form : NAME).exec(own.slice(lead));
    if (!found || POINTING.test(found[1]!)) continue;
    const end = lead! + found[0].length;
    return {
      name: piece(lead!, found[1]!.length),
      choice: null,
      said: piece(0, end).replace(/^decided to /i, ''),
      isSure: isChange || own.startsWith('decided'),
      rest: restOf(sentence, at + end),
    };
  }
  for (const form of [...SWAPS, BACK_TO]) {
    const { c, n } = form.exec(own)?.groups ?? {};
    if (c === undefined || n === undefined || POINTING.test(c) || POINTING.test(n)) continue;
    // The one that stands last goes on to the sentence's end.
    const isNameLast = own.lastIndexOf(n) > own.indexOf(c);
    const lastAt = isNameLast ? own.lastIndexOf(n) : own.lastIndexOf(c);
    const last = form === BACK_TO ? n : NAME.exec(own.slice(lastAt))?.[1];
    if (last === undefined) continue;
    const end = lastAt + last.length;
    return {
      name: isNameLast ? piece(lastAt, last.length) : piece(own.indexOf(n), n.length),
      choice: isNameLast ? piece(own.indexOf(c), c.length) : piece(lastAt, last.length),
      said: piece(0, end),
      isSure: isChange && form !== BACK_TO,
      rest: restOf(sentence, form === BACK_TO ? at + lastAt : at + end),
    };
  }
  return null;
}

interface Opened {
  /** The sentence behind its opening words, and where that begins. */
  readonly own: string;
  readonly at: number;
  /** Whether they announce a change of mind, or at least a turn. */
  readonly isChange: boolean;
  readonly isTurn: boolean;
}

function opened(own: string): Opened {
  const first = CHANGE.test(own) ? 0 : OPENING.exec(own)![0].length;
  const change = CHANGE.exec(own.slice(first))?.[0].length ?? 0;
  const second = change > 0 ? OPENING.exec(own.slice(first + change))![0].length : 0;
  const all = own.slice(0, first + change + second);
  // "No" is an answer before a mark, and part of what follows before a name.
  const at = all.length - (/(?:^|[ :])no $/.test(all) ? 'no '.length : 0);
  const isTurn = change > 0 || /\b(?:finalement|al final|no fim)\b/.test(all);
  return { own: own.slice(at), at, isChange: change > 0, isTurn };
}

/** A sentence from a place on, without marks and words that only join. */
function restOf({ text, own, question }: Sentence, at: number): Sentence {
  const joint = /^[\s,;:.!–—，。；-]*(?:(?:and|so|then|but|instead|now|und|dann|et|y|e) )*/;
  const from = at + joint.exec(own.slice(at))![0].length;
  return { text: text.slice(from), own: own.slice(from), question };
}

function plain(text: string): string {
  return text.replace(/[\s.!,;。，]+$/, '');
}

/** A choice behind something given up: "…, we use plain REST", "…, switch to REST". */
const GOES_ON =
  /^(?:(?:we|i|let's|we'll|please|just|wir|lieber|stattdessen|on|mejor|melhor) )*(?:use|take|do|want|make it|switch(?:ing)?(?: over| back)? to|mov(?:e|ing)(?: back)? to|(?:go )?back to|go(?:ing)? with|nehmen|nutzen|verwenden|nimm|wechseln (?:auf|zu)|zurück zu|prend|passe (?:à|sur)|utilise|revient à|usamos|pasamos a|volvemos a|voltamos (?:a|para)|vamos (?:de|usar|com)) |^(?:改用|换成|还是用|用) ?/;

/** The choice that a sentence goes on with; null where it says something else. */
export function choiceAfter({ text, own, question }: Sentence): Decision | null {
  const found = question ? null : GOES_ON.exec(own)?.[0].length;
  return found && !POINTING.test(own.slice(found)) ? choiceIn(text.slice(found)) : null;
}

/** A subject of its own and a verb: "ops won't guarantee persistence". */
const EXPLAINS =
  /^(?!.{0,60}\bit is[.!]*$|(?:please|you|then|and|so|make|let|can|could|that|this|i|we|do|don't|if)\b)(?:(?:[\w./-]{1,30} ){1,4}?(?:is|are|was|were|has|have|had|does|did|can|will|refuses?|forbids?|wants?|needs?|breaks?|costs?|lacks?|takes?|fails?|hates?|\w{2,8}n't|ist|sind|kann|est|es|é)\b)/;

/** Words that say why without a word such as "because"; null where they say something else. */
export function whyIn(sentence: Sentence | null): string | null {
  if (!sentence || sentence.question || !EXPLAINS.test(sentence.own)) return null;
  return plain(sentence.text.replace(/^(?:because|since) /i, '')) || null;
}
