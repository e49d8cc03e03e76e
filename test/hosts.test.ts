import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allHosts } from '../src/hosts/all.ts';
import { hostContract, recordedOf, UNRECORDED } from './host-contract.ts';

const ROOT = join(import.meta.dirname, '..');
const HOSTS = allHosts();
const names = HOSTS.map(({ name }) => name);

describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => hostContract(host));

/** What a new host needs besides its adapter: CONTRIBUTING.md, "Add a host". */
describe('every host', () => {
  it('has recorded payloads, or a reason why not', () => {
    const without = names.filter((name) => recordedOf(name).length === 0);
    expect(without).toEqual(Object.keys(UNRECORDED));
    const page = readFileSync(join(ROOT, 'test/recorded/README.md'), 'utf8');
    expect(names.filter((name) => !(name in UNRECORDED) && !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a page', () => {
    expect(names.filter((name) => !existsSync(join(ROOT, `docs/hosts/${name}.md`)))).toEqual([]);
  });

  it('is run as the real program, or has a reason why not', async () => {
    const { HOSTS: run } = (await import(join(ROOT, 'scripts/e2e/hosts/all.mjs'))) as { HOSTS: object };
    expect(HOSTS.filter(({ name }) => !(name in run)).map(({ name }) => name)).toEqual(
      HOSTS.filter(({ notRun }) => notRun).map(({ name }) => name),
    );
  });
});
