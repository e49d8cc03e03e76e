import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The acceptance with real hosts is no part of the tests; that it would notice what it is there to notice is.
const part = (name: string) => import(join(import.meta.dirname, '..', 'scripts', 'e2e', `${name}.mjs`));
const { makeChecks, CAPABILITIES, failed } = await part('checks');
const { renderTable } = await part('table');
const { notOnce, elements } = await part('seen');
const { cacheFolder, installed } = await part('install');
const { HOSTS } = await part('hosts/all');

const request = (...texts: string[]) => ({ entries: texts.map((text) => ({ kind: 'said', text })) });

it('notices what is missing and what stands twice, also where a host escapes it', () => {
  expect(notOnce(request('a pin'), ['a pin'])).toBeNull();
  expect(notOnce(request('else'), ['a pin'])).toContain('missing');
  expect(notOnce(request('a pin', 'a pin'), ['a pin'])).toContain('2 times');
  expect(elements(request('<session-continuity hint="x">'))).toBe(1);
  expect(elements(request('&lt;session-continuity hint="x"&gt;'))).toBe(1);
  expect(elements(request('a <session-continuity> block'))).toBe(0);
});

describe('the table', () => {
  it('has a yes, or a number and its reason, for each host and capability', () => {
    const good = makeChecks('one');
    for (const capability of Object.keys(CAPABILITIES)) good.that(capability, true);
    const bad = makeChecks('two');
    bad.that('pins', true);
    bad.that('pins', false, 'a pin is missing');
    bad.that('pins', true);
    bad.cannot('mcp', 'it has no client');
    bad.finish('the first thing failed');
    const table = renderTable([good, { ...bad, version: '1.2' }]) as string;
    const [, , one, two] = table.split('\n');
    expect(one!.match(/\byes\b/g)).toHaveLength(Object.keys(CAPABILITIES).length);
    expect(two).toMatch(/^\| two 1\.2 .*\bno \d+ .*– \d+ /);
    expect(table).toContain('two: a pin is missing');
    expect(table).toContain('two: it has no client');
    expect(failed([good])).toBe(false);
    expect(failed([good, bad])).toBe(true);
  });

  it('takes what was not reached for no success', () => {
    const checks = makeChecks('one');
    checks.finish('the run failed');
    expect(failed([checks])).toBe(true);
  });

  it('knows no capability that it cannot show', () => {
    expect(() => makeChecks('one').that('flying', true)).toThrow('flying');
  });
});

it('every host has a program with an exact version, and nothing is looked for in the repository or installed by looking', () => {
  for (const { name, program } of Object.values<{ name: string; program: { version: string } }>(HOSTS))
    expect(program.version, name).toMatch(/^\d+\.\d+\.\d+$/);
  expect(cacheFolder({ CORTEX_E2E_CACHE: '/elsewhere' })).toBe('/elsewhere');
  expect(cacheFolder({ XDG_CACHE_HOME: '/cache' })).toBe(join('/cache', 'cortex-e2e'));
  expect(installed(HOSTS['codex'], '/nowhere')).toBeNull();
});
