import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { person } from '../person.ts';

const { here, cortex, hook } = person();

/** Two customers, whose words have nothing in common. */
const CUSTOMERS = [
  { name: 'acme', words: ['zephyrine', 'ketchword', 'orlando7'] },
  { name: 'borel', words: ['quillaja', 'marzipane', 'tolstoy9'] },
] as const;
type Customer = (typeof CUSTOMERS)[number];

const folderOf = ({ name }: Customer) => join(here.folder, name);

function makeFolders(): void {
  for (const customer of CUSTOMERS) mkdirSync(folderOf(customer), { recursive: true });
}

/** A day in a folder outside of git: asked, written, pinned, noted, remembered. */
function work(customer: Customer): void {
  const cwd = folderOf(customer);
  const [first, second, third] = customer.words;
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: `${customer.name}-1`, hook_event_name: name, ...more }, { cwd });
  cortex(['pin', `Ask ${third} first`], { cwd });
  event('SessionStart', { source: 'startup' });
  event('UserPromptSubmit', { prompt: `Write the ${first} letter for ${second}`, prompt_id: 'p' });
  event('PostToolUse', {
    tool_name: 'Write',
    tool_input: { file_path: join(cwd, `${second}.md`), content: `${third}` },
    tool_response: {},
    tool_use_id: 't',
  });
  cortex(['pin', `CRITICAL: ${third} pays`], { cwd });
  cortex(['note', '--decision', `${first} is formal`], { cwd });
  event('Stop', {
    last_assistant_message: `The ${first} letter about ${second} is in ${second}.md.`,
  });
  event('SessionEnd', { reason: 'other' });
  cortex(['memory', 'add', `${second} likes ${third}`], { cwd });
}

/** What every door tells in a folder. */
function told(customer: Customer, session: string): string {
  const cwd = folderOf(customer);
  const words = CUSTOMERS.flatMap((one) => one.words).join(' ');
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: session, hook_event_name: name, ...more }, { cwd }).stdout;
  const run = (...args: string[]) => cortex(args, { cwd }).stdout;
  const texts = [
    event('SessionStart', { source: 'startup' }),
    event('UserPromptSubmit', {
      prompt: 'Where were we with the letter?',
      prompt_id: `${session}-1`,
    }),
    event('UserPromptSubmit', { prompt: 'and the letter of before?', prompt_id: `${session}-2` }),
    run(),
    run('why'),
    run('history'),
    run('thread'),
    run('tasks'),
    run('memory', 'list'),
    run('search', words),
    run('report', '--out', '-'),
  ];
  event('SessionEnd', { reason: 'other' });
  return texts.join('\n');
}

function expectOwnWordsAlone(session: string): void {
  for (const customer of CUSTOMERS) {
    const [other] = CUSTOMERS.filter((one) => one !== customer);
    const text = told(customer, `${session}-${customer.name}`);
    expect(text).toContain(customer.words[0]);
    expect(other!.words.filter((word) => text.includes(word))).toEqual([]);
  }
}

/** Told as the person's own, which stays; an inherited one would fade. */
function expectPersonsPin(customer: Customer): void {
  const [, , third] = customer.words;
  const listed = cortex(['pin'], { cwd: folderOf(customer) }).stdout;
  expect(listed).toMatch(new RegExp(`Ask ${third} first$`, 'm'));
}

/** What a home looks like in which an earlier version kept all of it in `global`. */
function keepInGlobal(): void {
  const database = new DatabaseSync(join(here.home, 'brain.db'));
  try {
    const global = "scope = 'global', scope_key = 'global'";
    database.exec(`UPDATE session_states SET ${global}, project_path = NULL, checksum = NULL;
      UPDATE search_document SET ${global};
      UPDATE scope_waiting_pins SET ${global};
      UPDATE memory_items SET ${global}, checksum = NULL WHERE session_id IS NOT NULL;
      UPDATE work_threads SET ${global}, project_path = NULL, checksum = NULL, status = 'archived' WHERE rowid > 1;
      UPDATE work_threads SET ${global}, project_path = NULL, checksum = NULL;
      UPDATE session_events SET session_id = (SELECT id FROM work_threads ORDER BY rowid LIMIT 1), checksum = NULL
        WHERE kind = 'thread';
      DELETE FROM thread_folds;
      DELETE FROM work_threads WHERE rowid > 1;
      DELETE FROM search_document WHERE kind = 'thread'`);
  } finally {
    database.close();
  }
}

it('tells in one folder outside of git no word of another, at any door', () => {
  makeFolders();
  for (const customer of CUSTOMERS) work(customer);
  expectOwnWordsAlone('next');
});

it('tells each folder its own out of what an earlier version kept together, before maintenance and after', () => {
  makeFolders();
  for (const customer of CUSTOMERS) work(customer);
  keepInGlobal();
  const [first] = CUSTOMERS;
  expect(told(first, 'before')).toContain('The zephyrine letter about ketchword');
  expectPersonsPin(first);
  expectOwnWordsAlone('again');
  expect(cortex(['maintain'], { cwd: here.folder }).stdout).toContain(
    'moved out of the global scope',
  );
  const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
  const left = database
    .prepare("SELECT count(*) AS n FROM session_states WHERE scope_key = 'global'")
    .get();
  database.close();
  expect(left).toEqual({ n: 0 });
  expectOwnWordsAlone('after');
  expectPersonsPin(first);
  expect(cortex(['verify'], { cwd: here.folder }).status).toBe(0);
});

it('keeps in the home what a person pins, and no word of what was said there', () => {
  const cwd = here.folder;
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: 'at-home', hook_event_name: name, ...more }, { cwd }).stdout;
  event('SessionStart', { source: 'startup' });
  event('UserPromptSubmit', { prompt: 'Sort the zephyrine pictures', prompt_id: 'p' });
  cortex(['pin', 'CRITICAL: quillaja is the name of the printer'], { cwd });
  event('Stop', { last_assistant_message: 'The zephyrine pictures are sorted.' });
  event('SessionEnd', { reason: 'other' });
  for (const place of [here.folder, here.radio]) {
    const start = { session_id: `in ${place}`, hook_event_name: 'SessionStart', source: 'startup' };
    const text = hook(start, { cwd: place }).stdout;
    expect(text).toContain('quillaja is the name of the printer');
    expect(text).not.toContain('zephyrine');
    expect(cortex(['search', 'zephyrine', '--all'], { cwd: place }).stdout).not.toContain(
      'pictures',
    );
  }
});
