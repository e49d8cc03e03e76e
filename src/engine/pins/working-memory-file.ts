import type { SessionId } from '../../domain/base/ids.ts';
import { mirrorInFile, type PinRules } from '../../domain/pins/working-memory.ts';
import type { PinFile } from '../../ports/pins/pin-file.ts';
import type { Deps } from '../base/deps.ts';

/**
 * Writes the pins of a session to the mirror, if one is configured. They are read and written while no process can change
 * them: so the process that changed them last also writes last.
 */
export async function mirrorPins(deps: Deps, id: SessionId): Promise<void> {
  await withMirror(deps, (file) =>
    deps.store.changePins([id], deps.now(), ([pins = []]) => {
      const { content, written } = file.read();
      const next = mirrorInFile(content, written, pins, pinRules(deps));
      if (next) file.write(next);
      return [];
    }),
  );
}

/** Best effort, like every mirror: read and write errors are logged, never fatal. */
export async function withMirror(
  deps: Deps,
  work: (file: PinFile) => Promise<unknown>,
): Promise<void> {
  if (!deps.pinFile) return;
  try {
    await work(deps.pinFile);
  } catch (error) {
    deps.log.failure('working memory not mirrored', error);
  }
}

export function pinRules({ now, config }: Pick<Deps, 'now' | 'config'>): PinRules {
  return { now: now(), maxChars: config['pins.max_chars'], strict: config['redaction.strict'] };
}
