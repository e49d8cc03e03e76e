import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { person } from '../person.ts';

const { here, json, hook, cortex } = person();

const SESSION = 's-1';
const HEAD = '0123456789abcdef'.repeat(3).slice(0, 40);

interface Stored {
  readonly kind: string;
  readonly text?: string;
  readonly branch?: string;
  readonly head?: string;
  readonly failed?: boolean;
  readonly between?: boolean;
}

const event = (hook_event_name: string, fields: object = {}) =>
  hook({ session_id: SESSION, hook_event_name, ...fields });

function facts(): readonly Stored[] {
  const [session] = json<{ session_id: string }[]>(['history']);
  return json<Stored[]>(['show', session!.session_id, '--facts']);
}
const kinds = () => facts().map(({ kind }) => kind);

function transcript(...lines: object[]): string {
  const path = join(here.folder, 'transcript.jsonl');
  writeFileSync(
    path,
    lines.map((line) => `${JSON.stringify({ sessionId: SESSION, ...line })}\n`).join(''),
  );
  return path;
}
const asked = { type: 'user', message: { content: 'tune the antenna' } };
const said = (text: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
});

describe('a turn that ends without its reply', () => {
  it('takes it from the end of the transcript, without secrets', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    const secret = `AKIA${'Q7RVZ2LMXPD4KJ5T'}`;
    const filler = said('x'.repeat(300_000));
    event('Stop', { transcript_path: transcript(asked, filler, said(`Tuned with ${secret}.`)) });
    const replies = facts().filter(({ kind, between }) => kind === 'reply' && !between);
    expect(replies.map(({ text }) => text)).toEqual(['Tuned with [REDACTED].']);
  });

  it('has no reply where a person spoke last, or where the file is not to be had', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    const pipe = join(here.folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    mkdirSync(join(here.folder, 'folder'));
    const gone = join(here.folder, 'gone');
    for (const path of [
      transcript(said('Before.'), asked),
      pipe,
      join(here.folder, 'folder'),
      gone,
    ])
      expect(event('Stop', { transcript_path: path, prompt_id: path })).toMatchObject({
        status: 0,
        stdout: '',
      });
    expect(kinds()).not.toContain('reply');
    expect(kinds().filter((kind) => kind === 'turn-ended')).toHaveLength(4);
  });

  it.skipIf(process.geteuid?.() !== 0)('reads no file of another user', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    const path = transcript(asked, said('Tuned.'));
    chownSync(path, 65_534, 65_534);
    event('Stop', { transcript_path: path });
    expect(kinds()).not.toContain('reply');
  });

  it('takes what was said for no reply where the host broke the turn off', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    const transcript_path = transcript(asked, said('I begin.'));
    event('StopFailure', { transcript_path, last_assistant_message: 'API Error: 529' });
    expect(facts().filter(({ kind }) => kind === 'reply')).toMatchObject([
      { text: 'I begin.', between: true },
    ]);
    expect(facts().find(({ kind }) => kind === 'turn-ended')).toMatchObject({ failed: true });
  });
});

describe('where a session stood', () => {
  it('is known at the end of each turn and of the session', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    event('Stop', { last_assistant_message: 'Tuned.' });
    const secret = `AKIA${'Q7RVZ2LMXPD4KJ5T'}`;
    const git = join(here.radio, '.git');
    writeFileSync(join(git, 'HEAD'), `ref: refs/heads/${secret}\n`);
    writeFileSync(join(git, 'refs', 'heads', secret), `${'f'.repeat(40)}\n`);
    event('SessionEnd', { reason: 'other' });
    expect(facts().filter(({ kind }) => kind === 'stood')).toMatchObject([
      { branch: 'main', head: HEAD },
      { branch: '[REDACTED]', head: 'f'.repeat(40) },
    ]);
    expect(cortex(['verify']).status).toBe(0);
  });

  it('is noted once where the end changes nothing', () => {
    event('UserPromptSubmit', { prompt: 'tune the antenna' });
    event('Stop', { last_assistant_message: 'Tuned.' });
    event('SessionEnd', { reason: 'other' });
    expect(kinds().slice(-3)).toEqual(['turn-ended', 'stood', 'ended']);
    const [session] = json<{ session_id: string; end_time: string | null }[]>(['history', '--all']);
    expect(session!.end_time).not.toBeNull();
    expect(cortex(['doctor', '--json']).stdout).not.toMatch(/"level": ?"broken"/);
  });

  it('names the files that differ from the turn before, and nothing where nothing does', () => {
    const turn = (file: string, text: string | null) => {
      const path = join(here.radio, file);
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
      event('UserPromptSubmit', { prompt: `now ${file}` });
      const input = { file_path: path, old_string: 'a', new_string: 'b' };
      event('PostToolUse', { tool_name: 'Edit', tool_input: input, tool_response: {} });
      event('Stop', { last_assistant_message: 'Done.' });
    };
    turn('a.ts', 'a');
    turn('b.ts', 'b');
    turn('a.ts', null);
    event('UserPromptSubmit', { prompt: 'and?' });
    event('Stop', { last_assistant_message: 'That is all.' });
    const stood = facts().filter(({ kind }) => kind === 'stood');
    expect(stood).toMatchObject([
      { changed: [{ path: 'a.ts' }] },
      { changed: [{ path: 'b.ts' }] },
      { gone: ['a.ts'] },
    ]);
    expect(stood[1]).not.toHaveProperty('gone');
  });

  it('is not told of another repository, nor where there is none', () => {
    const cwd = here.folder;
    hook(
      { session_id: SESSION, hook_event_name: 'UserPromptSubmit', prompt: 'look around' },
      { cwd },
    );
    hook({ session_id: SESSION, hook_event_name: 'Stop', last_assistant_message: 'So.' }, { cwd });
    event('SessionEnd', { reason: 'other' });
    expect(json<object[]>(['history', '--all'])).toHaveLength(1);
    const [session] = json<{ session_id: string }[]>(['history', '--all']);
    const stored = json<Stored[]>(['show', session!.session_id, '--facts']);
    expect(stored.map(({ kind }) => kind)).not.toContain('stood');
  });
});

it('keeps what a compaction left, and nothing of its agent', () => {
  event('UserPromptSubmit', { prompt: 'tune the antenna' });
  event('SubagentStop', {
    agent_id: 'a1',
    agent_type: '',
    last_assistant_message: '<summary>All.</summary>',
  });
  event('PostCompact', {
    trigger: 'auto',
    compact_summary: '<analysis>x</analysis><summary>Pending: test it.</summary>',
  });
  expect(kinds()).toEqual(['started', 'prompt', 'summary']);
  expect(facts().at(-1)).toMatchObject({ text: 'Pending: test it.' });
});

it('makes tasks of a plan that was accepted', () => {
  event('UserPromptSubmit', { prompt: 'plan it' });
  const plan = '1. Write the tests\n2. Fix the rounding';
  event('PostToolUse', {
    tool_name: 'ExitPlanMode',
    tool_input: { plan },
    tool_response: { plan },
    tool_use_id: 't',
  });
  event('Stop', { last_assistant_message: 'Planned.' });
  expect(cortex(['tasks']).stdout).toMatch(/Write the tests[\s\S]*Fix the rounding/);
});
