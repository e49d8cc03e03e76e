import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldTopics,
  NO_TOPICS,
  rankTopics,
  type Signal,
  type TopicText,
  tellingTopics,
} from './topic.ts';

const heard = (signal: Signal, ...texts: string[]): TopicText[] =>
  texts.map((text) => ({ signal, text }));
const topics = (...all: TopicText[][]) => rankTopics(foldTopics(NO_TOPICS, all.flat()));
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const RADIO = '/home/ada/Projects/lbf-ham-radio';
const PROMPTS = [
  'Why does the FT-991A drop the serial connection from USB to FM? The CAT command is in src/cat/ft991a.py.',
  "Add a retry with a back-off, and don't block the event loop while the port is opened.",
  'Write a test with a fake serial port. We do the same for the other ham radio in ic7300_test.py',
  'Looks good. Please update the README with the baud rate and commit.',
];
const FILES = [
  `${RADIO}/src/cat/ft991a.py`,
  `${RADIO}/src/cat/serial_port.py`,
  `${RADIO}/tests/test_ft991a.py`,
  `${RADIO}/tests/ic7300_test.py`,
  `${RADIO}/README.md`,
  '/usr/lib/python3/dist-packages/serial/serialposix.py',
];
const TOOLS =
  'Bash|Read|Edit|TodoWrite|python -m pytest tests/test_ft991a.py -q|git commit -am "retry"'.split(
    '|',
  );
const REPLY =
  'The FT-991A closes its port when RTS is raised. SerialPort.open keeps it low now, with a retry after 200 ms.';

describe('the session on an ft991a in lbf-ham-radio (FR-005)', () => {
  const session = [
    heard('project', 'lbf-ham-radio', 'lbf-ham-radio', 'lbf-ham-radio'),
    heard('pin', 'ft991a control: CAT over /dev/ttyUSB0, 38400 baud'),
    heard('prompt', ...PROMPTS),
    heard('file', ...FILES, ...FILES),
    heard('tool', ...TOOLS),
    heard('reply', REPLY),
  ];

  test('names the project, the device and the field', () => {
    const found = topics(...session);
    expect(found).toEqual(expect.arrayContaining(['lbf-ham-radio', 'ft991a', 'ham radio']));
    expect(found.length).toBeLessThanOrEqual(20);
  });

  test('names no tools, no user, no stop words, and each subject once', () => {
    const found = topics(...session);
    for (const word of 'bash read edit todowrite file ada home projects usr the ft-991a radio'.split(
      ' ',
    )) {
      expect(found).not.toContain(word);
    }
    expect(new Set(found).size).toBe(found.length);
  });

  test('two signals are enough', () => {
    const few = topics(
      heard('project', 'lbf-ham-radio'),
      heard('prompt', 'Read the VFO frequency of the ft991a'),
    );
    expect(few).toEqual(expect.arrayContaining(['lbf-ham-radio', 'ft991a', 'ham radio']));
  });

  test('a long paste and a busy day elsewhere in the project do not drown them', () => {
    const paste = Array.from(
      { length: 2000 },
      (_, i) => `packet${i} jitter buffer underrun jitter`,
    ).join('\n');
    const files = Array.from(
      { length: 150 },
      (_, i) => `${RADIO}/src/panel/widget-${'abcdefghij'[i % 10]}${'klmno'[i % 5]}.ts`,
    );
    expect(topics(...session, heard('prompt', paste), heard('file', ...files))).toEqual(
      expect.arrayContaining(['lbf-ham-radio', 'ft991a', 'ham radio']),
    );
  });
});

