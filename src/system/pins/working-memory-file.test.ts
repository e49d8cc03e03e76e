import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { readWorkingMemory, workingMemoryFile } from './working-memory-file.ts';

const folder = useScratch();
let path: string;
let note: string;
beforeEach(() => {
  path = join(folder.path, 'working_memory.json');
  note = join(folder.path, 'note.json');
});

describe('a working_memory.json', () => {
  it('is nothing where there is none, or an empty one', () => {
    expect(workingMemoryFile(path, note).read()).toEqual({ content: null, written: [] });
    writeFileSync(path, '');
    expect(readWorkingMemory(path)).toBeNull();
  });

  it('is read back as it was written, with what is ours; private, and with nothing left beside it', () => {
    const file = workingMemoryFile(path, note);
    const content = { items: [{ content: 'x', pinnedAt: '2026-11-15T12:00:00.000Z' }], other: 1 };
    file.write({ content, written: ['a'] });
    expect(file.read()).toEqual({ content, written: ['a'] });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(content);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path).sort()).toEqual(['note.json', 'working_memory.json']);
  });

  it('has a note of its own: what was written elsewhere is not ours here', () => {
    workingMemoryFile(path, note).write({ content: { items: [] }, written: ['a'] });
    expect(workingMemoryFile(join(folder.path, 'other.json'), note).read()).toEqual({
      content: null,
      written: [],
    });
    writeFileSync(note, '{"file":');
    expect(workingMemoryFile(path, note).read().written).toEqual([]);
  });

  it('that is a folder or a link to nowhere is refused', () => {
    expect(() => readWorkingMemory(folder.path)).toThrow(/is no working_memory.json/);
    if (process.platform === 'win32') return;
    symlinkSync(join(folder.path, 'nowhere'), path);
    expect(() => readWorkingMemory(path)).toThrow(/is no working_memory.json/);
  });

  it('is not written where its folder is missing: that is not ours to make', () => {
    const there = join(folder.path, 'missing', 'working_memory.json');
    expect(() => workingMemoryFile(there, note).write({ content: {}, written: [] })).toThrow();
    expect(existsSync(join(folder.path, 'missing'))).toBe(false);
  });
});
