import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../test/threads.ts';
import { formatThread } from '../../domain/threads/codes.ts';
import { EMPTY_THREAD } from '../../domain/threads/thread.ts';
import { foldThread } from '../../domain/threads/thread-fold.ts';
import {
  activeThread as readActiveFile,
  cerberusThread as readCerberusSession,
} from './cerberus.ts';

/** As the formats describe them. */
const ACTIVE = {
  session_id: '20260121-143022',
  project: 'hydra',
  timestamp: '2026-01-21T14:30:22Z',
  files: ['impl:proxy.go', 'impl:my-supervisor.go'],
  functions: ['impl:supervisor.Process', 'impl:config.Load'],
  decisions: ['dec:split-proxy-3-files', 'dec:threshold=0.75-precision'],
  blockers: ['block:race:test-failure-line-712', 'block:need:ollama'],
  next_actions: ['next:add-mutex-to-process-struct', 'next:rerun-race-detector'],
  metadata: { expires_at: '2026-01-28T14:30:22Z' },
};
const ROW = {
  id: 'session-0123456789ab',
  scope: 'project:hydra',
  project_path: '/home/dev/hydra',
  phase: 'PHASE-2-SEMANTIC',
  context_data: JSON.stringify({
    files: ACTIVE.files,
    functions: ACTIVE.functions,
    decisions: ACTIVE.decisions,
    blockers: ACTIVE.blockers,
    next_actions: ACTIVE.next_actions,
    completed: ['impl:proxy-split', 'test:unit-tests'],
  }),
  created_at: '2026-01-20 09:00:00',
  last_accessed: '2026-01-22 14:00:00',
  last_activity: '2026-01-22 13:59:30',
  turn_count: 17,
  status: 'archived',
};
const codes = (facts: Parameters<typeof recorded>[0]) =>
  formatThread(foldThread(EMPTY_THREAD, recorded(facts)), 1500, 'project:hydra')
    .split('\n')
    .slice(1);

describe('active-{project}.json', () => {
  it('comes out with the codes it went in with', () => {
    const read = readActiveFile(ACTIVE);
    expect(codes(read.facts)).toEqual([
      ...ACTIVE.files,
      ...ACTIVE.functions,
      ...ACTIVE.decisions,
      ...ACTIVE.blockers,
      ...ACTIVE.next_actions,
    ]);
    expect(read).toMatchObject({
      id: '20260121-143022',
      scope: 'project:hydra',
      isArchived: false,
      at: Date.UTC(2026, 0, 21, 14, 30, 22),
      expiresAt: Date.UTC(2026, 0, 28, 14, 30, 22),
      problems: [],
    });
  });

  it('takes the project from the name of the file where it does not say', () => {
    const { project: _, ...unnamed } = ACTIVE;
    expect(readActiveFile(unnamed, 'hydra').scope).toBe('project:hydra');
    expect(readActiveFile(unnamed).scope).toBe('global');
    expect(readActiveFile({ ...ACTIVE, project: 'universal' }).scope).toBe('global');
  });

  it('reads what it can, and says what it cannot', () => {
    const read = readActiveFile({
      ...ACTIVE,
      timestamp: 'yesterday',
      files: [1, 'impl:a.go', ''],
      functions: 'f',
      blockers: null,
    });
    expect(read.problems).toEqual([
      'It has no readable timestamp.',
      'files[0] is no text.',
      'files[2] is no text.',
      'functions is no list.',
    ]);
    expect(read.facts[0]).toEqual({ kind: 'file', path: 'a.go', how: 'edit', by: 'agent' });
    expect(read.facts).toHaveLength(5);
  });
});

describe('a row of sessions', () => {
  it('comes out with the codes it went in with, what was completed too', () => {
    const read = readCerberusSession(ROW);
    expect(codes(read.facts)).toEqual([
      'phase:PHASE-2-SEMANTIC',
      ...ACTIVE.files,
      ...ACTIVE.functions,
      ...ACTIVE.decisions,
      ...ACTIVE.blockers,
      ...ACTIVE.next_actions,
      'done:impl:proxy-split',
      'done:test:unit-tests',
    ]);
    expect(read).toMatchObject({
      id: 'session-0123456789ab',
      scope: 'project:hydra',
      projectPath: '/home/dev/hydra',
      isArchived: true,
      at: Date.UTC(2026, 0, 22, 13, 59, 30),
      problems: [],
    });
  });

  it.each<[unknown, string]>([
    ['{"files": [', 'context_data holds no JSON object.'],
    ['[]', 'context_data holds no JSON object.'],
    [null, 'context_data holds no JSON object.'],
  ])('with damaged data %j says so', (context_data, problem) => {
    expect(readCerberusSession({ ...ROW, context_data })).toMatchObject({
      id: ROW.id,
      facts: [{ kind: 'phase' }],
      problems: [problem],
    });
  });

  it('takes the data as an object too, lists under their other names, and codes without a prefix', () => {
    const context_data = {
      files_modified: ['a.py'],
      key_functions: ['cluster_corrections'],
      next_actions: ['test:deduplication'],
    };
    expect(codes(readCerberusSession({ ...ROW, phase: null, context_data }).facts)).toEqual([
      'impl:a.py',
      'impl:cluster_corrections',
      'next:test:deduplication',
    ]);
  });
});

describe('whatever was stored', () => {
  it('is read without failing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, inner) => {
        for (const read of [
          readActiveFile(value),
          readActiveFile({ files: inner, decisions: [inner], metadata: inner }),
          readCerberusSession(value),
          readCerberusSession({ context_data: inner, turn_count: inner }),
        ]) {
          expect(read.scope).toMatch(/^(?:global|project:)/);
          codes(read.facts);
        }
      }),
    );
  });

  it('turns a hyphen between two words back into a blank, and no other', () => {
    const text = (code: string) => readActiveFile({ next_actions: [code] }).facts[0];
    expect(text('next:a-b-c')).toMatchObject({ text: 'a b c' });
    expect(text('next:pass---strict')).toMatchObject({ text: 'pass---strict' });
    expect(text('next:先-修')).toMatchObject({ text: '先 修' });
  });
});
