import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundled } from '../../../test/bundled.ts';
import { table } from '../../../test/table.ts';
import {
  createPrivate,
  ensureDir,
  ensureGiven,
  isTemporary,
  readBounded,
  safeName,
  UnsafePath,
  writeAtomic,
} from './files.ts';

const module = bundled(new URL('./files.ts', import.meta.url));
const isRoot = process.geteuid?.() === 0;

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'files-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** In a process of its own, whose umask is nobody else's. */
function runUnder(umask: string, code: string): void {
  const script = `process.umask(0o${umask}); const f = await import('${module}'); ${code}`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: base,
    stdio: 'pipe',
  });
}

describe('modes under any umask', () => {
  it.each(['000', '022', '077', '777'])('umask %s', (umask) => {
    // Below an unusual umask the parents cannot be entered: one level only.
    const folder = umask === '777' ? 'home' : 'a/b/home';
    runUnder(
      umask,
      `f.ensureDir('${folder}'); f.createPrivate('${folder}/db'); f.writeAtomic('${folder}/mirror', 'x');`,
    );
    expect(modeOf(join(base, folder))).toBe(0o700);
    expect(modeOf(join(base, folder, 'db'))).toBe(0o600);
    expect(modeOf(join(base, folder, 'mirror'))).toBe(0o600);
    if (folder === 'a/b/home')
      expect([modeOf(join(base, 'a')), modeOf(join(base, 'a/b'))]).toEqual([0o700, 0o700]);
  });
});

describe('ensureDir', () => {
  it('repairs the mode of a folder of ours and leaves its parents alone', () => {
    mkdirSync(join(base, 'open/home'), { recursive: true });
    chmodSync(join(base, 'open'), 0o755);
    chmodSync(join(base, 'open/home'), 0o777);
    ensureDir(join(base, 'open/home'));
    ensureDir(join(base, 'open/home'));
    expect([modeOf(join(base, 'open')), modeOf(join(base, 'open/home'))]).toEqual([0o755, 0o700]);
  });

  it('answers at once where a recursive mkdir never returns', () => {
    const before = process.platform === 'linux' ? '/proc/.cortex' : '/dev/null/x';
    expect(() => ensureDir(before)).toThrow();
    expect(() => ensureDir('/proc/self/fd/cortex/home')).toThrow();
  });

  it('leaves the mode of a folder that was there before, where a person may have named it', () => {
    mkdirSync(join(base, 'given'));
    chmodSync(join(base, 'given'), 0o755);
    ensureGiven(join(base, 'given'));
    ensureGiven(join(base, 'new/home'));
    expect([modeOf(join(base, 'given')), modeOf(join(base, 'new/home'))]).toEqual([0o755, 0o700]);
    chmodSync(join(base, 'given'), 0o777);
    ensureGiven(join(base, 'given'));
    expect(modeOf(join(base, 'given'))).toBe(0o775);
  });

  it.each(table<[string, string]>('folders-refused'))('refuses %s', (_what, path) => {
    writeFileSync(join(base, 'file'), 'victim');
    symlinkSync(join(base, 'nothing'), join(base, 'dangling'));
    symlinkSync(join(base, 'file'), join(base, 'to-file'));
    symlinkSync('loop', join(base, 'loop'));
    expect(() => ensureDir(join(base, path))).toThrow();
    expect(readFileSync(join(base, 'file'), 'utf8')).toBe('victim');
    expect(existsSync(join(base, 'nothing'))).toBe(false);
  });

  it('accepts a link to a folder of ours, as people move data to another disk', () => {
    mkdirSync(join(base, 'disk'), { mode: 0o755 });
    symlinkSync(join(base, 'disk'), join(base, 'home'));
    ensureDir(join(base, 'home'));
    expect(modeOf(join(base, 'disk'))).toBe(0o700);
    expect(readlinkSync(join(base, 'home'))).toBe(join(base, 'disk'));
  });

  it.runIf(isRoot)('refuses what another user owns, also behind a link', () => {
    mkdirSync(join(base, 'theirs'), { mode: 0o755 });
    chownSync(join(base, 'theirs'), 12345, 12345);
    symlinkSync(join(base, 'theirs'), join(base, 'link'));
    expect(() => ensureDir(join(base, 'theirs'))).toThrow(UnsafePath);
    expect(() => ensureDir(join(base, 'link'))).toThrow(/another user \(uid 12345\)/);
    expect(modeOf(join(base, 'theirs'))).toBe(0o755);
  });

  it('does not close a shared folder to the others', () => {
    mkdirSync(join(base, 'shared'));
    chmodSync(join(base, 'shared'), 0o1777);
    expect(() => ensureDir(join(base, 'shared'))).toThrow(/shared folder/);
    expect(modeOf(join(base, 'shared'))).toBe(0o777);
  });
});

