import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { NAME_FIELDS } from '../../src/domain/hooks/event-names.ts';
import { DoorStage } from '../door-stage.ts';
import { IS_LONG, some } from '../effort.ts';
import { recordedOf, type Sent } from '../recorded-payloads.ts';

let stage: DoorStage;
afterEach(() => stage.dispose());

/** Hosts that start a hook at each event. */
const HOSTS = [
  'agy',
  'copilot',
  'claude-code',
  'codex',
  'cursor',
  'gemini',
  'kimi',
  'qoder',
  'qwen',
  'vscode',
];
const KILOBYTES = [1_000, 20, 200];
const SHELLS = ['sh', 'bash', 'busybox sh'].filter((shell) =>
  existsSync(`/bin/${shell.split(' ')[0]}`),
);

/** The word of the registered line: hosts of one kind name no event in what they send. */
function eventOf(sent: Sent): string {
  const name = NAME_FIELDS.map((field) => sent[field]).find((value) => typeof value === 'string');
  if (typeof name === 'string') return name;
  if (sent['toolCall'] !== undefined) return 'PostToolUse';
  return sent['executionNum'] === undefined ? 'PreInvocation' : 'Stop';
}

/** What a host sends, with a long text in front of everything that is looked for. */
const grown = (sent: Sent, kilobytes: number) => ({ grown: 'ä'.repeat(kilobytes * 512), ...sent });

/** Sends all of them one after the other; gives the facts that were made of them, and the kinds of answers. */
async function played(host: string, payloads: readonly Sent[]) {
  const server = await stage.serve();
  const answered: string[] = [];
  for (const sent of payloads) {
    const { child, done } = stage.call([host, eventOf(sent)]);
    child.stdin.end(JSON.stringify(sent));
    const { status, stdout, stderr } = await done;
    expect([status, stderr]).toEqual([0, '']);
    answered.push(stdout === '' ? 'silence' : 'words');
    await stage.taken(server);
  }
  expect(stage.cold).toBe(0);
  expect(stage.missed()).toBeNull();
  return { facts: stage.everything(), answered };
}

const CASES = SHELLS.flatMap((shell) =>
  [true, false].flatMap((namesEvents) => HOSTS.map((host) => ({ shell, namesEvents, host }))),
);
const SHORT = CASES.filter(({ shell, host }) => shell === 'sh' && ['agy', 'codex'].includes(host));

describe.each(IS_LONG ? CASES : SHORT)(
  'what $host sends under $shell, by a line that names its event: $namesEvents',
  ({ shell, namesEvents, host }) => {
    it.each(some(KILOBYTES, 1))('is taken as it is where it has %i KB more', async (kilobytes) => {
      const payloads = recordedOf(host);
      stage = new DoorStage(shell, undefined, {}, namesEvents);
      const usual = await played(host, payloads);
      await stage.dispose();
      stage = new DoorStage(shell, undefined, {}, namesEvents);
      const large = await played(
        host,
        payloads.map((sent) => grown(sent, kilobytes)),
      );
      expect(large).toEqual(usual);
      expect(large.facts.length).toBeGreaterThan(0);
    });
  },
);
