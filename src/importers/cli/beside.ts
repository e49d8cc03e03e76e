import { join } from 'node:path';
import { ALL_TRANSCRIPTS } from '../../agents/all.ts';
import type { Deps } from '../../engine/base/deps.ts';
import type { TranscriptFile } from '../../ports/base/transcripts.ts';
import type { Cli } from '../../surfaces/cli/base/context.ts';
import { filesDone } from '../files.ts';
import { hostFiles, transcriptNotes } from '../places.ts';
import { importTranscripts } from '../transcripts.ts';

/** One run of maintenance reads for so long; the next goes on. */
const PATIENCE_MS = 15_000;

/**
 * Adds what rooms keep beside the facts of sessions that are here, from transcripts that were written before hooks stored it. Each is
 * read once.
 */
export async function fillBeside(cli: Cli, deps: Deps): Promise<void> {
  if (deps.captureRooms.length === 0) return;
  const since = await deps.store.besideSince();
  const { isDone, done } = filesDone(join(cli.home().folder, 'transcripts-marked.jsonl'));
  const { isForgotten } = transcriptNotes(cli);
  const until = deps.ticks() + PATIENCE_MS;
  const isLeft = (file: TranscriptFile) =>
    file.modified >= since || deps.ticks() > until || isDone(file);
  for (const of of ALL_TRANSCRIPTS) {
    const { files } = hostFiles(cli, of);
    if (files.every(isLeft)) continue;
    await importTranscripts(deps, of, files, {
      dryRun: false,
      besideOnly: true,
      lookedAt: [],
      isForgotten,
      progress: () => undefined,
      isDone: isLeft,
      done,
    });
  }
}