describe('writeAtomic', () => {
  it('writes, replaces and leaves nothing else behind', () => {
    const path = join(base, 'mirror.json');
    const texts = ['one', '', 'ü € 𝄞 \0', 'x'.repeat(3_000_000)];
    for (const text of texts) {
      writeAtomic(path, text);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    expect(readdirSync(base)).toEqual(['mirror.json']);
    expect(modeOf(path)).toBe(0o600);
  });

  it('replaces a link and spares what it pointed at', () => {
    writeFileSync(join(base, 'victim'), 'precious');
    symlinkSync(join(base, 'victim'), join(base, 'mirror'));
    writeAtomic(join(base, 'mirror'), 'mine');
    expect(readFileSync(join(base, 'victim'), 'utf8')).toBe('precious');
    expect(lstatSync(join(base, 'mirror')).isFile()).toBe(true);
    expect(readFileSync(join(base, 'mirror'), 'utf8')).toBe('mine');
  });

  it('cleans up when the target cannot be replaced, or the folder is missing', () => {
    mkdirSync(join(base, 'taken/full'), { recursive: true });
    expect(() => writeAtomic(join(base, 'taken'), 'x')).toThrow();
    expect(readdirSync(base)).toEqual(['taken']);
    expect(() => writeAtomic(join(base, 'none/x'), 'x')).toThrow(/ENOENT/);
  });

  it('keeps the old file whole, and cleans up, when the disk is full', () => {
    writeFileSync(join(base, 'mirror'), 'old');
    // A limit on file size is what a full disk looks like without being root; EFBIG comes instead of ENOSPC.
    const code = `process.on('SIGXFSZ', () => {}); const f = await import('${module}');
      try { f.writeAtomic('mirror', 'n'.repeat(100_000)); } catch (e) { process.stdout.write(e.code); }`;
    const shell = `ulimit -f 8; exec "${process.execPath}" --input-type=module -e "$CODE"`;
    const out = execFileSync('sh', ['-c', shell], {
      cwd: base,
      env: { ...process.env, CODE: code },
    });
    expect(out.toString()).toBe('EFBIG');
    expect(readFileSync(join(base, 'mirror'), 'utf8')).toBe('old');
    expect(readdirSync(base)).toEqual(['mirror']);
  });

  it('shows readers one whole text or another while many write, and a killed writer leaves only a temporary', async () => {
    const path = join(base, 'shared');
    writeAtomic(path, 'a'.repeat(50_000));
    const script = `const f = await import('${module}');
      for (let i = 0; ; i++) f.writeAtomic('${path}', 'abcdefgh'[i % 8].repeat(50_000));`;
    const writers = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script]),
    );
    const exits = writers.map((writer) => new Promise((done) => writer.on('exit', done)));
    const seen = new Set<string>();
    const texts = new Set<string>();
    while (seen.size < 4) {
      const text = readFileSync(path, 'utf8');
      texts.add(`${text.length} of ${new Set(text).size}`);
      seen.add(text.slice(0, 1));
      await new Promise((next) => setTimeout(next, 1));
    }
    for (const writer of writers) writer.kill('SIGKILL');
    await Promise.all(exits);
    expect([...texts]).toEqual(['50000 of 1']);
    expect(readdirSync(base).filter((name) => name !== 'shared' && !isTemporary(name))).toEqual([]);
  });
});

describe('createPrivate', () => {
  it('makes an empty file once, and keeps what is there', () => {
    const path = join(base, 'brain.db');
    expect(createPrivate(path)).toBe(true);
    expect([modeOf(path), statSync(path).size]).toEqual([0o600, 0]);
    writeFileSync(path, 'data');
    chmodSync(path, 0o644);
    expect(createPrivate(path)).toBe(false);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, 'data']);
  });

  it('refuses a link, a folder and what another user owns', () => {
    writeFileSync(join(base, 'victim'), 'precious', { mode: 0o644 });
    symlinkSync(join(base, 'victim'), join(base, 'link'));
    symlinkSync(join(base, 'nowhere'), join(base, 'dangling'));
    mkdirSync(join(base, 'folder'));
    for (const name of ['link', 'dangling', 'folder']) {
      expect(() => createPrivate(join(base, name))).toThrow(UnsafePath);
    }
    expect([modeOf(join(base, 'victim')), existsSync(join(base, 'nowhere'))]).toEqual([
      0o644,
      false,
    ]);
    if (!isRoot) return;
    chownSync(join(base, 'victim'), 12345, 12345);
    expect(() => createPrivate(join(base, 'victim'))).toThrow(/another user/);
  });
});

describe('readBounded', () => {
  it('reads the start or the end of a plain file, and nothing else', () => {
    const path = join(base, 'text');
    writeFileSync(path, '0123456789');
    expect(readBounded(path, 4)?.toString()).toBe('0123');
    expect(readBounded(path, 4, 'end')?.toString()).toBe('6789');
    expect(readBounded(path, 100)?.toString()).toBe('0123456789');
    execFileSync('mkfifo', [join(base, 'pipe')]);
    for (const other of ['pipe', '.', 'none', 'a\0b'])
      expect(readBounded(join(base, other), 9)).toBeNull();
    expect(readBounded('/dev/zero', 9)).toBeNull();
  });
});

describe('safeName', () => {
  it.each(table<string>('file-names-kept'))('keeps %s', (id) => expect(safeName(id)).toBe(id));

  const unsafe = table<string>('file-names-unsafe');

  it('names everything else by its hash: always the same, never twice the same', () => {
    const names = unsafe.map(safeName);
    for (const name of names) expect(name).toMatch(/^x-[0-9a-f]{32}$/);
    expect(new Set(names).size).toBe(unsafe.length);
    expect(unsafe.map(safeName)).toEqual(names);
    expect(safeName('\ud800')).not.toBe(safeName('\udfff'));
    // SHA-256 of no bytes, from the standard's own test vectors.
    expect(safeName('')).toBe('x-e3b0c44298fc1c149afbf4c8996fb924');
  });
});
