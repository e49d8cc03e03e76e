import { homedir } from 'node:os';
import type { Environment } from '../../domain/base/runtimes.ts';
import type { OpenedHome } from '../../engine/keeping/duty.ts';
import { shareDoor } from '../door.ts';
import { syncByItself, type WithDeps } from '../engine/run.ts';

/**
 * A sync by itself inside a process that goes on: the database is open only while it works. A bundle of its own, loaded with the
 * first.
 */
export function syncHome(home: OpenedHome, env: Environment): Promise<void> {
  const withDeps: WithDeps = async (work) => {
    const { deps, close } = home.open();
    try {
      return await work(deps);
    } finally {
      close();
    }
  };
  const door = shareDoor(home.folder, env, homedir);
  return syncByItself(withDeps, { ...door, copies: home.copies }, rest);
}

/** Keeps no process alive that has nothing else to do. */
function rest(millis: number): Promise<void> {
  return new Promise((done) => setTimeout(done, millis).unref());
}
