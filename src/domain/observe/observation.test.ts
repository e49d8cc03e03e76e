import { describe, expect, it } from 'vitest';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { HostEvent, ToolUse } from '../facts/event.ts';
import { observe } from './observation.ts';

const COMMON = { hostSessionId: 's', cwd: '/x', key: null, subagent: null };
const USE: ToolUse = { name: 'Edit', ...NOTHING_DONE };

const prompt = (text: string): HostEvent => ({ ...COMMON, kind: 'prompt', text });

describe('observing', () => {
  it('keeps the words of a prompt, without what Cortex itself had said', () => {
    const own =
      '<session-continuity hint="inherited from prior sessions">\nsecret plan\n</session-continuity>';
    expect(observe(prompt(`<hook_context>${own}</hook_context>\n\ngo on`))).toEqual([
      { kind: 'prompt', text: 'go on' },
    ]);
  });

  it('gives no fact for an empty prompt, which some hosts send after every tool', () => {
    expect(observe(prompt(''))).toEqual([]);
    expect(
      observe(
        prompt('<hook_context><session-continuity hint="x">a</session-continuity></hook_context>'),
      ),
    ).toEqual([]);
  });

  it('notes what a successful command made', () => {
    const use: ToolUse = {
      ...USE,
      name: 'Bash',
      command: 'git commit -m "paging"',
      output: '[main a1b2c3d] paging',
    };
    const seen = (one: ToolUse) => observe({ ...COMMON, kind: 'tool-use', use: one }).slice(1);
    expect(seen(use)).toEqual([{ kind: 'made', what: 'commit', text: 'paging', ref: 'a1b2c3d' }]);
    expect(seen({ ...use, failed: true })).toEqual([]);
    expect(seen({ ...use, unfinished: true })).toEqual([]);
  });

  it('notes which files a tool touched and how, never what was in them', () => {
    const use: ToolUse = {
      ...USE,
      changes: [{ path: 'a.ts', kind: 'edit', added: 'the content', removed: 'x' }],
      reads: ['b.ts'],
      output: 'the output',
    };
    const facts = observe({ ...COMMON, kind: 'tool-use', use, subagent: 'reviewer' });
    expect(facts).toEqual([
      {
        kind: 'tool',
        tool: 'Edit',
        ok: true,
        touched: [
          { path: 'a.ts', how: 'edit' },
          { path: 'b.ts', how: 'read' },
        ],
        subagent: 'reviewer',
      },
    ]);
    expect(JSON.stringify(facts)).not.toContain('the content');
  });

  it('ends a turn also without a word from the agent', () => {
    expect(observe({ ...COMMON, kind: 'turn-end', reply: null })).toEqual([{ kind: 'turn-ended' }]);
    expect(observe({ ...COMMON, kind: 'turn-end', reply: 'done' })).toEqual([
      { kind: 'reply', text: 'done' },
      { kind: 'turn-ended' },
    ]);
  });

  it("counts a subagent's words for its parent, marked", () => {
    expect(
      observe({ ...COMMON, kind: 'subagent-end', reply: 'found it', subagent: 'explorer' }),
    ).toEqual([{ kind: 'reply', text: 'found it', subagent: 'explorer' }]);
  });

  it("marks a subagent's to-do list as its own", () => {
    const todos = { whole: true, items: [] };
    const event: HostEvent = { ...COMMON, kind: 'tool-use', use: { ...USE, todos } };
    expect(observe(event)[1]).toEqual({ kind: 'todos', update: todos });
    expect(observe({ ...event, subagent: 'explorer' })[1]).toEqual({
      kind: 'todos',
      update: todos,
      subagent: 'explorer',
    });
  });
});
