import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../test/table.ts';
import {
  defaultConfig,
  loadConfig,
  locatePath,
  parseConfigFile,
  parseOption,
  setOption,
  unsetOption,
  withGiven,
} from './config.ts';
import {
  environmentNames,
  type OptionName,
  type OptionValue,
  optionNames,
  optionOf,
} from './options.ts';

const load = (file: unknown, env: Record<string, string | undefined> = {}) =>
  loadConfig({ file, env });
const DAYS = 'session_persistence.lookback_days';
const DAYS_VARIABLE = 'CORTEX_SESSION_PERSISTENCE_LOOKBACK_DAYS';

describe('precedence', () => {
  it.each(table<[string, unknown, Record<string, string>, number]>('config-precedence'))(
    '%s',
    (_, file, env, days) => {
      const { config, warnings } = load(file, env);
      expect(config[DAYS]).toBe(days);
      expect(warnings).toEqual([]);
      expect({ ...config, [DAYS]: 7 }).toEqual(defaultConfig());
    },
  );

  it.each(
    table<[string, null | Record<string, unknown>, { CORTEX_PINS_MAX?: string }, number, string]>(
      'config-sources',
    ),
  )(
    'tells where a value comes from: %s',
    (_name, file, env: Record<string, string>, value, from) => {
      const loaded = load(file, env);
      expect([loaded.config['pins.max'], loaded.from['pins.max'] ?? 'default']).toEqual([
        value,
        from,
      ]);
    },
  );

  it('reads three levels, and dotted names inside a group', () => {
    const { config, warnings } = load({ restore: { budget: { pins: 500 }, 'budget.tasks': 250 } });
    expect(warnings).toEqual([]);
    expect([config['restore.budget.pins'], config['restore.budget.tasks']]).toEqual([500, 250]);
  });

  it('has the debug switch of the sources, which stands over the file and the longer name', () => {
    const file = { session_persistence: { debug: false } };
    expect(load(file, { CORTEX_SESSION_DEBUG: '1' }).config['session_persistence.debug']).toBe(
      true,
    );
    const both = { CORTEX_SESSION_DEBUG: '1', CORTEX_SESSION_PERSISTENCE_DEBUG: '0' };
    expect(load(file, both).config['session_persistence.debug']).toBe(true);
    expect(
      load(null, { CORTEX_SESSION_PERSISTENCE_DEBUG: '1' }).config['session_persistence.debug'],
    ).toBe(true);
  });

  it('reads every option from the environment', () => {
    for (const name of optionNames()) {
      const value = another(name);
      const { config, warnings } = load(null, { [environmentNames(name)[0]!]: String(value) });
      expect([name, config[name], warnings]).toEqual([name, value, []]);
    }
  });
});

describe('refusal', () => {
  it.each<[OptionName, unknown, string]>([
    ...table<[OptionName, unknown, string]>('config-refused'),
    [DAYS, Number.NaN, `${DAYS} takes a number from 1 to 30, not NaN; 7 is used`],
  ])('%s = %j', (name, value, warning) => {
    const { config, warnings } = load({ [name]: value });
    expect(warnings).toEqual([warning]);
    expect(config).toEqual(defaultConfig());
  });

  it.each(['seven', '0x10', '1e1', '-', '99'])('of %j in the environment', (text) => {
    const { config, warnings } = load(null, { [DAYS_VARIABLE]: text });
    expect(config[DAYS]).toBe(7);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`(${DAYS_VARIABLE}); 7 is used`);
  });

  it('in the environment leaves what the file says', () => {
    const { config, warnings } = load({ [DAYS]: 14 }, { [DAYS_VARIABLE]: '99' });
    expect(config[DAYS]).toBe(14);
    expect(warnings).toEqual([
      `${DAYS} takes a number from 1 to 30, not 99 (${DAYS_VARIABLE}); 14 is used`,
    ]);
  });

  it('takes both ends of a range and nothing beyond', () => {
    for (const name of optionNames()) {
      const [kind, , accepts] = optionOf(name);
      if (kind !== 'number' && kind !== 'integer') continue;
      const [min, max] = accepts;
      for (const value of [min, max]) expect(load({ [name]: value }).config[name]).toBe(value);
      for (const value of [min - 1, max + 1])
        expect(load({ [name]: value }).warnings).toHaveLength(1);
    }
  });

  it('shows no more of a value than fits a line', () => {
    const [warning] = load({
      'restore.dates': `${'x'.repeat(10_000)}\n\u001b[2J\u009b\u202e`,
    }).warnings;
    expect(warning!.length).toBeLessThan(150);
    expect(load({ 'restore.dates': '\u001b[2J\u009b\u202e\n' }).warnings[0]).not.toMatch(
      /[\0-\x1f\x7f-\x9f\u202e]/,
    );
  });
});

describe('unknown names', () => {
  it.each(table<[object, string, string]>('config-unknown'))('%j', (file, shown, meant) => {
    const { config, warnings } = load(file);
    expect(warnings).toEqual([`${shown} is not an option; did you mean ${meant}?`]);
    expect(config).toEqual(defaultConfig());
  });

  it('of earlier versions are read without complaint', () => {
    const budget = { state: 150, thread: 1, pins: 7 };
    const { config, warnings } = load({
      restore: { thread: 'codes', budget },
      telemetry: { enabled: true },
    });
    expect(warnings).toEqual([]);
    expect(config).toEqual({ ...defaultConfig(), 'restore.budget.pins': 7 });
  });

  it('give ten warnings at most', () => {
    const file = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`unknown-${index}`, index]),
    );
    const { warnings } = load(file);
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('4990 further names are not options');
  });

  it('a group is no option, and an option has one spelling', () => {
    expect(load({ pins: 5 }).warnings).toEqual([
      'pins is a group of options and takes an object, not 5',
    ]);
    const twice = load({ pins: { max: 3 }, 'pins.max': 4 });
    expect(twice.config['pins.max']).toBe(4);
    expect(twice.warnings).toEqual(['pins.max is given twice; the last one counts']);
  });
});

