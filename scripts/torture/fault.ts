import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.ts';
import type { Random } from './tools.ts';
import { World } from './world.ts';

export interface Fault {
  readonly id: string;
  readonly name: string;
  /** Tries it, and gives figures for the table. */
  run(torture: Torture): Promise<string>;
}

/** The tools of a fault, and what came of it. */
export class Torture {
  /** The built program. */
  readonly cortex: string;
  readonly random: Random;
  tried = 0;
  /** Acknowledged or handed over, and found nowhere afterwards. */
  lost = 0;
  /** Every promise that broke, each a sentence. */
  readonly wrong: string[] = [];
  /** Parts that were left out, and why. */
  skipped = '';
  readonly #folder: string;
  readonly #scale: number;
  #worlds = 0;

  constructor(cortex: string, folder: string, scale: number, random: Random) {
    this.cortex = cortex;
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
    return new World(this.cortex, folder, env);
  }

  /** Everything that was acknowledged in a world has to be there, once. */
  check(world: World, where = ''): void {
    const { lost, wrong } = check(world);
    this.lost += lost;
    this.wrong.push(...wrong.map((what) => (where ? `${where}: ${what}` : what)));
  }

  isLong(): boolean {
    return this.#scale > 1;
  }
}
