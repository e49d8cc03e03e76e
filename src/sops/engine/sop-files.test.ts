import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import type { ToolIntent } from '../../domain/event.ts';
import { projectScope } from '../../domain/scope.ts';
import { DeadlinePassed } from '../../engine/deps.ts';
import { readYaml } from '../../entries/yaml.ts';
import { readSop } from '../domain/sop.ts';
import type { SopFile } from '../sop-files.ts';
import type { SopTrust } from '../sql.ts';
import { choose } from './sop.ts';
import { consider, usable } from './sop-files.ts';

const RADIO = projectScope('/w/radio/.git', 'radio', '/w/radio');
const PUSH: ToolIntent = { name: 'Bash', paths: [], command: 'git push' };

/** Files by name; those that begin with a dot are the project's. */
function world(files: Record<string, string>, late = false) {
  const hashed: string[] = [];
  return {
    hashed,
    deps: {
      config: defaultConfig(),
      now: () => 0,
      deadline: { passed: () => late },
    },
    files: {
      list: () => ({
        files: Object.keys(files).map((name): SopFile => {
          return { name, path: `/x/${name}`, origin: name.startsWith('.') ? 'project' : 'user' };
        }),
        leftOut: 0,
      }),
      read: ({ name }: SopFile) => files[name] ?? null,
      forms: () => (file: SopFile, text: string) => readSop(file.name, text, readYaml),
      hash: (text: string) => {
        hashed.push(text);
        return `#${text.length}`;
      },
    },
  };
}
const file = (head: string, body = 'text') => `---\n${head}\n---\n${body}`;
const never = async (): Promise<SopTrust[]> => expect.unreachable();

describe('consider', () => {
  it('asks for trust only where a project file is meant, and hashes only that', async () => {
    const meant = file('match: push');
    const { deps, files, hashed } = world({ 'a.md': meant, '.b.md': file('match: deploy') });
    expect(usable(await consider(deps, files, RADIO, PUSH, never)).map(({ file: { name } }) => name)).toEqual(
      ['a.md'],
    );
    expect(hashed).toEqual([]);

    const both = world({ '.b.md': file('match: deploy'), '.c.md': meant });
    const trusts = [
      { path: '.c.md', hash: `#${meant.length}`, at: 0 },
      { path: '.b.md', hash: 'x', at: 0 },
    ];
    const found = await consider(both.deps, both.files, RADIO, PUSH, async () => trusts);
    expect(usable(found).map(({ file: { name } }) => name)).toEqual(['.c.md']);
    expect(both.hashed).toEqual([meant]);
  });

  it('passes files that cannot be used, and says why', async () => {
    const { deps, files } = world({ 'a.md': 'no head', 'b.md': file('match: push') });
    const found = await consider(deps, files, RADIO, PUSH, never);
    expect(found.map(({ verdict }) => verdict.applies)).toEqual([false, true]);
    expect(found[0]!.verdict.why).toMatch(/no head/);
  });

  it('gives up when the host has waited long enough', async () => {
    const { deps, files } = world({ 'a.md': file('match: push') }, true);
    await expect(consider(deps, files, RADIO, PUSH, never)).rejects.toThrow(DeadlinePassed);
  });
});

describe('choose', () => {
  it('takes two at most, within the limit, in order; the rest waits', async () => {
    const { deps, files } = world({
      'a.md': file('match: push', 'a'.repeat(3_000)),
      'b.md': file('match: push', 'b'.repeat(3_000)),
      'c.md': file('match: push', 'c'),
      'd.md': file('match: push', 'd'),
    });
    const meant = usable(await consider(deps, files, RADIO, PUSH, never));
    const choices = choose(deps, meant, () => undefined);
    expect(choices.map(({ outcome }) => outcome)).toEqual(['given', 'waits', 'given', 'waits']);
    expect(choices.reduce((sum, { note }) => sum + (note?.length ?? 0), 1)).toBeLessThanOrEqual(4_000);
  });
});
