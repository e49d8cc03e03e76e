import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { ToolUse } from '../../domain/facts/event.ts';
import type { ToolRole } from '../../ports/base/host.ts';
import { CLAUDE_TOOLS } from './claude.ts';
import { MAX_COMMAND, MAX_OUTPUT, MAX_TEXT, toolReaders } from './tools.ts';

const { read: readTool, intent: readIntent } = CLAUDE_TOOLS;

const written = (path: string, added: string | null): Partial<ToolUse> => ({
  changes: [{ path, kind: 'write', added, removed: null }],
});

describe('a file that was read', () => {
  const lines = { content: 'x', startLine: 1, numLines: 4, totalLines: 4 };
  it.each<[what: string, file: unknown, shown: string | undefined]>([
    ['whole', lines, 'x'],
    ['its beginning', { ...lines, numLines: 3 }, undefined],
    ['its end', { ...lines, startLine: 2, totalLines: 5 }, undefined],
    ['of which the host says nothing', undefined, undefined],
    ['that is an image', { type: 'image/png', base64: 'x' }, undefined],
    ['that is very long', { ...lines, content: 'x'.repeat(300_000) }, undefined],
  ])('%s', (_, file, shown) =>
    expect(readTool('Read', { file_path: '/a' }, { type: 'text', file }, false).shown).toBe(shown),
  );
});

describe('readTool', () => {
  it.each(table<[string, object, null | object | string, object]>('tools-read'))(
    '%s %o',
    (name, input, response, expected) => {
      expect(readTool(name, input, response, false)).toEqual({
        name,
        ...NOTHING_DONE,
        ...expected,
      });
    },
  );

  it.each<[name: string, input: unknown]>(table<[string, object]>('tools-failed'))(
    'a failed %s changed nothing',
    (name, input) => {
      expect(readTool(name, input, 'It broke.', true)).toEqual({
        name,
        ...NOTHING_DONE,
        failed: true,
        output: 'It broke.',
      });
    },
  );

  it('a failed command keeps its line without what it wrote into files, its output, and those files', () => {
    const command = "cat > t.mjs <<'E'\nx\nE\nnode t.mjs && echo ok > ok.txt";
    expect(readTool('Bash', { command }, 'Exit code 1\nReferenceError', true)).toEqual({
      name: 'Bash',
      ...NOTHING_DONE,
      failed: true,
      output: 'Exit code 1\nReferenceError',
      command: "cat > t.mjs <<'E'\nE\nnode t.mjs && echo ok > ok.txt",
      ...written('t.mjs', 'x\n'),
    });
  });

  it('an interrupted command did not succeed', () => {
    const use = readTool(
      'Bash',
      { command: 'npm test && echo x > a' },
      { stdout: '', interrupted: true },
      false,
    );
    expect(use).toMatchObject({ failed: true, changes: [] });
  });
});

describe('to-do lists', () => {
  const todos = (name: string, input: unknown, response: unknown = {}) =>
    readTool(name, input, response, false).todos;

  it('TodoWrite is the whole list', () => {
    const sent = [
      { id: '1', content: ' a ', status: 'pending' },
      { content: 'b', status: 'cancelled' },
      { content: 'c', status: 'someday' },
      { content: '' },
      'not an entry',
    ];
    expect(todos('TodoWrite', { todos: sent })).toEqual({
      whole: true,
      items: [
        { id: '1', text: 'a', status: 'pending' },
        { id: null, text: 'b', status: 'cancelled' },
        { id: null, text: 'c', status: null },
      ],
    });
    expect(todos('TodoWrite', { todos: [] })).toEqual({ whole: true, items: [] });
    expect(todos('TodoWrite', { todos: 'none' })).toBeNull();
  });

  it.each([
    ['3', { task: { id: '3', subject: 'a' } }],
    ['3', { task: { id: 3 } }],
    ['12', 'Task #12 created successfully: a'],
    ['12', { content: [{ type: 'text', text: 'Task #12 created successfully: a' }] }],
    [null, 'created'],
    [null, undefined],
  ])('TaskCreate adds one, with the id %s of %o', (id, response) => {
    expect(todos('TaskCreate', { subject: 'a', description: 'long' }, response)).toEqual({
      whole: false,
      items: [{ id, text: 'a', status: 'pending', isNew: true }],
    });
  });

  it.each<[object, object]>([
    [{ status: 'in_progress' }, { text: null, status: 'in_progress' }],
    [{ status: 'deleted' }, { text: null, status: 'cancelled' }],
    [{ subject: 'b' }, { text: 'b', status: null }],
  ])('TaskUpdate changes what it mentions: %o', (input, expected) => {
    expect(todos('TaskUpdate', { taskId: '3', ...input })).toEqual({
      whole: false,
      items: [{ id: '3', ...expected }],
    });
  });

  it.each<[unknown, unknown]>(table<[null | object, object]>('task-updates-none'))(
    'TaskUpdate without effect on the list: %o',
    (input, response) => {
      expect(todos('TaskUpdate', input, response)).toBeNull();
    },
  );
});

