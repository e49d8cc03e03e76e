import type { Environment } from '../../../domain/base/runtimes.ts';
import { type Paint, PLAIN, type Style } from '../../../operations/base/view.ts';
import type { Stream } from '../../../ports/base/stream.ts';
import { cutToWidth, widthOf, wrapToWidth } from './width.ts';

export type { Paint, Style } from '../../../operations/base/view.ts';

/** An output stream of a command. */
export interface Output {
  /** Cells of a line; infinite without a terminal, so that programs get whole lines. */
  readonly width: number;
  readonly style: Style;
  /** One line. Whatever is in it, it stays one line and moves no cursor. */
  line(text?: string): void;
  /** Text of several lines, each at an indent; long ones are wrapped. */
  block(text: string, indent?: string): void;
  /** A text beside its mark; lines that are wrapped stand below the text. */
  item(mark: string, text: string): void;
  /** One line of cells with a tab between them, for programs. */
  cells(...cells: readonly string[]): void;
  json(value: unknown): void;
  /** A path as people write it: `~` is their home. */
  path(path: string): string;
  /** Progress, on a terminal only; the next replaces it, and an empty one clears it. */
  progress(text: string): void;
}

export function outputTo(stream: Stream, env: Environment): Output {
  const colour = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const width = widthFor(stream, env);
  const write = (text: string) => stream.write(`${stripControls(text, colour)}\n`);
  return {
    width,
    style: colour ? COLOURS : PLAIN,
    line: (text = '') => write(text),
    block: (text, indent = '') => {
      for (const line of text.split('\n')) {
        const margin = indent + /^ */.exec(line)![0];
        for (const part of wrapToWidth(line.trimStart(), width - margin.length))
          write((margin + part).trimEnd());
      }
    },
    item: (mark, text) => {
      const indent = ' '.repeat(widthOf(mark));
      const lines = text.split('\n').flatMap((line) => wrapToWidth(line, width - indent.length));
      lines.forEach((line, i) => void write(((i === 0 ? mark : indent) + line).trimEnd()));
    },
    cells: (...cells) =>
      stream.write(`${cells.map((cell) => stripControls(cell, false)).join('\t')}\n`),
    path: (path) => shortened(path, env['HOME'] || env['USERPROFILE'] || ''),
    json: (value) => stream.write(`${escaped(JSON.stringify(value, null, 2))}\n`),
    progress: (text) => {
      if (stream.isTTY)
        stream.write(`\r\x1b[K${cutToWidth(stripControls(text, false), width - 1)}`);
    },
  };
}

function shortened(path: string, home: string): string {
  const isInside = home !== '' && /^[\\/]/.test(path.slice(home.length)) && path.startsWith(home);
  return isInside ? `~${path.slice(home.length)}` : path;
}

const NARROWEST = 20;

/** `COLUMNS` counts where it is exported: somebody asked for it. */
function widthFor(stream: Stream, env: Environment): number {
  if (stream.isTTY && stream.columns) return Math.max(NARROWEST, stream.columns);
  const asked = Number(env['COLUMNS']);
  const isWidth = Number.isInteger(asked) && asked > 0;
  return isWidth ? Math.max(NARROWEST, asked) : Number.POSITIVE_INFINITY;
}

const COLOURS: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
};

function code(on: number, off: number): Paint {
  return (text) => (text ? `\x1b[${on}m${text}\x1b[${off}m` : '');
}

const SETS_COLOUR = /\x1b\[(?:1|2|22|31|32|33|36|39)m/y;
const MOVES = /[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Stored text, names of folders and messages of others may hold anything: only our own colours reach the terminal. */
export function stripControls(text: string, colour: boolean): string {
  if (!MOVES.test(text)) return text;
  let kept = '';
  for (let i = 0; i < text.length; ) {
    SETS_COLOUR.lastIndex = i;
    const colours = colour ? SETS_COLOUR.exec(text)?.[0] : undefined;
    if (colours) {
      kept += colours;
      i += colours.length;
    } else {
      const char = text[i]!;
      if (char === '\n' || char === '\t') kept += ' ';
      else if (!MOVES.test(char)) kept += char;
      i++;
    }
  }
  return kept;
}

/** The same JSON, without characters that a terminal would obey. */
function escaped(json: string): string {
  return json.replace(/[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
