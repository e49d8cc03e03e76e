import { join } from 'node:path';
import { stat } from './git-files.ts';

/** Changes when the signs may have: one look at the configuration, whose file is written anew for every setting. */
export function stampOf(commonDir: string): string {
  const config = stat(join(commonDir, 'config'));
  return config ? `${config.dev}:${config.ino}:${config.mtimeMs}:${config.size}` : '';
}
