import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../../test/bundled.ts';
import { scratchFolder } from '../../test/scratch.ts';

const folder = scratchFolder().path;
const script = join(folder, 'read.mjs');

beforeAll(() =>
  writeFileSync(
    script,
    `const { readStdin } = await import(${JSON.stringify(bundled(new URL('./stdin.ts', import.meta.url)))});
     const text = readStdin();
     console.log(JSON.stringify(text.length > 1000 ? text.length : text));`,
  ),
);

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts a reader; `feed` writes to it. Node gives its children a socket, a shell gives them a pipe. */
function read(kind: 'socket' | 'pipe', feed: (child: ChildProcess) => void): Promise<string | number> {
  const child =
    kind === 'socket'
      ? spawn(process.execPath, [script])
      : spawn('sh', ['-c', 'cat | "$@"', 'sh', process.execPath, script]);
  started.push(child);
  feed(child);
  return new Promise((done) => {
    let out = '';
    child.stdout!.on('data', (chunk) => {
      out += chunk;
      // Not at the end: the shell's own end comes only when somebody closes its input.
      if (out.endsWith('\n')) done(JSON.parse(out));
    });
  });
}

describe.each(['socket', 'pipe'] as const)('standard input as a %s', (kind) => {
  it.each([
    ['whole', '{"prompt":"ü € 𝄞"}\n'],
    ['empty', ''],
    ['no JSON', 'hello'],
  ])('is read: %s', async (_what, text) => {
    expect(await read(kind, (child) => child.stdin!.end(text))).toBe(text);
  });

  it('may come in pieces, cut inside a character or behind a brace that closes nothing', async () => {
    const bytes = Buffer.from('{"a":{"b":1},"c":"𝄞"}');
    for (const cut of [12, 20]) {
      const seen = await read(kind, (child) => {
        child.stdin!.write(bytes.subarray(0, cut));
        setTimeout(() => child.stdin!.end(bytes.subarray(cut)), 150);
      });
      expect(seen).toBe('{"a":{"b":1},"c":"𝄞"}');
    }
  });

  it('is over when one whole object is there, though nobody closes it', async () => {
    expect(await read(kind, (child) => child.stdin!.write('{"a":1}\n'))).toBe('{"a":1}\n');
    const long = JSON.stringify({ a: 'x'.repeat(65_536 - 8) });
    expect(await read(kind, (child) => child.stdin!.write(long))).toBe(65_536);
  });

  it('holds a large payload', async () => {
    const text = JSON.stringify({ output: 'z'.repeat(3_000_000) });
    expect(await read(kind, (child) => child.stdin!.end(text))).toBe(text.length);
  });

  it('has its invalid bytes replaced and its byte order mark removed', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62, 0xc3]);
    expect(await read(kind, (child) => child.stdin!.end(bytes))).toBe('a\ufffdb\ufffd');
  });
});

it.each([
  ['closed', '"$@" <&-', ''],
  ['a folder', '"$@" < .', ''],
  ['/dev/null', '"$@" < /dev/null', ''],
  ['write-only', '"$@" 0> only', ''],
  ['a file, from where it stands', '{ read first; "$@"; } < lines', 'two\n'],
])('standard input that is %s', (_what, shell, text) => {
  writeFileSync(join(folder, 'lines'), 'one\ntwo\n');
  const out = execFileSync('sh', ['-c', shell, 'sh', process.execPath, script], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(JSON.parse(out)).toBe(text);
});
