import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { HostEvent, ToolUse } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { Malformed } from '../../host.ts';
import { codex } from '../codex/host.ts';
import { qwen } from '../qwen/host.ts';
import { parseClaudeShape } from '../shape/claude-shape.ts';
import { claudeCode } from './host.ts';

const SESSION = '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4';
const PROMPT = 'c0a7d9f2-6e13-4b8a-8f55-3d2e1c9b7a60';
const LATER = 'e41b7c08-5d92-4f3a-9c16-7a0d2b8f6e35';
const AGENT = 'general-purpose/a7c41f9e02d85b36e';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', key: null, subagent: null };

const transcript = `/home/dev/.claude/projects/-home-dev-proj/${SESSION}.jsonl`;
const start = (source: string) => ({ kind: 'session-start', ...common, source, transcript });
const used = (number: string, name: string, use: Partial<ToolUse>) => ({
  kind: 'tool-use',
  ...common,
  key: `PostToolUse:toolu_01Cx${number}RecordedPayload`,
  use: { name, ...NOTHING_DONE, ...use },
});

const summary = (prompt: string, text: string) => ({
  kind: 'summary',
  ...common,
  key: `PostCompact:${prompt}:${fingerprint(text)}`,
  text,
});

const LISTING = 'Contents of /home/dev/proj: README.md, src, x.txt';
const WRITTEN = "export function port(env: string): number {\n  return env === 'prod' ? 443 : 8080;\n}\n";

/** One for each line of the recorded payloads. */
const EXPECTED = [
  start('startup'),
  start('resume'),
  start('clear'),
  start('compact'),
  // A session started with --agent has an agent_type and is no subagent.
  start('fork'),
  { kind: 'prompt', ...common, key: `UserPromptSubmit:${PROMPT}`, text: 'list the files in this directory' },
  {
    ...{ kind: 'tool-intent', ...common, key: 'PreToolUse:toolu_01Cx0012RecordedPayload' },
    intent: { name: 'Bash', paths: [], command: 'git push origin main' },
  },
  {
    ...{ kind: 'tool-intent', ...common, key: 'PreToolUse:toolu_01Cx0013RecordedPayload', subagent: AGENT },
    intent: { name: 'Write', paths: ['/home/dev/proj/db/1.sql'], command: null },
  },
  used('0001', 'Write', {
    changes: [{ path: '/home/dev/proj/x.txt', kind: 'write', added: 'hi\n', removed: null }],
  }),
  used('0002', 'Edit', {
    changes: [
      {
        path: '/home/dev/proj/src/app.ts',
        kind: 'edit',
        added: 'const port = 8080;',
        removed: 'const port = 80;',
      },
    ],
  }),
  used('0003', 'Read', { reads: ['/home/dev/proj/README.md'], shown: '# proj\n' }),
  used('0004', 'Bash', { command: 'echo parent-probe', output: 'parent-probe' }),
  used('0005', 'Bash', {
    command: "mkdir -p src && cat > src/port.ts <<'EOF'\nEOF\nnpm test 2>&1 | tail -5",
    output: 'Tests  4 passed (4)',
    changes: [{ path: 'src/port.ts', kind: 'write', added: WRITTEN, removed: null }],
  }),
  used('0006', 'TodoWrite', {
    todos: {
      whole: true,
      items: [
        { id: null, text: 'Write the parser', status: 'completed' },
        { id: null, text: 'Test the parser', status: 'in_progress' },
        { id: null, text: 'Document it', status: 'pending' },
      ],
    },
  }),
  used('0007', 'TaskCreate', {
    todos: {
      whole: false,
      items: [{ id: '3', text: 'Add retry to the client', status: 'pending', isNew: true }],
    },
  }),
  used('0008', 'TaskUpdate', {
    todos: { whole: false, items: [{ id: '3', text: null, status: 'completed' }] },
  }),
  used('0009', 'Grep', { reads: ['src'] }),
  used('0010', 'mcp__tracker__get_issue', { output: 'PRJ-12: the port is wrong' }),
  {
    ...used('0011', 'Bash', { failed: true, command: 'false', output: 'Exit code 1' }),
    key: 'PostToolUseFailure:toolu_01Cx0011RecordedPayload',
    subagent: AGENT,
  },
  null,
  {
    ...{ kind: 'subagent-end', ...common, subagent: AGENT, reply: 'done' },
    key: `SubagentStop:a7c41f9e02d85b36e:${PROMPT}:${fingerprint('done')}`,
  },
  {
    ...{ kind: 'turn-end', ...common, key: `Stop:${PROMPT}:${fingerprint(LISTING)}` },
    ...{ reply: LISTING, transcript },
  },
  // The second stop of one prompt must not pass for a repetition of the first.
  { kind: 'turn-end', ...common, key: null, reply: 'The tests pass now.', transcript },
  {
    ...{ kind: 'turn-end', ...common, key: `StopFailure:${PROMPT}`, reply: null, failed: true },
    limit: { until: null, resets: 'API Error: Rate limit reached' },
    transcript,
  },
  { kind: 'compacting', ...common },
  summary(PROMPT, 'The port was corrected and tested.'),
  null,
  { kind: 'session-end', ...common, reason: 'other' },
  // A subagent that finished in the background is nobody's prompt.
  null,
  // A compaction is no subagent.
  null,
  summary(LATER, 'Pending: write the tests.'),
  { kind: 'turn-end', ...common, key: `StopFailure:${LATER}`, reply: null, failed: true, transcript },
  used('0012', 'ExitPlanMode', {
    todos: {
      whole: false,
      items: [
        { id: 'plan-1', text: 'Write the tests', status: 'pending', isNew: true },
        { id: 'plan-2', text: 'Fix the rounding', status: 'pending', isNew: true },
      ],
    },
  }),
  {
    ...{ kind: 'turn-end', ...common, key: `Stop:${LATER}:${fingerprint('')}`, reply: null },
    transcript,
  },
];

