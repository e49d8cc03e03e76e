// Takes one event of Claude Code through the sources, as the built program would: `node scripts/house/one-event.ts < event.json`.
import { readStdin } from '../../src/platform/stdin.ts';

const input = readStdin();
/** Each bundle is loaded where `src/entries/bin.ts` loads it. */
async function captured(): Promise<string | null> {
  if (!/"hook_event_name":"(?:PostTool|UserPrompt)/.test(input.payload)) return null;
  const { capture } = await import('../../src/entries/capture.ts');
  return capture(['claude-code'], input, {});
}

if ((await captured()) === null) {
  const { hook } = await import('../../src/entries/hook.ts');
  await hook(['claude-code'], input, {});
}
