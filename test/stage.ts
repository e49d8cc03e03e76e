import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Agent, type AgentOptions } from './agent.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

/** Where a story plays: a home and a repository of its own for each test, and the agents that act in it. */
export interface Stage {
  readonly folder: ReturnType<typeof scratchFolder>;
  readonly home: string;
  readonly repo: string;
}

/** Sets the stage before each test of a file and clears it after; the agents it makes are sent home. `all` counts for each of them. */
export function useStage(
  project: string,
  now: string,
  enter: (stage: Stage) => void,
  all: Partial<AgentOptions> = {},
): (more?: Partial<AgentOptions>) => Agent {
  let stage: Stage;
  let agents: Agent[] = [];
  beforeEach(() => {
    const folder = scratchFolder();
    const repo = makeRepository(join(folder.path, project));
    stage = { folder, home: join(folder.path, 'home'), repo };
    enter(stage);
  });
  afterEach(() => {
    for (const agent of agents) agent.quit();
    agents = [];
    stage.folder.dispose();
  });
  return (more = {}) => {
    const made = new Agent({ home: stage.home, cwd: stage.repo, now, ...all, ...more });
    agents.push(made);
    return made;
  };
}
