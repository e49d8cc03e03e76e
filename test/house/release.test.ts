// The parts of a release that nobody sees before it is out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  distTag,
  notesOf,
  registryEntry,
  withRepository,
} from '../../scripts/release/publisher.ts';
import { ROOT } from '../packed.ts';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  name: string;
  version: string;
  description: string;
  bin: Record<string, string>;
};

describe('what follows from the repository of a publisher', () => {
  const published = withRepository(manifest, 'acme/cortex-sessions')!;

  it('is filled into the manifest, and changes nothing else there', () => {
    expect(published).toMatchObject({
      ...manifest,
      homepage: 'https://github.com/acme/cortex-sessions#readme',
      bugs: 'https://github.com/acme/cortex-sessions/issues',
      repository: { type: 'git', url: 'git+https://github.com/acme/cortex-sessions.git' },
      mcpName: 'io.github.acme/cortex',
    });
    expect(withRepository(published, 'acme/cortex-sessions')).toEqual(published);
  });

  it.each(['', 'acme', 'acme/', '/cortex', 'a/b/c', '-acme/x', 'https://github.com/acme/x'])(
    'is not guessed from %j',
    (slug) => {
      expect(withRepository(manifest, slug)).toBeNull();
    },
  );

  it('is an entry that the MCP registry takes and that starts the tools', () => {
    const entry = registryEntry(published)!;
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    expect(entry.repository.url).toBe('https://github.com/acme/cortex-sessions');
    const [one] = entry.packages;
    expect([entry.version, one!.version]).toEqual([manifest.version, manifest.version]);
    // `npx <identifier> <arguments>`: npx starts the program that is called like the package.
    expect(Object.keys(manifest.bin)).toContain(one!.identifier);
    expect(one!.packageArguments).toEqual([{ type: 'positional', value: 'mcp' }]);
    expect(JSON.stringify(entry.packages)).not.toContain('http');
    expect(registryEntry(manifest)).toBeNull();
  });
});

it.each([
  ['1.0.0', 'latest'],
  ['1.0.0-rc.1', 'next'],
  ['2.3.4-beta.0', 'next'],
])('%s is listed as %s', (version, tag) => {
  expect(distTag(version)).toBe(tag);
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## 1.0.0\n\nOut.\n\n- a\n\n## 1.0.0-rc.1 (November)\n\nFirst.\n';

  it.each([
    ['1.0.0', 'Out.\n\n- a\n'],
    ['1.0.0-rc.1', 'First.\n'],
    ['1.0', ''],
    ['1.0.0-rc', ''],
  ])('of %s are its own part of the changelog', (version, notes) => {
    expect(notesOf(changelog, version)).toBe(notes);
  });

  it('are there for this version', () => {
    expect(notesOf(read('CHANGELOG.md'), manifest.version).length).toBeGreaterThan(100);
  });
});

it('no workflow names the host of a registry', () => {
  const folder = join('.github', 'workflows');
  const names = readdirSync(join(ROOT, folder));
  expect(names).toContain('release.yml');
  for (const name of names) expect(read(folder, name), name).not.toMatch(/https?:|registry-url/);
  expect(read(folder, 'release.yml')).toMatch(/npm publish --provenance .*--tag/);
  expect(read(folder, 'release.yml')).toContain('id-token: write');
});

it('the bill of materials lists the packages in the bundles, each with its version and sum', () => {
  const bill = JSON.parse(read('dist', 'bom.json')) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; hashes?: unknown[] }[];
    dependencies: { dependsOn: string[] }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  // The licences go along by the same list: a line each begins with name and version.
  const licences = read('dist', 'licenses.txt');
  for (const { name, version, hashes } of bill.components) {
    expect(licences, name).toContain(`${name} ${version} (`);
    expect(hashes, name).toHaveLength(1);
  }
  expect(bill.components.map(({ name }) => name)).toContain('zod');
  expect(bill.dependencies[0]!.dependsOn).toEqual(bill.components.map(({ purl }) => purl));
  expect(bill.components.length).toBe(licences.split(`\n${'-'.repeat(80)}\n\n`).length);
});
