import { pinIdentity } from '../../domain/pins/pin.ts';
import { type FileContent, pinsInFile } from '../../domain/pins/working-memory.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { lettingGo, type PinsHere } from '../../engine/pins/pins.ts';
import { pinRules } from '../../engine/pins/working-memory-file.ts';

/** The pin files of an older Cortex. */
export interface PinFiles {
  /** Each `working_memory.json` once. */
  readonly pinFiles: readonly string[];
  /** The content of such a file; null where there is none. Throws where it is something else. */
  readPinFile(path: string): FileContent | null;
}

/** A file with pins that nobody took over yet. */
export interface UntakenFile {
  readonly path: string;
  readonly pins: number;
}

/** Files of an older Cortex with pins that are neither held here nor were let go of. */
export async function untakenFiles(
  deps: Deps,
  files: PinFiles,
  scope: Scope,
  here: PinsHere,
): Promise<UntakenFile[]> {
  const gone = await lettingGo(deps, scope);
  const known = new Set([...here.pins, ...here.waiting].map(pinIdentity));
  return files.pinFiles
    .map((path) => {
      const untaken = pinsIn(deps, files, path).filter(
        (identity) => !known.has(identity) && !gone.has(identity),
      );
      return { path, pins: new Set(untaken).size };
    })
    .filter(({ pins }) => pins > 0);
}

/** Nobody asked for this file: one that cannot be read is none. */
function pinsIn(deps: Deps, files: PinFiles, path: string): string[] {
  try {
    return pinsInFile(files.readPinFile(path), pinRules(deps)).map(pinIdentity);
  } catch {
    return [];
  }
}