const recorded = readFileSync(new URL('../../../test/recorded/claude-code.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('recorded payloads', () => {
  it('are all in the table', () => expect(recorded.length).toBe(EXPECTED.length));

  it.each(recorded.map((payload, at) => [at, payload.hook_event_name, payload] as const))(
    '%i %s',
    (at, _, payload) => expect(claudeCode.parse(payload)).toEqual(EXPECTED[at]),
  );
});

describe('parse', () => {
  const parse = (fields: object) => claudeCode.parse({ session_id: 's', ...fields });

  it.each([
    ['an unknown event', { hook_event_name: 'PermissionRequest', tool_name: 'Bash' }],
    ['an inherited name', { hook_event_name: 'constructor' }],
    ['no event', {}],
    ['an empty prompt', { hook_event_name: 'UserPromptSubmit', prompt: ' \n' }],
    ['a command alone', { hook_event_name: 'UserPromptSubmit', prompt: '/compact' }],
    ['a compaction without a summary', { hook_event_name: 'PostCompact', trigger: 'auto' }],
    ['a compaction that stops', { hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: '' }],
  ])('is null for %s', (_, fields) => expect(parse(fields)).toBeNull());

  it('needs no session_id to ignore an unknown event', () => {
    expect(claudeCode.parse({ hook_event_name: 'Notification' })).toBeNull();
  });

  it.each([null, undefined, 7, 'text', [], [{ hook_event_name: 'Stop', session_id: 's' }]])(
    'refuses %o',
    (payload) => expect(() => claudeCode.parse(payload)).toThrow(Malformed),
  );

  const known = [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'StopFailure',
  ];
  const all = [...known, 'SubagentStop', 'PreCompact', 'SessionEnd'];

  it.each(all)('refuses %s without a session_id', (name) => {
    const fields = { hook_event_name: name, prompt: 'p', tool_name: 'Bash', tool_input: {} };
    for (const id of [undefined, null, '', '  ', {}, 'x'.repeat(257)]) {
      expect(() => claudeCode.parse({ ...fields, session_id: id })).toThrow(/session_id/);
    }
    expect(parse(fields)?.hostSessionId).toBe('s');
  });

  it('refuses a prompt without words and a tool without a name', () => {
    expect(() => parse({ hook_event_name: 'UserPromptSubmit' })).toThrow(/prompt/);
    expect(() => parse({ hook_event_name: 'PostToolUse', tool_name: 3 })).toThrow(/tool_name/);
    expect(() => parse({ hook_event_name: 'PreToolUse' })).toThrow(/tool_name/);
  });

  it('takes a source it does not know, and fields of the wrong kind, as unknown', () => {
    const event = parse({ hook_event_name: 'SessionStart', source: 'else', cwd: 5, agent_id: {} });
    expect(event).toEqual({
      ...common,
      kind: 'session-start',
      hostSessionId: 's',
      cwd: null,
      source: 'unknown',
    });
    expect(parse({ hook_event_name: 'Stop', last_assistant_message: ['x'] })).toMatchObject({
      key: null,
      reply: null,
    });
    expect(parse({ hook_event_name: 'SessionEnd', reason: {} })).toMatchObject({ reason: null });
  });

  it('has no key without the id that tells events apart', () => {
    expect(parse({ hook_event_name: 'PostToolUse', tool_name: 'Read', prompt_id: 'p' })?.key).toBeNull();
    expect(parse({ hook_event_name: 'SubagentStop', prompt_id: 'p' })?.key).toBeNull();
    expect(parse({ hook_event_name: 'UserPromptSubmit', prompt: 'x', prompt_id: '' })?.key).toBeNull();
  });

  it('names a subagent by what is known of it', () => {
    expect(parse({ hook_event_name: 'SubagentStop', agent_type: 'Explore' })?.subagent).toBe('Explore');
    expect(parse({ hook_event_name: 'SubagentStop', agent_id: 'a1' })?.subagent).toBe('a1');
    expect(parse({ hook_event_name: 'Stop', agent_type: 'Explore' })?.subagent).toBeNull();
  });

  it('lets another host of this form read its own tools', () => {
    const payload = {
      hook_event_name: 'PostToolUse',
      session_id: 's',
      tool_name: 'run',
      tool_response: 'ok',
    };
    const event = parseClaudeShape(payload, (name, _, response, failed) => ({
      ...{ name, failed, changes: [], reads: [], command: 'mine', workdir: null, todos: null },
      output: String(response),
    }));
    expect(event).toMatchObject({ use: { name: 'run', command: 'mine', output: 'ok' } });
  });

  it('throws nothing but Malformed, whatever is sent', () => {
    const names = fc.constantFrom(...all, 'Other');
    const tools = fc.constantFrom(
      'Bash',
      'Write',
      'Edit',
      'MultiEdit',
      'NotebookEdit',
      'TodoWrite',
      'TaskCreate',
    );
    const fields = [
      ...['session_id', 'cwd', 'prompt', 'prompt_id', 'source', 'reason', 'agent_id', 'agent_type', 'error'],
      ...['tool_input', 'tool_response', 'tool_use_id', 'last_assistant_message', 'stop_hook_active'],
    ];
    const inner = [
      'command',
      'file_path',
      'content',
      'edits',
      'todos',
      'task',
      'taskId',
      'status',
      'structuredPatch',
    ];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(...inner),
        fc.oneof(fc.string(), fc.jsonValue(), fc.array(fc.jsonValue())),
      ),
    );
    const payload = fc
      .tuple(names, fc.oneof(tools, fc.jsonValue()), fc.dictionary(fc.constantFrom(...fields), value))
      .map(([hook_event_name, tool_name, rest]) => ({
        session_id: 's',
        ...rest,
        hook_event_name,
        tool_name,
      }));
    fc.assert(
      fc.property(fc.oneof(payload, fc.jsonValue()), (sent) => {
        const event = outcome(sent);
        if (event) claudeCode.render(event, { context: 'x' });
        expect(event === null || typeof event.hostSessionId === 'string').toBe(true);
      }),
      { numRuns: runs(200, 2000) },
    );
  });

  function outcome(sent: unknown): HostEvent | null {
    try {
      return claudeCode.parse(sent);
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed);
      return null;
    }
  }
});

