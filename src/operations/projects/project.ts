import * as z from 'zod/v4';
import { type KnownBy, offerAt } from '../../engine/projects/know.ts';
import {
  linkProject,
  nameOf,
  projects,
  signsHere,
  unlinkProject,
} from '../../engine/projects/link.ts';
import { findLinks, joinAll, type LinksFound } from '../../engine/projects/link-all.ts';
import type { KnownProject } from '../../store/store.ts';
import { UsageError } from '../base/errors.ts';
import { NOTHING_MORE } from '../base/fields.ts';
import { declareOperation } from '../base/operation.ts';
import { count, timeAgo } from '../base/words.ts';

export const projectList = declareOperation({
  name: { command: 'project list', tool: null },
  summary: 'List all known projects, with their places and signs.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex project', says: 'all projects, with their places and signs' }],
  run: async ({ deps, scope }) => ({ here: scope.key, known: await projects(deps) }),
  lines: ({ here, known }, { style, now }) => {
    const { bold, dim } = style;
    if (known.length === 0) return ['No session was captured in a project yet.'];
    return known.flatMap((one) => [
      `${bold(nameOf(one))}${one.key === here ? dim(' (here)') : ''} ${dim(`${count(one.sessions, 'session')}, the last ${timeAgo(one.last, now)}`)}`,
      ...one.signs
        .filter(({ kind }) => kind !== 'inode')
        .map(({ kind, value }) => ({ mark: dim(`  ${kind.padEnd(9)}`), text: value })),
    ]);
  },
  json: ({ known }) => ({ projects: known.map(asJson) }),
  rows: ({ known }) => known.map(asJson),
});

export const projectSigns = declareOperation({
  name: { command: 'project signs', tool: null },
  summary: 'Show what this folder is known by.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex project signs', says: 'what this folder is known by' }],
  run: async ({ deps, scope, cwd }) => {
    const found = await signsHere(deps, cwd);
    return { scope: scope.label, found, offer: await offerAt(deps, cwd!) };
  },
  lines: ({ scope, found, offer }, { style }) => {
    const rows = {
      place: found.place,
      inode: found.inode ?? 'this file system records no creation times: a move goes unnoticed',
      declared: found.declared ?? 'none: git config cortex.project <id> declares one',
      remote: found.remote ?? 'none',
      project: found.project,
    };
    return [
      `${style.bold(scope)}, ${KNOWN_BY[found.known_by]}`,
      ...Object.entries(rows).map(([name, text]) => ({
        mark: style.dim(`  ${name.padEnd(9)}`),
        text,
      })),
      ...(offer ? [`It ${offer}`] : []),
    ];
  },
  json: ({ found, offer }) => ({ ...found, offer }),
});

const KNOWN_BY: Readonly<Record<KnownBy, string>> = {
  place: 'known by its place',
  inode: 'known by the identity of its git directory, which was at another place before',
  link: 'joined by cortex project link',
  trust: 'joined because its remote is trusted',
  import: 'joined by an import',
  move: 'joined because it was at another place before, and its commits are here',
  succession: 'joined because one conversation went on as the other',
};

