import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Scope } from '../src/domain/base/scope.ts';
import type { Deps } from '../src/engine/base/deps.ts';
import { engineDeps, openStore, openWorld } from '../src/program/compose.ts';
import { claudeEvents } from './claude-events.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

export interface EngineStage {
  readonly folder: string;
  readonly repo: string;
  readonly home: string;
  readonly scope: Scope;
  readonly deps: Deps;
  /** The time from now on. */
  at(moment: string): void;
  /** Sends an event of Claude Code in the repository; the text that the model is given. */
  send(session: string, event: string, more?: object): Promise<string | null>;
}

/** The engine in this process: a home and a repository for each test, and a clock that the test sets. */
export function useEngine(start: string, enter: (stage: EngineStage) => void): void {
  let leave = () => {};
  beforeEach(() => {
    const folder = scratchFolder();
    const repo = makeRepository(join(folder.path, 'radio'));
    const home = join(folder.path, 'home');
    let now = Date.parse(start);
    const env = {
      CORTEX_HOME: home,
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_RESTORE_DEADLINE_MS: '10000',
    };
    const world = openWorld(env);
    const store = openStore(world);
    const deps: Deps = {
      ...engineDeps(world, store),
      now: () => now,
      deadline: { passed: () => false },
      startMaintenance: () => {},
    };
    enter({
      folder: folder.path,
      repo,
      home,
      scope: deps.locate(repo).scope,
      deps,
      at: (moment) => {
        now = Date.parse(moment);
      },
      send: async (session, event, more) =>
        (await claudeEvents(deps, session, repo)(event, more)).context,
    });
    leave = () => {
      void store.close();
      folder.dispose();
    };
  });
  afterEach(() => leave());
}
