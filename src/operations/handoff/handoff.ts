import * as z from 'zod/v4';
import {
  type Handoff,
  handoffForRequest,
  handoffNote,
  scopeHandoff as handoffOf,
  handoffText,
  sessionHandoff,
} from '../../engine/handoff/handoff.ts';
import { handoffRecord } from '../../engine/handoff/handoff-record.ts';
import { meantSessions, newestSession } from '../../engine/presence/target.ts';
import { UsageError, unknownName } from '../base/errors.ts';
import { id, SESSION_FIELD } from '../base/fields.ts';
import { resolveSession } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { toldLines } from '../base/view.ts';

export const handoffOperation = declareOperation({
  name: { command: 'handoff', tool: null },
  summary: 'Describe where the work stands, for another agent or person.',
  about: [
    'From the last session that did something, or the one you name: what was asked, where it ' +
      'stopped, what is blocked, decided and next, the files, and the pins and rules that ' +
      'hold. Made from the record, without a model.',
    'With --json it is a capsule that cortex continue <file> takes over on another machine ' +
      'or in another agent; docs/handoff.schema.json describes it.',
  ].join('\n\n'),
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    session_id: id.optional(),
    to: z.string().optional(),
    start: z.boolean().optional(),
    to_file: z.string().optional(),
    pull_request: z.boolean().optional(),
    force: z.boolean().optional(),
  }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    to: {
      value: 'host',
      choices: 'hosts',
      only: 'command',
      help: 'Print it for the model of that agent, marked as facts.',
    },
    start: { only: 'command', help: 'Start the agent that --to names, here, to go on with it.' },
    to_file: {
      value: 'path',
      only: 'command',
      help: 'Show it and write it to this file: a capsule where its name ends with .json, else the text.',
    },
    pull_request: {
      only: 'command',
      help: 'As text for a pull request: state, decisions and what is left, without words of the conversation or paths of this machine.',
    },
    force: { only: 'command', help: 'With --to-file: replace the file.' },
  },
  examples: [
    { line: 'cortex handoff', says: 'where does it stand?' },
    { line: 'cortex handoff a1b2c3d4', says: 'where that session stopped' },
    { line: 'cortex handoff > handoff.md', says: 'to give it to somebody' },
    {
      line: 'cortex handoff --json > handoff.json',
      says: 'to go on elsewhere: cortex continue handoff.json',
    },
    {
      line: 'cortex handoff --to-file handoff.json',
      says: 'the same, shown first: at the end of a job in CI',
    },
    { line: 'cortex handoff --pull-request --to-file body.md', says: 'what a reviewer may read' },
    { line: 'cortex handoff --to codex', says: 'as the first words to another agent' },
    {
      line: 'cortex handoff --to codex --start',
      says: 'go on in Codex, when this agent is at its limit',
    },
  ],
  run: async (call, { session_id, to, start, to_file, pull_request, force }) => {
    const { deps, hosts } = call;
    if (start && to === undefined)
      throw new UsageError('--start needs an agent.', 'Name it: --to codex');
    if (to !== undefined && !hosts.includes(to)) throw unknownName('agent', to, hosts);
    const named = session_id === undefined ? null : await resolveSession(call, session_id);
    const { given, root, head } = named
      ? { given: await sessionHandoff(deps, named), root: named.project_path, head: null }
      : await handoffHere(call);
    const hashOf = (path: string) => {
      const text = root === null ? null : deps.readText(`${root}/${path}`);
      return text === null ? null : deps.hash(text);
    };
    const record = handoffRecord(given, { madeAt: deps.now(), head, hashOf });
    const text = pull_request ? handoffForRequest(deps, given, root) : handoffText(deps, given);
    if (to_file !== undefined) {
      const content = to_file.endsWith('.json') ? JSON.stringify(record, null, 2) : text;
      writeTo(call, to_file, content, { mayReplace: force === true });
    }
    return {
      text,
      file: to_file ?? null,
      note: to === undefined ? null : handoffNote(deps, 'handoff', given),
      record,
      begun:
        start && to !== undefined
          ? { host: to, words: firstWords(given), facts: handoffNote(deps, 'handoff', given) }
          : null,
    };
  },
  begins: ({ begun }) => begun,
  // Text for a model is printed unwrapped: wrapping would change it.
  lines: ({ text, note, file }, { style }) => [
    ...(note === null
      ? toldLines(text, style)
      : note.split('\n').map((line) => ({ mark: '', text: line }))),
    ...(file === null ? [] : [{ remark: `Written to ${file}, readable for you alone.` }]),
  ],
  json: ({ record }) => ({ ...record }),
});

/** Writes the handover into a file. One that is there is replaced only on request. */
function writeTo(
  { files }: Pick<OperationCall, 'files'>,
  path: string,
  content: string,
  { mayReplace }: { readonly mayReplace: boolean },
): void {
  if (files === null) throw new UsageError('Only the command line writes files.');
  if (!mayReplace && files.read(path) !== null)
    throw new UsageError(
      `${path} is there already.`,
      'Name another file, or replace it with --force.',
    );
  files.write(path, `${content}\n`);
}

/** Repeats the open request, so that an agent which reads it at its start knows what to do. */
function firstWords({ session, turns }: Handoff): string {
  const last = turns.find((one) => one.session.id === session?.id)?.turns.at(-1);
  const isOpen = last && last.ended !== 'answered' && last.asked !== null;
  return isOpen
    ? `Go on with this, which was left open: ${last.asked}`
    : 'Go on where the work stopped.';
}

async function handoffHere({ deps, scope, isChosen, location }: OperationCall) {
  const { branch, head } = isChosen ? { branch: null, head: null } : location;
  const running = isChosen ? [] : await meantSessions(deps, scope);
  // A session of another project may have typed the command.
  const own = running.filter((one) => one.scope.key === scope.key);
  const given = await handoffOf(
    deps,
    { scope, branch },
    own.length > 0 ? newestSession(own) : null,
  );
  return { given, root: scope.root, head };
}
