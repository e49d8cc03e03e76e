// What a start tells of several matters: the last one, what belongs to it, and what is open elsewhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Agent, cortex, told } from '../agent.ts';
import { gitRepository } from '../git.ts';
import { type Stage, useStage } from '../stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = Date.parse('2026-11-09T10:00:00.000Z');

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});

function at(millis: number): string {
  return new Date(millis).toISOString();
}

beforeEach(() => gitRepository(stage.repo));

interface Work {
  readonly prompt: string;
  readonly edits?: readonly string[];
  readonly reply?: string;
  readonly decision?: string;
  readonly isKilled?: true;
}

function write(name: string): string {
  const path = join(stage.repo, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${name}\n`);
  return path;
}

/** A session of its own. */
async function session(
  now: number,
  { prompt, edits = [], reply = 'Done.', decision, isKilled }: Work,
): Promise<Agent> {
  const a = agent({ now: at(now) });
  await a.start();
  await a.at(at(now + MINUTE)).prompt(prompt);
  for (const name of edits) await a.edit(write(name));
  if (decision) await a.run('note', 'decision', decision);
  if (isKilled) {
    await a.kill();
    return a;
  }
  await a.stop(reply);
  await a.end();
  return a;
}

async function startAt(now: number): Promise<string> {
  return told(await agent({ now: at(now) }).start()) ?? '';
}

function section(text: string, heading: string): string {
  const blocks = text.replace(/\n<\/[^>]*>$/, '').split('\n\n');
  return blocks.find((block) => block.startsWith(heading)) ?? '';
}

const talk = (i: number): Work => ({
  prompt: `How long does step ${i} of the build take?`,
  reply: 'A minute.',
});

describe('BEFORE THAT', () => {
  it('tells what changed the same files, at any age, before what is newer', async () => {
    await session(MONDAY - 20 * DAY, {
      prompt: 'Sign the webhooks with a secret.',
      edits: ['src/hooks.ts'],
    });
    for (const i of [1, 2, 3]) await session(MONDAY + i * HOUR, talk(i));
    await session(MONDAY + 5 * HOUR, {
      prompt: 'Retry a webhook three times.',
      edits: ['src/hooks.ts'],
    });
    const text = await startAt(MONDAY + DAY);
    expect(text).toMatch(/^BEFORE THAT \(.*\n- user: "Sign the webhooks with a secret\."/m);
    expect(text).toMatch(/^BEFORE THAT \(.*\n- user: "How long does step 3/m);
    expect(text).toMatch(/^LAST TIME \(.*\n- user: "Retry a webhook three times\."/m);
    expect(text).not.toContain('step 2');
  });
});

describe('OPEN ELSEWHERE', () => {
  const fill = async () => {
    for (const i of [1, 2, 3]) await session(MONDAY + 10 * HOUR + i * HOUR, talk(i));
  };

  it('names what other matters left open, and nothing of one that is done', async () => {
    await session(MONDAY, {
      prompt: 'Rank the search by price.',
      edits: ['rank.ts'],
      isKilled: true,
    });
    await session(MONDAY + HOUR, {
      prompt: 'Which port does the server use?',
      reply: 'It is port 8080.',
    });
    const question = 'Both work. Shall amounts round up or down?';
    await session(MONDAY + 2 * HOUR, {
      prompt: 'Compare the two rounding rules.',
      reply: question,
    });
    await fill();
    const open = section(await startAt(MONDAY + DAY), 'OPEN ELSEWHERE');
    expect(open.split('\n')).toEqual([
      'OPEN ELSEWHERE:',
      expect.stringMatching(
        /^- [0-9a-f]{8} Compare the two rounding rules \(\d+h ago\): not answered: "Shall amounts round up or down\?"$/,
      ),
      expect.stringMatching(
        /^- [0-9a-f]{8} Rank the search by price \(\d+h ago\): killed; rank\.ts not committed$/,
      ),
    ]);
  });

  it('names a matter by its newest session, and not the one that is told', async () => {
    await session(MONDAY, {
      prompt: 'Rank the search by price.',
      edits: ['rank.ts'],
      isKilled: true,
    });
    await session(MONDAY + HOUR, { prompt: 'Rank it by date as well.', edits: ['rank.ts'] });
    await session(MONDAY + 2 * HOUR, {
      prompt: 'Send the mails at noon.',
      edits: ['mail.ts'],
      isKilled: true,
    });
    await fill();
    await session(MONDAY + 20 * HOUR, { prompt: 'Send them at one.', edits: ['mail.ts'] });
    const text = await startAt(MONDAY + DAY);
    expect(text).toMatch(/^BEFORE THAT \(.*killed\):\n- user: "Send the mails at noon\."/m);
    const open = section(text, 'OPEN ELSEWHERE');
    expect(open).toMatch(/^- [0-9a-f]{8} Rank it by date as well .*: rank\.ts not committed$/m);
    expect(open).not.toContain('Rank the search by price');
    expect(open).not.toContain('mail');
  });

  it('names three and counts the rest; what is old and overtaken by work is only counted', async () => {
    const kill = (i: number): Work => ({ prompt: `Write report number ${i}.`, isKilled: true });
    for (const i of [1, 2, 3, 4])
      await session(MONDAY + i * HOUR, { ...kill(i), edits: [`r${i}.ts`] });
    await fill();
    const open = section(await startAt(MONDAY + DAY), 'OPEN ELSEWHERE').split('\n');
    expect(open).toHaveLength(5);
    expect(open[1]).toContain('report number 4');
    expect(open[4]).toBe('… 1 more (cortex history)');
    for (const i of [5, 6, 7, 8, 9])
      await session(MONDAY + 16 * DAY + i * HOUR, {
        prompt: `Write page ${i}.`,
        edits: ['page.ts'],
      });
    expect(section(await startAt(MONDAY + 17 * DAY), 'OPEN ELSEWHERE')).toBe('');
  });
});

describe('the record of old work', () => {
  const work = async () => {
    await session(MONDAY, {
      prompt: 'Send the mails at noon.',
      decision: 'mails go out by the queue',
    });
    for (const i of [1, 2]) await session(MONDAY + i * HOUR, talk(i));
    await session(MONDAY + 4 * HOUR, {
      prompt: 'Sign the webhooks with a secret.',
      edits: ['src/hooks.ts'],
      reply: 'They are signed. Shall the old header stay?',
      decision: 'webhooks are signed with SHA-256',
    });
  };

  it('tells the decisions of its matter, and not those of others', async () => {
    await work();
    const text = await startAt(MONDAY + 10 * DAY);
    expect(text).toContain('nothing inherited; last work 9d ago');
    expect(section(text, 'DECISIONS')).toMatch(
      /^DECISIONS:\n- webhooks are signed with SHA-256 \(9d ago.*\)$/,
    );
    expect(text).not.toContain('by the queue');
  });

  it('of a session in cold storage tells how it ended, what was decided and what is not committed', async () => {
    await work();
    const later = { ...stage, cwd: stage.repo, now: at(MONDAY + 40 * DAY) };
    await cortex(later, 'maintain');
    const text = await startAt(MONDAY + 40 * DAY);
    expect(text).toMatch(
      /^- user: "Sign the webhooks .*" → agent: "They are signed\. Shall the old header stay\?"/m,
    );
    expect(text).toContain('webhooks are signed with SHA-256');
    expect(text).toContain('not committed: src/hooks.ts');
    expect(text).not.toContain('step 2');
  });
});
