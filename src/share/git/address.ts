import { join } from 'node:path';
import type { Environment } from '../../domain/base/runtimes.ts';
import { redactText } from '../../domain/redact/redact.ts';
import { Failure } from '../../engine/base/errors.ts';
import { readGitSettings } from '../../system/projects/git-files.ts';
import { protocolsIn } from './program.ts';

/** A git remote, and the part of it that is ours. */
export interface GitAddress {
  readonly url: string;
  /** The remote that the code itself is at: then our refs lie beside its branches, where no clone takes them. */
  readonly isOfCode: boolean;
}

const FORM = 'It reads https://host/path or ssh://user@host/path, or git@host:path.';

/** The address in a text; throws with a sentence for one that may not be used. */
export function gitUrl(text: string, env: Environment): string {
  const url = text.trim();
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url) ?? [];
  const isScp = scheme === undefined && /^(?:[\w.-]+@)?[\w.-]{2,}:(?!\/\/)[^\s]+$/.test(url);
  const protocol = isScp ? 'ssh' : (scheme?.toLowerCase() ?? 'file');
  // Only a folder may have a blank in its name.
  const isOdd = protocol === 'file' ? /[\p{Cc}]/u.test(url) : /[\s\p{Cc}]/u.test(url);
  if (url === '' || isOdd || url.startsWith('-') || /^[a-z]+::/i.test(url))
    throw new Failure('That is no address of a git repository.', FORM);
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]*:[^/@]*@/i.test(url) || redactText(url) !== url)
    throw new Failure(
      'That address has a password in it, which git would write into files and lists of processes.',
      'Leave it out; a credential helper of git, or a deploy key, gives the right to push: docs/containers.md',
    );
  if (!protocolsIn(env).includes(protocol) || (protocol === 'http' && !isNear(url)))
    throw new Failure(
      `Nothing is sent by ${protocol}: only https and ssh are sealed on their way.`,
      FORM,
    );
  return url;
}

function isNear(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
}

const ORIGIN = { section: '[remote "origin"]', name: 'url' };

/** The remote of a checkout as it is written there; null where there is none. */
export function originOfCode(gitDir: string): string | null {
  return readGitSettings(join(gitDir, 'config'), [ORIGIN])[0] ?? null;
}

/** Whether anybody could ask a server of this address without saying who he is. */
export function canBeAnonymous(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Two addresses of one repository, apart from how they are written. */
export function isSameRepository(a: string, b: string): boolean {
  const plain = (url: string) => url.replace(/\/+$/, '').replace(/\.git$/, '');
  return plain(a) === plain(b);
}
