import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { redact } from '../src/domain/redact/redact.ts';
import { fingerprint } from '../src/domain/text/fingerprint.ts';

const USAGE = `usage: node bench/redaction.ts --secrets <file> [--sessions <file>] [--half a|b] [--strict] [--json] [file or folder …]

  --secrets   {pos: [{rule, text, secret}], neg: [{rule, text}]} as JSON: texts with a secret, and texts without
  --sessions  JSON lines with user[] and agent[]: ordinary text in which nothing should be found
  --half      only the kinds of one half, by a hash of their names: one to tune on, the other to report
  --strict    measure the strict mode
  Files may be gzipped. Further files and folders are ordinary text: sources, lock files, READMEs, git logs.`;

interface Secrets {
  /** `secret` is null where the corpus does not say which part it is; then any finding counts. */
  readonly pos: readonly { readonly rule: string; readonly text: string; readonly secret: string | null }[];
  readonly neg: readonly { readonly rule: string; readonly text: string }[];
}

interface Kind {
  readonly kind: string;
  readonly gone: number;
  readonly of: number;
}

interface Ordinary {
  readonly source: string;
  readonly lines: number;
  readonly redactions: number;
  readonly perThousandLines: number;
  readonly microsecondsPerKilobyte: number;
  /** What was taken, as far as it fits: each is to be looked at. */
  readonly taken: readonly string[];
}

export interface RedactionResult {
  readonly strict: boolean;
  /** Mean over kinds, in percent. */
  readonly recall: number;
  readonly kinds: readonly Kind[];
  readonly falseChanges: number;
  readonly lookAlikes: number;
  readonly ordinary: readonly Ordinary[];
}

function read(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** By a hash of the name: the same halves in every run, on every machine. */
function halfOf(kind: string): 'a' | 'b' {
  return Number.parseInt(fingerprint(kind), 36) % 2 === 0 ? 'a' : 'b';
}

function inHalf({ pos, neg }: Secrets, half: string | undefined): Secrets {
  if (half === undefined) return { pos, neg };
  const isIn = ({ rule }: { readonly rule: string }) => halfOf(rule) === half;
  return { pos: pos.filter(isIn), neg: neg.filter(isIn) };
}

function recallByKind(corpus: Secrets, strict: boolean): Kind[] {
  const kinds = new Map<string, { gone: number; of: number }>();
  for (const { rule, text, secret } of corpus.pos) {
    const kind = kinds.get(rule) ?? { gone: 0, of: 0 };
    kinds.set(rule, kind);
    const result = redact(text, { strict });
    kind.of++;
    if (secret === null ? result.found.length > 0 : !result.text.includes(secret)) kind.gone++;
  }
  return [...kinds].map(([kind, { gone, of }]) => ({ kind, gone, of }));
}

const SHOWN = 20;

function ordinary(source: string, texts: readonly string[], strict: boolean): Ordinary {
  let lines = 0;
  let redactions = 0;
  let characters = 0;
  let milliseconds = 0;
  const taken: string[] = [];
  for (const text of texts) {
    const start = performance.now();
    const { found } = redact(text, { strict });
    milliseconds += performance.now() - start;
    lines += text.split('\n').length;
    characters += text.length;
    redactions += found.length;
    for (const each of found) {
      if (taken.length < SHOWN)
        taken.push(`${each.rule}: ${text.slice(each.start, Math.min(each.end, each.start + 60))}`);
    }
  }
  return {
    source,
    lines,
    redactions,
    perThousandLines: lines === 0 ? 0 : (1000 * redactions) / lines,
    microsecondsPerKilobyte: characters === 0 ? 0 : (1000 * milliseconds) / (characters / 1024),
    taken,
  };
}

function sessionTexts(path: string): string[] {
  return read(path)
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const { user = [], agent = [] } = JSON.parse(line) as { user?: string[]; agent?: string[] };
      return [...user, ...agent];
    });
}

const TEXT = new Set([
  '.md',
  '.txt',
  '.json',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.tsx',
  '.py',
  '.go',
  '.rs',
  '.c',
  '.h',
  '.yml',
  '.yaml',
  '.toml',
  '.lock',
  '.sum',
  '.log',
  '.sh',
  '.html',
  '.css',
  '.gz',
  '',
]);
const LARGEST = 512 * 1024;
const MOST_FILES = 4000;

function textsUnder(path: string, out: string[] = []): string[] {
  const info = lstatSync(path);
  if (info.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (name !== '.git') textsUnder(join(path, name), out);
  } else if (info.isFile() && info.size <= LARGEST && out.length < MOST_FILES && TEXT.has(extname(path))) {
    const text = read(path);
    if (!text.includes('\0')) out.push(text);
  }
  return out;
}

function report(result: RedactionResult): string {
  const missed = result.kinds.filter(({ gone, of }) => gone < of);
  return [
    `recall ${result.recall.toFixed(2)} % over ${result.kinds.length} kinds${result.strict ? ' (strict)' : ''}`,
    ...missed.map(({ kind, gone, of }) => `  ${kind}: ${gone} of ${of}`),
    `  all others: every sample gone (${result.kinds.length - missed.length} kinds)`,
    `false changes: ${result.falseChanges} of ${result.lookAlikes} look-alikes`,
    ...result.ordinary.flatMap((each) => [
      `ordinary text, ${each.source}: ${each.redactions} redactions in ${each.lines} lines = ${each.perThousandLines.toFixed(3)} per 1,000; ${each.microsecondsPerKilobyte.toFixed(0)} µs per KB`,
      ...each.taken.map((taken) => `  ${JSON.stringify(taken)}`),
    ]),
  ].join('\n');
}

export function measureRedaction(
  secrets: Secrets,
  sources: ReadonlyMap<string, readonly string[]>,
  strict: boolean,
): RedactionResult {
  const kinds = recallByKind(secrets, strict);
  return {
    strict,
    recall:
      kinds.length === 0 ? 0 : (100 * kinds.reduce((sum, { gone, of }) => sum + gone / of, 0)) / kinds.length,
    kinds,
    falseChanges: secrets.neg.filter(({ text }) => redact(text, { strict }).text !== text).length,
    lookAlikes: secrets.neg.length,
    ordinary: [...sources].map(([source, texts]) => ordinary(source, texts, strict)),
  };
}

/** Prints the figures; the exit code says whether there was anything to measure. */
export function redactionBench(argv: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      secrets: { type: 'string' },
      sessions: { type: 'string' },
      half: { type: 'string' },
      strict: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  if (!values.secrets) {
    console.error(`The corpus of secrets is no part of this repository: name it with --secrets.\n\n${USAGE}`);
    return 2;
  }
  const sources = new Map<string, readonly string[]>();
  if (values.sessions) sources.set('sessions', sessionTexts(values.sessions));
  for (const path of positionals) sources.set(path, textsUnder(path));
  const secrets = inHalf(JSON.parse(read(values.secrets)) as Secrets, values.half);
  const result = measureRedaction(secrets, sources, values.strict);
  console.log(values.json ? JSON.stringify(result, null, 2) : report(result));
  return 0;
}

if (import.meta.main) process.exitCode = redactionBench(process.argv.slice(2));
