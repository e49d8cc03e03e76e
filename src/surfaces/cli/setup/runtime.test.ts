import { describe, expect, it } from 'vitest';
import type { Cli } from '../base/context.ts';
import { chooseRuntime, isTemporaryRuntime } from './runtime.ts';

interface World {
  readonly node?: string;
  readonly script?: string;
  /** The places of each command on the path. */
  readonly path?: Readonly<Record<string, readonly string[]>>;
  readonly nodes?: readonly string[];
  /** The version that each program prints. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

function world({
  node = '/opt/node/24/bin/node',
  script = '/opt/cortex/cortex.cjs',
  ...more
}: World): Cli {
  return {
    program: { node, script },
    env: {},
    home: () => ({ folder: '/home/a/.cortex', config: {} }),
    node: { version: 'v24.15.0', isSupported: true },
    look: (path: string) => (more.versions?.[path] ? { kind: 'file' } : null),
    machine: {
      programs: (name: string) => more.path?.[name] ?? [],
      nodes: () => more.nodes ?? [],
      real: (path: string) => more.links?.[path] ?? path,
      runtime: (path: string) => {
        const [name, version] = (more.versions?.[path] ?? '').split(' ');
        if (!version) return null;
        return { name, version, isRecentEnough: !['1.3.0', '20.1.0'].includes(version) };
      },
    },
  } as unknown as Cli;
}

const starts = (given: World, asked: string | null = null) =>
  chooseRuntime(world(given), asked).argv[0];

describe('what starts the hooks', () => {
  const bun = {
    path: { bun: ['/old/bun', '/usr/bin/bun'] },
    versions: { '/old/bun': 'Bun 1.3.0', '/usr/bin/bun': 'Bun 1.4.0' },
  };

  it('is Node, and the first Bun that is new enough where Bun is asked for', () => {
    expect(starts(bun)).toBe('/opt/node/24/bin/node');
    expect(starts(bun, 'bun')).toBe('/usr/bin/bun');
    expect(starts(bun, 'node')).toBe('/opt/node/24/bin/node');
    expect(starts({})).toBe('/opt/node/24/bin/node');
  });

  it('is a name on the path that leads to this Node and outlives its version', () => {
    const links = { '/usr/local/bin/node': '/opt/node/24/bin/node' };
    expect(
      starts({ path: { node: ['/run/fnm_multishells/1/bin/node', '/usr/local/bin/node'] }, links }),
    ).toBe('/usr/local/bin/node');
  });

  it('is another Node where this one is only lent, with a word about it where there is none', () => {
    const lent = '/home/a/.npm/_npx/1/node_modules/node/bin/node';
    const versions = { '/usr/bin/node': 'Node 20.1.0', '/home/a/.nvm/node': 'Node 24.16.0' };
    expect(
      starts({ node: lent, nodes: [lent, '/usr/bin/node', '/home/a/.nvm/node'], versions }),
    ).toBe('/home/a/.nvm/node');
    const chosen = chooseRuntime(
      world({
        node: lent,
        script: '/home/a/.npm/_npx/1/node_modules/cortex-sessions/dist/cortex.cjs',
      }),
      null,
    );
    expect(chosen.argv[0]).toBe(lent);
    expect(chosen.notes).toEqual([
      expect.stringContaining('--runtime <path>'),
      expect.stringContaining('npm install --global cortex-sessions'),
    ]);
  });

  it('is said to be lent only where it is: a package for all projects lies in a node_modules too', () => {
    for (const script of [
      '/usr/local/lib/node_modules/cortex-sessions/dist/cortex.cjs',
      'C:\\Users\\a\\AppData\\Roaming\\npm\\node_modules\\cortex-sessions\\dist\\cortex.cjs',
    ])
      expect(chooseRuntime(world({ script }), null).notes).toEqual([]);
  });

  it.each([
    ['/home/a/.npm/_npx/3f/node_modules/.bin/node', true],
    ['/run/user/1000/fnm_multishells/12_3/bin/node', true],
    ['/home/a/.nvm/versions/node/v24.15.0/bin/node', false],
    ['/usr/bin/node', false],
  ])('%s is temporary: %s', (path, expected) => {
    expect(isTemporaryRuntime(path)).toBe(expected);
  });
});