describe('ranking', () => {
  test('spread over signals is worth more than repetition in one text', () => {
    const found = topics(
      heard('prompt', `${'jitter '.repeat(500)}`, 'look at the antenna'),
      heard('pin', 'antenna'),
      heard('file', 'src/antenna.ts'),
    );
    expect(found[0]).toBe('antenna');
  });

  test('a word of a short prompt is worth more than one of a long paste', () => {
    const paste = Array.from(
      { length: 300 },
      (_, i) => `lorem${String.fromCharCode(97 + (i % 26))}q${i}z`,
    ).join(' ');
    const found = topics(heard('prompt', `${paste} squelch`, 'tune the antenna'));
    expect(found.indexOf('antenna')).toBeGreaterThanOrEqual(0);
    expect(found.slice(0, 2)).toContain('antenna');
  });

  test('a very long text is read at its beginning and end', () => {
    const filler = 'and '.repeat(5000);
    const found = topics(heard('prompt', `antenna ${filler} rotor ${filler} squelch`));
    expect(found).toEqual(['antenna', 'squelch']);
  });

  test('common words come after rare ones', () => {
    const found = topics(
      heard('prompt', 'the error in the antenna', 'an error again, antenna', 'error: antenna'),
    );
    expect(found[0]).toBe('antenna');
  });

  test('singular and plural are one topic', () => {
    expect(topics(heard('prompt', 'antenna', 'antennas', 'two antennas'))).toEqual(['antenna']);
  });

  test('spellings are one topic', () => {
    expect(topics(heard('prompt', 'the FT-991A', 'the FT-991A', 'an ft991a'))).toEqual(['ft-991a']);
    const found = topics(
      heard('prompt', 'squelch-control', 'squelch control', 'the squelch control'),
    );
    expect(found).toEqual(['squelch control']);
    expect(topics(heard('file', 'a/antenna.test.ts', 'a/antenna.ts'))).toEqual(['antenna.ts']);
  });

  test('a compound hides its words, until they are used by themselves', () => {
    expect(topics(heard('prompt', 'open brain.db', 'brain.db'))).not.toContain('brain');
    const found = topics(
      heard('prompt', 'brain.db', 'brain surgery', 'my brain', 'brain', 'brain', 'brain'),
    );
    expect(found).toEqual(expect.arrayContaining(['brain', 'brain.db']));
  });

  test('a pair of words needs more than one mention', () => {
    expect(topics(heard('prompt', 'squelch threshold'))).toEqual(['squelch', 'threshold']);
    expect(topics(heard('prompt', 'squelch threshold', 'the squelch threshold'))).toEqual([
      'squelch threshold',
    ]);
  });

  test('files never take more than two fifths', () => {
    const files = Array.from(
      { length: 30 },
      (_, i) => `src/x${'abcdefghijklmno'[i % 15]}${i % 2 ? 'ow' : 'um'}.ts`,
    );
    const found = topics(heard('file', ...files, ...files));
    expect(found.filter((topic) => topic.endsWith('.ts'))).toHaveLength(8);
  });

  test('words of a Han text are topics, the repeated ones first', () => {
    const found = topics(heard('prompt', '会话管理模块', '修复会话管理'));
    expect(new Set(found.slice(0, 2))).toEqual(new Set(['会话', '管理']));
    expect(found).toContain('模块');
    expect(found).not.toContain('话管');
  });
});

const SIGNALS: Signal[] = ['pin', 'prompt', 'file', 'project', 'tool', 'category', 'reply'];
const anyTexts: fc.Arbitrary<TopicText> = fc.record({
  signal: fc.constantFrom(...SIGNALS),
  text: fc.oneof(
    fc.lorem({ maxCount: 60 }),
    fc.string(),
    fc
      .array(fc.stringMatching(/^[a-z]{3,9}(-[a-z]{3,6})?$/), { maxLength: 120 })
      .map((words) => words.join(' ')),
    fc.constantFrom(
      '__proto__ constructor',
      'toString valueOf hasOwnProperty',
      '/home/ada/Projects/__proto__',
    ),
  ),
});
const anySession = fc.array(anyTexts, { maxLength: 25 });

