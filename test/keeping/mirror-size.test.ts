import { readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { judgeMirror, mirrorPath, writeMirror } from '../../src/system/keeping/mirror.ts';
import { conversation, testDeps, used } from '../deps.ts';
import { scratchFolder } from '../scratch.ts';

let scratch: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.dispose());

const head = { seq: 7, hash: 'a'.repeat(64) };
const seal = () => 'b'.repeat(64);

it.each([
  ['to-dos', 0, 400],
  ['both, in Chinese', 300, 300],
])(
  'the mirror of a session that fills its row is within 50 KB as a file: %s',
  async (name, files, todos) => {
    const deps = testDeps();
    const say = conversation(deps);
    const word = name.includes('Chinese') ? '解析器的文件' : 'parser-of-frames';
    await say({ kind: 'session-start', source: 'startup' });
    await say({ kind: 'prompt', text: `Write ${word}.` });
    for (let n = 0; n < files; n += 50) {
      const changes = Array.from({ length: 50 }, (_, i) => ({
        path: `/work/radio/src/${word}/${'deep/'.repeat(60)}${n + i}.ts`,
        kind: 'edit' as const,
        added: 'x',
        removed: null,
      }));
      await say(used({ changes }));
    }
    const items = Array.from({ length: todos }, (_, i) => ({
      id: `t${i}`,
      text: `${word} ${i}: ${'step by step '.repeat(6)}`,
      status: 'pending' as const,
    }));
    await say(used({ name: 'TodoWrite', todos: { whole: true, items } }));
    await say({ kind: 'turn-end', reply: 'Done.' });
    await say({ kind: 'session-end', reason: null });
    const state = deps.mirrors.at(-1)!;
    expect(Object.keys(state.cuts).length).toBeGreaterThan(0);
    writeMirror(scratch.path, state, head, seal);
    const path = mirrorPath(scratch.path, state.session_id);
    expect(statSync(path).size).toBeLessThanOrEqual(51_200);
    expect(statSync(path).size).toBeGreaterThan(40_000);
    const text = readFileSync(path, 'utf8');
    expect(judgeMirror(text, seal)).toBe('as written');
    expect(JSON.parse(text)).toMatchObject({ ...state, metrics_head: head });
  },
);
