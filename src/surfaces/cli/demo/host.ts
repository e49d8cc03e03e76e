import type { Step } from './story.ts';

/** The input of the host process. */
export interface Play {
  readonly node: string;
  readonly script: string;
  readonly folder: string;
  readonly hostSessionId: string;
  readonly steps: readonly Step[];
}

/** Its answer, a line for each step. */
export interface Played {
  readonly step: number;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** The program of a process that stands in for an agent. It knows nothing of Cortex but how to call it. */
export function hostProgram(play: Play): string {
  return `(${host})(${JSON.stringify(play)})`;
}

/** Runs as source text in a process of its own: it can use nothing from outside itself. */
function host(play: Play): void {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { mkdirSync, writeFileSync, writeSync } = process.getBuiltinModule('node:fs');
  const { dirname, join } = process.getBuiltinModule('node:path');
  play.steps.forEach((step, index) => {
    for (const [path, text] of Object.entries(step.writes ?? {})) {
      mkdirSync(dirname(join(play.folder, path)), { recursive: true });
      writeFileSync(join(play.folder, path), text);
    }
    const common = {
      session_id: play.hostSessionId,
      cwd: play.folder,
      tool_use_id: `toolu_${index}`,
      prompt_id: `prompt_${index}`,
    };
    const args = step.runs ?? ['hook', 'claude-code'];
    const done = spawnSync(play.node, [play.script, ...args], {
      cwd: play.folder,
      encoding: 'utf8',
      input: step.event ? JSON.stringify({ ...common, ...step.event }) : '',
    });
    writeSync(1, `${JSON.stringify({ step: index, exitCode: done.status, stderr: done.stderr })}\n`);
  });
  // At work on something that takes long; this is where it is killed. Should nobody come, it ends by itself.
  setTimeout(() => {}, 60_000);
}
