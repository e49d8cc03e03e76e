import type { OperationCall } from '../../operations/base/operation.ts';

/** Lines of a file, as somebody names them; without numbers the whole file. */
export interface LinePlace {
  readonly file: string;
  readonly from: number | null;
  readonly to: number | null;
}

const NUMBERED = /^(.+?):(\d{1,7})(?:[-:](\d{1,7}))?$/s;

/** `src/store/store.ts:42-50`. Null where the words name no file here: then they may be the id of a session. */
export function parsePlace(call: CallPlace, typed: string | undefined): LinePlace | null {
  if (typed === undefined || typed === '') return null;
  if (call.deps.fileMark(fullPath(call, typed)) !== null)
    return { file: typed, from: null, to: null };
  const [, file, from, to] = NUMBERED.exec(typed) ?? [];
  if (file === undefined)
    return /[./\\]/.test(typed) ? { file: typed, from: null, to: null } : null;
  return { file, from: Number(from), to: Number(to ?? from) };
}

type CallPlace = Pick<OperationCall, 'deps' | 'cwd' | 'scope'>;

/** The file that a name means: from the folder in which it is typed, else from the top of the project, as sessions and pages name it. */
export function fullPath({ deps, cwd, scope }: CallPlace, file: string): string {
  if (file.startsWith('/')) return file;
  const places = [cwd, scope.root].flatMap((folder) =>
    folder === null ? [] : [`${folder}/${file}`],
  );
  return places.find((path) => deps.fileMark(path) !== null) ?? places[0] ?? file;
}
