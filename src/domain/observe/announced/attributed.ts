import { MARKED } from './guards.ts';

/** A stretch of a message: from an offset to the one behind its last character. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const NAMES =
  'copilot codex chatgpt gpt gemini claude cursor windsurf aider cline devin grok deepseek qwen kimi mistral perplexity opencode';
const NAME = `(?:github )?(?:${NAMES.replaceAll(' ', '|')})(?: code)?(?:[ -]?\\d[\\w.-]*)?`;
const AGENT = `(?:${NAME}|(?:the |an? |another |other |my )+(?:sub-?)?(?:agent|assistant|bot)|(?:der|dem|den|einem|anderen?) (?:agent|bot)(?:en)?|l'(?:autre )?agent|(?:el|del|o|do|outro|otro) agente)`;
const TEXT =
  '(?:summary|answer|reply|response|output|review|suggestions?|proposal|message|comments?|feedback|analysis|take|opinion|text|zusammenfassung|antwort|ausgabe|vorschlag|kommentar|résumé|réponse|sortie|proposition|avis|commentaire|resumen|respuesta|propuesta|comentario|resumo|resposta|proposta|comentário|总结|回答|回复|建议)';
const OF = "(?:by|from|of|von|vom|de|d'|del|do|da|par) ?";
const SAID =
  '(?:says?|said|writes|wrote|answer(?:s|ed)|repli(?:es|ed)|suggest(?:s|ed)|propose[sd]?|told (?:me|us)|explained|commented|posted|schreibt|schrieb|sagte?|meinte?|antwortete?|(?:hat|hatte) (?:\\S+ ){0,4}(?:geschrieben|gesagt|gemeint|geantwortet|vorgeschlagen)|a (?:dit|écrit|répondu|proposé|suggéré)|dit|écrit|répond|dice|dijo|escribió|respondió|contestó|propuso|sugirió|ha (?:dicho|escrito|respondido)|diz|disse|escreveu|respondeu|sugeriu)(?![\\wà-ÿ])';

/** Words one of which stands in a line that names an agent. They are looked for first: most messages name none. */
const NAMED = `${NAMES} agent assistant bot`.split(' ');

/** "Summary by Copilot:", "the answer I got from the agent:", "copilot's review:", "codex gave me this:", "lo que dijo copilot:" */
const headed = () =>
  new RegExp(
    `(?<![\\w-])(?:(?:${TEXT}|got|is|are|came|comes|back|kam|kommt|vient|viene|veio|vem)(?: \\S+){0,3} ${OF}${AGENT}|(?:by|from|von|de|par) ${NAME}(?= ?[:：]$)|${AGENT}(?:'s|s)? ?(?:\\S+ ){0,2}?(?:${TEXT}|的|の)|${AGENT} (?:\\S+ ){0,2}?(?:${SAID}|gave|came up with|produced|generated|returned)(?: \\S+){0,6} ?[:：]$|${SAID} (?:\\S+ )?${AGENT} ?[:：]$|${NAME} ?(?:说|写|回|建议|认为))|^${NAME} ?[:：]$`,
  );

/** "Anna wrote yesterday:", "The README says:". A person's own word is no quotation: "I said:", "that said:". */
const spoken = () =>
  new RegExp(
    `(?<!(?:^|[^\\w])(?:i|we|ich|wir|je|ai|nous|avons|on|a|eu|yo|as|that|having|rules?|conventions?|policy|standard)(?:'ve| have| had| just| also| already| once| always| gerade| schon)* )(?<![\\wà-ÿ])${SAID}(?: \\S+){0,6} ?[:：]$`,
  );

/** "look what copilot said", "das kam von copilot zurück", "codex wrote this", "Summary by Copilot" */
const pointed = () =>
  new RegExp(
    `(?:^|[^\\w])(?:look|see|check|here(?:'s| is)|this is|schau|guck|sieh|hier|das|regarde|voici|voilà|mira|esto|aquí|olha|veja)[ ,:].{0,40}?(?<![\\w-])${AGENT} (?:\\S+ ){0,2}?${SAID}|(?:^|[^\\w])(?:got|came|kam|bekam|vient|viene|veio)(?: \\S+){0,3} ${OF}${AGENT}(?![\\w/-])|${AGENT} ${SAID} (?:\\S+ )?(?:this|the following|das|folgendes|ça|ceci|esto|isto|isso)(?![\\w-])|^${TEXT}(?: \\S+){0,2} ${OF}${AGENT}$|^${NAME}(?:'s)? ${TEXT}$`,
  );

