import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Line, Row } from './table.ts';
import { versions } from './tools.ts';

/** How many times as often something is tried as in the default form. */
export const FORMS = { quick: 0.03, short: 0.4, default: 1, long: 20 } as const;
export type Form = keyof typeof FORMS;

/** One fault as it was tried last in a form. */
export interface SavedRow extends Line {
  readonly seed: number;
  readonly versions: string;
  /** The commit that was tortured; empty where there is no repository. */
  readonly build: string;
  /** Day of the run. */
  readonly on: string;
  /** How many processes wanted a core when the fault was through. */
  readonly load: number;
}

export interface SavedProof {
  readonly by: string;
  readonly isCaught: boolean;
  readonly said: string;
  readonly seed: number;
  readonly on: string;
}

export interface Results {
  readonly forms: Readonly<Partial<Record<Form, Readonly<Record<string, SavedRow>>>>>;
  readonly proofs: Readonly<Record<string, SavedProof>>;
}

const NONE: Results = { forms: {}, proofs: {} };

function resultsFile(root: string): string {
  return join(root, 'scripts', 'torture', 'results.json');
}

export function readResults(root: string): Results {
  const path = resultsFile(root);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : NONE;
}

/** A row takes the place of that of the same fault and form. */
export function keepRow(root: string, form: Form, seed: number, { fault, tally, seconds, cpu }: Row): void {
  const row: SavedRow = {
    id: fault.id,
    name: fault.name,
    tried: tally.tried,
    lost: tally.lost,
    wrong: tally.wrong.slice(0, 8).map(oneLine),
    note: tally.note ?? '',
    skipped: tally.skipped ?? '',
    seconds: Math.round(seconds),
    cpu: Math.round(cpu),
    seed,
    versions: versions(),
    build: commitOf(root),
    on: today(),
    load: Math.round(loadavg()[0]!),
  };
  const before = readResults(root);
  const forms = { ...before.forms, [form]: { ...before.forms[form], [row.id]: row } };
  write(root, { ...before, forms });
}

export function keepProof(root: string, name: string, proof: Omit<SavedProof, 'on'>): void {
  const before = readResults(root);
  const kept = { ...proof, said: oneLine(proof.said), on: today() };
  write(root, { ...before, proofs: { ...before.proofs, [name]: kept } });
}

function write(root: string, results: Results): void {
  writeFileSync(resultsFile(root), `${JSON.stringify(results, null, 2)}\n`);
}

function commitOf(root: string): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return stdout.trim();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Paths of the machine are nobody's business. */
function oneLine(text: string): string {
  return text
    .replace(/\/tmp\/[^\s'"]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
}
