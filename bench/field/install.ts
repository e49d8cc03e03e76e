// Peers are installed outside the repository and stay there: nothing of them is a dependency of Cortex.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Peer } from './peer.ts';

export type Installed = { readonly root: string } | { readonly why: string };

interface Options {
  readonly cache: string;
  readonly mayInstall: boolean;
  say(line: string): void;
}

/** The folder of a peer, installed now if it is not there yet, or why there is none. */
export function installed(peer: Peer, { cache, mayInstall, say }: Options): Installed {
  const root = join(cache, 'peers', peer.name);
  if (peer.packages.length === 0) return { root };
  const done = join(root, 'installed.json');
  const wanted = JSON.stringify([peer.packages, process.versions.modules]);
  const compiled = () =>
    firstOf(peer.native ?? [], (path) => native(join(root, 'node_modules', path), cache, say));
  // A peer that meets its module uncompiled installs it anew, and leaves none where that fails.
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted && compiled() === null)
    return { root };
  if (!mayInstall) return { why: 'not installed (--no-install)' };
  say(`installing ${peer.packages.join(' ')} …`);
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ private: true, overrides: peer.overrides ?? {} }),
  );
  const failed =
    npm(root, [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...(peer.nested ? ['--install-strategy=nested'] : []),
      ...peer.packages,
    ]) ?? compiled();
  if (failed !== null) return { why: failed };
  writeFileSync(done, wanted);
  return { root };
}

function firstOf<T>(list: readonly T[], why: (one: T) => string | null): string | null {
  for (const one of list) {
    const reason = why(one);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why npm failed, in its own words. */
function npm(cwd: string, args: readonly string[]): string | null {
  const done = spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: 600_000 });
  if (done.status === 0) return null;
  return npmReason(done.stderr ?? '') ?? `npm ended with ${done.status ?? done.signal}`;
}

export function npmReason(stderr: string): string | null {
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, text]) => text!);
  const said = lines.filter((line) => !/^code |^A complete log|^\s*$/.test(line));
  return said[0] ?? null;
}

/** Compiles a native module against the headers in npm's package of this Node, once for each version and ABI. */
function native(folder: string, cache: string, say: (line: string) => void): string | null {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return `${folder} is gone`;
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const file = join(folder, 'build', 'Release', `${String(name).replaceAll('-', '_')}.node`);
  if (existsSync(file)) return null;
  const kept = join(cache, 'native', `${name}-${version}-${process.versions.modules}.node`);
  if (!existsSync(kept)) {
    say(`compiling ${name} ${version} …`);
    const headers = join(cache, 'headers');
    mkdirSync(headers, { recursive: true });
    const fetched = npm(headers, [
      'install',
      '--prefix',
      headers,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `node-${process.platform}-${process.arch}@${process.versions.node}`,
    ]);
    if (fetched !== null) return fetched;
    const nodedir = join(headers, 'node_modules', `node-${process.platform}-${process.arch}`);
    const npmCli = process.env['npm_execpath'];
    if (npmCli === undefined)
      return 'compiling needs npm run, which says where npm and its node-gyp are';
    const gyp = join(dirname(npmCli), '..', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
    // node-gyp heeds npm's settings before its own arguments: a machine may name the headers of another Node there.
    const env = { ...process.env, npm_config_nodedir: nodedir };
    const built = spawnSync(
      process.execPath,
      [gyp, 'rebuild', '--release', `--nodedir=${nodedir}`],
      {
        cwd: folder,
        env,
        encoding: 'utf8',
        timeout: 1_800_000,
      },
    );
    if (built.status !== 0 || !existsSync(file)) return `${name} could not be compiled here`;
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(file, kept);
    return null;
  }
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(kept, file);
  return null;
}
