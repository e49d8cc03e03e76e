import type { Fault, Tally } from './fault.ts';
import { versions } from './tools.ts';
import type { Program } from './world.ts';

export interface Row {
  readonly fault: Fault;
  readonly tally: Tally;
  readonly seconds: number;
  /** Seconds of processor time that the fault took, its processes included. */
  readonly cpu: number;
}

/** When, with what, and how to do it again. */
export function heading(seed: number, { repairs }: Program): string {
  const kind = repairs ? '' : '; without cortex repair';
  return `seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${versions()}${kind}`;
}

export function header(): string {
  return '| # | fault | tried | lost | verdict | s | CPU s | |\n| --- | --- | ---: | ---: | --- | ---: | ---: | --- |';
}

export function rowOf({ fault, tally, seconds, cpu }: Row): string {
  const { tried, lost, wrong, skipped = '', note = '' } = tally;
  const row = { id: fault.id, name: fault.name, tried, lost, wrong, skipped, note, seconds, cpu };
  return lineOf(row);
}

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly tried: number;
  readonly lost: number;
  readonly wrong: readonly string[];
  readonly skipped: string;
  readonly note: string;
  readonly seconds: number;
  readonly cpu: number;
}

/** The one line of a fault, in a terminal and on the page. */
export function lineOf({ id, name, tried, lost, wrong, skipped, note, seconds, cpu }: Line): string {
  const verdict = wrong.length > 0 ? 'BROKEN' : skipped ? (tried === 0 ? 'skipped' : 'in part') : 'holds';
  const more = [note, skipped && `left out: ${skipped}`].filter((text) => text).join('; ');
  return `| ${id} | ${name} | ${tried} | ${lost} | ${verdict} | ${seconds.toFixed(0)} | ${cpu.toFixed(0)} | ${more} |`;
}
