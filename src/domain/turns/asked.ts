import { CHANNEL_ELEMENT, NOTICE_ELEMENTS } from '../base/text/envelopes.ts';
import { patternOnFirstUse } from '../base/text/pattern.ts';
import { keepEnds } from '../base/text/sentences.ts';

/** The middle of a long prompt is a paste; the person's words are before or after it. */
const HEAD = 16_000;
const TAIL = 4_000;

/** A prompt without host notices and with one line for each pasted block. */
export function readRequest(prompt: string): string {
  return withMarks(prompt, (first, lines) => `[pasted, ${lines} lines: ${first}]`);
}

const CHANNEL = new RegExp(
  `<${CHANNEL_ELEMENT}(?:\\s[^<>]*)?>([\\s\\S]*?)</${CHANNEL_ELEMENT}>`,
  'g',
);

/** The words of somebody else in a channel, if the person added none; else empty. */
export function saidByOthers(prompt: string): string {
  if (!prompt.includes(`<${CHANNEL_ELEMENT}`) || readRequest(prompt) !== '') return '';
  const said = [...prompt.matchAll(CHANNEL)].map((match) => match[1]!.trim());
  return readRequest(said.join('\n\n'));
}

/** The person's words alone, without a trace of what was pasted. */
export function withoutPasted(prompt: string): string {
  return withMarks(prompt, () => '');
}

/** Text below a line that ends with a colon is quoted, e.g. a mail or a chat; a list there is the person's own. */
const INTRODUCED = /^[^\n]*[:：][ \t]*\n\s*(?![-*•\d\s])[\s\S]*$/m;

/** Text that may contain a person's rules: nothing pasted, nothing quoted after a colon. */
export function ownWords(prompt: string): string {
  return withoutPasted(prompt).replace(INTRODUCED, '');
}

function withMarks(prompt: string, mark: (first: string, lines: number) => string): string {
  if (isHostNotice(prompt)) return '';
  const short = keepEnds(prompt, HEAD, TAIL, '\n\n');
  const lines = withoutHostParts(short).replace(LED_TO, '$1 ').split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const { end, isPasted } = blockAt(lines, at);
    const block = lines.slice(at, end);
    const shown = block.filter((line) => !FENCE.test(line) && line.trim() !== '');
    kept.push(...(isPasted ? ['', mark(firstOf(shown), shown.length), ''] : block));
    at = end;
  }
  return kept
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A heading directly after a first line with a colon belongs to that line. */
const LED_TO = /^([^\n]{1,200}[:：])[ \t]{0,9}\n{1,3}#{1,3} (?=\S)/;

const LONGEST_MARK = 80;

/** The first sentence of the lines, without brackets, for use inside a bracketed mark. */
function firstOf([line = '']: readonly string[]): string {
  const text = line.replace(/^\s*>\s?/, '').trim();
  const [sentence = ''] = text.split(/(?<=[.!?…])\s/);
  return sentence.replaceAll('[', '(').replaceAll(']', ')').slice(0, LONGEST_MARK).toWellFormed();
}

