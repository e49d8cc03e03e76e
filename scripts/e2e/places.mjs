import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// The Node that the project brings; the hosts need it too, and the system's may be too old for them.
const ownNode = join(repository, 'node_modules', 'node', 'bin');
export const nodeFolder = existsSync(join(ownNode, 'node')) ? ownNode : dirname(process.execPath);
