/**
 * Parses a shell command line as far as two questions need it: which commands it contains, and which files it
 * certainly wrote. One pass, aware of quotes, heredocs and nesting; nothing is expanded and nothing is guessed.
 */

export interface ShellWrite {
  /** As written; relative to where the line began, unless the line changed to an absolute directory first. */
  readonly path: string;
  readonly append: boolean;
  /** The written text, if it comes from a heredoc in the line. */
  readonly content: string | null;
}

/** The words of each simple command without quotes; its leading `NAME=value` words are a separate entry. */
export function commandWords(command: string): string[][] {
  return readShell(command)
    .pieces.flatMap(({ words, assignments }) => [
      words.slice(0, assignments),
      words.slice(assignments),
    ])
    .filter((words) => words.length > 0)
    .map((words) => words.map((word) => word.text));
}

/** Whether a redirection may write a file; also true for a line that cannot be parsed to its end. */
export function mayWrite(command: string): boolean {
  const { pieces, lost } = readShell(command);
  const isFile = ({ target }: ShellPiece['files'][number]) =>
    !/^\/dev\/(?:null|tty|stdout|stderr)$/.test(target.text);
  return lost || pieces.some((piece) => piece.files.some(isFile));
}

/** The line without the bodies of its heredocs, which can be long and hold no commands. */
export function withoutHeredocs(command: string): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of readShell(command).bodies) {
    kept += command.slice(from, start);
    from = end;
  }
  return kept + command.slice(from);
}

/**
 * Files that redirections and `tee` wrote. A write that may not have happened is left out: after `||`, inside
 * `if`, loops and functions, and in a line that failed also after `&&`.
 */
export function shellWrites(
  command: string,
  { failed = false }: { readonly failed?: boolean } = {},
): ShellWrite[] {
  // Most lines redirect nothing, or only `2>&1` and `> /dev/null`: these need no parser.
  if (!/>(?!&\d| ?\/dev\/)|\btee\b/.test(command)) return [];
  const shell = readShell(command);
  if (shell.lost) return [];
  const writes: ShellWrite[] = [];
  for (const piece of shell.pieces) {
    if (piece.certainty > (failed ? SURE : IF_THE_LINE_WENT_WELL)) continue;
    const [name, ...rest] = ownWords(piece);
    const isTee = name?.text === 'tee';
    const isCat = name?.text === 'cat' && rest.every(({ text }) => text === '-');
    const text = isTee || isCat ? (piece.input ?? null) : null;
    const add = (target: ShellWord, append: boolean, content: string | null) => {
      // Hosts may report the directory where the line ended: after a `cd` no relative path can be resolved.
      const base = piece.base === '' && shell.base !== '' ? null : piece.base;
      const path = filePath(target, base);
      if (path !== null) writes.push({ path, append, content });
    };
    for (const file of piece.files) add(file.target, file.append, file.stdout ? text : null);
    const append = rest.some((word) => /^(?:-[ip]*a[ip]*|--append)$/.test(word.text));
    for (const word of isTee ? rest : []) if (!word.text.startsWith('-')) add(word, append, text);
  }
  return writes;
}

interface ShellWord {
  readonly text: string;
  /** The text is literal: no variable, substitution or pattern. */
  readonly literal: boolean;
  readonly quoted: boolean;
}

const SURE = 0;
const IF_THE_LINE_WENT_WELL = 1;
const PERHAPS = 2;

/** A simple command, or the redirections after a compound one. */
interface ShellPiece {
  readonly words: ShellWord[];
  /** Number of leading words that only set variables. */
  assignments: number;
  readonly files: {
    readonly target: ShellWord;
    readonly append: boolean;
    readonly stdout: boolean;
  }[];
  /** The text of a heredoc or here-string; null if unknown, undefined if there is none. */
  input: string | null | undefined;
  readonly certainty: number;
  /** The directory it runs in: '' is where the line began, null is unknown. */
  readonly base: string | null;
}

interface ShellReader {
  readonly source: string;
  at: number;
  depth: number;
  /** How often two parentheses turned out to open one subshell each. */
  doubles: number;
  /** The parse failed: an open quote, or nesting beyond the limit. */
  lost: boolean;
  readonly pending: {
    readonly piece: ShellPiece;
    readonly delimiter: ShellWord;
    readonly tabs: boolean;
  }[];
  readonly bodies: [start: number, end: number][];
}

const DEEPEST = 40;

