// An agent loads its own files into every conversation: what stands there is told to other agents alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cortex, told } from '../agent.ts';
import { speaking } from '../speech.ts';
import { type Stage, useStage } from '../stage.ts';

const SUNDAY = '2026-11-15T10:00:00.000Z';

let stage: Stage;
const agent = useStage('shop', '2026-11-13T10:00:00.000Z', (set) => {
  stage = set;
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** As the built program finds the home of the user. */
const userFile = (path: string) => join(dirname(stage.home), path);
const memoryOf = (repo: string) =>
  userFile(`.claude/projects/${repo.replace(/[^a-zA-Z0-9]/g, '-')}/memory/MEMORY.md`);

const RULE = 'Always run migrations against the copy, never on staging';
const PIN = 'the staging database is shared with QA';
const MEMORY = 'Stripe sends events twice in the sandbox';
const DECISION = 'use bankers rounding in invoices';
const ALL = [RULE, PIN, MEMORY, DECISION];

beforeEach(async () => {
  const at = { home: stage.home, cwd: stage.repo, now: '2026-11-13T10:00:00.000Z' };
  const a = agent();
  await a.start();
  await a.prompt('round the invoices');
  await a.edit(join(stage.repo, 'src/round.ts'));
  await a.run('note', 'decision', DECISION);
  await a.stop('Rounding is in src/round.ts.');
  await cortex(at, 'rule', RULE);
  await cortex(at, 'pin', PIN);
  await cortex(at, 'memory', 'add', MEMORY);
  await a.end();
});

const claudeIsTold = async () => told(await agent({ now: SUNDAY }).start())!;
const isTold = async (host: 'codex' | 'gemini') => {
  const { say } = speaking(agent({ now: SUNDAY, host }), host, stage.repo, SUNDAY);
  return `${await say('start', 'startup')}${await say('prompt', 'hello there')}`;
};
const namedIn = (text: string) => ALL.filter((one) => text.includes(one));

describe('what an agent loads itself', () => {
  it('is nothing without its files', async () => {
    expect(namedIn(await claudeIsTold())).toEqual(ALL);
  });

  it('is not told to it, whichever of its files says it, and told to all others', async () => {
    write(join(stage.repo, 'CLAUDE.md'), `# Shop\n\n- ${RULE}.\n- Use pnpm.\n`);
    write(join(stage.repo, '.claude/rules/db.md'), `* The staging database is shared with QA!\n`);
    write(memoryOf(stage.repo), `- ${MEMORY}\n`);
    write(userFile('.claude/CLAUDE.md'), `Use *bankers rounding* in invoices.\n`);
    expect(namedIn(await claudeIsTold())).toEqual([]);
    expect(namedIn(await isTold('codex'))).toEqual(ALL);
    expect(namedIn(await isTold('gemini'))).toEqual(ALL);
  });

  it.each([
    ['codex', 'AGENTS.md', '.codex/AGENTS.md'],
    ['gemini', 'GEMINI.md', '.gemini/GEMINI.md'],
  ] as const)('is of %s what stands in %s and %s', async (host, inProject, ofUser) => {
    write(join(stage.repo, inProject), `${RULE}\n${PIN}\n`);
    write(userFile(ofUser), `${MEMORY}. ${DECISION}.\n`);
    expect(namedIn(await isTold(host))).toEqual([]);
    expect(namedIn(await claudeIsTold())).toEqual(ALL);
  });

  it('is also what CLAUDE.md imports', async () => {
    write(join(stage.repo, 'CLAUDE.md'), '@AGENTS.md\n');
    write(join(stage.repo, 'AGENTS.md'), `${ALL.join('\n')}\n`);
    expect(namedIn(await claudeIsTold())).toEqual([]);
  });

  it('is whole sentences alone: a part of one may say the opposite', async () => {
    write(join(stage.repo, 'CLAUDE.md'), `It is not true that ${PIN}.\nNever ${DECISION}.\n`);
    expect(namedIn(await claudeIsTold())).toEqual(ALL);
  });

  it('is told again when the file no longer says it', async () => {
    write(join(stage.repo, 'CLAUDE.md'), `${PIN}\n`);
    expect(namedIn(await claudeIsTold())).not.toContain(PIN);
    write(join(stage.repo, 'CLAUDE.md'), 'Use pnpm.\n');
    expect(namedIn(await claudeIsTold())).toContain(PIN);
  });
});
