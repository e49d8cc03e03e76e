import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EngineStage, useEngine } from './engine.ts';
import { makeRepository } from './scratch.ts';

let stage: EngineStage;
useEngine('2026-11-13T09:00:00.000Z', (entered) => {
  stage = entered;
});

/** A whole session: each turn is a prompt and its reply. */
async function session(id: string, turns: readonly (readonly [string, string])[]): Promise<void> {
  await stage.send(id, 'SessionStart', { source: 'startup' });
  for (const [prompt, reply] of turns) {
    await stage.send(id, 'UserPromptSubmit', { prompt });
    await stage.send(id, 'Stop', { last_assistant_message: reply });
  }
  await stage.send(id, 'SessionEnd', { reason: 'other' });
}

const startOf = (id: string, more: object = {}) =>
  stage.send(id, 'SessionStart', { source: 'startup', ...more });

describe('a rule', () => {
  it('for all repositories is told in another one, and any other rule is not', async () => {
    await session('friday', [
      ['one thing that holds for all my repos: you never push, i push myself', 'Understood.'],
      ['always use the spacing tokens, never raw pixels', 'Done.'],
    ]);
    const other = makeRepository(join(stage.folder, 'harbour'));
    stage.at('2026-11-14T09:00:00.000Z');
    const elsewhere = await startOf('saturday', { cwd: other });
    expect(elsewhere).toContain('you never push, i push myself');
    expect(elsewhere).not.toContain('spacing tokens');
    const here = await startOf('sunday');
    expect(here).toContain('you never push, i push myself');
    expect(here).toContain('spacing tokens');
  });
});

describe('the next session', () => {
  it('is told each sentence once', async () => {
    await session('friday', [
      ['Write the importer for the ledger of Acme.', 'The importer is in.'],
      [
        'always use the spacing tokens in the templates. No, the totals of Acme are net. The test host is called Berta 7.',
        'The real cause is the time zone of the export, which was read as UTC.',
      ],
      ['now write the docs', 'The docs are in.'],
    ]);
    stage.at('2026-11-15T09:00:00.000Z');
    const start = (await startOf('sunday'))!;
    for (const words of [
      'spacing tokens',
      'totals of Acme are net',
      'called Berta 7',
      'time zone of the export',
    ])
      expect(start.split(words)).toHaveLength(2);
  });

  it('is told what the person said in the sessions before the last', async () => {
    await session('thursday', [
      ['Write the importer for the ledger of Acme.', 'The importer is in.'],
      ['The lab meter runs two hours ahead, so its stamps are not to be trusted.', 'Noted.'],
      ['and the tests', 'The tests are in.'],
    ]);
    stage.at('2026-11-13T15:00:00.000Z');
    await session('friday', [['Rename the exporter.', 'Renamed.']]);
    stage.at('2026-11-14T09:00:00.000Z');
    expect(await startOf('saturday')).toMatch(/EARLIER SESSIONS:\n.*The lab meter runs two hours ahead/);
  });
});

describe('the first prompt', () => {
  it('quotes what the only earlier session said about it, and nothing that the start told', async () => {
    const turns = Array.from(
      { length: 12 },
      (_, i) =>
        [
          `Add the column number ${i} of the register, it holds the value of the year ${1990 + i}.`,
          `Column ${i} is in.`,
        ] as const,
    );
    await session('friday', [
      [
        'The squelch of the antenna amplifier opens too late when the relay is warm. Please measure it in the morning, before anybody has switched on the heating of the workshop.',
        'The squelch opens after 40 ms when the relay is cold and after 90 ms when it is warm, because the amplifier waits for the relay to settle.',
      ],
      ...turns,
    ]);
    stage.at('2026-11-14T09:00:00.000Z');
    const start = (await startOf('saturday'))!;
    expect(start).not.toContain('heating of the workshop');
    const added = await stage.send('saturday', 'UserPromptSubmit', {
      prompt: 'why does the squelch of the amplifier open so late?',
    });
    expect(added).toContain('FROM EARLIER SESSIONS (quoted):');
    expect(added).toContain('heating of the workshop');
    expect(start).toContain('after 90 ms');
    expect(added).not.toContain('after 90 ms');
  });
});
