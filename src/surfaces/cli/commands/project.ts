import { claimLabel } from '../../../domain/projects/signs.ts';
import { projectName } from '../../../domain/scope.ts';
import type { Deps } from '../../../engine/deps.ts';
import { type KnownBy, offerAt } from '../../../engine/projects/know.ts';
import { type Linking, linkProject, signsHere, unlinkProject } from '../../../engine/projects/link.ts';
import type { Unproven } from '../../../engine/projects/proof.ts';
import type { KnownProject } from '../../../store/projects.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { ago, count } from '../times.ts';

const ACTIONS = ['list', 'link', 'unlink', 'signs'] as const;

export const project = command({
  name: 'project',
  summary: 'Which projects are known, by which signs, and which folders are one project.',
  about:
    'A project is known by its place and by the identity of its git directory on the disk: a moved or renamed repository ' +
    'stays the same project. What stands inside a folder is a claim: the remote called origin, and an id that ' +
    'git config cortex.project declares. A claim joins a second clone to a project only when you say so once with link, or ' +
    'trust its remote with projects.trust_remotes, and only with proof: a commit that a session of that project had ' +
    'checked out is in this repository. The first commit proves nothing, since forks and templates have it too. unlink takes it back; what was recorded ' +
    'in between stays with the project. In a folder that was not linked, unlink ends the offer to link it.',
  args: [
    {
      name: 'list|link|unlink|signs',
      help: 'What to do; list when nothing is said.',
      optional: true,
    },
    {
      name: 'project',
      help: 'For link: the name of the project, a path of it, or its remote, where the signs do not decide.',
      optional: true,
    },
  ],
  flags: { 'dry-run': { help: 'With link: only say what would be joined.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex project', says: 'all projects, with their places and signs' },
    { line: 'cortex project signs', says: 'what this folder is known by' },
    { line: 'cortex project link --dry-run', says: 'which project this clone would become part of' },
    { line: 'cortex project link acme/shop', says: 'this clone is that project' },
    { line: 'cortex project unlink', says: 'this folder stands for itself again' },
  ],
  run: (cli, { args: [action = 'list', ...words], flags }) =>
    withStore(cli, async (deps) => {
      if (flags['dry-run'] && action !== 'link') throw new UsageError('--dry-run goes with link.');
      if (words.length > (action === 'link' ? 1 : 0))
        throw new UsageError(`cortex project ${action} takes no more arguments.`);
      switch (action) {
        case 'list':
          return list(cli, deps, flags.json);
        case 'signs':
          return signs(cli, deps, flags.json);
        case 'link':
          return link(cli, deps, words[0], { dryRun: flags['dry-run'], json: flags.json });
        case 'unlink':
          return unlink(cli, deps, flags.json);
        default: {
          const guess = nearest(action, ACTIONS);
          throw new UsageError(
            `cortex project has no ${action}.`,
            guess ? `Did you mean ${guess}?` : `It has ${ACTIONS.join(', ')}.`,
          );
        }
      }
    }),
});

async function list(cli: Cli, deps: Deps, json: boolean): Promise<number> {
  const { out } = cli;
  const projects = await deps.store.projects();
  if (json) {
    out.json(projects.map(asJson));
    return 0;
  }
  if (projects.length === 0) {
    out.block('No session was captured in a git repository yet.');
    return 0;
  }
  const { bold, dim } = out.style;
  const here = deps.locate(cli.cwd()).scope.key;
  for (const one of projects) {
    const mark = one.key === here ? dim(' (here)') : '';
    out.block(
      `${bold(nameOf(one))}${mark} ${dim(`${count(one.sessions, 'session')}, the last ${ago(one.last, deps.now())}`)}`,
    );
    for (const { kind, value } of one.signs)
      if (kind !== 'inode') out.item(dim(`  ${kind.padEnd(9)}`), value);
  }
  return 0;
}

async function signs(cli: Cli, deps: Deps, json: boolean): Promise<number> {
  const { out } = cli;
  const found = await signsHere(deps, cli.cwd());
  if (!found) throw nowhere();
  const offer = await offerAt(deps, cli.cwd());
  if (json) {
    out.json({ ...found, offer });
    return 0;
  }
  const { bold, dim } = out.style;
  out.block(`${bold(deps.locate(cli.cwd()).scope.label)}, ${KNOWN_BY[found.known_by]}`);
  const rows = {
    place: found.place,
    inode: found.inode ?? 'this file system tells no birth of folders: a move is not noticed',
    declared: found.declared ?? 'none: git config cortex.project <id> declares one',
    remote: found.remote ?? 'none',
    project: found.project,
  };
  for (const [name, value] of Object.entries(rows)) out.item(dim(`  ${name.padEnd(9)}`), value);
  if (offer) out.block(`It ${offer}`);
  return 0;
}

