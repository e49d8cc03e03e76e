/** What an agent's text says comes next: closing lists, and sentences that say so. */

import { announces } from '../observe/announced/anothers.ts';
import { lowerCase } from '../observe/announced/prose.ts';
import { oneLine } from '../text/safe-text.ts';
import { isLeftAlone } from './left-open.ts';
import { sentencesIn } from './sentences.ts';

const MOST = 5;
const LONGEST = 140;
/** Behind a closing list there may be a question or a good-bye, and no more. */
const LONGEST_REST = 500;

/** Names of such a list: English, German, French, Spanish, Portuguese, Italian, Chinese, Japanese. */
const NAME =
  "(?:(?:suggested |recommended |possible |optional |immediate |proposed |my |the )?next(?: steps?| actions?| up)?|remaining(?: (?:work|tasks?|steps?|items?|todos?|issues?))?|what(?:'s| is) (?:left|next|missing)|what remains|left(?: to do)?|to-?dos?(?: next)?|still (?:open|to do|missing|pending|left)|open (?:points?|items?|tasks?|questions?|issues?)|outstanding(?: (?:work|tasks?|items?))?|pending(?: (?:tasks?|work|items?))?|not (?:yet )?(?:done|touched|started)(?: yet)?|untouched(?: so far)?|follow-?ups?" +
  '|nächste[rn]? schritte?|als nächstes|noch offen|offene (?:punkte|aufgaben)|noch zu tun|es fehlt noch|was noch fehlt' +
  '|prochaines? étapes?|reste à faire|il reste|à faire|points ouverts|en suspens' +
  '|próximos? pasos?|siguientes? pasos?|pendientes?|queda por hacer|por hacer|falta' +
  '|próximos? passos?|a fazer|falta fazer|em aberto|prossimi passi|da fare' +
  '|下一步(?:计划|工作)?|后续(?:步骤|工作|计划)?|接下来|待办(?:事项)?|剩余(?:工作|任务)?|未完成|尚未完成|次のステップ|残り(?:の作業)?)';

/** A line that is only the name, as a heading, in bold or before a colon; or the name with its first item. */
const HEADING = new RegExp(
  `^\\s*(?:#{1,6}\\s*)?(?:\\d{1,2}\\.\\s*)?(?:\\*\\*|__)?\\s*(?:[^\\w\\s\\u00c0-\\uffff]{1,3}\\s*)?${NAME}(?:\\s*\\([^)\\n]{1,40}\\))?\\s*(?:[:：]\\s*(?:\\*\\*|__)?|(?:\\*\\*|__)\\s*[:：]?|(?=\\s*$))\\s*(.*)$`,
);

const ITEM = /^\s*(?:[-*•+]|\d{1,2}[.)])\s+(\S.*)$/;
/** Ticked, or said to be done behind it. */
const DONE_ITEM =
  /^(?:\[[xX✓✔]\]|[✅✔✓☑])|[([](?:done|erledigt|fait|hecho|feito|完成)[)\]][.;]?$|[✅✔✓☑]\ufe0f?$/;
