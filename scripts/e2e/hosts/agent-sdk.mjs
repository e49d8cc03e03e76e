// An agent of the Claude Agent SDK with `cortexHooks()`: nothing is set up, the program brings Cortex itself.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeFolder } from '../places.mjs';
import { claudeCode } from './claude-code.mjs';

const AGENT = fileURLToPath(new URL('../agent-sdk/agent.mjs', import.meta.url));

export const agentSdk = {
  ...claudeCode,
  name: 'agent-sdk',
  program: {
    // A library, which brings the program that it runs.
    package: '@anthropic-ai/claude-agent-sdk',
    version: '0.3.325',
    entry: 'sdk.mjs',
  },
  without: {
    wired: 'nothing is set up: the program gives the SDK its hooks',
    warm: 'no process is started for events: they are taken in inside the program',
  },
  more: undefined,

  prepare(stage, program) {
    claudeCode.prepare(stage, program);
    stage.sdk = pathToFileURL(program.bin).href;
    stage.library = pathToFileURL(join(stage.world.root, 'the program', 'dist', 'index.js')).href;
    const command = join(stage.world.root, 'bin', 'agent');
    writeFileSync(command, `#!/bin/sh\nexec "${join(nodeFolder, 'node')}" "${AGENT}" "$@"\n`);
    chmodSync(command, 0o755);
    program.bin = command;
  },

  turn: (prompt, { resume, stage: { sdk, library } }) => [
    JSON.stringify({ sdk, library, prompt, resume }),
  ],
};
