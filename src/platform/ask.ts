import { createInterface, emitKeypressEvents, type Key } from 'node:readline';

/** Whether somebody sits at a terminal who can be asked. */
export function isAttended(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * The line that the person at the terminal types. Null is no answer: nobody sits there, or they ended it with Ctrl-C or
 * Ctrl-D, which must not count as the Enter that takes a default.
 */
export async function ask(question: string): Promise<string | null> {
  if (!isAttended()) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string | null>((answer) => {
      terminal.once('close', () => answer(null));
      terminal.question(question, (typed) => answer(typed.trim()));
    }).then((typed) => {
      // The question's line has no end of its own then.
      if (typed === null) process.stderr.write('\n');
      return typed;
    });
  } finally {
    terminal.close();
  }
}

/** A yes or a no; only a yes is one. Null where nobody sits there. */
export async function confirm(question: string): Promise<boolean | null> {
  const typed = await ask(`${question} [y/N] `);
  return isAttended() ? /^y(?:es)?$/i.test(typed ?? '') : null;
}

/** A list while somebody types: the lines that fit, with their places in the whole list. */
export interface Choice {
  /** The places of those that fit what is typed, best first. */
  find(typed: string): readonly number[];
  /** One line, not wider than the terminal. */
  show(place: number, isMarked: boolean): string;
}

const SHOWN = 10;

/** Lets somebody at the terminal choose one of a list; null where nobody does, or nothing is chosen. */
export async function pick(title: string, choice: Choice): Promise<number | null> {
  if (!isAttended()) return null;
  const { stdin, stderr } = process;
  let [typed, marked] = ['', 0];
  let found = choice.find(typed);
  const draw = () => {
    const lines = found.slice(0, SHOWN).map((place, row) => choice.show(place, row === marked));
    const more = found.length > SHOWN ? [`  … ${found.length - SHOWN} more`] : [];
    const below = [...(lines.length > 0 ? lines : ['  nothing fits']), ...more];
    // Drawn below, then back: the cursor stands behind what is typed.
    stderr.write(`\r\x1b[J${title} ${typed}\n${below.join('\n')}\x1b[${below.length}A\r`);
    stderr.write(`\x1b[${title.length + 1 + typed.length}C`);
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  try {
    return await new Promise<number | null>((chosen) => {
      const type = (text: string) => {
        [typed, marked] = [text, 0];
        found = choice.find(typed);
      };
      const onKey = (text: string | undefined, key: Key) => {
        const last = Math.min(found.length, SHOWN) - 1;
        if (key.name === 'return' || key.name === 'enter') return leave(found[marked] ?? null);
        if (key.name === 'escape' || (key.ctrl && (key.name === 'c' || key.name === 'd'))) return leave(null);
        if (key.name === 'up') marked = Math.max(0, marked - 1);
        else if (key.name === 'down') marked = Math.min(last, marked + 1);
        else if (key.name === 'backspace') type(typed.slice(0, -1));
        else if (key.ctrl && key.name === 'u') type('');
        else if (text && !key.ctrl && !key.meta && /^[\x20-\x7e\xa0-\uffff]+$/.test(text)) type(typed + text);
        draw();
      };
      const leave = (place: number | null) => {
        stdin.off('keypress', onKey);
        chosen(place);
      };
      stdin.on('keypress', onKey);
      draw();
    });
  } finally {
    stderr.write('\r\x1b[J');
    stdin.setRawMode(false);
    stdin.pause();
  }
}
