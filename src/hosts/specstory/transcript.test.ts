import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Told, TranscriptFile } from '../../transcripts.ts';
import { specstoryTranscripts } from './transcript.ts';

function file(text: string, name = 'x.md'): TranscriptFile {
  const lines = text.split('\n').map((line, i) => ({ number: i + 1, text: line, read: 0 }));
  return {
    ...{ path: `/home/u/radio/.specstory/history/${name}`, size: text.length, modified: 7 },
    ...{ lines: () => lines, beside: () => [], text: () => text },
    database: () => {
      throw new Error('none');
    },
  };
}
const told = (text: string, name?: string) =>
  [...specstoryTranscripts.read(file(text, name))].filter((one): one is Told => 'event' in one);

describe('a history of SpecStory', () => {
  it.each([
    ['_**User (2026-07-13 13:40:49Z)**_', '2026-07-13T13:40:49.000Z'],
    ['_**User (2026-01-06 14:34Z)**_', '2026-01-06T14:34:00.000Z'],
    ['_**User (2026-03-31 19:32:39-0400)**_', '2026-03-31T23:32:39.000Z'],
    ['_**User (2026-01-22T19:27:48.418Z)**_', '2026-01-22T19:27:48.000Z'],
    ['_**User**_', '2026-05-01T10:00:00.000Z'],
    ['_**User (yesterday)**_', '2026-05-01T10:00:00.000Z'],
  ])('says with %s when', (mark, at) => {
    const [one] = told(`${mark}\n\ntune it\n`, '2026-05-01_10-00-00Z-tune.md');
    expect(new Date(one!.at!).toISOString()).toBe(at);
    expect(one!.event).toMatchObject({ kind: 'prompt', text: 'tune it', cwd: '/home/u/radio' });
  });

  it.each([
    ['Claude Code', 'claude-code'],
    ['Codex CLI', 'codex'],
    ['cursor', 'cursor'],
    ['Somebody Else', undefined],
  ])('names the program %s', (name, original) => {
    const [one] = told(`<!-- ${name} Session 5c7d5c23-0691-4467 (2026-07-13 13:40:49Z) -->\n_**User**_\nx\n`);
    expect(one?.event.hostSessionId).toBe('5c7d5c23-0691-4467');
    expect(one?.original).toBe(original);
    expect(new Date(one!.at!).toISOString()).toBe('2026-07-13T13:40:49.000Z');
  });

  it('keeps what a subagent was told and said apart', () => {
    const text =
      '_**User**_\nlook\n_**User - sidechain**_\nsearch\n_**Agent - sidechain (m)**_\nfound\n_**Agent**_\nDone.\n';
    expect(told(text).map(({ event }) => event)).toMatchObject([
      { kind: 'prompt', text: 'look' },
      { kind: 'turn-end', reply: 'Done.' },
    ]);
  });

  it('is read without a fault, whatever stands in it', () => {
    const pieces = [
      ...[
        '_**User**_\n',
        '_**User (2026-13-99 99:99Z)**_\n',
        '_**Agent (m)**_\n',
        '_**Agent - sidechain**_\n',
        '---\n',
        'x\n',
      ],
      ...[
        '<tool-use data-tool-type="shell">\n',
        '</tool-use>\n',
        '<think>',
        '</think>\n',
        '<!-- Codex Session 12345678 -->\n',
        '\ud800',
      ],
    ];
    const page = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(page, (text) => {
        for (const { event, at } of told(text)) {
          expect(event.hostSessionId).not.toBe('');
          expect(at === null || Number.isFinite(at)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
