import { basename } from 'node:path';
import { type RecordedSession, readExports, relativePath, type Step } from './export.ts';
import { findRepository, type HistorySource, readGit } from './public-data.ts';

/** The recorded sessions of a repository, oldest first. Some files were deleted later: each counts as it was last. */
export function readHistory(data: string, { name, folder }: HistorySource): RecordedSession[] {
  const repository = findRepository(data, name);
  const files = new Map<string, string>();
  for (const [path, commit] of findLastVersions(repository))
    files.set(basename(path), readGit(repository, 'show', `${commit}:${path}`));
  const inProject = (step: Step): Step =>
    step.kind === 'edited' ? { kind: 'edited', path: relativePath(step.path, folder) } : step;
  return readExports(files).map(({ file, at, turns }) => ({
    file,
    at,
    turns: turns.map(({ prompt, steps }) => ({ prompt, steps: steps.map(inProject) })),
  }));
}

/** The newest commit that holds each exported session, by path. */
function findLastVersions(repository: string): Map<string, string> {
  const written = ['--diff-filter=AM', '--no-renames', '--name-only', '--format=commit %H'];
  const log = readGit(repository, 'log', '--all', ...written, '--', '*.specstory/history/*.md');
  const versions = new Map<string, string>();
  const names = new Set<string>();
  let commit = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length);
    else if (line !== '' && !names.has(basename(line))) {
      names.add(basename(line));
      versions.set(line, commit);
    }
  }
  return versions;
}
