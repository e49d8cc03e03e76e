import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { GLOBAL_SCOPE, projectScope } from '../../domain/scope.ts';
import { readYaml } from '../../entries/yaml.ts';
import { givenSop, readSop, type Sop } from './sop.ts';
import { callOf, holdsWord, unclearTrigger, verdictOf } from './trigger.ts';

function read(name: string, text: string): Sop {
  const { sop, problem } = readSop(name, text, readYaml);
  if (sop) return sop;
  throw new Error(problem);
}
const md = (head: string, body = 'Do it well.') => read('sops/deploy.md', `---\n${head}\n---\n${body}\n`);

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

  it.each<[string, RegExp]>([
    ['no head at all', /no head/],
    ['---\ntools: Bash\n', /no second ---/],
    ['---\ntitle: x\n---\ntext', /neither tools nor match/],
    ['---\ntools: Bash\n---\n\n', /no text/],
    ['---\ntools: {a: 1}\n---\ntext', /its tools has to be a list/],
    ['---\nmatch: [a]\n---\ntext', /its match has to be one text/],
    ['---\ntools: Bash\nacknowledge: <OK>\n---\ntext', /its acknowledge/],
    ['---\n- a\n---\ntext', /"name: value" was expected/],
    ['---\npaths: *.sql\n---\ntext', /alias/],
    ['---\ntools: Bash\ntools: Write\n---\ntext', /line 2: Map keys must be unique/],
  ])('refuses %j', (text, why) => {
    expect(readSop('a.md', text, readYaml)).toMatchObject({ sop: null, problem: expect.stringMatching(why) });
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

  it.each<[string, RegExp]>([
    ['', /no text/],
    ['- a', /"name: value"/],
    ['meta: {project: x}', /no text/],
    ['a: b: c', /line 1: /],
  ])('refuses %j', (text, why) => expect(() => read('x.ai.sop', text)).toThrow(why));

  it('understands aliases, and refuses those that swell', () => {
    expect(read('x.ai.sop', 'meta: &x {acknowledge: READ}\nb: *x').acknowledge).toBe('READ');
    const swelling = ['a0: &a0 [x, x]'];
    for (let i = 1; i < 30; i++) swelling.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}*a${i - 1}]`);
    expect(() => read('x.ai.sop', swelling.join('\n'))).toThrow(/alias/);
  });
});

describe('verdictOf', () => {
  const RADIO = projectScope('/w/radio/.git', 'radio', '/w/radio');
  const bash = (command: string) => callOf({ name: 'Bash', paths: [], command });
  const write = (path: string) => callOf({ name: 'Write', paths: [path], command: null });

  it.each([
    ['tools: Bash', bash('make'), true],
    ['tools: bash', bash('make'), true],
    ['tools: [Write]', bash('make'), false],
    ['tools: "mcp__*__apply"', callOf({ name: 'mcp__k8s__apply', paths: [], command: null }), true],
    ['tools: "mcp__*__apply"', callOf({ name: 'mcp__apply', paths: [], command: null }), false],
    ['tools: "*"', write('/x'), true],
    ['match: git push', bash('cd x && git push origin'), true],
    ['match: git push', bash('git pull'), false],
    ['match: git push\ntools: Write', bash('git push'), false],
    ['match: git push | deploy', bash('./DEPLOY.sh'), true],
    ['match: deploy.sh', bash('./deploy.sh'), true],
    ['match: deploy.sh', bash('./deploy.py'), false],
    ['match: git.push', bash('git push'), true],
    // Expressions of earlier versions: for every call of the tools rather than for none.
    ['match: "\\\\bgit push"', bash('make'), true],
    ['match: git.*push', bash('make'), true],
    ['match: "(a+)+$"', bash('make'), true],
    ['match: git push|', bash('make'), true],
    ['match: git.*push\npaths: "*.sql"', bash('make'), true],
    ['match: git.*push\ntools: Write', bash('make'), false],
    ['match: git.*push\nproject: helios', bash('make'), false],
    // What is written into a file is no command.
    ['match: git push', bash("cat > x <<'EOF'\ngit push\nEOF"), false],
    ['match: migrations', write('/w/migrations/1.sql'), true],
    ['paths: "*.sql"', write('/w/a.sql'), true],
    ['paths: "*.sql"', write('/w/a.ts'), false],
    ['paths: "*.sql"', bash('psql -f db/a.sql'), true],
    ['match: nothing\npaths: "*.sql"', write('/w/a.sql'), true],
    ['tools: Bash\nenabled: false', bash('make'), false],
    ['tools: Bash\nproject: radio', bash('make'), true],
    ['tools: Bash\nproject: helios', bash('make'), false],
    ['tools: Bash\nproject: helios', bash('cd ../helios && make'), true],
    ['tools: Bash\nproject: helios', bash('cd ../helios-web && make'), false],
  ])('%j', (head, call, expected) => {
    expect(verdictOf(md(head), call, RADIO, 'user').applies).toBe(expected);
  });

  it("takes a project's own file to be about it, whatever its name", () => {
    const sop = read('helios.ai.sop', 'gotchas: [a]');
    expect(verdictOf(sop, bash('make'), RADIO, 'user').applies).toBe(false);
    expect(verdictOf(sop, bash('make'), RADIO, 'project').applies).toBe(true);
    expect(verdictOf(sop, bash('make -C /w/helios'), GLOBAL_SCOPE, 'user').applies).toBe(true);
  });

  it('says why', () => {
    expect(verdictOf(md('match: git push'), bash('git push'), RADIO, 'user').why).toContain(
      'its match git push is found',
    );
    expect(verdictOf(md('tools: Write'), bash('x'), RADIO, 'user').why).toContain(
      'none of its tools (Write)',
    );
    const old = md('tools: [Bash, Write]\nmatch: git.*push');
    expect(verdictOf(old, bash('x'), RADIO, 'user').why).toContain('git.*push is not understood');
    expect(unclearTrigger(old)).toMatch(/git\.\*push is no plain words .* before every call of Bash, Write$/);
    expect(unclearTrigger(md('match: git.*push'))).toMatch(/before every call$/);
    expect(unclearTrigger(md('match: git push|deploy.sh'))).toBeNull();
  });

  it('looks at the beginning of a long command only', () => {
    expect(verdictOf(md('match: needle'), bash(`${'x '.repeat(1_500)}needle`), RADIO, 'user').applies).toBe(
      false,
    );
  });
});

describe('a file that no command has read yet', () => {
  it('is for every call, with its text', () => {
    const { sop } = givenSop(
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
    expect(givenSop('a.ai.sop', 'gotchas: [a]', undefined).sop?.text).toBe('gotchas: [a]');
  });

  it('is none where it has no head', () => {
    expect(givenSop('README.md', '# About', undefined)).toMatchObject({
      sop: null,
      problem: expect.stringMatching(/no head/),
    });
    expect(givenSop('a.md', '---\ntools: Bash\n', undefined).problem).toMatch(/no second ---/);
  });
});

describe('holdsWord', () => {
  it.each(table<[string, boolean]>('sop-words'))('%s', (text, expected) =>
    expect(holdsWord(text, 'UNDERSTOOD-DEPLOY')).toBe(expected),
  );
});
