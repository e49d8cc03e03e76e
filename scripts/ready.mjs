// Brings a clone to the point where `dist/` can run: installs when the lock file changed, builds when a source did.
// Runs on whatever Node started npm, before anything is installed, so it uses nothing but the standard library.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function hash(paths) {
  const sum = createHash('sha256');
  for (const path of paths)
    sum.update(path.slice(root.length)).update(existsSync(path) ? readFileSync(path) : '');
  return sum.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

function once(stamp, key, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

function run(command, args) {
  // npm is a .cmd on Windows, which only a shell can start.
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) {
    console.error(`\n${command} ${args.join(' ')} failed; see the lines above.`);
    process.exit(done.status ?? 1);
  }
}

const lock = ['package.json', 'package-lock.json'].map((name) => join(root, name));
once(join(root, 'node_modules', '.ready'), hash(lock), () => {
  console.error('Installing packages (first run, or the lock file changed) …');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
});

const built = ['build.mjs', 'plugins.mjs'].map((name) => join(root, 'scripts', name));
const sources = [...filesBelow(join(root, 'src')), ...built, ...lock];
once(join(root, 'dist', '.built'), hash(sources), () => run('npm', ['run', '--silent', 'build']));
