// Takes one event of Claude Code through the sources, as the built program would: `node scripts/house/one-event.ts < event.json`.
import { hook } from '../../src/entries/hook.ts';
import { readStdin } from '../../src/platform/stdin.ts';

await hook(['claude-code'], readStdin(), {});
