import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audienceOfRecord, type SharedRecord, withdrawableIds } from './record.ts';
import {
  type Addressed,
  bodyText,
  nextStamp,
  packSegments,
  readBody,
  readStamp,
} from './segment.ts';

const pin = (id: string, content = id): SharedRecord => ({
  kind: 'pin',
  id,
  content,
  label: null,
  critical: false,
});

const addressed = fc
  .array(
    fc.record({ audience: fc.constantFrom('me' as const, 'team' as const), size: fc.nat(60_000) }),
    {
      maxLength: 60,
    },
  )
  .map((list): Addressed[] =>
    list.map(({ audience, size }, i) => ({
      audience,
      stamp: i,
      record: pin(String(i), 'x'.repeat(size)),
    })),
  );

describe('segments', () => {
  it('hold every record once, in order, in streams without a gap for either group of readers', () => {
    fc.assert(
      fc.property(addressed, fc.nat(9), (records, before) => {
        const packed = packSegments(records, { lastAny: before, lastTeam: before });
        expect(packed.flatMap((one) => one.records).map(({ stamp }) => stamp)).toEqual(
          records.map(({ stamp }) => stamp),
        );
        expect(packed.map(({ n }) => n)).toEqual(packed.map((_, i) => before + i + 1));
        for (const audience of ['me', 'team'] as const) {
          let last = before;
          for (const one of packed.filter(
            (each) => audience === 'me' || each.audience === 'team',
          )) {
            if (one.audience === 'team' && audience === 'me') {
              last = one.n;
              continue;
            }
            expect(one.previous).toBe(last);
            last = one.n;
          }
        }
        for (const one of packed) expect(bodyText(one).length).toBeLessThan(400 * 1024);
      }),
    );
  });

  it('are read as they were written, and without what no version knows', () => {
    const body = { previous: 4, records: [{ stamp: 7, record: pin('a') }] };
    expect(readBody(bodyText(body))).toEqual(body);
    const newer = {
      previous: 0,
      records: [
        [1, { kind: 'hologram' }],
        [2, pin('b')],
      ],
    };
    expect(readBody(JSON.stringify(newer))?.records).toEqual([{ stamp: 2, record: pin('b') }]);
    for (const bad of [
      '',
      'null',
      '[]',
      '{"previous":-1,"records":[]}',
      '{"previous":0,"records":[1]}',
    ])
      expect(readBody(bad)).toBeNull();
  });

  it('never throw, whatever somebody wrote into them', () => {
    fc.assert(fc.property(fc.json(), (text) => void readBody(text)));
    const hostile = fc.record({
      kind: fc.constantFrom(
        'session',
        'fact',
        'work',
        'visit',
        'memory',
        'pin',
        'let-go',
        'metrics',
        'withdrawn',
      ),
      session: fc.anything(),
      fact: fc.anything(),
      memory: fc.anything(),
      ids: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(hostile), (records) => {
        const text = JSON.stringify({ previous: 0, records: records.map((one) => [1, one]) });
        expect(
          readBody(text)?.records.every(
            ({ record }) => withdrawableIds('o', { stamp: 1, record }).length > 0,
          ),
        ).not.toBe(false);
      }),
    );
  });
});

describe('stamps', () => {
  it('rise within a home, follow what was seen, and stay near the server', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000_000 })), fc.nat(), (times, seen) => {
        const server = 2_000_000_000;
        let last = seen;
        for (const at of times) {
          const stamp = nextStamp(at, last, server);
          expect(stamp).toBeGreaterThan(last);
          expect(stamp).toBeLessThanOrEqual(Math.max(server + 300_000, last + 1));
          last = stamp;
        }
      }),
    );
    expect(readStamp(9e12, 1000)).toBe(361_000);
    expect(readStamp(500, 1000)).toBe(500);
  });
});

describe('audiences', () => {
  const NOTHING: ReadonlySet<string> = new Set();
  const memory = (categories: string[], id = 'm'): SharedRecord => ({
    kind: 'memory',
    memory: {
      id,
      content: 'c',
      categories,
      importance: 1,
      source: 'person',
      confidence: 1,
      createdAt: '',
      updatedAt: '',
      expiresAt: null,
      session: null,
    },
  });
  const work = (path: string): SharedRecord => ({
    kind: 'work',
    thread: 't',
    session: null,
    at: 1,
    fact: { kind: 'file', path, how: 'edit', by: 'agent' },
  });

  it('keep talk from the team', () => {
    const said: SharedRecord = {
      kind: 'fact',
      session: 's',
      at: 1,
      fact: { kind: 'prompt', text: 'hello' },
    };
    expect(audienceOfRecord(said, NOTHING)).toBe('me');
    expect(audienceOfRecord(memory(['rule']), NOTHING)).toBe('me');
    expect(audienceOfRecord(memory(['finding']), NOTHING)).toBe('me');
    expect(audienceOfRecord(memory(['rule']), new Set(['m']))).toBe('team');
    expect(audienceOfRecord(memory(['api']), NOTHING)).toBe('team');
    expect(audienceOfRecord(memory(['feedback'], 'claude-code-memory-0123456789ab'), NOTHING)).toBe(
      'me',
    );
    expect(audienceOfRecord(memory(['preference'], 'codex-memory-0123456789ab'), NOTHING)).toBe(
      'me',
    );
  });

  it('give work to the team, but no path of a disk', () => {
    expect(audienceOfRecord(work('src/a.ts'), NOTHING)).toBe('team');
    expect(audienceOfRecord(work('/home/alice/notes.txt'), NOTHING)).toBe('me');
    expect(audienceOfRecord(work('../other/a.ts'), NOTHING)).toBe('me');
  });
});
