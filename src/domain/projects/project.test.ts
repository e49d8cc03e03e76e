import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  countProject,
  NO_PROJECTS,
  type ProjectCounts,
  projectOfPath,
  rankProjects,
} from './project.ts';

const NOWHERE = { root: null, name: null };
const RADIO = { root: '/home/ada/Projects/lbf-ham-radio', name: 'lbf-ham-radio' };

describe('projectOf by layout', () => {
  test.each(table<[string, string]>('project-urls'))('%s is %s', (path, name) => {
    expect(projectOfPath(path, NOWHERE)).toBe(name);
  });

  test.each(table<string>('project-none'))('%s is none', (path) => {
    expect(projectOfPath(path, NOWHERE)).toBeNull();
  });
});

describe('projectOf in a scope', () => {
  test.each(table<[string, string, string | null]>('project-in-scope'))('%s', (_, path, name) => {
    expect(projectOfPath(path, RADIO)).toBe(name);
  });

  test('a worktree, or a root in /tmp, has the name of its scope', () => {
    expect(projectOfPath('/tmp/wt-7/src/x.ts', { root: '/tmp/wt-7', name: 'api' })).toBe('api');
  });

  test('Windows does not tell capital from small letters', () => {
    expect(projectOfPath('c:\\work\\API\\x.ts', { root: 'C:\\Work\\api', name: 'api' })).toBe(
      'api',
    );
    expect(projectOfPath('/srv/API/x.ts', { root: '/srv/api', name: 'api' })).toBe('API');
  });

  test('relative paths without a root belong to the scope, unless they leave it', () => {
    expect(projectOfPath('src/x.ts', { root: null, name: 'api' })).toBe('api');
    expect(projectOfPath('../x.ts', { root: null, name: 'api' })).toBeNull();
    expect(projectOfPath('src/x.ts', NOWHERE)).toBeNull();
  });

  test('a home under version control is no project', () => {
    const home = { root: '/home/ada', name: 'ada' };
    expect(projectOfPath('/home/ada/.bashrc', home)).toBeNull();
    expect(projectOfPath('/home/ada/Projects/api/x.ts', home)).toBe('api');
  });
});

describe('counting', () => {
  const count = (paths: readonly string[], from: ProjectCounts = NO_PROJECTS) =>
    paths.reduce((counts, path) => countProject(counts, path, RADIO), from);

  test('the most active first, five at most, equals by name', () => {
    const paths =
      'src/a.py src/b.py /home/ada/helios/x /home/ada/zeta/x /home/ada/beta/x /tmp/x'.split(' ');
    expect(rankProjects(count(paths))).toEqual(['lbf-ham-radio', 'beta', 'helios', 'zeta']);
    const many = Array.from({ length: 9 }, (_, i) => `/home/ada/p${i}/x`);
    expect(rankProjects(count(many))).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(rankProjects(count(many), 2)).toEqual(['p0', 'p1']);
    expect(rankProjects(NO_PROJECTS)).toEqual([]);
  });

  test('a weight counts like as many visits', () => {
    const counts = countProject(count(['src/a.py', 'src/b.py']), '/home/ada/helios/x', RADIO, 3);
    expect(rankProjects(counts)).toEqual(['helios', 'lbf-ham-radio']);
  });

  test('in two parts, stored between them, equals at once', () => {
    const path = fc.oneof(
      fc.constantFrom('src/x.py', '/home/ada/__proto__/x', '/home/ada/constructor/x', '/tmp/x'),
      fc.nat(90).map((n) => `/home/ada/p${n}/x.ts`),
    );
    fc.assert(
      fc.property(fc.array(path, { maxLength: 150 }), fc.nat(150), (paths, at) => {
        const whole = count(paths);
        const parts = count(paths.slice(at), JSON.parse(JSON.stringify(count(paths.slice(0, at)))));
        expect(JSON.stringify(parts)).toBe(JSON.stringify(whole));
      }),
      { numRuns: 50 },
    );
  });

  test('at most 50 are kept, the most active and the latest among them', () => {
    const counts = count([
      'src/a.py',
      'src/b.py',
      ...Array.from({ length: 200 }, (_, i) => `/home/ada/p${i}/x`),
    ]);
    expect(Object.keys(counts.names)).toHaveLength(50);
    expect(Object.keys(counts.names)).toEqual(expect.arrayContaining(['lbf-ham-radio', 'p199']));
  });

  test('a directory named __proto__ is counted like any other', () => {
    const counts = count(['/home/ada/__proto__/x', '/home/ada/constructor/x']);
    expect(rankProjects(JSON.parse(JSON.stringify(counts)))).toEqual(['__proto__', 'constructor']);
  });
});
