/**
 * An event as the launcher of hooks hands it over to a process that runs already, as lines: how many arguments the launcher had,
 * each of them, the folder of the plugin that called it, the event as the host sent it, and a dot.
 */
export interface Handed {
  readonly args: readonly string[];
  readonly plugin: string;
  readonly payload: string;
}

/** A file that ends otherwise was not written to its end. */
const END = '\n.\n';
/** An answer that ends otherwise was not: its sender died. */
export const ANSWER_END = '.';
const MOST_ARGS = 8;

/** Stands for the id that a host does not send: the same event, taken in twice, counts once. */
export const HANDED_KEY = 'handed:';

/** Null where the text is not whole, or is nothing that a launcher wrote. */
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
  // The dot's own line break may be the one that ends the plugin's line: then there is no event.
  return from > text.length - END.length + 1
    ? null
    : { args, plugin, payload: text.slice(from, -END.length) };
}
