import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { Malformed } from '../../domain/facts/event.ts';
import { claudeCode } from './host.ts';

const SESSION = '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4';

const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', key: null, subagent: null };

describe('parse', () => {
  const parse = (fields: object) => claudeCode.parse({ session_id: 's', ...fields });

  it.each(table<[string, object]>('claude-code-no-event'))('is null for %s', (_, fields) =>
    expect(parse(fields)).toBeNull(),
  );

  it('needs no session_id to ignore an unknown event', () => {
    expect(claudeCode.parse({ hook_event_name: 'Notification' })).toBeNull();
  });

  it.each([null, undefined, 7, 'text', [], [{ hook_event_name: 'Stop', session_id: 's' }]])(
    'refuses %o',
    (payload) => expect(() => claudeCode.parse(payload)).toThrow(Malformed),
  );

  const known =
    'SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop StopFailure'.split(
      ' ',
    );
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
    expect(
      parse({ hook_event_name: 'PostToolUse', tool_name: 'Read', prompt_id: 'p' })?.key,
    ).toBeNull();
    expect(parse({ hook_event_name: 'SubagentStop', prompt_id: 'p' })?.key).toBeNull();
    expect(
      parse({ hook_event_name: 'UserPromptSubmit', prompt: 'x', prompt_id: '' })?.key,
    ).toBeNull();
  });

  it('names a subagent by what is known of it', () => {
    expect(parse({ hook_event_name: 'SubagentStop', agent_type: 'Explore' })?.subagent).toBe(
      'Explore',
    );
    expect(parse({ hook_event_name: 'SubagentStop', agent_id: 'a1' })?.subagent).toBe('a1');
    expect(parse({ hook_event_name: 'Stop', agent_type: 'Explore' })?.subagent).toBeNull();
  });
});

describe('render', () => {
  it('briefs a subagent, and not the agent of a compaction', () => {
    const start = { session_id: 's', hook_event_name: 'SubagentStart', agent_id: 'a1' };
    const event = claudeCode.parse({ ...start, agent_type: 'Explore' })!;
    expect(event).toMatchObject({ kind: 'subagent-start', subagent: 'Explore/a1' });
    expect(JSON.parse(claudeCode.render(event, { context: 'x' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'x' },
    });
    expect(claudeCode.parse({ ...start, agent_type: '' })).toBeNull();
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
  const [settings] = claudeCode.install.edits({ ...runtime, instructs: true }, 'user');

  it('calls after tools that leave facts, and after reads only where somebody watches them', () => {
    const pattern = new RegExp(matcherOf('PostToolUse'));
    for (const tool of 'Bash Write TodoWrite TaskUpdate ExitPlanMode mcp__db__query Reader'.split(
      ' ',
    ))
      expect(pattern.test(tool), tool).toBe(true);
    for (const tool of ['Read', 'Grep', 'Glob', 'WebFetch'])
      expect(pattern.test(tool), tool).toBe(false);
  });

  it('calls before tools that do something, and for no other', () => {
    const matcher = matcherOf('PreToolUse');
    // Versions differ in whether they anchor it.
    for (const pattern of [
      new RegExp(matcher),
      new RegExp(`^${matcher}$`),
      new RegExp(`^(?:${matcher})$`),
    ]) {
      for (const tool of [
        'Bash',
        'Write',
        'Edit',
        'NotebookEdit',
        'Task',
        'mcp__db__query',
        'ReadAll',
      ])
        expect(pattern.test(tool), tool).toBe(true);
      for (const tool of ['Read', 'Grep', 'Glob', 'WebFetch', 'TodoWrite', 'TaskUpdate'])
        expect(pattern.test(tool), tool).toBe(false);
    }
  });

  function matcherOf(event: string): string {
    const additions = settings?.kind === 'settings' ? settings.additions : [];
    const found = additions.find(({ at }) => at[1] === event) as
      | { append: { matcher: string } }
      | undefined;
    return found!.append.matcher;
  }
});