const FENCE = /^\s*(?:```|~~~)/;
/** Fewest lines of a pasted block. */
const FEWEST_LINES = 3;

interface PromptBlock {
  /** The line after it. */
  readonly end: number;
  readonly isPasted: boolean;
}

/** The block that begins at a line. */
function blockAt(lines: readonly string[], at: number): PromptBlock {
  if (FENCE.test(lines[at]!)) return fenceAt(lines, at);
  const quoted = whileIn(lines, at, (line) => /^\s*>/.test(line));
  if (quoted - at >= FEWEST_LINES) return { end: quoted, isPasted: true };
  return MAIL.test(lines[at]!) ? mailAt(lines, at) : printedAt(lines, at);
}

function whileIn(lines: readonly string[], at: number, isIn: (line: string) => boolean): number {
  let end = at;
  while (end < lines.length && isIn(lines[end]!)) end++;
  return end;
}

function fenceAt(lines: readonly string[], at: number): PromptBlock {
  const isWhole = /(?:```|~~~).*(?:```|~~~)\s*$/.test(lines[at]!);
  const close = isWhole ? at : whileIn(lines, at + 1, (line) => !FENCE.test(line));
  const end = Math.min(lines.length, close + 1);
  const inside = lines.slice(at, end);
  const size = inside.filter((line) => !FENCE.test(line) && line.trim() !== '').length;
  return { end, isPasted: size > 1 || inside.join('\n').length > 120 };
}

/** Heads of mails and tickets. */
const MAIL =
  /^\s*(?:From|To|Cc|Date|Sent|Subject|Von|An|Gesendet|Betreff|De|À|Objet|Para|Asunto|Status|State|Assignee|Reporter|Priority|Labels|Author|Milestone|Severity):\s/;
/** A name, a greeting's end. */
const SIGNATURE = /^(?:--|\S+(?:\s\S+){0,3}[^.?!:\s])\s*$/;

const SHORTEST_HEAD = 2;

/** A mail begins with several header lines and ends before a last paragraph after a signature. */
function mailAt(lines: readonly string[], at: number): PromptBlock {
  const head = whileIn(lines, at, (line) => MAIL.test(line));
  if (head - at < SHORTEST_HEAD) return { end: at + 1, isPasted: false };
  const text = lines.findLastIndex((line) => line.trim() !== '');
  const blank = lines.findLastIndex((line, i) => i < text && line.trim() === '');
  const before = lines.findLastIndex((line, i) => i < blank && line.trim() !== '');
  const isSigned = before > head && SIGNATURE.test(lines[before]!.trim());
  return { end: isSigned ? blank : lines.length, isPasted: true };
}

/** Up to this many lines between two printed lines count as printed, unless they are a sentence or a list item. */
const MOST_BETWEEN = 3;

/** Logs, stack traces, diffs, terminal output: lines that people hardly type, and the lines between them. */
function printedAt(lines: readonly string[], at: number): PromptBlock {
  let [end, printed, seen, gap] = [at, 0, 0, 0];
  let isDiff = false;
  if (lines[at]!.trim() === '') return { end: at + 1, isPasted: false };
  for (let i = at; i < lines.length && gap <= MOST_BETWEEN; i++) {
    const line = lines[i]!;
    if (line.trim() === '') continue;
    isDiff = DIFF.test(line) || (isDiff && /^[-+ \\\t]/.test(line));
    if (
      isDiff ||
      (!ITEM.test(line) && (printedForm().test(line) || (printed > 0 && isIndented(line))))
    ) {
      end = i + 1;
      printed++;
      seen += gap + 1;
      gap = 0;
    } else if (printed === 0 || ITEM.test(line) || saidForm().test(line)) break;
    else gap++;
  }
  const fewest = SHELL.test(lines[at]!) ? 2 : FEWEST_LINES;
  return { end: Math.max(end, at + 1), isPasted: seen >= fewest && printed * 2 >= seen };
}

function isIndented(line: string): boolean {
  return /^ {2,}\S/.test(line) && !saidForm().test(line);
}

/** A shell prompt with a command. */
const SHELL =
  /^\s*(?:\[[^\]~/]{0,80}[~/][^\]]{0,200}\] ?\S|\$ \S|[\w.-]{1,40}@[\w.-]{1,60}[:~][^$#]{0,60}[$#] |[❯➜] |PS [A-Z]:\\)/;
const DIFF = /^(?:diff --git|@@ |--- \S|\+\+\+ \S)/;
const ITEM = /^\s*(?:[-*•]|\(?\d{1,2}[.)]|\[[ xX]\])\s/;
/** A longer sentence, or lower-case words. */
const saidForm = patternOnFirstUse(
  () =>
    String.raw`^\s*(?:\p{L}\S*(?:\s+\S+){5,}[.?!:]["')]*|\p{Ll}[\p{L}\s,'’-]{8,}|.*[。！？：])\s*$`,
  'u',
);

const printedForm = patternOnFirstUse(
  () =>
    [
      // Times, log levels, symbols, shell prompts.
      String.raw`^\s*[[(]?(?:\d{4}[-/]\d\d[-/]\d\d[T ]|\d{1,2}:\d\d:\d\d|\d\d[/.]\d\d[/.]\d\d )`,
      String.raw`^\s*\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|FAIL|PASS|SKIP)\b`,
      String.raw`^\s*(?:\p{Extended_Pictographic}|[✓✔✖✗⨯❯➜\u2500-\u259f])`,
      SHELL.source,
      String.raw`^(?:DONE|Ran|Found|Total|Tests?|Test (?:Files|Suites)):? .*\d`,
      String.raw`^={2,} \S|^-{3} (?:FAIL|PASS|SKIP)`,
      // Errors and their locations.
      String.raw`^\s*(?:Uncaught |Caused by: )?[\w.$]*(?:[Ee]rror|Exception|[Ww]arning)(?:\[\w+\])?(?: TS\d+)?: `,
      String.raw`^\s*(?:Traceback \(|at \S+[ (:]|File "|npm (?:ERR|WARN|error|warn|notice)|make(?:\[\d+\])?: )`,
      String.raw`^\s*[\w./\\@-]+\.\w{1,5}(?::\d+:|:\d+$|:\d+:\d+|\(\d+,\d+\):)`,
      String.raw`\bexit (?:code|status) \d`,
      // Code and data.
      String.raw`^\s*(?:[{}[\]|]|<\/?[a-zA-Z]|"[^"]{1,80}":)|[{}]\s*$|\);\s*$|^\s+\S.*;\s*$`,
      String.raw`^(?: {4,}|\t)\S.*[=(){}[\];<>|$\\"]|^ {4,}[\w-]+:(?: |$)|^\t|\S\t\S|(?:^|\s)(?:[\w.-]+=\S+\s+){2}`,
    ].join('|'),
  'u',
);

/** A message that a host wrote as a prompt: it is not a request and not an answer. */
function isHostNotice(prompt: string): boolean {
  return HOST_NOTICE.test(prompt);
}

const HOST_NOTICE =
  /^\s*(?:<task-notification>|<local-command-stdout>|<user_instructions>|<bash-std(?:out|err)>|This session is being continued from a previous conversation|The user just ran \/|\[Request interrupted by user|# AGENTS\.md instructions\b|Please continue the conversation from where we left|@agent (?:Continue: "Continue to iterate\?"|Try Again)\s*$)/;

const HOST_ELEMENT = new RegExp(
  `<(${[...NOTICE_ELEMENTS, CHANNEL_ELEMENT].join('|')})(?:\\s[^<>]*)?>`,
  'g',
);

/** Elements around the person's own words. */
const OWN_ELEMENT =
  /<\/?(?:command-args|user_query|userRequest|user-prompt|user_message|task|feedback)>/g;

const HOST_LINE =
  /^[ \t]*(?:Caveat: The messages below were generated by the user while running local commands.*|\[Request interrupted by user[^\]\n]*\]|\[(?:Image|Pasted text|File|Attachment)[^\]\n]*\]|Full transcript available at: .*|If you need specific details from before (?:exiting plan mode|compaction).*|Please continue the conversation from where we left.*|--- (?:Content from|End of content).*)$|To-do's from the plan have already been created\b.*$/gm;

/** The heading of a request after text that an editor or a command adds. */
const MY_REQUEST = /^#{1,3} (?:My request(?: for \w{1,20})?|Your task):?[ \t]*$/m;

function withoutHostParts(prompt: string): string {
  const text = prompt.includes('<') ? withoutElements(prompt).replace(OWN_ELEMENT, '\n') : prompt;
  const request = MY_REQUEST.exec(text);
  return (request ? text.slice(request.index + request[0].length) : text).replace(HOST_LINE, '');
}

/** An unclosed element ends at the next blank line, because hosts cut long ones. */
function withoutElements(text: string): string {
  let kept = '';
  let done = 0;
  for (const tag of text.matchAll(HOST_ELEMENT)) {
    if (tag.index < done) continue;
    const close = `</${tag[1]}>`;
    const end = text.indexOf(close, tag.index);
    const blank = text.indexOf('\n\n', tag.index);
    kept += `${text.slice(done, tag.index)}\n`;
    if (end >= 0) done = end + close.length;
    else done = blank < 0 ? text.length : blank;
  }
  return kept + text.slice(done);
}
