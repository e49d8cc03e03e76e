import { iso, type Millis } from '../../domain/time.ts';
import type { Found } from './search.ts';

/** A session or thread that was found, for programs. */
export function foundRecord({ document, title, score, snippet }: Found) {
  return {
    kind: document.kind,
    id: document.ref,
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
