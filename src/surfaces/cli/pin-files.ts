import { pinIdentity } from '../../domain/pin.ts';
import type { Scope } from '../../domain/scope.ts';
import { pinsInFile } from '../../domain/working-memory.ts';
import type { Deps } from '../../engine/deps.ts';
import type { PinsHere } from '../../engine/pins.ts';
import { pinRules } from '../../engine/working-memory-file.ts';
import type { Home } from './context.ts';

/** Files of an older Cortex with pins that are neither held here nor were let go of. */
export async function untakenFiles(
  deps: Deps,
  home: Home,
  scope: Scope,
  here: PinsHere,
): Promise<{ readonly path: string; readonly pins: number }[]> {
  const letGo = await deps.store.letGo(scope.key);
  const known = new Set([...here.pins, ...here.waiting].map(pinIdentity));
  return home.pinFiles
    .map((path) => {
      const untaken = pinsIn(deps, home, path).filter(
        (identity) => !known.has(identity) && !letGo.pins.has(identity),
      );
      return { path, pins: new Set(untaken).size };
    })
    .filter(({ pins }) => pins > 0);
}

/** Nobody asked for this file: one that cannot be read is none. */
function pinsIn(deps: Deps, home: Home, path: string): string[] {
  try {
    return pinsInFile(home.readPinFile(path), pinRules(deps)).map(pinIdentity);
  } catch {
    return [];
  }
}
