import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { bundled } from '../../../test/bundled.ts';
import { IS_LONG } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'stdin-'));
const script = join(folder, 'read.mjs');
writeFileSync(
  script,
  `const { readStdin } = await import(${JSON.stringify(bundled(new URL('./stdin.ts', import.meta.url)))});
   const [limit, patience] = process.argv.slice(2).map((word) => Number(word) || undefined);
   const { payload: text, isCut: truncated } = readStdin(limit, 0, patience);
   const shown = text.length > 1000 ? text.length : text;
   console.log(JSON.stringify({ text: shown, truncated }));`,
);

/** Patience in cases whose sender does write, because a busy machine may keep it waiting. */
const PATIENCE = '60000';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Seen {
  text: string | number;
  truncated: boolean;
}

/** Starts a reader; `feed` writes to it. Node gives its children a socket, a shell gives them a pipe. */
function read(
  kind: 'socket' | 'pipe',
  feed: (child: ChildProcess) => void,
  limit = '',
  patience = PATIENCE,
): Promise<Seen> {
  const command = [process.execPath, script, limit, patience];
  const child =
    kind === 'socket'
      ? spawn(command[0]!, command.slice(1))
      : spawn('sh', ['-c', 'cat | "$@"', 'sh', ...command]);
  started.push(child);
  const answer = new Promise<Seen>((done) => {
    let out = '';
    child.stdout!.on('data', (chunk) => {
      out += chunk;
      // Not at the end: the shell's own end comes only when somebody closes its input.
      if (out.endsWith('\n')) done(JSON.parse(out));
    });
  });
  feed(child);
  return answer;
}

describe.each(['socket', 'pipe'] as const)('standard input as a %s', (kind) => {
  /** Tests of the bytes alone: they are the same however the bytes come. */
  const itOnce = it.runIf(IS_LONG || kind === 'socket');

  it('is read whole', async () => {
    const text = `{"prompt":"ü € 𝄞"}\n`;
    expect(await read(kind, (child) => child.stdin!.end(text))).toEqual({ text, truncated: false });
  });

  itOnce('may be empty', async () => {
    expect(await read(kind, (child) => child.stdin!.end())).toEqual({ text: '', truncated: false });
  });

  it('may come in pieces, cut inside a character', async () => {
    const bytes = Buffer.from('{"a":"𝄞"}');
    const seen = await read(kind, (child) => {
      child.stdin!.write(bytes.subarray(0, 8));
      setTimeout(() => child.stdin!.end(bytes.subarray(8)), 150);
    });
    expect(seen).toEqual({ text: '{"a":"𝄞"}', truncated: false });
  });

  it('is not over at a brace that closes nothing', async () => {
    const seen = await read(kind, (child) => {
      child.stdin!.write('{"a":{"b":1}');
      setTimeout(() => child.stdin!.end(',"c":2}'), 150);
    });
    expect(seen.text).toBe('{"a":{"b":1},"c":2}');
  });

  it('is over when one whole object is there, though nobody closes it', async () => {
    const seen = await read(kind, (child) => child.stdin!.write('{"a":1}\n'));
    expect(seen).toEqual({ text: '{"a":1}\n', truncated: false });
  });

  it('is kept up to the limit and drained beyond it', async () => {
    let failed: unknown = null;
    const seen = await read(
      kind,
      (child) => {
        child.stdin!.on('error', (error) => {
          failed = error;
        });
        child.stdin!.end(Buffer.alloc(5_000_000, 'a'));
      },
      '100000',
    );
    expect(seen).toEqual({ text: 100_000, truncated: true });
    expect(failed).toBeNull();
  });

  itOnce('is not truncated at exactly the limit', async () => {
    expect(await read(kind, (child) => child.stdin!.end('abcd'), '4')).toEqual({
      text: 'abcd',
      truncated: false,
    });
    expect(await read(kind, (child) => child.stdin!.end('abcde'), '4')).toEqual({
      text: 'abcd',
      truncated: true,
    });
  });

  it('holds a large payload', async () => {
    const text = JSON.stringify({ output: 'z'.repeat(3_000_000) });
    expect(await read(kind, (child) => child.stdin!.end(text))).toEqual({
      text: text.length,
      truncated: false,
    });
  });

  itOnce('has its invalid bytes replaced and its byte order mark removed', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62, 0xc3]);
    expect((await read(kind, (child) => child.stdin!.end(bytes))).text).toBe('a\ufffdb\ufffd');
  });
});

describe('other kinds of standard input', () => {
  const run = (shell: string) =>
    JSON.parse(
      execFileSync('sh', ['-c', shell, 'sh', process.execPath, script], {
        encoding: 'utf8',
        cwd: folder,
      }),
    ) as Seen;

  it.each(['pipe', 'socket'] as const)(
    'a %s that stays open and silent is left, with what came',
    async (kind) => {
      const seen = await read(kind, (child) => child.stdin!.write('{"a":'), '', '');
      expect(seen).toEqual({ text: '{"a":', truncated: true });
      expect(await read(kind, () => {}, '', '')).toEqual({ text: '', truncated: true });
    },
  );

  it.each(['pipe', 'socket'] as const)(
    'a %s that stays open is left when an object as long as one read is there',
    async (kind) => {
      const text = JSON.stringify({ a: 'x'.repeat(65_536 - 8) });
      expect(text).toHaveLength(65_536);
      const seen = await read(kind, (child) => child.stdin!.write(text));
      expect(seen).toEqual({ text: text.length, truncated: false });
    },
  );

  it('an endless one is left', () => {
    expect(run('yes | "$@" 1000')).toEqual({ text: 'y\n'.repeat(500), truncated: true });
    expect(run('"$@" 10 < /dev/zero')).toEqual({ text: '\0'.repeat(10), truncated: true });
  });

  it.each(table<[string, string]>('stdin-empty'))('%s is empty', (_what, shell) => {
    expect(run(shell)).toEqual({ text: '', truncated: false });
  });

  it('a file is read from where it stands', () => {
    writeFileSync(join(folder, 'lines'), 'one\ntwo\n');
    expect(run('{ read first; "$@"; } < lines').text).toBe('two\n');
  });

  it('a file opened by the parent', () => {
    writeFileSync(join(folder, 'event'), '{"a":1}');
    const out = execFileSync(process.execPath, [script], {
      stdio: [openSync(join(folder, 'event'), 'r'), 'pipe'],
    });
    expect(JSON.parse(out.toString())).toEqual({ text: '{"a":1}', truncated: false });
  });
});
