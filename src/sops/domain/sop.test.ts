import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { GLOBAL_SCOPE, projectScope } from '../../domain/base/scope.ts';
import { readYaml } from '../../program/yaml.ts';
import { readKeptSop, readSop, type Sop } from './sop.ts';
import { holdsWord, judgeTrigger, readCallParts, unclearTrigger } from './trigger.ts';

function read(name: string, text: string): Sop {
  const { sop, problem } = readSop(name, text, readYaml);
  if (sop) return sop;
  throw new Error(problem);
}
const md = (head: string, body = 'Do it well.') =>
  read('sops/deploy.md', `---\n${head}\n---\n${body}\n`);

describe('readSop, markdown', () => {
  it('reads its head and keeps its text', () => {
    const sop = md(
      'title: Before a push\ntools: [Bash, "mcp__k8s__*"]\nmatch: "git push|deploy"\npaths: "*.sql"\nacknowledge: UNDERSTOOD-DEPLOY\nmemories: [mem-1, mem-2]',
      '# Push\n\n1. run the tests\n   - all of them',
    );
    expect(sop).toMatchObject({
      title: 'Before a push',
      tools: ['Bash', 'mcp__k8s__*'],
      match: 'git push|deploy',
      paths: ['*.sql'],
      project: null,
      acknowledge: 'UNDERSTOOD-DEPLOY',
      memories: ['mem-1', 'mem-2'],
      enabled: true,
      text: '# Push\n\n1. run the tests\n   - all of them',
      unknown: [],
    });
  });

  it('takes its title from the first heading, else from its name', () => {
    expect(md('tools: Bash', '# Pushing\ntext').title).toBe('Pushing');
    expect(md('tools: Bash').title).toBe('deploy');
  });

  it('takes one text for a list', () => {
    expect(md('tools: Bash, Write\npaths: a.sql')).toMatchObject({
      tools: ['Bash', 'Write'],
      paths: ['a.sql'],
    });
  });

  it.each(table<[string, boolean]>('sops-enabled'))('enabled: %s', (value, expected) => {
    expect(md(`tools: Bash\nenabled: ${value}`).enabled).toBe(expected);
  });

  it('names fields that mean nothing', () =>
    expect(md('tools: Bash\ntool: Write\ndescription: x').unknown).toEqual(['tool']));

  it.each<[string, string]>(table('sops-refused'))('refuses %j', (text, why) => {
    expect(readSop('a.md', text, readYaml)).toMatchObject({
      sop: null,
      problem: expect.stringMatching(why),
    });
  });
});

const HELIOS = `meta:
  project: helios
  version: 1.4
  description: How we ship Helios.
  acknowledge: HELIOS-READ
preflight:
  - id: tests
    action: Run the tests
    command: npm test
    check: exit code 0
    reason: |
      main is deployed
      at once
  - Look at the calendar
commands:
  deploy: ./deploy.sh --env prod
  rollback:
    command: ./rollback.sh
    when: [errors, timeouts]
gotchas:
  - The cache lives
    for five minutes
notes: >
  Ask
  first.
empty:
`;

describe('readSop, YAML', () => {
  it('is given as it is written', () => {
    const sop = read('helios.ai.sop', HELIOS);
    expect(sop).toMatchObject({
      title: 'helios',
      acknowledge: 'HELIOS-READ',
      project: 'helios',
      tools: [],
      match: null,
    });
    expect(sop.text).toBe(HELIOS.trim());
  });

  it('is about the project that its name says', () => {
    expect(read('radio.ai.sop', 'gotchas: [a]').project).toBe('radio');
  });

  it.each<[string, string]>(table('sops-refused-yaml'))('refuses %j', (text, why) =>
    expect(() => read('x.ai.sop', text)).toThrow(new RegExp(why)),
  );

  it('understands aliases, and refuses those that swell', () => {
    expect(read('x.ai.sop', 'meta: &x {acknowledge: READ}\nb: *x').acknowledge).toBe('READ');
    const swelling = ['a0: &a0 [x, x]'];
    for (let i = 1; i < 30; i++)
      swelling.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}*a${i - 1}]`);
    expect(() => read('x.ai.sop', swelling.join('\n'))).toThrow(/alias/);
  });
});

describe('verdictOf', () => {
  const RADIO = projectScope('/w/radio/.git', 'radio', '/w/radio');
  const bash = (command: string) => readCallParts({ name: 'Bash', paths: [], command });

  // Expressions of earlier versions are for every call of the tools rather than for none; what is written into a file is no command.
  it.each(table<[string, string, string | null, boolean]>('sop-verdicts'))(
    '%j: %s %j',
    (head, name, given, expected) => {
      const call =
        name === 'Bash'
          ? bash(given!)
          : readCallParts({ name, paths: given ? [given] : [], command: null });
      expect(judgeTrigger(md(head), call, RADIO, 'user').applies).toBe(expected);
    },
  );

  it("takes a project's own file to be about it, whatever its name", () => {
    const sop = read('helios.ai.sop', 'gotchas: [a]');
    expect(judgeTrigger(sop, bash('make'), RADIO, 'user').applies).toBe(false);
    expect(judgeTrigger(sop, bash('make'), RADIO, 'project').applies).toBe(true);
    expect(judgeTrigger(sop, bash('make -C /w/helios'), GLOBAL_SCOPE, 'user').applies).toBe(true);
  });

  it('says why', () => {
    expect(judgeTrigger(md('match: git push'), bash('git push'), RADIO, 'user').why).toContain(
      'its match git push is found',
    );
    expect(judgeTrigger(md('tools: Write'), bash('x'), RADIO, 'user').why).toContain(
      'none of its tools (Write)',
    );
    const old = md('tools: [Bash, Write]\nmatch: git.*push');
    expect(judgeTrigger(old, bash('x'), RADIO, 'user').why).toContain(
      'git.*push is not understood',
    );
    expect(unclearTrigger(old)).toMatch(
      /git\.\*push is no plain words .* before every call of Bash, Write$/,
    );
    expect(unclearTrigger(md('match: git.*push'))).toMatch(/before every call$/);
    expect(unclearTrigger(md('match: git push|deploy.sh'))).toBeNull();
  });

  it('looks at the beginning of a long command only', () => {
    expect(
      judgeTrigger(md('match: needle'), bash(`${'x '.repeat(1_500)}needle`), RADIO, 'user').applies,
    ).toBe(false);
  });
});

describe('a file that no command has read yet', () => {
  it('is for every call, with its text', () => {
    const { sop } = readKeptSop(
      'sops/deploy.md',
      '---\ntools: Write\nenabled: false\n---\n# Push\ntext',
      undefined,
    );
    expect(sop).toMatchObject({
      title: 'deploy',
      tools: [],
      match: null,
      enabled: true,
      text: '# Push\ntext',
    });
    expect(readKeptSop('a.ai.sop', 'gotchas: [a]', undefined).sop?.text).toBe('gotchas: [a]');
  });

  it('is none where it has no head', () => {
    expect(readKeptSop('README.md', '# About', undefined)).toMatchObject({
      sop: null,
      problem: expect.stringMatching(/no head/),
    });
    expect(readKeptSop('a.md', '---\ntools: Bash\n', undefined).problem).toMatch(/no second ---/);
  });
});

describe('holdsWord', () => {
  it.each(table<[string, boolean]>('sop-words'))('%s', (text, expected) =>
    expect(holdsWord(text, 'UNDERSTOOD-DEPLOY')).toBe(expected),
  );
});