const KNOWN_BY: Readonly<Record<KnownBy, string>> = {
  place: 'known by its place',
  inode: 'known by the identity of its git directory, which was at another place before',
  link: 'joined by cortex project link',
  trust: 'joined because its remote is trusted',
  import: 'joined by an import',
};

async function link(
  cli: Cli,
  deps: Deps,
  named: string | undefined,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
): Promise<number> {
  const done = await linkProject(deps, cli.cwd(), { named, dryRun });
  switch (done.kind) {
    case 'no repository':
      throw nowhere();
    case 'nothing like it':
      throw new Failure(
        named === undefined
          ? `No known project claims what this folder claims (${claimLabel(done.signs) ?? 'it has no remote called origin and no declared id'}).`
          : `No project is known as ${named}.`,
        'cortex project lists all; cortex project link <name> names one.',
      );
    case 'several':
      throw new Failure(
        [
          `${count(done.candidates.length, 'project')} fit:`,
          ...done.candidates.map((one) => `  ${nameOf(one)}  ${one.root ?? one.key}`),
        ].join('\n'),
        'Name one by its path: cortex project link <path>',
      );
    case 'unproven':
      throw new Failure(
        `This folder is not proven to be ${nameOf(done.project)}: ${reason(done)}.`,
        HELP[done.why],
      );
    case 'the same already':
      if (json) cli.out.json({ outcome: 'already', project: done.project.key });
      else cli.out.block(`This folder is ${nameOf(done.project)} already.`);
      return 0;
    case 'would join':
    case 'joined':
      if (json) {
        const outcome = done.kind === 'joined' ? 'joined' : 'would_join';
        cli.out.json({ outcome, project: done.project.key, commit: done.commit });
        return 0;
      }
      cli.out.block(
        `${done.kind === 'joined' ? 'Joined' : 'Would be joined'}: this folder and ${nameOf(done.project)} (${done.project.root ?? done.project.key}, ${count(done.project.sessions, 'session')}) are one project. Proof: commit ${done.commit.slice(0, 12)} is in both.`,
      );
      if (done.kind === 'joined') cli.out.block(cli.out.style.dim('cortex project unlink takes it back.'));
      return 0;
  }
}

function reason({ why, looked }: Extract<Linking, { kind: 'unproven' }>): string {
  const latest = looked[0]?.slice(0, 12);
  switch (why) {
    case 'nothing recorded':
      return 'no session there recorded a commit';
    case 'only a first commit':
      return 'of its recorded commits only a first one is here, which forks and templates have too';
    case 'not in a shallow clone':
      return `none of its recorded commits (the latest is ${latest}) is in this shallow clone`;
    case 'not here':
      return `none of its recorded commits (the latest is ${latest}) is in this repository`;
  }
}

const HELP: Readonly<Record<Unproven, string>> = {
  'nothing recorded': 'Start a session there after its next commit, then try again.',
  'only a first commit':
    'Fetch the branch that was worked on there, or start a session there after its next commit.',
  'not in a shallow clone': 'git fetch --unshallow brings the history, then try again.',
  'not here':
    'git fetch the branch that was worked on there, then try again. A fork without those commits is its own project.',
};

async function unlink(cli: Cli, deps: Deps, json: boolean): Promise<number> {
  const wasJoined = await unlinkProject(deps, cli.cwd());
  if (wasJoined === null) throw nowhere();
  const { scope } = deps.locate(cli.cwd());
  if (json) cli.out.json({ outcome: wasJoined ? 'parted' : 'apart', project: scope.key });
  else if (wasJoined)
    cli.out.block(
      'This folder stands for itself again. What was recorded in it before it was joined came back; what was recorded since stays with the project.',
    );
  else cli.out.block('This folder was not joined to another; joining it is not offered any more.');
  return 0;
}

function nowhere(): Failure {
  return new Failure(
    'This folder is in no git repository.',
    'Work outside of repositories has the scope global.',
  );
}

function nameOf({ label }: KnownProject): string {
  return projectName(label) ?? label;
}

function asJson({ key, label, root, sessions, last, signs: known, joined }: KnownProject) {
  return { key, label, root, sessions, last, signs: known, joined };
}
