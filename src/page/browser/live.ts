import { useEffect, useState } from 'preact/hooks';

/** Changes of what is stored, as the server tells them while the page is open. */

/** More often would only make the reader restless, and the server busy. */
const PAUSE = 1_000;
const RETRY = 2_000;

type ChangeListener = () => void;
const listeners = new Set<ChangeListener>();
let changes = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
/** Something was stored that nobody here has asked for yet. */
let isLate = false;

function changed(): void {
  isLate = true;
  catchUp();
}

function catchUp(): void {
  // A tab in the background asks once it is looked at.
  if (!isLate || timer !== null || document.hidden) return;
  isLate = false;
  changes++;
  for (const listener of listeners) listener();
  timer = setTimeout(() => {
    timer = null;
    catchUp();
  }, PAUSE);
}

/** The number of changes so far; whoever reads it is drawn again with each. */
export function useChanges(): number {
  const [seen, setSeen] = useState(changes);
  useEffect(() => {
    const heard = () => setSeen(changes);
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return seen;
}

export interface LiveServer {
  readonly token: string;
  /** The server is not there; it is asked again and again. */
  readonly lost: () => void;
  readonly found: () => void;
  /** Another server answers there: the token is worth nothing to it. */
  readonly refused: () => void;
}

/** Follows the server until it refuses the token. */
export async function followServer({ token, lost, found, refused }: LiveServer): Promise<void> {
  document.addEventListener('visibilitychange', catchUp);
  for (;;) {
    try {
      const answer = await fetch('/changes', { headers: { authorization: `Bearer ${token}` } });
      if (answer.status === 401) return refused();
      found();
      await readLines(answer.body!);
    } catch {
      // The same as an end.
    }
    lost();
    await new Promise((done) => setTimeout(done, RETRY));
  }
}

async function readLines(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  let isFirst = true;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    // A beat is an empty line. The first line says only that somebody is there.
    if (value.length > 1 && !isFirst) changed();
    isFirst = false;
  }
}
