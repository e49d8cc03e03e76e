import type { Millis } from '../../domain/base/time.ts';
import {
  type ArrivedSegment,
  FIRST_BOUND,
  LARGEST_SEGMENT,
  type LogHeads,
  type OriginHead,
  type Segment,
  type SharedLog,
  ShareRefused,
  StreamTaken,
} from '../log.ts';

/** A server in memory, with the same rules as the policies of the database. */
export interface MemoryServer {
  /** The rows that a login of that name sees. */
  as(login: string): SharedLog;
  /** A role of null ends the membership. */
  invite(project: string, login: string, role?: string | null): void;
  /** All that is stored, whoever may see it. */
  readonly rows: readonly ArrivedSegment[];
}

/** `before`: rows that were stored under earlier rules. */
export function memoryServer(
  now: () => Millis,
  before: readonly ArrivedSegment[] = [],
): MemoryServer {
  const members = new Map<string, string>();
  const keyOf = ({ project, origin, n }: Pick<Segment, 'project' | 'origin' | 'n'>) =>
    JSON.stringify([project, origin, n]);
  const rows = new Map(before.map((row) => [keyOf(row), row]));
  const roleOf = (project: string, login: string) =>
    members.get(JSON.stringify([project, login])) ?? null;
  const memberships = () =>
    [...members].sort().map(([key, role]) => {
      const [project, login] = JSON.parse(key) as [string, string];
      return { project, login, role };
    });
  const inOrder = () =>
    [...rows.values()].sort((a, b) => {
      if (a.origin === b.origin) return a.n - b.n;
      return a.origin < b.origin ? -1 : 1;
    });

  const as = (login: string): SharedLog => {
    const visible = (project: string) =>
      roleOf(project, login) === null
        ? []
        : inOrder().filter(
            (row) => row.project === project && (row.audience === 'team' || row.author === login),
          );
    const check = (segment: Segment) => {
      const role = roleOf(segment.project, login);
      const isOwn = segment.origin === `${login}/${segment.origin.slice(-32)}`;
      if (role === null || role === 'reader' || !isOwn)
        throw new ShareRefused('the server refused the segment');
      if (segment.n < 1 || segment.format < FIRST_BOUND || segment.body.length > LARGEST_SEGMENT)
        throw new ShareRefused('the server refused the segment');
    };
    return {
      projects: async () =>
        memberships().flatMap((one) => (one.login === login ? one.project : [])),
      members: async (project) =>
        memberships()
          .filter((one) => one.project === project && roleOf(project, login) !== null)
          .map((one) => ({ login: one.login, role: one.role })),
      async heads(project): Promise<LogHeads> {
        const heads = new Map<string, OriginHead>();
        for (const { origin, author, n, arrived } of visible(project))
          heads.set(origin, { origin, author, n, arrived });
        return { login, now: now(), role: roleOf(project, login), origins: [...heads.values()] };
      },
      async push(segments) {
        for (const segment of segments) {
          check(segment);
          const there = rows.get(keyOf(segment));
          if (there && !isSame(there.body, segment.body))
            throw new StreamTaken(takenWords(segment));
        }
        for (const segment of segments)
          if (!rows.has(keyOf(segment)))
            rows.set(keyOf(segment), { ...segment, author: login, arrived: now() });
      },
      async pull(project, cursors, most) {
        const after = new Map(cursors.map((one) => [one.origin, one.after]));
        return visible(project)
          .filter(({ origin, n }) => n > (after.get(origin) ?? Number.POSITIVE_INFINITY))
          .slice(0, most);
      },
      async withdraw(segments) {
        for (const segment of segments) {
          check(segment);
          if (rows.get(keyOf(segment))?.author !== login)
            throw new ShareRefused('only its author withdraws a segment');
        }
        for (const segment of segments)
          rows.set(keyOf(segment), { ...segment, author: login, arrived: now() });
      },
      async close() {},
    };
  };
  return {
    as,
    invite: (project, login, role = 'member') => {
      const key = JSON.stringify([project, login]);
      if (role === null) members.delete(key);
      else members.set(key, role);
    },
    get rows() {
      return inOrder();
    },
  };
}

function takenWords({ origin, n }: Segment): string {
  return `segment ${n} of ${origin} is another one on the server`;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
