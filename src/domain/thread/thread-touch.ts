import type { Change, ToolUse } from '../event.ts';
import { scopedPath } from './scoped-path.ts';
import type { Author, Said, ThreadFact } from './thread.ts';

export function said(by: Author, subagent: string | null): Said {
  return subagent ? { by, subagent } : { by };
}

/** Where relative paths of a tool start. */
export function baseOf(use: ToolUse, cwd: string | null): string | null {
  return use.workdir ?? cwd;
}

/** Files that a tool changed and the list it keeps: what can be told without reading any code. */
export function touchFacts(
  use: ToolUse,
  cwd: string | null,
  root: string | null,
  subagent: string | null,
): ThreadFact[] {
  const who = said('agent', subagent);
  const base = baseOf(use, cwd);
  const files = new Map(use.changes.map((change) => [scopedPath(change.path, base, root), change.kind]));
  const touched = [...files].map(([path, how]): ThreadFact => ({ kind: 'file', path, how, ...who }));
  return use.todos === null ? touched : [...touched, { kind: 'todos', update: use.todos, ...who }];
}

/** What every definition in some language has. Asked before the rules of languages are loaded, which know better. */
const MAY_DEFINE =
  /\b(?:function|class|interface|type|enum|def|func|fun|fn|struct|union|trait|impl|module|namespace|protocol|extension|record|object|property|actor|create)\b|=>|\)\s{0,40}(?:[\w:<>,.?&*[\] -]{0,60})\{|\(\)/i;

export function mayDefine({ kind, added }: Change): boolean {
  return kind !== 'delete' && added !== null && MAY_DEFINE.test(added);
}
