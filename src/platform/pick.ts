import { emitKeypressEvents, type Key } from 'node:readline';
import { isAttended } from './ask.ts';

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
