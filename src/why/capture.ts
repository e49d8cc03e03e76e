import { isOutside, scopedPath } from '../domain/base/scoped-path.ts';
import type { ChangedFile } from '../domain/facts/event.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import { redactText } from '../domain/redact/redact.ts';
import type { BesideDeps, BesideRow, CaptureRoom } from '../engine/base/deps.ts';
import { ignoredIn } from '../engine/presence/exclusion.ts';
import { deriveMarkSeed, hashNewLines } from './domain/marks.ts';

/** Marks of the lines that tools write: which session wrote a line is answered from them (`why`). Every hook loads this. */
export const lineMarks: CaptureRoom = {
  beside(deps, { root }, event) {
    const { changes, failed, workdir } = event.use;
    if (failed || changes.length === 0 || !deps.config['capture.lines']) return [];
    const secret = deps.homeSecret();
    if (secret === null) return [];
    const strict = { strict: deps.config['redaction.strict'] };
    const seed = deriveMarkSeed(secret);
    return changes.flatMap((change): BesideRow[] => {
      const marks = hashNewLines(change, seed, (text) => redactText(text, strict));
      const path = scopedPath(change.path, workdir ?? event.cwd, root);
      if (marks === null || !mayBeMarked(deps, path)) return [];
      const [stored] = redactStrings([path], strict);
      return [
        {
          table: 'touched_lines',
          row: { path: stored!, whole: isWhole(change) ? 1 : 0, lines: marks },
        },
      ];
    });
  },
};

/** A whole file of which nobody said what was in it before: lines that were there already are among the marks. */
function isWhole({ kind, removed, patch }: ChangedFile): boolean {
  return kind === 'write' && removed === null && patch === undefined;
}

/** Whether a file of another project may be marked: one below the root was looked up before. */
function mayBeMarked(deps: BesideDeps, path: string): boolean {
  if (!isOutside(path)) return true;
  const { root } = deps.scopeOfFile(path);
  if (root === null) return false;
  const ignored = ignoredIn(deps, root);
  return !ignored.all && !ignored.isIgnored(scopedPath(path, null, root));
}
