// A home as people have it, written by the hooks and commands of one build: stories of several projects with clean, killed and open
// ends, a session of Codex, and what a person keeps by hand.
import { join } from 'node:path';
import { type Clock, HOUR } from '../../bench/continuity/clock.ts';
import type { Keyed, Turn } from '../../bench/continuity/corpus.ts';
import { Host } from '../../bench/continuity/host.ts';
import { Repository } from '../../bench/continuity/repository.ts';
import { ClaudeSession, CodexSession } from '../../bench/continuity/session.ts';
import { asPlayed, loadWholeStories, type Story } from '../../bench/continuity/stories.ts';
import type { World } from '../../bench/continuity/world.ts';

export const BEGUN = '2026-10-05T09:00:00.000Z';

/** Where work stopped in one project, and what whoever comes back has to be told. */
export interface Place {
  readonly id: string;
  readonly repository: Repository;
  readonly prompt: string;
  readonly needed: readonly Keyed[];
}

export interface WrittenHome {
  readonly home: string;
  readonly places: readonly Place[];
}

/** What an agent notes in its shell. */
const NOTED: readonly (readonly string[])[] = [
  ['note', 'decision', 'money is kept in integer cents'],
  ['note', 'next', 'write the migration of the old invoices'],
  ['note', 'blocker', 'the sandbox of the bank is down'],
];

/** What a person keeps, in no agent. */
const KEPT: readonly (readonly string[])[] = [
  ['pin', 'the staging key is rotated on Mondays', '--critical'],
  ['rule', 'Never force-push to main.'],
  ['memory', 'add', 'The nightly build takes forty minutes.'],
  ['config', 'set', 'pins.max', '9'],
];

export async function writeHome(world: World, clock: Clock, stories: number): Promise<WrittenHome> {
  const home = world.newHome();
  const places: Place[] = [];
  for (const story of loadWholeStories(['dev', 'held']).slice(0, stories))
    places.push(await playStory(world, home, clock, story));
  return { home, places };
}

async function playStory(world: World, home: string, clock: Clock, story: Story): Promise<Place> {
  const { id, repo, sessions, next_prompt: prompt, needed } = story;
  const turns = sessions.flatMap((session) => session.turns);
  const repository = await Repository.make(join(world.folder, 'work', id, repo), clock, turns);
  for (const [i, { branch, ending, turns: own }] of sessions.entries()) {
    await repository.switchTo(branch);
    const host = new Host(world, home, clock);
    const session = new ClaudeSession(host, repository, clock, join(world.folder, 'transcripts'));
    await session.start();
    for (const turn of own) await session.play(played(turn));
    if (i === 0) for (const words of NOTED) await host.run(words, repository.path);
    if (ending === 'clean') {
      await session.end();
      host.quit();
    } else await host.kill();
    clock.forward(5 * HOUR);
  }
  const host = new Host(world, home, clock);
  const codex = new CodexSession(host, repository, clock);
  await codex.start();
  await codex.prompt(`read the README of ${repo} once more`);
  host.quit();
  const person = new Host(world, home, clock);
  for (const words of KEPT) await person.run(words, repository.path);
  person.quit();
  clock.forward(HOUR);
  return { id, repository, prompt, needed };
}

function played(turn: Turn): Turn {
  return { ...turn, tools: turn.tools.map(asPlayed) };
}
