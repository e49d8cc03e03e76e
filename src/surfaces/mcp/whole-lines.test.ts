import { expect, it } from 'vitest';
import { wholeLines } from './front.ts';

function through(chunks: readonly string[], longest: number) {
  const refused: (string | number | null)[] = [];
  const read: string[] = [];
  const lines = wholeLines((id) => refused.push(id), longest);
  lines.on('data', (chunk: Buffer) => read.push(chunk.toString()));
  for (const chunk of chunks) lines.write(chunk);
  return new Promise<{ read: string[]; refused: typeof refused }>((done) => {
    lines.end(() => done({ read, refused }));
  });
}

it('passes lines on whole, however they arrive', async () => {
  expect(await through(['{"a', '":1}\n{"b":2}\n', '{"c":', '3}\n'], 100)).toEqual({
    read: ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n'],
    refused: [],
  });
});

it('leaves out a line that is too long, names its id and goes on', async () => {
  const long = 'x'.repeat(50);
  const cases = [
    [`{"jsonrpc":"2.0","id":7,"params":"${long}"}`, 7],
    [`{"id":"a-1","jsonrpc":"2.0","params":"${long}"}`, 'a-1'],
    [`{"method":"m","params":{"x":"${long}"},"jsonrpc":"2.0","id":8}`, 8],
    [`{"params":{"x":"${long}","id":9},"jsonrpc":"2.0"}`, null],
    [long, null],
  ] as const;
  for (const [line, id] of cases) {
    const pieces = `${line}\n{"b":2}\n`.match(/[\s\S]{1,20}/g)!;
    expect(await through(pieces, 45)).toEqual({ read: ['{"b":2}\n'], refused: [id] });
    expect(await through([`${line}\n{"b":2}\n`], 45)).toMatchObject({ read: ['{"b":2}\n'] });
  }
});
