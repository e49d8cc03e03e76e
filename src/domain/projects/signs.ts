/**
 * Signs by which a project is recognised. Place and inode come from the file system. The content of a folder is a
 * claim, because anybody can write it: a declared id or a remote joins projects only with a person's consent and proof.
 */
export type ClaimKind = 'declared' | 'remote';
/** `head` is a commit that a session had checked out, kept as proof after the session moved to cold storage. */
export type SignKind = 'place' | 'inode' | 'head' | ClaimKind;

export interface Claims {
  /** `git config cortex.project`. */
  readonly declared: string | null;
  /** Host and path of `origin`; on this machine or a mounted disk its path alone, which begins with a slash. */
  readonly remote: string | null;
}

/** The signs of a git directory: its inode and its claims. */
export interface Signs extends Claims {
  /** Device, inode and birth time of the git directory; null without a birth time, because inodes are reused. */
  readonly inode: string | null;
}

/** A declared id from a configuration; null if it is not a plain name. */
export function declaredId(value: string | null): string | null {
  return value !== null && /^[a-z0-9][a-z0-9._/-]{0,99}$/i.test(value) ? value : null;
}

/** Host names for SSH over port 443. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

const ADDRESS = /^(?:https?|ssh|git|git\+ssh|ssh\+git):\/\/(?:[^@/]*@)?([^/:@]+)(?::\d*)?\/(.+)$/i;
const SCP = /^(?:[^@/:]*@)?([^/:@]+):(?!\/\/)(.+)$/;
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/;
const PATH = /^[\w.~%+@-]+(?:\/[\w.~%+@-]+)*$/;
const LONGEST = 300;

/**
 * A remote as host and path: no user, port, scheme, `.git`; one spelling for SSH, its short form and HTTPS. Null for a
 * folder of this machine and for a malformed address.
 */
export function normalRemote(url: string | null): string | null {
  const text = url?.trim() ?? '';
  if (text.length > LONGEST) return null;
  const [, host, path] = ADDRESS.exec(text) ?? (text.includes('://') ? [] : (SCP.exec(text) ?? []));
  if (host === undefined || path === undefined) return null;
  const name = host.toLowerCase();
  // A single letter is the drive of a Windows path.
  if (!HOST.test(name) || name.length < 2) return null;
  const parts = path.split('/').filter((part) => part !== '');
  const way = parts.join('/').replace(/\.git$/i, '');
  if (!PATH.test(way) || parts.some((part) => part === '.' || part === '..')) return null;
  return `${OTHER_NAMES[name] ?? name}/${way}`;
}

const LOCAL = /^(?:file:\/\/)?(\/.+)$/;
/** Folders may have blanks in their names; the last one is the project's, and shown. */
const FOLDERS = /^(?:[\w.~%+@ -]+\/)*[\w.~%+@-]+$/;

/** An `origin` that is a folder, by its absolute path; null for any other, and where the path holds other signs than names have. */
export function localOrigin(url: string | null): string | null {
  const text = url?.trim() ?? '';
  const path = text.length > LONGEST ? undefined : LOCAL.exec(text)?.[1];
  const parts = (path ?? '').split('/').filter((part) => part !== '');
  const way = parts.join('/').replace(/(?:\/\.git|\.git)$/i, '');
  const isPlain = FOLDERS.test(way) && !parts.some((part) => part === '.' || part === '..');
  return isPlain ? `/${way}` : null;
}

/** The remote as other machines know it too: none where it is a folder. */
export function remoteElsewhere({ remote }: Pick<Claims, 'remote'>): string | null {
  return remote?.startsWith('/') ? null : remote;
}

/** Whether a trusted prefix covers the remote. Prefixes end at a path part: `github.com/acme` does not cover `github.com/acme2`. */
export function isTrustedRemote(remote: string | null, prefixes: readonly string[]): boolean {
  if (remote === null) return false;
  return prefixes.some((prefix) => {
    const slash = prefix.indexOf('/');
    const host = slash < 0 ? prefix : prefix.slice(0, slash);
    const trusted = `${host.toLowerCase()}${slash < 0 ? '' : prefix.slice(slash)}`.replace(
      /\/+$/,
      '',
    );
    return trusted !== '' && (remote === trusted || remote.startsWith(`${trusted}/`));
  });
}

/** The name that the folder claims: `acme/shop`. */
export function claimLabel({ declared, remote }: Claims): string | null {
  if (declared !== null || remote === null) return declared;
  return remote.slice((remote.startsWith('/') ? remote.lastIndexOf('/') : remote.indexOf('/')) + 1);
}
