/** A key as a person pressed it: its letter, or its name where it has none. */
export interface Key {
  readonly name: string;
  /** The letter that it writes into a field; empty for arrows and the like. */
  readonly text: string;
}

/** A screen of a terminal that follows the keys of a person. */
export interface Screen {
  readonly rows: number;
  readonly columns: number;
  /** Shows these lines in place of those before. */
  draw(lines: readonly string[]): void;
}

const CLEAR = '\x1b[J';

/** Gives keys to `press` until it says that it is done; then the terminal is as it was. */
export async function followKeys(
  press: (key: Key, screen: Screen) => boolean,
  begin: (screen: Screen) => void,
): Promise<void> {
  const { stdin, stderr } = process;
  let drawn = 0;
  const screen: Screen = {
    get rows() {
      return stderr.rows;
    },
    get columns() {
      return stderr.columns;
    },
    draw: (lines) => {
      const up = drawn > 1 ? `\x1b[${drawn - 1}A` : '';
      stderr.write(`${up}\r${CLEAR}${lines.join('\r\n')}`);
      drawn = lines.length;
    },
  };
  process.getBuiltinModule('node:readline').emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  try {
    await new Promise<void>((done) => {
      const pressed = (text: string | undefined, { name = '', ctrl, meta }: Pressed = {}) => {
        const isText = text !== undefined && !ctrl && !meta && text >= ' ' && text !== '\x7f';
        if (!press({ name: ctrl ? `ctrl-${name}` : name, text: isText ? text : '' }, screen))
          return;
        stdin.off('keypress', pressed);
        done();
      };
      stdin.on('keypress', pressed);
      begin(screen);
    });
  } finally {
    screen.draw(['']);
    stdin.setRawMode(false);
    stdin.pause();
  }
}

interface Pressed {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}
