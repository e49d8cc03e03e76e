import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, HOUR, SECOND } from '../continuity/clock.ts';
import { Repository } from '../continuity/repository.ts';
import type { World } from '../continuity/world.ts';
import { NearHost } from '../matters/host.ts';
import { transcriptLine } from '../transcripts.ts';
import type { Chat } from './sde-data.ts';

/** When the tasks are begun. */
export const TASKS_BEGIN = '2026-11-10T12:00:00.000Z';

/** A home with the chats as an import took them over, and the repository that they are about. */
export async function importChats(
  world: World,
  chats: readonly Chat[],
  clock: Clock,
): Promise<{ readonly host: NearHost; readonly repository: Repository }> {
  const repository = await Repository.make(join(world.folder, 'work', 'boltons'), clock, []);
  const transcripts = join(world.folder, 'transcripts', 'boltons');
  writeChats(transcripts, repository.path, chats);
  const host = new NearHost(world, world.newHome(), clock);
  host.run(['import', 'claude-code', dirname(transcripts)], repository.path);
  return { host, repository };
}

/** Writes the chats as Claude Code keeps them. */
function writeChats(folder: string, cwd: string, chats: readonly Chat[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { id, at, turns } of chats) {
    const lines = turns.map(({ role, text }, i) =>
      transcriptLine({
        session: id,
        cwd,
        at: at + i * 40 * SECOND,
        role,
        content: role === 'user' ? text : [{ type: 'text', text }],
      }),
    );
    const file = join(folder, `${id}.jsonl`);
    writeFileSync(file, lines.join(''));
    // A file of just now would be a session that may still go on, which an import leaves out.
    const later = (at + HOUR) / 1000;
    utimesSync(file, later, later);
  }
}
