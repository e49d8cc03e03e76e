import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENT } from '../../../src/surfaces/cli/demo/story.ts';
import { eventOf, type Peer } from '../peer.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'dist', 'cortex.cjs');
const call = (...args: string[]) => ({ program: process.execPath, args: [PROGRAM, ...args] });

export const cortex: Peer = {
  name: 'Cortex',
  packages: [],
  note: 'this build; its own deadlines, which would cut work short on a busy machine, are raised',
  commands: ['cortex setup claude-code', 'cortex-hook claude-code', 'cortex import claude-code'],
  version: () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  // Upkeep in the background would write while the store is read from outside.
  env: () => ({ ...PATIENT, CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' }),
  prepare: () => [call('setup', 'claude-code', '--yes', '--runtime', process.execPath)],
  // The launcher that setup wrote, as the host has it in its settings.
  hooks: ({ home }, payload) =>
    eventOf(payload) === 'PreToolUse'
      ? []
      : [{ program: join(home, '.cortex', 'bin', 'cortex-hook'), args: ['claude-code'] }],
  takeIn: () => [call('import', 'claude-code')],
  stores: ({ home }) => [join(home, '.cortex')],
};