const BLANK = /(?:[ \t\r]|\\\n|#[^\n]*)*/y;
const REDIRECTION = /(?:\d*(?:<<<|<<-|<<|<>|<&|>>|>\||>&|[<>](?!\())|&>>?)/y;
const OPERATOR = /;;&|;;|;&|&&|\|\||\|&|[;&|\n]/y;
const PLAIN = /[^ \t\r\n;&|<>()\\'"$`]+/y;
/** With what is quoted, in which none counts. */
const PARENTHESIS = /[()]|\\[\s\S]|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
const ENCLOSED = /\\[\s\S]?|'[^']*'|\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y;

interface ParsedShell {
  readonly pieces: readonly ShellPiece[];
  /** The directory in which the line ended. */
  readonly base: string | null;
  /** The places of the bodies of heredocs. */
  readonly bodies: readonly (readonly [start: number, end: number])[];
  readonly lost: boolean;
}

function readShell(source: string): ParsedShell {
  const r: ShellReader = {
    source,
    at: 0,
    depth: 0,
    doubles: 0,
    lost: false,
    pending: [],
    bodies: [],
  };
  const { pieces, base } = readCommands(r, false);
  return { pieces, base, bodies: r.bodies, lost: r.lost };
}

/** Parses to the end, or in a substitution to its closing parenthesis. */
function readCommands(r: ShellReader, nested: boolean): ShellLine {
  const line = new ShellLine();
  for (;;) {
    take(r, BLANK);
    if (r.at >= r.source.length) break;
    const redirection = take(r, REDIRECTION);
    if (redirection !== null) {
      redirect(r, line.piece, redirection);
      continue;
    }
    const operator = take(r, OPERATOR);
    if (operator !== null) {
      if (operator !== '\n') line.end(operator);
      else {
        if (!line.goesOn || !line.isEmpty()) line.end(';');
        readBodies(r);
      }
    } else if (take(r, /\)/y)) {
      const opener = line.blocks.at(-1)?.opener;
      if (opener === 'case') line.begin();
      else {
        line.end(';');
        if (opener === '(') line.close();
        else if (nested) return line;
      }
    } else if (take(r, /\([ \t]*\)/y)) {
      line.isFunction = true;
      line.begin();
    } else if (r.source.startsWith('((', r.at) && isArithmetic(r)) {
      skipArithmetic(r);
    } else if (take(r, /\(/y)) {
      if (line.piece.words.length > 0) line.end(';');
      line.open('(');
    } else readOwnWord(r, line);
  }
  if (nested) r.lost = true;
  line.end(';');
  return line;
}

/** A word of a command, or one that opens or closes a block. */
function readOwnWord(r: ShellReader, line: ShellLine): void {
  const isAssignment = /[A-Za-z_][A-Za-z0-9_]*\+?=/y.test(r.source.slice(r.at, r.at + 80));
  const word = readWord(r);
  if (line.piece.words.length === 0 && !word.quoted) {
    if (/^(?:fi|done|esac|\})$/.test(word.text)) line.close();
    else if (/^(?:if|while|until|for|select|case|function|\{)$/.test(word.text))
      line.open(word.text);
    else if (word.text === '[[') skipTo(r, ']]');
    // A command follows these at once.
    if (/^(?:fi|done|esac|if|then|elif|else|while|until|do|time|[{}!])$/.test(word.text)) return;
  }
  const { piece } = line;
  if (isAssignment && piece.words.length === piece.assignments) piece.assignments += 1;
  piece.words.push(word);
}

/** The commands of a line during parsing: how certain it is that each ran, and where. */
class ShellLine {
  readonly pieces: ShellPiece[] = [];
  readonly blocks: { opener: string; certainty: number; floor: number; base: string | null }[] = [];
  base: string | null = '';
  /** After an operator whose right side may be on the next line. */
  goesOn = false;
  isFunction = false;
  piece!: ShellPiece;
  private certainty = SURE;
  /** The certainty to fall back to at the next `;`. */
  private floor = SURE;

  constructor() {
    this.begin();
  }

  isEmpty(): boolean {
    return this.piece.words.length === 0 && this.piece.files.length === 0;
  }

  begin(): void {
    const { certainty, base } = this;
    this.piece = { words: [], assignments: 0, files: [], input: undefined, certainty, base };
  }

  end(operator: string): void {
    const { piece } = this;
    if (!this.isEmpty()) this.pieces.push(piece);
    this.base = directoryAfter(piece, this.base);
    if (stopsAtFailure(piece)) this.floor = Math.max(this.floor, IF_THE_LINE_WENT_WELL);
    const isQuestion = /^(?:\[\[?|test|grep|command|which)$/.test(piece.words[0]?.text ?? '');
    if (operator === '||' || (operator === '&&' && isQuestion)) this.certainty = PERHAPS;
    else if (operator === '&&' && !hardlyFails(piece))
      this.certainty = Math.max(this.certainty, IF_THE_LINE_WENT_WELL);
    else if (!operator.startsWith('|') && operator !== '&&') this.certainty = this.floor;
    this.goesOn = /^(?:&&|\|)/.test(operator);
    this.begin();
  }

  open(opener: string): void {
    const { certainty, floor, base } = this;
    this.blocks.push({ opener, certainty, floor, base });
    if (this.isFunction || (opener !== '{' && opener !== '(')) this.certainty = PERHAPS;
    this.isFunction = false;
    this.floor = this.certainty;
    this.begin();
  }

  close(): void {
    const block = this.blocks.pop();
    if (!block) return;
    ({ certainty: this.certainty, floor: this.floor } = block);
    if (block.opener === '(') this.base = block.base;
    this.goesOn = false;
    this.begin();
  }
}

function redirect(r: ShellReader, piece: ShellPiece, redirection: string): void {
  const fd = /^\d*/.exec(redirection)![0];
  const operator = redirection.slice(fd.length);
  take(r, /[ \t]*/y);
  const target = readWord(r);
  if (operator === '<<' || operator === '<<-') {
    r.pending.push({ piece, delimiter: target, tabs: operator === '<<-' });
  } else if (operator === '<<<') {
    piece.input = target.literal ? `${target.text}\n` : null;
  } else if (operator === '<') {
    piece.input = null;
  } else if (operator.includes('>') && operator !== '<>') {
    if (operator === '>&' && (fd !== '' || /^[\d-]+$/.test(target.text))) return;
    piece.files.push({ target, append: operator.endsWith('>>'), stdout: fd === '' || fd === '1' });
  }
}

function readBodies(r: ShellReader): void {
  for (const { piece, delimiter, tabs } of r.pending.splice(0)) {
    const start = r.at;
    let end = r.source.length;
    let body = '';
    while (r.at < r.source.length) {
      const from = r.at;
      const feed = r.source.indexOf('\n', from);
      const raw = r.source.slice(from, feed < 0 ? undefined : feed);
      r.at = feed < 0 ? r.source.length : feed + 1;
      const line = tabs ? raw.replace(/^\t+/, '') : raw;
      if (line === delimiter.text) {
        end = from;
        break;
      }
      body += `${line}\n`;
    }
    r.bodies.push([start, end]);
    piece.input = delimiter.quoted ? body : unexpanded(body);
  }
}

/** The text of an unquoted heredoc; null if the shell expands something in it. */
function unexpanded(body: string): string | null {
  if (/[$`]/.test(body.replace(/\\[\\$`\n]/g, ''))) return null;
  return body.replace(/\\(?:\n|([\\$`]))/g, '$1');
}

function readWord(r: ShellReader): ShellWord {
  const begin = r.at;
  let text = '';
  let literal = true;
  let quoted = false;
  while (r.at < r.source.length) {
    const start = r.at;
    const plain = take(r, PLAIN);
    if (plain !== null) {
      text += plain;
      if (/[*?{}]/.test(plain) || (start === begin && plain.startsWith('~'))) literal = false;
      continue;
    }
    const enclosed = take(r, ENCLOSED);
    if (enclosed !== null) {
      quoted = true;
      if (enclosed.startsWith("'")) text += enclosed.slice(1, -1);
      else if (enclosed.startsWith('\\')) text += enclosed === '\\\n' ? '' : enclosed.slice(1);
      else text += enclosed.slice(2, -1);
      // The escapes of `$'…'` stay as they are.
      if (enclosed.startsWith('$') && enclosed.includes('\\')) literal = false;
    } else if (take(r, /\$?"/y)) {
      const from = r.at;
      if (skipTo(r, '"')) literal = false;
      text += r.source.slice(from, r.lost ? r.at : r.at - 1).replace(/\\(?:\n|([\\$`"]))/g, '$1');
      quoted = true;
    } else if (take(r, /[<>](?=\()/y)) {
      r.at += 1;
      skipNested(r);
      literal = false;
      text += r.source.slice(start, r.at);
    } else if (/[$`]/.test(r.source[r.at]!)) {
      if (skipExpansion(r)) literal = false;
      text += r.source.slice(start, r.at);
    } else if (r.source[r.at] === "'") {
      giveUp(r);
    } else break;
  }
  return { text, literal, quoted };
}

/** Moves past the next `close`; true if the shell would have expanded something on the way. */
function skipTo(r: ShellReader, close: string): boolean {
  let expanded = false;
  while (!r.source.startsWith(close, r.at)) {
    if (r.at >= r.source.length) return giveUp(r);
    if (/[$`]/.test(r.source[r.at]!)) expanded = skipExpansion(r) || expanded;
    else r.at += r.source[r.at] === '\\' ? 2 : 1;
  }
  r.at += close.length;
  return expanded;
}

/** Moves past a variable or a substitution; false for a literal dollar sign. */
function skipExpansion(r: ShellReader): boolean {
  if (r.source.startsWith('$((', r.at)) return skipArithmetic(r);
  if (take(r, /\$\(/y)) return skipNested(r);
  if (take(r, /\$\{|`/y) === null) return take(r, /\$[A-Za-z0-9_?!#*@$-]?/y) !== '$';
  if (r.depth >= DEEPEST) return giveUp(r);
  r.depth += 1;
  if (r.source[r.at - 1] === '{') skipTo(r, '}');
  else if (take(r, /[^`\\]*(?:\\[\s\S][^`\\]*)*`/y) === null) giveUp(r);
  r.depth -= 1;
  return true;
}

/** Moves past the matching closing parenthesis; the content is not a command of this line. */
function skipNested(r: ShellReader): true {
  if (r.depth >= DEEPEST) return giveUp(r);
  r.depth += 1;
  readCommands(r, true);
  r.depth -= 1;
  return true;
}

/** Moves past `((…))`, where `<<` is a shift and `>` compares. */
function skipArithmetic(r: ShellReader): true {
  const end = endOfArithmetic(r);
  if (end === null) return giveUp(r);
  r.at = end;
  return true;
}

/** Each try reads ahead: after many the line is given up, so that thousands of parentheses cost no more than a few readings. */
function isArithmetic(r: ShellReader): boolean {
  if (endOfArithmetic(r) !== null) return true;
  r.doubles += 1;
  return r.doubles > DEEPEST && giveUp(r);
}

/** The place after `((…))`; null where the two parentheses open one after the other: `((a) && b)` is a subshell in a subshell. */
function endOfArithmetic({ source, at }: ShellReader): number | null {
  let open = 0;
  PARENTHESIS.lastIndex = at;
  for (let found = PARENTHESIS.exec(source); found; found = PARENTHESIS.exec(source)) {
    if (found[0] === '(') open += 1;
    if (found[0] !== ')') continue;
    open -= 1;
    // The inner one closes: the outer one has to follow.
    if (open === 1) return source[found.index + 1] === ')' ? found.index + 2 : null;
  }
  return null;
}

function giveUp(r: ShellReader): true {
  r.lost = true;
  r.at = r.source.length;
  return true;
}

/** Matches a sticky pattern here and moves past it; null without a match. */
function take(r: ShellReader, pattern: RegExp): string | null {
  pattern.lastIndex = r.at;
  const found = pattern.exec(r.source)?.[0] ?? null;
  if (found !== null) r.at += found.length;
  return found;
}

function filePath(target: ShellWord, base: string | null): string | null {
  const path = target.text;
  if (!target.literal || path === '' || /^\/(?:dev|proc)\//.test(path)) return null;
  if (base === '' || /^(?:\/|[A-Za-z]:[\\/])/.test(path)) return path;
  return base === null ? null : `${base.replace(/\/$/, '')}/${path}`;
}

/** Directory of the next command: unknown after a relative `cd`, as the host may report either directory. */
function directoryAfter(piece: ShellPiece, base: string | null): string | null {
  const [name, ...rest] = ownWords(piece);
  if (name?.text !== 'cd' && name?.text !== 'pushd' && name?.text !== 'popd') return base;
  const target = rest.find((word) => word.quoted || !word.text.startsWith('-'));
  return target && piece.certainty !== PERHAPS ? filePath(target, base || null) : null;
}

/** Commands that hardly ever fail and often begin a line: `mkdir -p a && cat > a/b`. */
function hardlyFails(piece: ShellPiece): boolean {
  const [name, ...rest] = ownWords(piece);
  if (name?.text === 'cat') return rest.length === 0;
  return /^(?:cd|pushd|mkdir|echo|printf|export|set|touch|tee|true|pwd)$/.test(name?.text ?? '');
}

function stopsAtFailure(piece: ShellPiece): boolean {
  return piece.words[0]?.text === 'set' && piece.words.some((word) => /^-[a-z]*e/.test(word.text));
}

function ownWords(piece: ShellPiece): readonly ShellWord[] {
  const words = piece.words.slice(piece.assignments);
  return words[0]?.text === 'sudo' || words[0]?.text === 'command' ? words.slice(1) : words;
}