/** "Copilot: I moved it": a name, and what its bearer did. "Claude: I want …" is the person's. */
const speech = () =>
  new RegExp(
    `^${NAME}: (?:i(?:'ve| have| (?!want|need|ask|expect|prefer)\\w+ed| chose| made| ran| did| wrote)|ich habe|j'ai|he \\w+[aio]do|eu \\w+ei) `,
  );

/** Long lines are prose, and announce nothing. */
const LONGEST = 200;

/**
 * The text of an agent or, unless `agents` are meant alone, of anybody else that a message announces and that no mark sets
 * apart: "Summary by Copilot:", "Anna wrote:". It goes on to the end, because nothing tells where it stops. The last
 * paragraph is the person's again where it goes on in small letters behind a text in capitals, or where `speaks` knows it.
 */
export function attributedIn(
  text: string,
  agents = false,
  speaks: (paragraph: string) => boolean = () => false,
): Stretch | null {
  let fenced = false;
  for (let start = 0; start < text.length; ) {
    const mark = text.indexOf('\n', start);
    const end = mark < 0 ? text.length : mark;
    const line = text.slice(start, end);
    const isFence = /^\s*(?:```|~~~)/.test(line);
    fenced = isFence ? !fenced : fenced;
    const how = fenced || isFence ? null : announcing(line, agents);
    const from = how === 'within' ? start : end + 1;
    start = end + 1;
    if (how === null) continue;
    const first = /\S.*/.exec(text.slice(from))?.[0] ?? '';
    if (first === '' || MARKED.test(first) || (how === 'loosely' && isSmall(first))) continue;
    const isOwn = (one: string) => speaks(one) || (!isSmall(first) && isSmall(one));
    return { from, to: from + lengthOf(text.slice(from), isOwn) };
  }
  return null;
}

/** Whether a line ends with a colon behind which somebody else speaks: "The page says:". */
export function announces(line: string): boolean {
  return announcing(line, false) === 'surely';
}

/** Whether a line announces another's text, for sure or loosely, or holds it itself. */
function announcing(line: string, agents: boolean): 'surely' | 'loosely' | 'within' | null {
  const isOpen = /[:：][\s*_]*$/.test(line);
  if (line.length > LONGEST && (isOpen || !/^.{0,20}: /.test(line))) return null;
  const said = line
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\*\*|__|^\s*#+ /g, '')
    .trim();
  const isNamed = NAMED.some((name) => said.includes(name));
  if (!isOpen) {
    if (!isNamed) return null;
    if (form(speech).test(said)) return 'within';
    return form(pointed).test(said) ? 'loosely' : null;
  }
  const last = said.replace(/^.*[.!?。！？]\s/, '');
  const isTold = (isNamed && form(headed).test(last)) || (!agents && form(spoken).test(last));
  return isTold ? 'surely' : null;
}

const made = new Map<() => RegExp, RegExp>();

/** A form is made at its first use. */
function form(make: () => RegExp): RegExp {
  const known = made.get(make) ?? make();
  made.set(make, known);
  return known;
}

const isSmall = (paragraph: string) => /^\s*[a-zà-öø-ÿ][a-zà-öø-ÿ']*[\s,.!?]/.test(paragraph);

/** How far a text goes that ends where the person speaks again: in the last paragraph, or in a last line in small letters. */
function lengthOf(text: string, isOwn: (paragraph: string) => boolean): number {
  const length = text.trimEnd().length;
  const line = text.lastIndexOf('\n', length - 1) + 1;
  const last = text.slice(line, length);
  if (isSmall(`${last} `) && ENDS_TALK.test(last) && isOwn(last)) return line;
  const [before] = /(?:.*\n[ \t]*\n)?/s.exec(text.slice(0, length))!;
  return before.trim() !== '' && isOwn(text.slice(before.length, length)) ? before.length : length;
}

/** A question, or "please fix": the next line of a text would not end so. */
const ENDS_TALK = /[?？]$|\b(?:please|pls|plz|bitte|stp|svp|porfa)\b/;
