// `npm run release:check`: everything about a release that can be checked offline. Each missing thing is named with what to do; exit code 1
// while anything is. `--repository <owner>/<name>` fills in what follows from the publisher's repository, and writes server.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { notesOf, registryEntry, withRepository } from './publisher.ts';

const FILL_IN = 'Run: npm run release:check -- --repository <owner>/<name>';
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values } = parseArgs({
  options: { repository: { type: 'string' }, write: { type: 'boolean' } },
});
if (values.repository) fillIn(values.repository);
const manifest = JSON.parse(read('package.json'));
const MOST_PACKED = 4e6;
const results = [];

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
}

/** A check that holds, or what to do about it. */
function check(what, holds, todo) {
  results.push({ what, holds: Boolean(holds), todo });
}

function run(command, args, cwd = root) {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return {
    ok: done.status === 0,
    out: done.stdout ?? '',
    err: done.stderr ?? String(done.error ?? ''),
  };
}

const { version, repository, homepage, keywords = [], mcpName, bugs } = manifest;

/** Writes what follows from the publisher's repository. A new version changes server.json again. */
function fillIn(slug) {
  const filled = withRepository(JSON.parse(read('package.json')), slug);
  if (filled === null) {
    console.error(`--repository takes <owner>/<name> at GitHub, not ${slug}.`);
    process.exit(2);
  }
  write('package.json', filled);
  write('server.json', registryEntry(filled));
}

function write(path, content) {
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
}

function publisher() {
  const entry = registryEntry(manifest);
  if (values.write && entry) write('server.json', entry);
  for (const [name, value] of Object.entries({ repository, homepage, bugs, mcpName }))
    check(`package.json has ${name}`, value, FILL_IN);
  check('package.json has keywords', keywords.length >= 5, 'Name at least five.');
  check(
    'server.json is the entry of the MCP registry',
    entry !== null && read('server.json') === `${JSON.stringify(entry, null, 2)}\n`,
    entry === null ? FILL_IN : 'Run: npm run release:check -- --write',
  );
}

function workflow() {
  const text = read('.github/workflows/release.yml');
  check(
    'the release is published with provenance',
    /--provenance/.test(text) && /id-token: write/.test(text),
    'In release.yml it needs npm publish --provenance, and id-token: write.',
  );
  check(
    'the workflow names no host of a registry',
    !/https?:|registry-url/.test(text),
    'Leave it out of release.yml: npm knows its own.',
  );
}

function pages() {
  const lock = JSON.parse(read('package-lock.json'));
  for (const [what, holds, todo] of [
    [
      `CHANGELOG.md has ${version}`,
      notesOf(read('CHANGELOG.md'), version) !== '',
      `Begin it with ## ${version}.`,
    ],
    [
      'SECURITY.md says how to report',
      /report/i.test(read('SECURITY.md')),
      'Say where a hole is reported.',
    ],
    ['LICENSE is there', read('LICENSE'), 'Add the text of the license.'],
    [
      'package-lock.json has the version',
      lock.version === version,
      'Run: npm install --package-lock-only',
    ],
  ])
    check(what, holds, todo);
}

function contents(folder) {
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [about] = packed.ok
    ? JSON.parse(packed.out)
    : [{ files: [], size: Number.POSITIVE_INFINITY }];
  check('the package can be packed', packed.ok, packed.err.trim().split('\n').at(-1));
  check(
    `the package has at most 4 MB (${(about.size / 1e6).toFixed(2)} MB)`,
    about.size <= MOST_PACKED,
    'Take something out of "files".',
  );
  const strange = about.files
    .map(({ path }) => path)
    .filter((path) => /^(?:src|test|bench|scripts)\/|\.env/.test(path));
  check(
    'no source, test or script is in it',
    strange.length === 0,
    `Take out: ${strange.slice(0, 5).join(', ')}`,
  );
  const tarball = join(folder, about.filename ?? '');
  for (const [name, script, ...flags] of [
    ['publint', 'publint/src/cli.js', '--strict'],
    ['are-the-types-wrong', '@arethetypeswrong/cli/dist/index.js', '--no-color', '--no-emoji'],
  ]) {
    const found = run(process.execPath, [join(root, 'node_modules', script), tarball, ...flags]);
    check(`${name} finds nothing`, found.ok, found.out.trim());
  }
  check(
    'a bill of materials is in it',
    about.files.some(({ path }) => path === 'dist/bom.json'),
    'Run: npm run build',
  );
}

function plugins() {
  const market = join('dist', 'plugins', 'manifests', 'claude');
  const paths = [
    join(market, '.claude-plugin', 'marketplace.json'),
    join(market, 'cortex', '.claude-plugin', 'plugin.json'),
    join('dist', 'plugins', 'manifests', 'gemini', 'gemini-extension.json'),
  ];
  for (const path of paths)
    check(
      `${path} has version ${version}`,
      read(path).includes(`"${version}"`),
      'Run: npm run build',
    );
  const asked = run('claude', ['plugin', 'validate', join(root, market)]);
  const isThere = !asked.err.includes('ENOENT');
  check(
    `claude plugin validate accepts the plugin${isThere ? '' : ' (claude is not on the PATH: not asked)'}`,
    !isThere || asked.ok,
    (asked.out + asked.err).trim(),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'cortex-release-'));
try {
  publisher();
  workflow();
  pages();
  contents(folder);
  plugins();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const { what, holds, todo } of results) {
  console.log(`${holds ? 'ok      ' : 'MISSING '} ${what}`);
  if (!holds) console.log(`         ${todo}`);
}
const missing = results.filter(({ holds }) => !holds).length;
console.log(
  missing === 0 ? '\nReady to publish.' : `\n${missing} of ${results.length} are missing.`,
);
process.exitCode = missing === 0 ? 0 : 1;
