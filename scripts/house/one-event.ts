// Takes one event of Claude Code through the sources, as the built program would: `node scripts/house/one-event.ts < event.json`.
import { capture } from '../../src/entries/capture.ts';
import { hook } from '../../src/entries/hook.ts';
import { readStdin } from '../../src/platform/stdin.ts';

const input = readStdin();
(await capture(['claude-code'], input, {})) ?? (await hook(['claude-code'], input, {}));
