import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './tools.ts';
import { type Program, World } from './world.ts';

/** The result of one fault. */
export interface Tally {
  readonly tried: number;
  /** Acknowledged or handed over, and found nowhere afterwards. */
  readonly lost: number;
  /** Every promise that broke, each a sentence. */
  readonly wrong: readonly string[];
  /** Figures for the table. */
  readonly note?: string;
  /** Parts that were left out, and why. */
  readonly skipped?: string;
}

export interface Fault {
  readonly id: string;
  readonly name: string;
  run(torture: Torture): Promise<Tally>;
}

/** The tools of a fault. */
export class Torture {
  readonly program: Program;
  readonly random: Random;
  readonly #folder: string;
  readonly #scale: number;
  #worlds = 0;

  constructor(program: Program, folder: string, scale: number, random: Random) {
    this.program = program;
    this.random = random;
    this.#folder = folder;
    this.#scale = scale;
  }

  /** How often something is tried in this form of the run; `count` is the default form's. */
  times(count: number, least = 1): number {
    return Math.max(least, Math.round(count * this.#scale));
  }

  /** A home and a repository of its own. */
  world(env: Readonly<Record<string, string>> = {}): World {
    const folder = join(this.#folder, `world-${++this.#worlds}`);
    mkdirSync(folder, { recursive: true });
    return new World(this.program, folder, env);
  }

  isLong(): boolean {
    return this.#scale > 1;
  }
}

export function randomOf(seed: number, fault: Fault): Random {
  return new Random(seed, fault.id);
}
