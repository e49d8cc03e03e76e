/**
 * An event that the hook launcher hands over to a running server, as lines: the number of the launcher's arguments,
 * the arguments, the folder of the calling plugin, the event as the host sent it, and a dot.
 */
export interface Handed {
  readonly args: readonly string[];
  readonly plugin: string;
  readonly payload: string;
}

/** The end of a complete file. */
const END = '\n.\n';
/** The end of a complete answer; without it the sender died. */
export const ANSWER_END = '.';
const MOST_ARGS = 8;

/** Prefix of a key for events without a host id: the same event counts once. */
export const HANDED_KEY = 'handed:';

/** Null if the text is incomplete or was not written by a launcher. */
export function readHanded(text: string): Handed | null {
  if (!text.endsWith(END)) return null;
  let from = 0;
  const line = (): string => {
    const to = text.indexOf('\n', from);
    const found = text.slice(from, to);
    from = to + 1;
    return found;
  };
  const count = Number(line());
  if (!(count >= 0 && count <= MOST_ARGS)) return null;
  const args = Array.from({ length: count }, line);
  const plugin = line();
  // The line break before the dot may be the one after the plugin's line: then there is no event.
  return from > text.length - END.length + 1
    ? null
    : { args, plugin, payload: text.slice(from, -END.length) };
}
