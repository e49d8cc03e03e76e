// Everything that may have gone wrong without anybody noticing.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 20 * 1024 * 1024;

export function errorsIn(stage) {
  const { host, world, outputs } = stage;
  const own = host.errors?.(stage) ?? hostErrors(host, world, outputs);
  return [...cortexFailures(world), ...hookStderr(world), ...own];
}

/** No error may be found, but for lines that the story itself brings about. */
export function checkLogs(stage, expected = /^$/) {
  const errors = errorsIn(stage).filter((line) => !expected.test(line));
  stage.checks.that(
    'logs',
    errors.length === 0,
    `${stage.host.name}: ${errors.slice(0, 3).join(' / ')}`,
  );
}

function cortexFailures(world) {
  return filesBelow(join(world.cortexHome, 'log'))
    .flatMap((path) => read(path).split('\n').filter(Boolean))
    .flatMap((line) => {
      const entry = parsed(line);
      const isBad = !entry || entry.level === 'failure' || entry.level === 'warn';
      return isBad ? [`the log of Cortex: ${line.slice(0, 300)}`] : [];
    });
}

function hookStderr(world) {
  return filesBelow(world.stderrOfHooks)
    .filter((path) => statSync(path).size > 0)
    .map((path) => `stderr of a hook: ${read(path).trim().slice(0, 300)}`);
}

/** Lines about hooks, plugins or Cortex that speak of an error, in the host's output and its log files. */
function hostErrors(host, world, outputs) {
  const ours = /hook|plugin|extension|cortex|mcp/i;
  const bad =
    /\b(error|errors|failed|failure|exception|timed out|unhandled|invalid|not trusted)\b/i;
  const harmless = host.harmless ?? [];
  const suspicious = (line) =>
    ours.test(line) && bad.test(line) && !harmless.some((pattern) => pattern.test(line));
  const fromOutputs = outputs
    .filter(({ how }) => how !== 'killed')
    .flatMap((output) => [...output.stderr.split('\n'), ...(host.complaints?.(output) ?? [])]);
  const fromFiles = (host.logFolders ?? [])
    .flatMap((folder) => filesBelow(join(world.home, folder)))
    .filter((path) => /\.(log|jsonl?|txt)$/.test(path))
    .flatMap((path) => read(path).split('\n'));
  // The scratch folder's own name stands in many lines and says nothing.
  return [...fromOutputs, ...fromFiles]
    .map((line) => line.replaceAll(world.root, ''))
    .filter(suspicious)
    .map((line) => `the host: ${line.trim().slice(0, 300)}`);
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const read = (path) => (statSync(path).size > MAX_BYTES ? '' : readFileSync(path, 'utf8'));

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