describe('render', () => {
  const say = (at: number, context: string | null = 'one\n"two"') =>
    claudeCode.render(claudeCode.parse(recorded[at])!, { context });
  const shape = (event: string) =>
    `{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"one\\n\\"two\\""}}`;
  const at = (name: string) => recorded.findIndex((payload) => payload.hook_event_name === name);

  it.each(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'])(
    'answers %s',
    (name) => {
      expect(say(at(name))).toBe(shape(name));
      expect(say(at(name), null)).toBe('');
      expect(say(at(name), '')).toBe('');
    },
  );

  it('briefs a subagent, and not the agent of a compaction', () => {
    const start = { session_id: 's', hook_event_name: 'SubagentStart', agent_id: 'a1' };
    const event = claudeCode.parse({ ...start, agent_type: 'Explore' })!;
    expect(event).toMatchObject({ kind: 'subagent-start', subagent: 'Explore/a1' });
    expect(claudeCode.render(event, { context: 'one\n"two"' })).toBe(shape('SubagentStart'));
    expect(claudeCode.parse({ ...start, agent_type: '' })).toBeNull();
  });

  it.each(['Stop', 'StopFailure', 'SubagentStop', 'PreCompact', 'PostCompact', 'SessionEnd'])(
    'is silent for %s',
    (name) => {
      expect(say(at(name))).toBe('');
    },
  );

  it('shows the person the notice, also where the model is told nothing', () => {
    const withNotice = (name: string, context: string | null) =>
      claudeCode.render(claudeCode.parse(recorded[at(name)])!, { context, notice: 'cortex: 2 pins' });
    expect(JSON.parse(withNotice('SessionStart', 'x'))).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' },
      systemMessage: 'cortex: 2 pins',
    });
    expect(JSON.parse(withNotice('SessionStart', null))).toEqual({ systemMessage: 'cortex: 2 pins' });
    expect(withNotice('UserPromptSubmit', 'x')).toContain('"systemMessage":"cortex: 2 pins"');
  });

  it.each([
    [codex, true],
    [qwen, false],
  ])('$0.name shows a notice: $1', (host, isShown) => {
    const event = claudeCode.parse(recorded[at('SessionStart')])!;
    expect(host.render(event, { context: 'x', notice: 'cortex: 2 pins' }).includes('2 pins')).toBe(isShown);
  });

  it('is silent rather than wrong where the event of a failure is not known', () => {
    const failure = {
      hook_event_name: 'PostToolUseFailure',
      session_id: 's',
      tool_name: 'Read',
      error: 'no',
    };
    expect(claudeCode.render(claudeCode.parse(failure)!, { context: 'x' })).toBe('');
  });
});

