import type { CostRun } from './costs.ts';
import type { Telling } from './told.ts';
import type { Trials } from './trials.ts';

/** One program of the field, in one run. */
export interface Row {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly string[];
  readonly commands: readonly string[];
  readonly note: string;
  /** What it lacks to tell anything of its own. */
  readonly lacks?: string;
  /** Why it has no figures, or null. */
  readonly why: string | null;
  readonly told: Telling | null;
  readonly trials: Trials | null;
  /** By number of sessions, why its hooks were not measured there. */
  readonly left_out: Readonly<Record<string, string>>;
}

export interface Report {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Of the last minute, when the run began and when it ended. */
  readonly load: readonly [number, number];
  readonly minutes: number;
  readonly rows: readonly Row[];
  readonly costs: readonly CostRun[];
}

/** What was measured now over what was saved: other sizes and other peers keep their figures. */
export function merged(before: Report | null, now: Report): Report {
  if (before === null) return now;
  const sizes = [
    ...before.costs.map(({ sessions }) => sessions),
    ...now.costs.map(({ sessions }) => sessions),
  ];
  const costs = [...new Set(sizes)]
    .sort((a, b) => a - b)
    .map(
      (size) =>
        [now, before].flatMap((report) => report.costs).find(({ sessions }) => sessions === size)!,
    );
  const rows = now.rows.map((row) => {
    const old = before.rows.find(
      ({ name, version }) => name === row.name && version === row.version,
    );
    if (!old) return row;
    return {
      ...row,
      told: row.told ?? old.told,
      trials: row.trials ?? old.trials,
      left_out: { ...old.left_out, ...row.left_out },
    };
  });
  const named = (name: string) => rows.find((row) => row.name === name);
  const kept = before.rows.map((row) => named(row.name) ?? row);
  const added = rows.filter(({ name }) => !before.rows.some((row) => row.name === name));
  return { ...now, rows: [...kept, ...added], costs };
}
