import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokens } from '../src/domain/text/words.ts';
import { allHosts } from '../src/hosts/all.ts';
import { hostContract, recordedOf, UNRECORDED } from './host-contract.ts';

const ROOT = join(import.meta.dirname, '..');
const HOSTS = allHosts();
const names = HOSTS.map(({ name }) => name);

describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => hostContract(host));

/** Hosts that `npm run e2e` cannot run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  qoder: 'it wants a login at its own service first',
  vscode: 'it is not on npm',
};

/** What a new host needs besides its adapter: CONTRIBUTING.md, "Add a host". */
describe('every host', () => {
  it('has recorded payloads, or a reason why not', () => {
    const without = names.filter((name) => recordedOf(name).length === 0);
    expect(without).toEqual(Object.keys(UNRECORDED));
    const page = readFileSync(join(ROOT, 'test/recorded/README.md'), 'utf8');
    expect(names.filter((name) => !(name in UNRECORDED) && !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a page, and a row in the table of hosts', () => {
    expect(names.filter((name) => !existsSync(join(ROOT, `docs/hosts/${name}.md`)))).toEqual([]);
    const rows = [
      ...readFileSync(join(ROOT, 'docs/hosts/README.md'), 'utf8').matchAll(/^\| \[(.+?)\]\((.+?)\.md\)/gm),
    ].map(([, title, name]) => ({ name, title }));
    // Continue has no adapter: it calls the tools, and no hooks.
    expect(rows.filter(({ name }) => name !== 'continue')).toEqual(
      HOSTS.map(({ name, title }) => ({ name, title })),
    );
  });

  it('is run as the real program, or has a reason why not', async () => {
    const part = (name: string) => import(join(ROOT, 'scripts/e2e', name)) as Promise<Record<string, object>>;
    const [{ HOSTS: run = {} }, { PROGRAMS = {} }] = [await part('hosts/all.mjs'), await part('install.mjs')];
    expect(names.filter((name) => !(name in run))).toEqual(
      names.filter((name) => Object.hasOwn(NOT_RUN, name)),
    );
    expect(Object.keys(run).filter((name) => !(name in PROGRAMS))).toEqual([]);
  });

  it('has tools whose names are no words of the work', () => {
    const used = HOSTS.flatMap((host) =>
      recordedOf(host.name).flatMap((sent) => {
        const event = host.parse(sent);
        return event?.kind === 'tool-use' ? [event.use.name] : [];
      }),
    );
    // Tools of other servers are words of the work; so are names that are plain words.
    const own = [...new Set(used)].filter(
      (name) => /[a-z](?:_[a-z]|[A-Z])/.test(name) && !/mcp|tracker|probe/i.test(name),
    );
    expect(own.filter((name) => tokens(name).length > 0)).toEqual([]);
  });
});