describe('folding', () => {
  test('in two parts, with the state stored between them, equals folding at once', () => {
    fc.assert(
      fc.property(anySession, fc.nat(25), (session, at) => {
        const whole = foldTopics(NO_TOPICS, session);
        const first = stored(foldTopics(NO_TOPICS, session.slice(0, at)));
        const parts = foldTopics(first, session.slice(at));
        expect(JSON.stringify(parts)).toBe(JSON.stringify(whole));
        expect(rankTopics(stored(parts))).toEqual(rankTopics(whole));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps at most 400 terms, in 16 KB, and the strong ones among them', () => {
    const word = (n: number) =>
      n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string);
    let counts = foldTopics(NO_TOPICS, [{ signal: 'pin', text: 'antenna' }]);
    for (let i = 0; i < 300; i++) {
      const words = Array.from({ length: 80 }, (_, j) => `${word(i * 80 + j)}ion${word(j)}`);
      counts = foldTopics(counts, [{ signal: 'prompt', text: words.join(' ') }]);
      expect(Object.keys(counts.terms).length).toBeLessThanOrEqual(400);
    }
    expect(JSON.stringify(counts).length).toBeLessThan(16_384);
    expect(Object.keys(counts.terms)).toContain('antenna');
  });

  test('a subject that comes late still comes up', () => {
    const session = Array.from(
      { length: 200 },
      (_, i) => `chapter${i}x about ${'abcdefghij'[i % 10]}mongus${i}y and more${i}z`,
    );
    const late = ['now the squelch', 'squelch again', 'the squelch is open', 'why squelch'];
    expect(topics(heard('prompt', ...session, ...late))).toContain('squelch');
  });

  test('a term named __proto__ is counted like any other', () => {
    const words = ['__proto__', 'constructor', 'tostring', 'hasownproperty', 'valueof'];
    const text = '__proto__, constructor, toString, hasOwnProperty, valueOf';
    const counts = stored(foldTopics(NO_TOPICS, heard('pin', text, text)));
    expect(rankTopics(counts)).toEqual(expect.arrayContaining(words));
    expect(Object.keys(counts.terms)).toContain('__proto__');
  });
});

test.each([
  [
    'a folder of a file',
    heard('file', '/home/ada/code/shop/packages/billing/vat-rate.ts'),
    ['vat-rate.ts'],
  ],
  [
    'a folder in a request',
    heard('prompt', 'look into packages/billing and ./internal/ledger/'),
    [],
  ],
  ['a file in a request', heard('prompt', 'read src/cat/ft991a.py:12.'), ['ft991a.py', 'ft991a']],
  ['an owner', heard('prompt', 'clone https://github.com/acme/shop.git and acme/money'), ['clone']],
  ['an address of git', heard('tool', 'git clone git@github.com:acme/shop.git'), ['clone']],
  ['a scoped package', heard('prompt', 'rounding by @acme/money'), ['rounding']],
  [
    'a qualified package',
    heard('reply', 'com.acme.shop.Invoice throws, com.acme.shop.Invoice'),
    [],
  ],
  [
    'packages that are installed',
    heard('tool', 'npm i -D lodash left-pad && tsc antenna.ts'),
    ['antenna.ts', 'tsc'],
  ],
])('%s is no topic, and the rest stays', (_, said, left) => {
  expect(new Set(topics(said))).toEqual(new Set(left));
});

test('placeholders of secrets and forgotten words are not topics', () => {
  const found = topics(
    heard('prompt', 'rotate the token [REDACTED] of billing', 'project [forgotten] launches'),
  );
  expect(found).toContain('billing');
  for (const word of ['redacted', 'forgotten']) expect(found).not.toContain(word);
});

test('words of the preamble heading are not listed as topics', () => {
  const topics = ['radio-kit', 'vat', 'forgotten', 'redacted', 'radio', 'feature/vat', 'serial'];
  expect(tellingTopics(topics, ['Radio Kit', 'feature/vat', null])).toEqual([
    'vat',
    'radio',
    'serial',
  ]);
});
