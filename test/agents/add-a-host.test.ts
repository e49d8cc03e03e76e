import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A host that sends lines of JSON by names of its own. */
const HOST = `import { has } from '../../domain/base/text/json.ts';
import type { Host } from '../../ports/base/host.ts';
import { makeParser } from '../base/form.ts';
import { hookLine } from '../base/install.ts';
import { toolReaders } from '../base/tools.ts';

const tools = toolReaders({ names: { shell: 'paint_wall' } });

export const dummy: Host = {
  name: 'dummy',
  title: 'Dummy',
  notRun: 'there is no such program',
  injection: { at: ['session-start'], keeps: true },
  tools: tools.roles,
  marks: { proves: (sent) => has(sent, 'dummy') },
  parse: makeParser({ name: 'does', session: 'dummy', tools, events: { begin: { is: 'session-start' } } }),
  render: (_, { context }) => context ?? '',
  reopens: 'It cannot.',
  install: {
    signs: { folders: ['.dummy'], commands: ['dummy'] },
    edits: (runtime) => [
      { kind: 'file', place: { base: 'home', path: '.dummy/hook' }, content: hookLine(runtime, 'dummy') },
    ],
    afterwards: [],
  },
};

export const dummyTranscripts = {
  host: 'dummy',
  folders: [{ instead: '.dummy', below: 'past' }],
  name: /past/,
  read: () => [],
  spoken: (tail: string) => [{ at: null, by: 'agent', text: tail } as const],
};
`;

/** Everything that is to know it. */
const LOOK = `
const { ALL_TRANSCRIPTS, spokenAt } = await import('./src/agents/all.ts');
const { allHosts } = await import('./src/program/rooms/hosts.ts');
const { callerOf } = await import('./src/agents/detect.ts');
const { dummy } = await import('./src/agents/dummy/host.ts');
const { anyToolReader } = await import('./src/agents/tools.ts');
const { agentsTable, quickStarts } = await import('./scripts/agents-page.ts');
const [row] = agentsTable('hosts').split('\\n').filter((line) => line.includes('Dummy'));
console.log(JSON.stringify({
  caller: callerOf(allHosts(), 'claude-code', {}, { dummy: '1' }),
  begun: dummy.parse({ does: 'begin', dummy: '1' })?.kind,
  imported: ALL_TRANSCRIPTS.some(({ host }) => host === 'dummy'),
  said: spokenAt('dummy', 'Done.'),
  command: anyToolReader(allHosts())('paintWall', { command: 'red' }, '', false).command,
  row: row.replace(/ +/g, ' '),
  start: quickStarts('hosts').includes('cortex setup dummy'),
}));
`;

it('a host takes its folder, one line of the list, and its page', () => {
  const scratch = scratchFolder();
  try {
    for (const name of ['src', 'scripts', 'package.json'])
      cpSync(join(ROOT, name), join(scratch.path, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(scratch.path, 'node_modules'));
    const folder = join(scratch.path, 'src', 'agents', 'dummy');
    mkdirSync(folder);
    writeFileSync(join(folder, 'host.ts'), HOST);
    const list = join(scratch.path, 'src', 'agents', 'all.ts');
    const text = readFileSync(list, 'utf8');
    const line = '  { host: dummy, transcripts: dummyTranscripts },\n';
    const added = text.replace(/^(?= {2}\{ host: claudeCode)/m, line);
    writeFileSync(list, `import { dummy, dummyTranscripts } from './dummy/host.ts';\n${added}`);
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', LOOK], {
      cwd: scratch.path,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({
      caller: 'dummy',
      begun: 'session-start',
      imported: true,
      command: 'red',
      start: true,
      said: [{ at: null, by: 'agent', text: 'Done.' }],
      row: '| [Dummy](hosts/dummy.md) (by contract, not run) | `cortex setup dummy` | at its start | `cortex import dummy` |',
    });
  } finally {
    scratch.dispose();
  }
});
