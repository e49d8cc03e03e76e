// Screens at 40, 80 and 120 columns, as files in test/recorded/screens. UPDATE_SCREENS=1 writes them anew.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../program.ts';
import { scratchFolder } from '../scratch.ts';
import { emptyStory, type Story, tellStory } from '../ui-story.ts';

const SCREENS = join(import.meta.dirname, '..', 'recorded', 'screens');
const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const COMMANDS = ['', '--help', 'history', 'chain', 'tasks', 'thread', 'show'];

describe('screens of a terminal', () => {
  const folder = scratchFolder();
  let story: Story;

  beforeAll(async () => {
    story = emptyStory(folder.path);
    await tellStory(story, NOW);
  });
  afterAll(() => folder.dispose());

  it.each([40, 80, 120])('%i columns', (columns) => {
    const env = {
      ...story.env,
      COLUMNS: String(columns),
      CORTEX_NOW: new Date(NOW).toISOString(),
      NO_COLOR: '1',
    };
    const typed = (words: readonly string[]) =>
      runHere(words, { cwd: story.shop, env, input: '', host: process.pid }).stdout;
    const [latest] = JSON.parse(typed(['history', '--json'])) as { session_id: string }[];
    const screens = COMMANDS.map((command) => {
      const words = [command, command === 'show' ? latest!.session_id : ''].filter(
        (word) => word !== '',
      );
      const shown = typed(words);
      for (const line of shown.split('\n').filter((one) => !one.includes(folder.path)))
        expect([...line].length, line).toBeLessThanOrEqual(columns);
      return `$ cortex ${command === 'show' ? 'show <id>' : command}\n${steady(shown)}`;
    });
    const text = screens.join('\n');
    const path = join(SCREENS, `${columns}.txt`);
    if (process.env['UPDATE_SCREENS']) {
      mkdirSync(SCREENS, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text).toBe(readFileSync(path, 'utf8'));
  });
});

/** Ids are random, and folders and time zones are others elsewhere. Letters stand for them, as many as they had. */
function steady(text: string): string {
  const names = new Map<string, string>();
  return text
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => `${id.slice(0, 8)}-…`)
    .replace(/\b[0-9a-f]{8}\b/g, (id) => {
      if (!names.has(id)) names.set(id, `id${String(names.size + 1).padStart(6, '0')}`);
      return names.get(id)!;
    })
    .replace(/^(session {4})[\s\S]*?(?=^branch {5})/m, '$1…\n')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'yyyy-mm-dd hh:mm')
    .replace(/^ {2}\d\d:\d\d {2}/gm, '  hh:mm  ');
}
