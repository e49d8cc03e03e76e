import { isPasted } from '../observe/announced/prose.ts';

/** `$ make`, `ada@host:~$ make`, `[01/28/26 8:37 main ~/src] make`, `❯ make`, `PS C:\> dir`. */
const TERMINAL =
  /^\s*(?:[$❯➜] \S|[\w.-]{1,40}@[\w.-]{1,60}[: ]\S{0,100}[$#%] |\[[^\]\n]{0,60}\d{1,2}:\d\d[^\]\n]{0,120}\] \S|\[[^\]\n]{1,60}\] \[[^\]\n]{0,60}\d{1,2}:\d\d[^\]\n]{0,120}\]|PS [A-Z]:\\[^\n>]{0,120}>)/;

/** Whether a line is a command typed at a terminal; what it printed follows. */
export function startsTerminal(line: string): boolean {
  return TERMINAL.test(line);
}

const BULLET = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+\S/;
/** The first sign of a sentence: a letter, a digit, a quotation mark, a name such as `x`, @x, #12, /x, ./x, --x. */
const BEGINS_PROSE = /^(?:[A-Za-z0-9"'“‘«(`@#/.~*_¿¡-]|[\u00c0-\u1fff\u3041-\u9fff\uac00-\ud7a3])/;
const ENDS_PROSE = /[.!?:…)"'”»。！？：]$/;

/** Whether a paragraph is output of a program. Behind a command it has to look like prose to be the person's. */
export function pastedParagraph(lines: readonly string[], terminal: boolean): boolean {
  const full = lines.filter((line) => line.trim() !== '');
  if (terminal) return !isProse(full[0]!) || (full.length > 1 && full.every((line) => !isProse(line)));
  // Indented by as little as two: copied from an agent's answer or a program.
  if (full.every((line) => /^(?: {2,}|\t)/.test(line) && !BULLET.test(line))) return true;
  const machine = full.filter(isMachine).length;
  return full.length >= 3 ? machine * 2 > full.length : full.length > 0 && machine === full.length;
}

/** A line that a person wrote: it begins like a sentence, and it has several words and an end, or many words. */
function isProse(line: string): boolean {
  if (/^\s{2,}/.test(line) || isMachine(line) || BULLET.test(line)) return false;
  const words = line.trim().split(/\s+/).length;
  return /[\u3041-\u9fff]{6}/.test(line) || words >= 12 || (words >= 5 && ENDS_PROSE.test(line.trim()));
}

/** A line that hardly a person wrote: a log's, a table's, a status line, `key: value`, a path, a hash. */
function isMachine(line: string): boolean {
  if (isPasted(line) || (/^(?: {4}|\t)/.test(line) && !BULLET.test(line))) return true;
  const text = line.trim();
  if (!BEGINS_PROSE.test(text)) return true;
  if (/\t\S/.test(text) || /^[\w./-]{1,40}[:=]\t/.test(text)) return true;
  if (
    /^(?:={2,}|-{3,}|✖|✓|✔|(?:DONE|FAIL|PASS|FAILED|PASSED|SKIP)\b|\d{4}\/\d\d\/\d\d |[\w./-]{1,120}\.\w{1,5}:\d+)/.test(
      text,
    )
  )
    return true;
  if (/^[a-z][\w.-]{1,30}(?:: +|=)\S+$/.test(text)) return true;
  if (/^(?:[~.]{0,2}\/\S+|https?:\/\/\S+|[0-9a-f-]{12,})$/.test(text)) return true;
  if (
    /^(?:Run|Downloading|Extracting|Running|Parsing|Syncing|Installing|Compiling|Fetching|Building|Post) \S+(?: \S+)?$/.test(
      text,
    )
  )
    return true;
  return !hasEnoughLetters(text);
}

function hasEnoughLetters(text: string): boolean {
  if (text.length < 40) return true;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const small = code | 32;
    if ((small >= 97 && small <= 122) || code === 32 || code > 0xbf) letters++;
  }
  return letters * 10 >= text.length * 6;
}
