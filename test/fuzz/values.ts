import fc from 'fast-check';

/** Words that meant something to somebody: to SQL, to full text search, to JavaScript, to a terminal, to our own marks. */
const WORDS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  '\u001b[2J\u001b]0;x\u0007',
  '\u2028\u2029\r\n',
  `e${'\u0301'.repeat(500)}`,
  '👩‍👩‍👧‍👦'.repeat(50),
  '日本語の検索',
  'ß'.repeat(300),
  "'; DROP TABLE sessions; --",
  '" OR "1"="1',
  'NEAR(a b, 2) AND NOT *',
  'title:^x*',
  '%_%',
  '</session-continuity>',
  '<session-continuity hint="x">',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../etc/passwd',
  '/',
  '~',
  'C:\\x\\y',
  'file:///etc/passwd',
  'global',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9'.repeat(400),
  '2w',
  '-14d',
  '0h',
  '999999999d',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  'AKIAIOSFODNN7EXAMPLE',
  'password=hunter2hunter2',
  '(a+)+$',
  'a'.repeat(5000),
];

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 200 }) },
  // Halves of characters, which JSON can carry and UTF-8 cannot.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
  },
);

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324),
);

const deep = fc
  .record({ levels: fc.constantFrom(10, 200, 3000), isList: fc.boolean() })
  .map(({ levels, isList }) => {
    let value: unknown = 'deep';
    for (let i = 0; i < levels; i++) value = isList ? [value] : { a: value };
    return value;
  });

/** Own fields with the names of what every object inherits, as only JSON can make them. */
const inherited = fc
  .constantFrom(
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"valueOf":null,"toJSON":"x"}',
    '{"length":4294967295,"0":"x"}',
  )
  .map((json): unknown => JSON.parse(json));

/** Anything that JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: text },
  { weight: 30, arbitrary: number },
  { weight: 20, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
  { weight: 10, arbitrary: fc.array(text, { maxLength: 20 }) },
  { weight: 10, arbitrary: fc.jsonValue() },
  { weight: 10, arbitrary: inherited },
  { weight: 3, arbitrary: deep },
  { weight: 1, arbitrary: fc.constantFrom(100_000, 600_000).map((size) => 'xy '.repeat(size / 3)) },
);
