// `npm run release:check`: everything about a release that can be checked offline. Each missing thing is named with what to do; exit code 1
// while anything is. `--write` writes server.json, the entry of the MCP registry, which follows from package.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
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
const url = typeof repository === 'string' ? repository : repository?.url;

function publisher() {
  const expected = mcpName ? `${JSON.stringify(registryEntry(), null, 2)}\n` : null;
  if (expected && process.argv.includes('--write'))
    writeFileSync(join(root, 'server.json'), expected);
  const workflow = read('.github/workflows/release.yml');
  const isProven = /--provenance/.test(workflow) && /id-token: write/.test(workflow);
  for (const [name, value, todo] of [
    ['repository', url, '{ "type": "git", "url": "git+https://github.com/<owner>/<name>.git" }'],
    ['homepage', homepage, 'such as the address of the README'],
    ['bugs', bugs, 'the address of the issues'],
    ['keywords', keywords.length >= 5, 'at least five'],
    ['mcpName', mcpName, '"io.github.<owner>/cortex"; the MCP registry reads it from the package'],
  ])
    check(`package.json has ${name}`, value, `Add "${name}": ${todo}.`);
  check(
    'server.json is the entry of the MCP registry',
    expected !== null && read('server.json') === expected,
    `${mcpName ? 'Run' : 'Fill in mcpName, then run'}: npm run release:check -- --write`,
  );
  check(
    'the release is published with provenance',
    url && isProven,
    'It needs "repository", and in release.yml npm publish --provenance and id-token: write.',
  );
}

/** An entry as https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json wants it. */
function registryEntry() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    description:
      'Tells the next session of your coding agent where the last one stopped. Local, no LLM.',
    ...(url && { repository: { url: url.replace(/^git\+|\.git$/g, ''), source: 'github' } }),
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: manifest.name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

function pages() {
  const lock = JSON.parse(read('package-lock.json'));
  for (const [what, holds, todo] of [
    [
      `CHANGELOG.md has ${version}`,
      read('CHANGELOG.md').includes(`## ${version}`),
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
  const sbom = run('npm', [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--omit',
    'dev',
  ]);
  const isBill = sbom.ok && JSON.parse(sbom.out).bomFormat === 'CycloneDX';
  check('npm sbom makes a bill of materials', isBill, sbom.err.trim().split('\n').at(-1));
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
