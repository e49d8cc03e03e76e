import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/effort.ts';
import { table } from '../../../../test/table.ts';
import type { Addition } from '../../../domain/base/settings/merge.ts';
import {
  addSettings,
  type OurAdditions,
  readSettings,
  removeSettings,
  type SettingsFormat,
} from './settings-text.ts';

const HOOK = {
  hooks: [{ type: 'command', command: '"/usr/bin/node" "/opt/cortex/cortex.cjs" hook codex' }],
};
const THEIRS = { hooks: [{ type: 'command', command: 'notify-send done' }] };
const SERVER = { command: '/usr/bin/node', args: ['/opt/cortex/cortex.cjs', 'mcp'] };

const additions: readonly Addition[] = [
  { at: ['hooks', 'Start'], append: HOOK },
  { at: ['hooks', 'Stop'], append: HOOK },
  { at: ['mcp_servers', 'cortex'], set: SERVER },
];
const ours = (format: SettingsFormat, more: readonly Addition[] = additions): OurAdditions => ({
  format,
  additions: more,
});

describe.each<[SettingsFormat, Record<string, string>]>([
  [
    'json',
    {
      empty: '',
      'an empty object': '{}',
      others: JSON.stringify(
        { model: 'x', hooks: { Stop: [THEIRS] }, mcp_servers: { docs: { command: 'docs' } } },
        null,
        4,
      ),
      'others in one line': JSON.stringify({ hooks: { Stop: [THEIRS] } }),
      'a byte order mark': '\uFEFF{\r\n  "a": 1, // one\r\n}',
    },
  ],
  [
    'toml',
    {
      empty: '',
      'no final newline': 'model = "x"',
      others:
        'model = "x" # mine\n\n[mcp_servers.docs]\ncommand = "docs"\nargs = [\n  "a", # [not.a.header]\n]\n\n# last words\n',
      'hooks of others':
        '[[hooks.Stop]]\n\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "notify-send done"\n\n[tui]\nx = 1\n',
      'a byte order mark': '\uFEFFa = """\r\n[hooks]\r\n"""\r\n',
    },
  ],
])('%s settings', (format, texts) => {
  const mine = ours(format);

  it.each(Object.entries(texts))('take ours and lose them again: %s', (_name, text) => {
    const before = readSettings(text, format);
    const added = addSettings(text, mine);
    const value = readSettings(added, format) as Record<string, Record<string, unknown>>;
    expect(value['mcp_servers']!['cortex']).toEqual(SERVER);
    expect((value['hooks']!['Start'] as unknown[]).at(-1)).toEqual(HOOK);
    expect((value['hooks']!['Stop'] as unknown[]).at(-1)).toEqual(HOOK);
    expect(readSettings(removeSettings(added, mine, text), format)).toEqual(before);
    expect(readSettings(removeSettings(added, mine, null), format)).toEqual(before);
  });

  it.each(Object.entries(texts))('do not change a second time: %s', (_name, text) => {
    const once = addSettings(text, mine);
    expect(addSettings(once, mine)).toBe(once);
  });

  it.each(Object.entries(texts))(
    'take a newer version in the place of the older: %s',
    (_name, text) => {
      const older = JSON.parse(
        JSON.stringify(additions).replaceAll('/usr/bin/node', '/old/node'),
      ) as Addition[];
      const stale = { at: ['hooks', 'Gone'], append: HOOK };
      const first = addSettings(text, ours(format, [...older, stale]));
      const second = addSettings(first, mine);
      expect(readSettings(second, format)).toEqual(readSettings(addSettings(text, mine), format));
    },
  );
});

