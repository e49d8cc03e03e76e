// The homes of released versions, as their own programs wrote them (npm run release:home), in the hands of the build here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Keyed } from '../../bench/continuity/corpus.ts';
import { holds } from '../../bench/continuity/told.ts';
import { factsIn, factsLost } from '../../scripts/upgrade/exports.ts';
import { told } from '../agent.ts';
import { countIn } from '../damaged-home.ts';
import { type Stage, useStage } from '../stage.ts';

const HOMES = join(import.meta.dirname, '..', 'recorded', 'homes');
const versions = readdirSync(HOMES).map((name) => name.replace(/\.tar\.gz$/, ''));

interface Expected {
  readonly now: string;
  readonly branch: string;
  readonly prompt: string;
  readonly told: readonly Keyed[];
}

let stage: Stage;
const agent = useStage('shop', '2026-10-14T15:19:00.000Z', (set) => {
  stage = set;
});

/** The home and the clone of its repository. */
function unpacked(version: string) {
  const folder = join(stage.folder.path, 'recorded');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', join(HOMES, `${version}.tar.gz`), '-C', folder]);
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  const cwd = join(folder, 'pg-edge');
  const bundle = join(folder, 'repository.bundle');
  execFileSync('git', ['clone', '-q', '-b', expected.branch, bundle, cwd]);
  return {
    ...expected,
    home: join(folder, 'home'),
    cwd,
    exported: readFileSync(join(folder, 'export.jsonl'), 'utf8'),
  };
}

describe.each(versions)('the home of %s', (version) => {
  it('is told as its own program told it, and holds every fact', async () => {
    const { home, cwd, now, prompt, told: needed, exported } = unpacked(version);
    const one = agent({ home, cwd, now });
    expect((await one.run('project', 'link', 'pg-edge')).code).toBe(0);
    const said = `${told(await one.start())}\n${told(await one.prompt(prompt))}`;
    expect(needed.length).toBeGreaterThan(4);
    expect(needed.filter((keyed) => !holds(said, keyed))).toEqual([]);
    await one.stop('So we go on.');
    await one.end();
    expect((await agent({ home, cwd, now }).run('maintain')).code).toBe(0);
    const { stdout } = await agent({ home, cwd, now }).run('export', '-');
    expect(factsIn(exported).size).toBeGreaterThan(50);
    expect(factsLost(exported, stdout)).toEqual([]);
    expect((await agent({ home, cwd, now }).run('verify')).code).toBe(0);
    expect(countIn(home, 'cortex_migrations', 'number = 19')).toBe(1);
  });

  it('is carried into an empty home by its export', async () => {
    const { cwd, now, exported } = unpacked(version);
    const home = join(stage.folder.path, 'fresh');
    const file = join(stage.folder.path, 'recorded', 'export.jsonl');
    expect((await agent({ home, cwd, now }).run('import', file)).code).toBe(0);
    const { stdout } = await agent({ home, cwd, now }).run('export', '-');
    // A project of another place keeps to itself under a key of its own until its folder is linked.
    const anywhere = (text: string) => text.replaceAll(/"scope_key":"[^"]*",?/g, '');
    const lost = factsLost(anywhere(exported), anywhere(stdout));
    expect(lost.filter((fact) => !fact.startsWith('metric_records'))).toEqual([]);
  });
});
