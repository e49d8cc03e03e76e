import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';
import type { Fit } from '../search/fit.ts';

/** How well an earlier session fits the words of a prompt. */
export interface SessionFit {
  readonly id: SessionId;
  /** Its place among all sessions, and when it was last active. */
  readonly place: number;
  readonly at: Millis;
  /** Its score among the documents of a search. */
  readonly words: number;
  /** How many of the files that the prompt names it touched. */
  readonly paths: number;
  /** How many telling words of the prompt it holds, and how many of them it shares with few other sessions. */
  readonly telling: number;
  readonly rare: number;
  /** How many of the rare ones a person said there, or name its files; and how many of these stand in more than one turn. */
  readonly said: number;
  readonly saidAgain: number;
  /** Whether a rare one is an id or a file that it touched. */
  readonly isNamed: boolean;
  /** The fit of its best turn. */
  readonly fit: Fit;
  /** The turns that hold the prompt's words, best first. */
  readonly turns: readonly number[];
}