describe('hostile content', () => {
  it.each([[[]], [[{ pins: { max: 1 } }]], ['text'], [5], [true]])(
    '%j is no configuration',
    (file) => {
      const { config, warnings } = load(file);
      expect(config).toEqual(defaultConfig());
      expect(warnings).toEqual(['the configuration is not an object with options; it is ignored']);
    },
  );

  it('__proto__ and constructor are names like any other', () => {
    const file = JSON.parse(
      '{"__proto__":{"pins.max":1},"constructor":{"prototype":{"x":1}},"pins":{"__proto__":{"max":1}}}',
    );
    const { config, warnings } = load(file);
    expect(config).toEqual(defaultConfig());
    expect(warnings).toHaveLength(3);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
  });

  it('never throws and always gives a whole configuration that would be accepted again', () => {
    const names = fc.constantFrom(
      ...optionNames(),
      'pins',
      'restore',
      'restore.budget',
      '__proto__',
      'x',
    );
    const files = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      fc.dictionary(names, fc.anything({ withBigInt: true, maxDepth: 3 })),
    );
    const env = fc.dictionary(
      fc.constantFrom(...optionNames().flatMap(environmentNames)),
      fc.string(),
    );
    fc.assert(
      fc.property(files, env, (file, variables) => {
        const { config, warnings } = load(file, variables);
        expect(Object.keys(config)).toEqual(optionNames());
        expect(load(config)).toMatchObject({ config, warnings: [] });
        expect(warnings.every((warning) => typeof warning === 'string')).toBe(true);
      }),
    );
  });
});

describe('config.json', () => {
  it.each([null, '', ' \n', '\uFEFF'])('%j is no file', (text) => {
    expect(parseConfigFile(text)).toEqual({ file: null, warnings: [] });
  });

  it('is read with a byte order mark, and ignored with a warning when it is broken', () => {
    expect(parseConfigFile('\uFEFF{"pins":{"max":3}}')).toEqual({
      file: { pins: { max: 3 } },
      warnings: [],
    });
    expect(parseConfigFile('{"pins":').file).toBeNull();
    expect(parseConfigFile('{"pins":').warnings).toHaveLength(1);
  });
});

describe('parseOption', () => {
  it.each<[string, string, unknown]>(table('config-parsed'))('%s %j', (name, text, value) => {
    expect(parseOption(name, text)).toEqual({ name, value });
  });

  it.each(table<[string, string, string]>('config-not-parsed'))(
    '%s %j is refused',
    (name, text, error) => {
      expect(parseOption(name, text)).toEqual({ error });
    },
  );
});

describe('setOption and unsetOption', () => {
  it.each<[unknown, unknown]>(
    table<[null | never[] | Record<string, unknown>, Record<string, unknown>]>('config-set'),
  )('%j', (file, expected) => {
    const before = structuredClone(file);
    expect(setOption(file, 'pins.max', 3)).toEqual(expected);
    expect(file).toEqual(before);
  });

  it.each([
    { restore: { budget: { pins: 5 } } },
    { restore: { 'budget.pins': 5 } },
    { 'restore.budget': { pins: 5 } },
    { 'restore.budget.pins': 5 },
  ])('unset finds %j', (file) => {
    expect(load(file).config['restore.budget.pins']).toBe(5);
    expect(unsetOption({ ...file, mine: {} }, 'restore.budget.pins')).toEqual({ mine: {} });
  });

  it('what was set is read, what was unset is the default again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...optionNames()),
        fc.constantFrom(...optionNames()),
        (first, second) => {
          const file = setOption(
            setOption({ mine: 1 }, first, another(first)),
            second,
            another(second),
          );
          expect(load(file).config).toEqual({
            ...defaultConfig(),
            [first]: another(first),
            [second]: another(second),
          });
          expect(unsetOption(unsetOption(file, first), second)).toEqual({ mine: 1 });
        },
      ),
    );
  });
});

it.each(table<[string, string]>('config-paths'))('the path %s leads to %s', (path, place) => {
  expect(locatePath(path, '/data', '/home/ada')).toBe(place);
});

/** A legal value that is not the default. */
function another(name: OptionName): OptionValue {
  const [kind, standard, accepts] = optionOf(name);
  switch (kind) {
    case 'boolean':
      return !standard;
    case 'number':
    case 'integer': {
      const [min, max] = accepts;
      return standard === min ? max : min;
    }
    case 'choice':
      return accepts.find((choice) => choice !== standard)!;
    case 'path':
      return `other/${standard}`;
    case 'list':
      return ['one', 'two'];
  }
}

describe('options that a program gives', () => {
  it.each(table<[string, unknown, Record<string, string>, number]>('config-given'))(
    'count %s',
    (_, file, env, expected) => {
      const { config, warnings } = load(withGiven(file, { [DAYS]: 3 }), env);
      expect(config[DAYS]).toBe(expected);
      expect(warnings).toEqual([]);
    },
  );

  it('are refused like others: out of range, and of a name that nobody knows', () => {
    const { config, warnings } = load(withGiven(null, { [DAYS]: 90, nonsense: 1 }));
    expect(config[DAYS]).toBe(7);
    expect(warnings.join()).toMatch(/lookback_days takes .*not 90.*nonsense/s);
  });
});
