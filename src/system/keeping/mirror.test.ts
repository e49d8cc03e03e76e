import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { mirrorHeads, mirrorPath, writeMirror } from './mirror.ts';

const scratch = useScratch();
let folder: string;
beforeEach(() => {
  folder = join(scratch.path, 'sessions');
});

const state = (id: string, more: object = {}) =>
  ({ session_id: id, title: 't', ...more }) as SessionState;
const head = (seq: number) => ({ seq, hash: seq.toString(16).padStart(64, 'a') });

describe('a mirror', () => {
  it('is the session with the last metric of that moment', () => {
    writeMirror(folder, state('one'), head(7));
    expect(JSON.parse(readFileSync(mirrorPath(folder, 'one'), 'utf8'))).toEqual({
      session_id: 'one',
      title: 't',
      metrics_head: head(7),
    });
  });

  it('without any metric is the session alone', () => {
    writeMirror(folder, state('one'), null);
    expect(JSON.parse(readFileSync(mirrorPath(folder, 'one'), 'utf8'))).toEqual({
      session_id: 'one',
      title: 't',
    });
    expect(mirrorHeads(folder)).toEqual([]);
  });

  it('bears witness, hot and in the archive, however its JSON is spaced', () => {
    writeMirror(folder, state('one'), head(1));
    writeMirror(folder, state('two'), head(2));
    for (const month of ['2026-09', '2026-10'])
      mkdirSync(join(folder, 'archive', month), { recursive: true });
    const archived = { ...state('three'), metrics_head: head(3), rows: {} };
    writeFileSync(join(folder, 'archive', '2026-09', 'three.json'), JSON.stringify(archived));
    writeFileSync(
      join(folder, 'archive', '2026-10', 'four.json'),
      JSON.stringify(archived, null, 1),
    );
    expect(
      mirrorHeads(folder)
        .map(({ seq }) => seq)
        .sort(),
    ).toEqual([1, 2, 3, 3]);
  });

  it('cannot be made to testify by the words of a session', () => {
    const words = `"metrics_head": {\n    "seq": 9,\n    "hash": "${'f'.repeat(64)}"\n  }`;
    writeMirror(folder, state('one', { title: words }), head(1));
    writeMirror(folder, state('two', { title: words }), null);
    expect(mirrorHeads(folder)).toEqual([head(1)]);
  });

  it('that is no JSON, a folder or not there says nothing', () => {
    expect(mirrorHeads(folder)).toEqual([]);
    mkdirSync(join(folder, 'a.json'), { recursive: true });
    writeFileSync(join(folder, 'b.json'), '{"metrics_head": 3');
    writeFileSync(join(folder, 'archive'), 'a file');
    expect(mirrorHeads(folder)).toEqual([]);
  });
});