describe('install', () => {
  const runtime = { argv: ['/bin/node', '/opt/cortex.cjs'], folder: '/opt' };
  const [settings, servers] = claudeCode.install.edits({ ...runtime, instructs: true }, 'user');

  it('adds hooks to settings.json, and the server where servers are', () => {
    const command = '"/bin/node" "/opt/cortex.cjs" hook claude-code';
    const hooks = [{ type: 'command', command, timeout: 10 }];
    const plain = (event: string) => ({ at: ['hooks', event], append: { hooks } });
    expect(settings).toEqual({
      kind: 'settings',
      place: { base: { env: 'CLAUDE_CONFIG_DIR', otherwiseInHome: '.claude' }, path: 'settings.json' },
      format: 'json',
      additions: [
        plain('SessionStart'),
        plain('UserPromptSubmit'),
        { at: ['hooks', 'PreToolUse'], append: { matcher: matcherOf('PreToolUse'), hooks } },
        { at: ['hooks', 'PostToolUse'], append: { matcher: matcherOf('PostToolUse'), hooks } },
        plain('PostToolUseFailure'),
        plain('Stop'),
        plain('StopFailure'),
        plain('SubagentStart'),
        plain('SubagentStop'),
        plain('PostCompact'),
        plain('SessionEnd'),
      ],
    });
    expect(servers).toMatchObject({
      place: { base: { env: 'CLAUDE_CONFIG_DIR', otherwiseInHome: '' }, path: '.claude.json' },
      additions: [
        {
          at: ['mcpServers', 'cortex'],
          set: { type: 'stdio', command: '/bin/node', args: ['/opt/cortex.cjs', 'mcp'] },
        },
      ],
    });
  });

  it('keeps absolute paths out of what a team shares', () => {
    const places = claudeCode.install
      .edits(runtime, 'project')
      .map((edit) => edit.kind === 'settings' && edit.place);
    expect(places[0]).toEqual({ base: 'project', path: '.claude/settings.local.json' });
  });

  it('calls after tools that leave facts, and after reads only where somebody watches them', () => {
    const pattern = new RegExp(matcherOf('PostToolUse'));
    for (const tool of [
      'Bash',
      'Write',
      'TodoWrite',
      'TaskUpdate',
      'ExitPlanMode',
      'mcp__db__query',
      'Reader',
    ])
      expect(pattern.test(tool), tool).toBe(true);
    for (const tool of ['Read', 'Grep', 'Glob', 'WebFetch']) expect(pattern.test(tool), tool).toBe(false);
    const [watched] = claudeCode.install.edits({ ...runtime, watchesReads: true }, 'user');
    expect(watched).toMatchObject({
      additions: expect.arrayContaining([
        { at: ['hooks', 'PostToolUse'], append: expect.objectContaining({ matcher: '*' }) },
      ]),
    });
  });

  it('calls before tools only where there is something to be told, and never before a compaction', () => {
    const [without] = claudeCode.install.edits(runtime, 'user');
    const events = without?.kind === 'settings' ? without.additions.map(({ at }) => at[1]) : [];
    expect(events).toContain('PostToolUse');
    expect(events).not.toContain('PreToolUse');
    expect(events).not.toContain('PreCompact');
  });

  it('calls before tools that do something, and for no other', () => {
    const matcher = matcherOf('PreToolUse');
    // Versions differ in whether they anchor it.
    for (const pattern of [new RegExp(matcher), new RegExp(`^${matcher}$`), new RegExp(`^(?:${matcher})$`)]) {
      for (const tool of ['Bash', 'Write', 'Edit', 'NotebookEdit', 'Task', 'mcp__db__query', 'ReadAll'])
        expect(pattern.test(tool), tool).toBe(true);
      for (const tool of ['Read', 'Grep', 'Glob', 'WebFetch', 'TodoWrite', 'TaskUpdate'])
        expect(pattern.test(tool), tool).toBe(false);
    }
  });

  function matcherOf(event: string): string {
    const additions = settings?.kind === 'settings' ? settings.additions : [];
    const found = additions.find(({ at }) => at[1] === event) as { append: { matcher: string } } | undefined;
    return found!.append.matcher;
  }
});