describe('what is not ours', () => {
  const mine = ours('json');

  it('stays when it changed in between', () => {
    const added = addSettings('{\n  "a": 1\n}\n', mine);
    const changed = added.replace('"a": 1', '"a": 2,\n  // new\n  "b": 3');
    expect(removeSettings(changed, mine, '{}')).toBe('{\n  "a": 2,\n  // new\n  "b": 3\n}\n');
  });

  it('stays in an entry that somebody else added to', () => {
    const shared = { hooks: { Stop: [{ hooks: [...HOOK.hooks, ...THEIRS.hooks] }] } };
    const text = addSettings(JSON.stringify(shared), mine);
    expect(readSettings(text, 'json')['hooks']).toEqual({ Start: [HOOK], Stop: [THEIRS, HOOK] });
    expect(readSettings(removeSettings(text, mine, null), 'json')).toEqual({
      hooks: { Stop: [THEIRS] },
    });
  });

  it.each<[string, string, string]>(table<[string, string, string]>('settings-own-tables'))(
    'stays in our own table: %s',
    (_name, text, stale) => {
      const server = ours('toml', [{ at: ['mcp_servers', 'cortex'], set: SERVER }]);
      const added = addSettings(text, server);
      expect(added).toBe(text.replace(stale, '"/usr/bin/node"'));
      expect(readSettings(removeSettings(added, server, text), 'toml')).toEqual(
        readSettings(text, 'toml'),
      );
    },
  );

  it('is left to the person where our server is written by dotted keys', () => {
    const text =
      '[mcp_servers]\ncortex.command = "/old/node"\ncortex.args = ["/opt/cortex/cortex.cjs", "mcp"]\n';
    const server = ours('toml', [{ at: ['mcp_servers', 'cortex'], set: SERVER }]);
    expect(() => addSettings(text, server)).toThrow(/cannot be edited safely/);
  });

  it.each<[string, SettingsFormat, string, string]>(table('settings-refused'))(
    'is refused: %s',
    (_name, format, text, message) => {
      expect(() => addSettings(text, ours(format))).toThrow(message);
    },
  );
});

describe('TOML of any shape', () => {
  const space = fc.stringMatching(/^[ \t]{0,2}$/);
  const comment = fc.stringMatching(/^(?:# [a-z[\]"'=]{0,9})?$/);
  const value = fc.oneof(
    fc.integer({ min: -999, max: 999 }).map(String),
    fc.constantFrom(
      '"a # b"',
      "'[x]'",
      '"""\n[hooks]\n"""',
      "'''a'''''",
      '[\n 1, # ]\n 2]',
      '{ a = "}" }',
      '1979-05-27',
      '"\\""',
    ),
  );
  const body = fc
    .array(fc.tuple(space, value, space, comment), { maxLength: 3 })
    .map((pairs) => pairs.map(([a, v, b, c], i) => `${a}k${i} = ${v}${b}${c}\n`).join(''));
  const header = fc.constantFrom(
    '[tui]',
    '[ a . "b.c" ]',
    '[[list]]',
    '[mcp_servers.docs]',
    '["mcp_servers"]',
    '[[hooks.Stop]]',
    '[hooks.state."x y"]',
    '[[hooks.Other]]',
  );
  const text = fc
    .tuple(
      body,
      fc.uniqueArray(fc.tuple(comment, header, space, body), {
        selector: ([, name]) => name,
        maxLength: 5,
      }),
      comment,
    )
    .map(
      ([first, rest, last]) =>
        `${first}${rest.map(([c, h, s, b]) => `${c}\n${h}${s}\n${b}`).join('\n')}${last}`,
    );

  it('keeps its text, with ours behind it, and says the same when ours is taken out', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (source, windows) => {
        const original = windows ? source.replaceAll('\n', '\r\n') : source;
        const settings = readSettings(original, 'toml');
        const added = addSettings(original, ours('toml'));
        expect(added.startsWith(original)).toBe(true);
        expect(readSettings(removeSettings(added, ours('toml'), null), 'toml')).toEqual(settings);
      }),
      { numRuns: runs(30, 300) },
    );
  });
});

describe('a list of tables that is empty in brackets', () => {
  const mine = ours('toml', [
    { at: ['hooks'], append: { event: 'Stop', command: 'cortex hook codex' } },
  ]);

  it.each([
    'hooks = []\n',
    'model = "x"\nhooks = [ ]\n\n[tui]\nx = 1\n',
    'hooks = [] # none yet\nmodel = "x"\n',
    'model = "x"\r\nhooks = [\r\n]\r\n',
  ])('gives way to tables: %j', (text) => {
    const added = addSettings(text, mine);
    expect(readSettings(added, 'toml')).toEqual({
      ...readSettings(text, 'toml'),
      hooks: [{ event: 'Stop', command: 'cortex hook codex' }],
    });
    if (text.includes('#')) expect(added).toContain('# none yet');
  });

  it.each(['hooks = [\n  # mine\n]\n', 'hooks = [{ event = "Stop", command = "notify" }]\n'])(
    'is left alone where somebody wrote in it, and what to do is said: %j',
    (text) => {
      expect(() => addSettings(text, mine)).toThrow(/cannot be edited safely/);
    },
  );
});