describe('limits', () => {
  const long = (line: string, count: number) => `${line}\n`.repeat(count);

  it('the texts of a change', () => {
    const content = long('const a = 1;', 20_000);
    const [write] = readTool('Write', { file_path: 'a', content }, {}, false).changes;
    expect(write?.added?.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(write?.added?.length).toBeGreaterThan(MAX_TEXT * 0.9);
    const edits = Array(50).fill({ old_string: content, new_string: content });
    const [edit] = readTool('MultiEdit', { file_path: 'a', edits }, {}, false).changes;
    expect(edit?.added?.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(edit?.removed?.length).toBeLessThanOrEqual(MAX_TEXT);
  });

  it('the output, of which both ends stay', () => {
    const stdout = `first\n${long('noise', 50_000)}last`;
    const { output } = readTool('Bash', { command: 'make' }, { stdout }, false);
    expect(output?.length).toBeLessThanOrEqual(MAX_OUTPUT);
    expect(output).toMatch(/^first\n[\s\S]*\nlast$/);
  });

  it('the command, which keeps what follows a long heredoc', () => {
    const body = long('const a = 1;', 2_000);
    const use = readTool('Bash', { command: `cat > a.js <<'E'\n${body}E\nnpm test` }, {}, false);
    expect(use.command).toBe("cat > a.js <<'E'\nE\nnpm test");
    expect(use.changes[0]?.added).toBe(body);
    const words = readTool('Bash', { command: `echo ${'word '.repeat(5_000)}` }, {}, false);
    expect(words.command?.length).toBeLessThanOrEqual(MAX_COMMAND);
  });

  it('a line too long to read, and lists too long to keep', () => {
    expect(
      readTool('Bash', { command: `echo ${'x'.repeat(200_000)} > a` }, {}, false).changes,
    ).toEqual([]);
    expect(
      readTool('Bash', { command: 'echo x > a;'.repeat(1_000) }, {}, false).changes.length,
    ).toBe(50);
    const list = Array(5_000).fill({ content: 'a '.repeat(5_000), status: 'pending' });
    const { todos } = readTool('TodoWrite', { todos: list }, {}, false);
    expect(todos?.items.length).toBe(300);
    expect(todos?.items[0]?.text?.length).toBeLessThanOrEqual(500);
  });
});

describe('readIntent', () => {
  it.each(table<[string, null | object, object]>('tools-intents'))(
    '%s %o',
    (name, input, expected) => expect(readIntent(name, input)).toEqual({ name, ...expected }),
  );

  it('does not let the end of a long command pass for harmless', () => {
    const { command } = readIntent('Bash', { command: `${'ls -l\n'.repeat(3_000)}rm -rf x` });
    expect(command!.length).toBeLessThan(9_000);
    expect(command).toMatch(/\n…$/);
  });
});

describe('a field by whatever name a host has for it', () => {
  it.each(table<[ToolRole, object, object]>('tools-fields'))('%s %j', (role, input, use) => {
    expect(toolReaders({ names: { [role]: 'it' } }).read('it', input, 'said', false)).toMatchObject(
      use,
    );
  });
});
