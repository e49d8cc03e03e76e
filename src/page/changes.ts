import type { ServerResponse } from 'node:http';

/** Tabs that are told at once when something is stored. */
export interface ChangeStream {
  /** Keeps a response open, and writes a line into it for each change. */
  add(res: ServerResponse): void;
  readonly isWatched: boolean;
  close(): void;
}

/** Half of this is the longest that a change stays unseen on average: a running session appears within two seconds. */
const LOOK = 500;
/** Proxies and browsers give up on a connection that is silent. */
const BEAT = 25_000;

/** Looks at a stamp of the data while somebody watches, and never otherwise: two looks a second cost no measurable CPU. */
export function watchChanges(stamp: () => string, quiet: () => void): ChangeStream {
  const watching = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | null = null;
  let known = '';
  let changes = 0;
  let lastBeat = 0;
  const tell = (line: string) => {
    for (const res of watching) res.write(`${line}\n`);
  };
  const look = () => {
    const seen = stamp();
    if (seen !== known) {
      known = seen;
      changes++;
      tell(JSON.stringify({ changes }));
    } else if (performance.now() - lastBeat > BEAT) {
      lastBeat = performance.now();
      tell('');
    }
  };
  const leave = (res: ServerResponse) => {
    watching.delete(res);
    if (watching.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
    quiet();
  };
  return {
    add: (res) => {
      watching.add(res);
      res.on('close', () => leave(res));
      // Earlier changes are in the answers that the tab asks for now.
      if (timer === null) known = stamp();
      timer ??= setInterval(look, LOOK);
      res.write(`${JSON.stringify({ changes })}\n`);
    },
    get isWatched() {
      return watching.size > 0;
    },
    close: () => {
      for (const res of watching) res.end();
      if (timer !== null) clearInterval(timer);
    },
  };
}
