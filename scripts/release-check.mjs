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
  return { ok: done.status === 0, out: done.stdout ?? '', err: done.stderr ?? String(done.error ?? '') };
}

const { version, repository, homepage, keywords = [], mcpName, bugs } = manifest;
const url = typeof repository === 'string' ? repository : repository?.url;

function publisher() {
  check(
    'package.json has repository',
    url,
    'Add "repository": { "type": "git", "url": "git+https://github.com/<owner>/<name>.git" }.',
  );
  check('package.json has homepage', homepage, 'Add "homepage", such as the address of the README.');
  check('package.json has bugs', bugs, 'Add "bugs", the address of the issues.');
  check('package.json has keywords', keywords.length >= 5, 'Add at least five "keywords".');
  check(
    'package.json has mcpName',
    mcpName,
    'Add "mcpName": "io.github.<owner>/cortex"; the MCP registry reads it from the package.',
  );
  const expected = mcpName ? `${JSON.stringify(registryEntry(), null, 2)}\n` : null;
  if (expected && process.argv.includes('--write')) writeFileSync(join(root, 'server.json'), expected);
  check(
    'server.json is the entry of the MCP registry',
    expected !== null && read('server.json') === expected,
    mcpName
      ? 'Run: npm run release:check -- --write'
      : 'Fill in mcpName, then run: npm run release:check -- --write',
  );
  const workflow = read('.github/workflows/release.yml');
  check(
    'the release is published with provenance',
    url && /--provenance/.test(workflow) && /id-token: write/.test(workflow),
    url
      ? 'release.yml needs npm publish --provenance and id-token: write.'
      : 'Provenance names the repository: fill in "repository".',
  );
}

/** An entry as https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json wants it. */
function registryEntry() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    description: 'Tells the next session of your coding agent where the last one stopped. Local, no LLM.',
    ...(url && { repository: { url: url.replace(/^git\+|\.git$/g, ''), source: 'github' } }),
    version,
    packages: [
      {
        ...{ registryType: 'npm', identifier: manifest.name, version, transport: { type: 'stdio' } },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

function pages() {
  check(
    `CHANGELOG.md has ${version}`,
    read('CHANGELOG.md').includes(`## ${version}`),
    `Begin it with the heading ## ${version}.`,
  );
  check(
    'SECURITY.md says how to report',
    /report/i.test(read('SECURITY.md')),
    'Write SECURITY.md: where a hole is reported.',
  );
  check('LICENSE is there', read('LICENSE'), 'Add the text of the license.');
  const lock = JSON.parse(read('package-lock.json'));
  check(
    'package-lock.json has the same version',
    lock.version === version,
    'Run: npm install --package-lock-only',
  );
}

function contents(folder) {
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [about] = packed.ok ? JSON.parse(packed.out) : [{ files: [], size: Number.POSITIVE_INFINITY }];
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
  const lint = run(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), tarball, '--strict']);
  check('publint finds nothing', lint.ok, lint.out.trim());
  const types = run(process.execPath, [
    join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js'),
    tarball,
    '--no-color',
    '--no-emoji',
  ]);
  check('are-the-types-wrong finds nothing', types.ok, types.out.trim());
  const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']);
  const bill = sbom.ok ? JSON.parse(sbom.out) : null;
  check(
    'npm sbom makes a bill of materials',
    bill?.bomFormat === 'CycloneDX',
    sbom.err.trim().split('\n').at(-1),
  );
}

function plugins() {
  const market = join('dist', 'plugins', 'manifests', 'claude');
  const paths = [
    join(market, '.claude-plugin', 'marketplace.json'),
    join(market, 'cortex', '.claude-plugin', 'plugin.json'),
    join('dist', 'plugins', 'manifests', 'gemini', 'gemini-extension.json'),
  ];
  for (const path of paths) {
    const text = read(path);
    check(
      `${path} has version ${version}`,
      text.includes(`"${version}"`),
      text ? 'Run: npm run build' : 'It is missing: npm run build',
    );
  }
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
console.log(missing === 0 ? '\nReady to publish.' : `\n${missing} of ${results.length} are missing.`);
process.exitCode = missing === 0 ? 0 : 1;
