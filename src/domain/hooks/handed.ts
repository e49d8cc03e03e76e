/**
 * An event that the hook launcher hands over to a running server, as lines: the number of the launcher's arguments, the
 * arguments, the folder of the calling plugin, and the event as the host sent it. Blanks at the end say that the launcher has
 * finished.
 */
export interface HandedEvent {
  readonly args: readonly string[];
  readonly plugin: string;
  readonly payload: string;
  /** The host did not close its pipe in time: the end of the event may be missing. */
  readonly isCut: boolean;
}

/** The end of a file that holds all that the host sent. */
export const WHOLE_END = '\n \t\n';
/** The end of a file whose sender did not close its pipe in time. */
export const CUT_END = '\n\t \n';
/** The end that launchers of older versions write; it is no part of the event. */
const OLDER_END = '\n.\n';

/** Number of last bytes of a file that tell whether its launcher has finished. */
export const LONGEST_END = 4;

/** The end of a complete answer; without it the sender died. */
export const ANSWER_END = '.';
const MOST_ARGS = 8;

/** Prefix of a key for events without a host id: the same event counts once. */
export const HANDED_KEY = 'handed:';

const ENDS = [WHOLE_END, CUT_END, OLDER_END];

/** Whether the launcher has finished the file that ends so. */
export function isFinished(end: string): boolean {
  return ENDS.some((mark) => end.endsWith(mark));
}

/** The text of the host, without the end that the launcher wrote behind it. */
export function withoutEnd(text: string): string {
  const mark = ENDS.find((one) => text.endsWith(one));
  return mark === undefined ? text : text.slice(0, -mark.length);
}

/** Null if the header is incomplete or was not written by a launcher. */
export function readHanded(text: string): HandedEvent | null {
  let from = 0;
  const line = (): string | null => {
    const to = text.indexOf('\n', from);
    if (to < 0) return null;
    const found = text.slice(from, to);
    from = to + 1;
    return found;
  };
  const count = Number(line() ?? Number.NaN);
  if (!(count >= 0 && count <= MOST_ARGS)) return null;
  const args = Array.from({ length: count }, line);
  const plugin = line();
  if (plugin === null) return null;
  const rest = text.slice(from);
  return {
    args: args.map((arg) => arg ?? ''),
    plugin,
    payload: withoutEnd(rest),
    isCut: rest.endsWith(CUT_END),
  };
}
