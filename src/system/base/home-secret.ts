import { join } from 'node:path';
import { readBounded, writeOnce } from './files.ts';

const FORM = /^[0-9a-f-]{36}$/;

/**
 * A secret of a home, in a file beside the database, made by `make` when it is first asked for. Null where it can be neither read nor
 * made: what would depend on it is left out then.
 */
export function homeSecret(home: string, make: () => string): string | null {
  const path = join(home, 'lines.key');
  try {
    const known = secretAt(path);
    if (known !== null) return known;
    writeOnce(path, Buffer.from(`${make()}\n`));
    return secretAt(path);
  } catch {
    return null;
  }
}

function secretAt(path: string): string | null {
  const text = readBounded(path, 64)?.toString('latin1').trim() ?? '';
  return FORM.test(text) ? text : null;
}
