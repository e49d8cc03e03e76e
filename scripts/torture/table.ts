import { release } from 'node:os';
import type { Fault, Tally } from './fault.ts';
import type { Program } from './world.ts';

export interface Row {
  readonly fault: Fault;
  readonly tally: Tally;
  readonly seconds: number;
}

/** When, with what, and how to do it again. */
export function heading(seed: number, { repairs }: Program): string {
  const versions = `Node ${process.versions.node}, SQLite ${process.versions['sqlite']}, ${process.platform} ${release()}`;
  const kind = repairs ? '' : '; without cortex repair';
  return `seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${versions}${kind}`;
}

export function header(): string {
  return '| # | fault | tried | lost | verdict | s | |\n| --- | --- | ---: | ---: | --- | ---: | --- |';
}

export function rowOf({ fault, tally, seconds }: Row): string {
  const { tried, lost, wrong, skipped, note } = tally;
  const verdict = wrong.length > 0 ? 'BROKEN' : skipped ? (tried === 0 ? 'skipped' : 'in part') : 'holds';
  const more = [note, skipped && `left out: ${skipped}`].filter((text) => text).join('; ');
  return `| ${fault.id} | ${fault.name} | ${tried} | ${lost} | ${verdict} | ${seconds.toFixed(0)} | ${more} |`;
}
