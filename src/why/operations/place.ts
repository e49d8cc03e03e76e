import type { Call } from '../../operations/operation.ts';

/** Lines of a file, as somebody names them; without numbers the whole file. */
export interface Place {
  readonly file: string;
  readonly from: number | null;
  readonly to: number | null;
}

const NUMBERED = /^(.+?):(\d{1,7})(?:[-:](\d{1,7}))?$/s;

/** `src/store.ts:42-50`. Null where the words name no file here: then they may be the id of a session. */
export function placeIn({ deps, cwd }: Pick<Call, 'deps' | 'cwd'>, typed: string | undefined): Place | null {
  if (typed === undefined || typed === '') return null;
  const isFile = (path: string) =>
    deps.fileMark(path.startsWith('/') || cwd === null ? path : `${cwd}/${path}`) !== null;
  if (isFile(typed)) return { file: typed, from: null, to: null };
  const [, file, from, to] = NUMBERED.exec(typed) ?? [];
  if (file === undefined) return /[./\\]/.test(typed) ? { file: typed, from: null, to: null } : null;
  return { file, from: Number(from), to: Number(to ?? from) };
}