export const projectLink = declareOperation({
  name: { command: 'project link', tool: null },
  summary: 'Join this clone or folder to a project that is known at another place.',
  about:
    'A clone needs proof: a commit that a session of that project had checked out. A folder outside of git has none, so there only a person can do it. ' +
    'With --all: every repository in this folder and up to four levels below it, and every one that Cortex knows, is joined where the proof fits one project alone; you see the list first.',
  effect: 'changes',
  on: 'nothing',
  input: z.strictObject({
    project: z.string().max(4096).optional(),
    all: z.boolean().optional(),
    dry_run: z.boolean().optional(),
  }),
  words: ['project'],
  fields: {
    project: {
      help: 'The name of the project, a path of it, or its remote, where the signs do not decide.',
      choices: 'scopes',
    },
    all: {
      help: 'Every folder that is certainly a known project, as after a move to a new computer.',
    },
    dry_run: { help: 'Only say what would be joined.' },
  },
  examples: [
    {
      line: 'cortex project link --all',
      says: 'on a new computer, in the folder of your projects',
    },
    {
      line: 'cortex project link --dry-run',
      says: 'which project this clone would become part of',
    },
    { line: 'cortex project link acme/shop', says: 'this clone is that project' },
  ],
  confirm: async ({ deps, cwd }, { all, dry_run: dryRun }) => {
    if (!all || dryRun) return null;
    const found = await findLinks(deps, cwd);
    if (found.certain.length === 0) return null;
    return {
      lines: foundLines(found, 'would be joined'),
      question: 'Join them?',
      declined: 'Nothing was joined.',
    };
  },
  run: async ({ deps, cwd }, { project: named, all, dry_run: dryRun = false }) => {
    if (!all) return linkProject(deps, cwd, { named, dryRun });
    if (named !== undefined)
      throw new UsageError('--all names no project: it finds them.', 'cortex project link --all');
    const found = await findLinks(deps, cwd);
    if (!dryRun) await joinAll(deps, found.certain);
    return { kind: 'all', found, dryRun } as const;
  },
  lines: (done, { style }) => {
    if (done.kind === 'all') {
      const lines = foundLines(done.found, done.dryRun ? 'would be joined' : 'joined');
      const isDone = !done.dryRun && done.found.certain.length > 0;
      return [
        ...lines,
        ...(isDone ? [style.dim('cortex project unlink, in its folder, takes one back.')] : []),
      ];
    }
    const { kind, project } = done;
    if (kind === 'the same already') return [`This folder is ${nameOf(project)} already.`];
    const where = `${project.root ?? project.key}, ${count(project.sessions, 'session')}`;
    const what = kind === 'joined' ? 'Joined' : 'Would be joined';
    const proof =
      done.commit === null ? '' : ` Proof: commit ${done.commit.slice(0, 12)} is in both.`;
    return [
      `${what}: this folder and ${nameOf(project)} (${where}) are one project.${proof}`,
      ...(kind === 'joined' ? [style.dim('cortex project unlink takes it back.')] : []),
    ];
  },
  json: (done) => {
    if (done.kind === 'all') return foundJson(done.found, done.dryRun);
    const { kind, project } = done;
    if (kind === 'the same already') return { outcome: 'already', project: project.key };
    const outcome = kind === 'joined' ? 'joined' : 'would_join';
    return { outcome, project: project.key, commit: done.commit };
  },
});

function foundLines({ certain, doubtful }: LinksFound, what: string): readonly string[] {
  if (certain.length + doubtful.length === 0)
    return ['No folder here looks like a project that is known at another place.'];
  return [
    ...(certain.length > 0 ? [`${count(certain.length, 'folder')} ${what}:`] : []),
    ...certain.map(
      ({ folder, project, commit }) =>
        `  ${folder}: ${nameOf(project)}, known at ${project.root ?? project.key} (${count(project.sessions, 'session')}). Proof: commit ${commit.slice(0, 12)}`,
    ),
    ...(doubtful.length > 0 ? ['Left as they are:'] : []),
    ...doubtful.map(({ folder, label, why }) => `  ${folder}: looks like ${label}; ${why}`),
  ];
}

function foundJson({ certain, doubtful }: LinksFound, isDry: boolean) {
  return {
    outcome: isDry ? 'would_join' : 'joined',
    folders: certain.map(({ folder, project, commit }) => ({
      folder,
      project: project.key,
      commit,
    })),
    left: doubtful,
  };
}

export const projectUnlink = declareOperation({
  name: { command: 'project unlink', tool: null },
  summary: 'Undo a link: this folder is a project of its own again.',
  about: 'In a folder that was not linked it ends the offer to link it.',
  effect: 'changes',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex project unlink', says: 'this folder is a project of its own again' }],
  run: async ({ deps, cwd }) => {
    const wasJoined = await unlinkProject(deps, cwd);
    return { wasJoined, key: deps.locate(cwd).scope.key };
  },
  lines: ({ wasJoined }) => [
    wasJoined
      ? 'This folder is a project of its own again. It has back what was recorded in it before the link; what was recorded since stays with the other project.'
      : 'This folder was not linked; the offer to link it does not come back.',
  ],
  json: ({ wasJoined, key }) => ({ outcome: wasJoined ? 'parted' : 'apart', project: key }),
});

function asJson({ key, label, root, sessions, last, signs: known, joined }: KnownProject) {
  return { key, label, root, sessions, last, signs: known, joined };
}