const ANY_HEADING = /^\s*(?:#{1,6}\s|(?:\*\*|__)[^*_\n]{2,60}(?:\*\*|__)\s*[:：]?\s*$)/;
const NOTHING =
  /^(?:none|nothing|n\/a|no\b.{0,30}\b(?:left|remaining|pending|open)|all done|-|keine?|nichts|rien|aucune?|nada|ningun[oa]|nenhum\w?|无|没有)\b[\s.!]*.{0,20}$/;

export interface Closing {
  readonly items: readonly string[];
  /** The list as it stands, from its name on, for quoting. */
  readonly text: string;
}

/** The list that a reply closes with, or the sentence that says what comes next. Steps that it quotes or refuses are another's. */
export function closingOf(reply: string): Closing | null {
  let own = reply.replace(/^[ \t]*>.*$/gm, '');
  for (;;) {
    const closing = closingList(own, LONGEST_REST) ?? closingSentence(own);
    const at = closing === null ? -1 : own.lastIndexOf(closing.text);
    if (closing === null || at < 0) return closing;
    const [above, below] = [own.slice(0, at), own.slice(at + closing.text.length)];
    if (!isAnothers(above, closing.text, below)) return closing;
    own = above + below;
  }
}

/** Whether a list is another's: the line above announces it so, its name says so, or the sentences below do. */
function isAnothers(above: string, list: string, below: string): boolean {
  const line = above.trimEnd().split('\n').at(-1)!;
  const last = line.replace(/^.*[.!?。！？]\s+(?=\S)/, '');
  const isOpen = /[:：][\s*_]*$/.test(line);
  if (isOpen && announces(line)) return true;
  if ((isOpen || /\b(?:list|below|following|liste|lista)\b/i.test(last)) && refuses(last, REFUSED_ABOVE))
    return true;
  if (/^[^\n]*\((?:ignored|refused|declined|not followed)\b/i.test(list)) return true;
  return sentencesIn(below.slice(0, LONGEST_REST))
    .slice(0, 2)
    .some((one) => POINTS_BACK.test(one) && !/[:：]$/.test(one) && refuses(one, REFUSED));
}

function refuses(sentence: string, forms: RegExp): boolean {
  const said = lowerCase(sentence).replace(/’/g, "'");
  return forms.test(said) && !FOR_NOW.test(said);
}

/** Steps that the agent does not mean to take. Work that was only left for later stays open: "I have not run them". */
const REFUSED =
  /\b(?:i|we|i've|we've|and|which|but|so)(?: have| will| would| am| deliberately| simply| therefore| also)* (?:ignor|disregard|declin|refus)(?:ed?|ing)?\b|(?:\bnot|n't|\bnever)(?: going to)? (?:follow|obey|comply)|\bnot (?:from|by|written by|requested by) you\b|\b(?:is|was|be|like|as)(?: an?)? (?:prompt )?injection(?! (?:risk|bug|hole|issue|vuln))|\bignoriert\b|\bnicht (?:von (?:dir|ihnen)|befolgt|gefolgt)\b|\bignorée?s?\b|\bpas (?:suivi|de toi|de vous)|\b(?:ignorado|ignoré|ignorei|no (?:he seguido|seguí)|não segui)|忽略|没有(?:照做|遵循|理会)|不是你/;
const REFUSED_ABOVE = new RegExp(
  `${REFUSED.source}|\\bwhich (?:i|we) (?:did not|didn't|won't|will not|have not|haven't|left|skipped)\\b`,
);
const FOR_NOW =
  /\b(?:for now|yet|so far|until|for the moment|vorerst|noch|pour l'instant|por ahora|por enquanto)\b|暂时/;

/** "That is not from you", "I did not follow it": a sentence that speaks of what stands above it. */
const POINTS_BACK =
  /\b(?:it|that|this|these|those|them|they|none of|the (?:\S+ )?(?:list|steps|instructions?|page|text)|das|dies|diese|sie|ça|cela|ces|les|eso|esto|estos|los|isso|isto|esses)\b|这|那/i;

/** A list under such a name; `rest` is how much text may follow it. */
export function closingList(text: string, rest = Number.POSITIVE_INFINITY): Closing | null {
  const lines = text.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    if (lines[at]!.length > 400) continue;
    const line = fromName(lines[at]!);
    const first = behindName(line);
    if (first === null) continue;
    const { items, end } =
      first === '' ? itemsBelow(lines, at + 1) : { items: inOneLine(first), end: at + 1 };
    const real = realItems(items);
    if (real.length === 0) continue;
    if (lines.slice(end).join('\n').length > rest) continue;
    return { items: real.slice(0, MOST), text: [line, ...lines.slice(at + 1, end)].join('\n') };
  }
  return null;
}

/** `Added the field. Next steps:` has the name behind a sentence. */
function fromName(line: string): string {
  const isName = behindName(line) !== null || !/[:：]\s*(?:\*\*|__)?\s*$/.test(line);
  return isName ? line : line.replace(/^.*[.!?。！？]\s+/, '');
}

/** The rest of a line that begins with the name of such a list; null where it does not. */
function behindName(line: string): string | null {
  const named = HEADING.exec(lowerCase(line).replace(/’/g, "'"));
  if (!named) return null;
  return line
    .slice(line.length - named[1]!.length)
    .replace(/\*\*|__/g, '')
    .trim();
}

/** `the webhook; the tests` are two. */
function inOneLine(text: string): string[] {
  return text.split(/[;；]\s*/);
}

function realItems(items: readonly string[]): string[] {
  return items.map((item) => asItem(item)).filter((item) => item !== '' && !NOTHING.test(item.toLowerCase()));
}

function itemsBelow(lines: readonly string[], from: number): { items: string[]; end: number } {
  const items: string[] = [];
  let prose = '';
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === '') {
      if (prose !== '') break;
      continue;
    }
    const item = ITEM.exec(line);
    if (items.length > 0 && !item && !/^\s{2,}/.test(line)) break;
    if (ANY_HEADING.test(line)) break;
    if (item && /^\s{0,4}\S/.test(line)) {
      if (prose !== '') break;
      items.push(item[1]!);
    } else if (items.length === 0) prose += `${line}\n`;
    end = at + 1;
  }
  return { items: items.length > 0 ? items : sentencesIn(prose).slice(0, 3), end };
}

/** Empty for what is done or struck through. */
function asItem(text: string, longest = LONGEST): string {
  const line = text
    .replace(/\*\*|__/g, '')
    .trim()
    .replace(/^\[[ ~]\]\s*/, '');
  if (DONE_ITEM.test(line)) return '';
  const rest = line.replace(/~~[^~]+~~/g, '').trim();
  // A remark in brackets is about what was struck through.
  return rest !== line && /^[([]/.test(rest) ? '' : oneLine(rest, longest);
}

/** Sentences that say what comes next; only at a reply's end. */
const SENTENCE =
  /^(?:the (?:next|remaining) (?:step|thing|task|piece)s?(?: (?:is|are|would be|will be)\b|:)|next,? (?:i|we)(?:'ll|'d| will| would| can| should| need)|next step|what(?:'s| is) left (?:is|to)\b|what remains (?:is|to)\b|(?:still )?(?:left|remaining|open) (?:is|are)\b|i(?:'ll| will) .{3,160} next[.!]?$|there (?:is|are) still\b|als nächste[sr]?\b|der nächste schritt\b|es (?:fehlt|bleibt|fehlen|bleiben) noch\b|noch offen (?:ist|sind)\b|la prochaine étape\b|il reste (?:à|encore)\b|ensuite,? (?:je|nous|on)\b|el (?:siguiente|próximo) paso\b|(?:aún |todavía )?(?:queda|falta)n?\b|o próximo passo\b|(?:ainda )?faltam?\b|il prossimo passo\b|下一步|接下来|还需要|剩下的?)/;
const LAST_SENTENCES = 5;
const LONGEST_SENTENCE = 200;

function closingSentence(reply: string): Closing | null {
  const last = sentencesIn(reply.slice(-1_500)).slice(-LAST_SENTENCES);
  for (const sentence of [...last].reverse()) {
    if (behindName(sentence) === null) continue;
    // A semicolon ends a sentence here, and not the list.
    const [text] = /^[^\n]*?(?:[.!?。！？](?=\s|$)|$)/m.exec(reply.slice(reply.lastIndexOf(sentence)))!;
    const items = realItems(inOneLine(behindName(text) ?? ''));
    if (items.length > 0) return { items: items.slice(0, MOST), text };
  }
  const found = last.findLast((one) => {
    const plain = lowerCase(one)
      .replace(/’/g, "'")
      .replace(/^\*\*|^__/, '');
    return SENTENCE.test(plain) || isLeftAlone(one);
  });
  if (found === undefined || /[?？:：]$/.test(found)) return null;
  return { items: [asItem(found, LONGEST_SENTENCE)], text: found };
}

/** Words that say of a whole list that it is done: English, German, French, Spanish, Portuguese, Chinese, Japanese. */
const ALL_DONE =
  /(?<!\b(?:not|almost|nearly|until|once|when|after|if|before|is|are) (?:yet )?)\b(?:all done|(?:all|everything|both|(?:all|both) (?:of )?(?:(?:the|these|those|them|it|that|my|your|two|three|four|five|\d) ?){1,3}|all (?:\w+ ){0,3}(?:steps|items|points|tasks|todos))(?: on (?:the|my|your|that) list)? (?:is|are|has been|have been) (?:now |all )?(?:done|finished|completed?|ticked off)|nothing (?:is |else is )?(?:left|remains|remaining|pending|open)\b(?! by)|(?:that|this) was the last (?:one|step|item|point|of (?:it|them))|no (?:open|remaining|further|pending) (?:steps|items|tasks|points))\b|\b(?:remaining|still open|left(?: to do)?|pending|next steps?|to-?dos?|noch offen|reste à faire|pendientes?|em aberto)(?:\*\*)?: ?(?:\*\*)?(?:none|nothing|nichts|rien|nada)\b|(?<!nicht |fast |wenn |sobald )\b(?:alles (?:ist )?(?:erledigt|fertig|abgehakt)|alle (?:\w+ ){0,2}(?:schritte|punkte|aufgaben) (?:sind )?(?:erledigt|fertig|abgehakt)|nichts (?:ist )?(?:mehr )?(?:offen|übrig))|\btout est (?:fait|terminé)|\b(?:toutes les étapes|tous les points) sont (?:fait|terminé)|\bil ne reste (?:plus )?rien|\btodo (?:está )?(?:listo|hecho|terminado)\b|\btodos los (?:pasos|puntos) (?:están )?(?:listos|hechos|terminados)|\bno queda nada|\btudo (?:está )?(?:pronto|feito|concluído)\b|\btodos os (?:passos|itens) (?:estão )?(?:prontos|feitos|concluídos)|\bnão falta (?:mais )?nada|(?<!没有?|未)全部(?:都)?(?:已经?)?(?:完成|做完|搞定)|(?:すべて|全て|全部)(?:完了|終わり)/;

/** Whether a reply says that nothing of a list is left. */
export function saysAllDone(reply: string): boolean {
  return sentencesIn(reply).some(
    (one) => !/[?？]$/.test(one) && ALL_DONE.test(lowerCase(one).replace(/’/g, "'")),
  );
}

/** A reply that is nothing but "Done." */
export function isBareDone(reply: string): boolean {
  return /^\W*(?:done|fixed|finished|ready|fertig|erledigt|fini|terminé|listo|hecho|pronto|feito|完成了?|完了)\W*$/.test(
    lowerCase(reply.slice(0, 40)),
  );
}

/** The pending part of a host's compaction summary. */
export function pendingIn(summary: string): readonly string[] {
  const text = summary.slice(-16_000);
  const marked = [...text.matchAll(/^\s*(?:[-*]|\d{1,2}\.)?\s*\[(?:IN PROGRESS|TODO| )\]:?\s*(\S.*)$/gim)];
  if (marked.length > 0) return unique(marked.map((one) => asItem(one[1]!)));
  const pending = section(
    text,
    /^\s*(?:#+\s*|\*\*)?(?:\d{1,2}\.\s*)?(?:\*\*)?(?:pending tasks?|remaining(?: work| tasks?)?|open tasks?)\b[^\n]{0,20}$/im,
  );
  const next = section(
    text,
    /^\s*(?:#+\s*|\*\*)?(?:\d{1,2}\.\s*)?(?:\*\*)?(?:optional )?next steps?\b[^\n]{0,20}$/im,
  );
  const now = section(text, /^\s*(?:#+\s*|\*\*)?(?:\d{1,2}\.\s*)?(?:\*\*)?current work\b[^\n]{0,20}$/im);
  const items = [...pending, ...next.slice(0, pending.length > 0 ? 1 : 3)];
  const found = items.length > 0 ? items : now.slice(0, 1);
  if (found.length > 0) return unique(found);
  return unique(closingList(text)?.items ?? []);
}

function section(text: string, name: RegExp): string[] {
  const found = name.exec(text);
  if (!found) return [];
  const rest = text.slice(found.index + found[0].length).split('\n');
  const lines: string[] = [];
  for (const line of rest) {
    if (/^\s{0,2}(?:\d{1,2}\.\s+(?:\*\*)?[A-Z][^.\n]{2,60}:|#{1,4}\s|<\/)/.test(line)) break;
    if (/^\s{0,3}If you need specific details from before/.test(line)) break;
    lines.push(line);
  }
  const { items } = itemsBelow(lines, 0);
  return realItems(items);
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)].slice(0, MOST);
}
