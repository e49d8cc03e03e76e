// Takes one event of Claude Code through the sources, as the built program would: `node scripts/house/one-event.ts < event.json`.
import { isForCapture, readSentEvent } from '../../src/door/sent-here.ts';
import { plainHome } from '../../src/system/hooks/code-cache.ts';

const sent = readSentEvent(['claude-code'], {});
/** Each bundle is loaded where `src/program/bin.ts` loads it. */
async function captured(): Promise<string | null> {
  if (!isForCapture(sent, plainHome(process.env))) return null;
  const { captureEvent: capture } = await import('../../src/program/capture.ts');
  return capture(sent, {});
}

if ((await captured()) === null) {
  const { hook } = await import('../../src/program/hook.ts');
  await hook(sent, {});
}
