import { describe, expect, it } from 'vitest';
import { type EngineStage, useEngine } from '../engine.ts';

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

describe('the next session', () => {
  it('is told each sentence once', async () => {
    await session('friday', [
      ['Write the importer for the ledger of Acme.', 'The importer is in.'],
      [
        'No, the totals of Acme are net. The test host is called Berta 7.',
        'The real cause is the time zone of the export, which was read as UTC.',
      ],
      ['now write the docs', 'The docs are in.'],
    ]);
    stage.at('2026-11-15T09:00:00.000Z');
    const start = (await startOf('sunday'))!;
    for (const words of ['totals of Acme are net', 'called Berta 7', 'time zone of the export'])
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
    expect(await startOf('saturday')).toMatch(/^- user: "The lab meter runs two hours ahead/m);
  });
});

describe('the first prompt', () => {
  it('quotes what the only earlier session said about it, and nothing that the start told', async () => {
    const turns = Array.from(
      { length: 20 },
      (_, i) =>
        [
          `Add the column number ${i} of the register, it holds the value of the year ${1990 + i}.`,
          `Column ${i} is in.`,
        ] as const,
    );
    await session('friday', [
      turns[0]!,
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
    expect(added).toMatch(/^FROM AN EARLIER SESSION \(.*oldest turn first/m);
    expect(added).toContain('heating of the workshop');
    expect(start).toContain('Column 19 is in.');
    expect(added).not.toContain('Column 19 is in.');
  });
});
