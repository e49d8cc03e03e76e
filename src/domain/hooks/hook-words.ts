/** The words of a registered line behind `cortex hook`: `<host> [<event>] [--via <name>] [--id <name of the event>]`. */
export interface HookWords {
  readonly host: string | undefined;
  /** The host's name for the event; lines of older versions do not have it. */
  readonly event: string | null;
  /** The configuration that calls. */
  readonly via: string | null;
  /** The unique id of the event. */
  readonly id: string | null;
}

export function readHookWords(args: readonly string[]): HookWords {
  const [host, second] = args;
  const wordAfter = (flag: string) => {
    const at = args.indexOf(flag);
    return at < 0 ? null : (args[at + 1] ?? '');
  };
  return {
    host,
    event: second === undefined || second.startsWith('-') ? null : second,
    via: wordAfter('--via'),
    id: wordAfter('--id'),
  };
}
