import { iso, type Millis } from '../../domain/time.ts';
import type { RecalledTurn } from './recall.ts';

/** A turn or thread that was found, for programs. */
export function foundRecord({ document, turn, by, title, score, snippet }: RecalledTurn) {
  return {
    kind: document.kind,
    id: document.ref,
    turn,
    by,
    title,
    scope: document.scope,
    host: document.host,
    branch: document.branch,
    began: iso(document.began),
    ended: iso(document.ended),
    score,
    snippet: snippet?.text ?? null,
    marks: snippet?.marks ?? [],
  };
}

/** An open end has no date. */
export function moment(at: Millis): string | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
