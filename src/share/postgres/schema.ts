import { FIRST_BOUND, LARGEST_SEGMENT } from '../log.ts';

/** The login as the index of the members compares it: the bare name has another collation and would scan every member. */
export const ME = 'current_user::text collate "default"';

/** Membership in a segment's project, by one step in the index. */
const MEMBERSHIP = `from cortex.member m where m.project = segment.project and m.login = ${ME}`;

/**
 * The schema, as an administrator can run it by hand; running it again changes nothing. It needs no trigger, sequence, lock or
 * setting of a session, so that poolers and databases that speak the protocol of PostgreSQL have it too. Access is decided by
 * the policies alone: every login of the database may call, and those who are no members see and write nothing. The view asks
 * as its owner, whom no policy of the members holds back, and shows members who else is one.
 */
export const SHARE_SCHEMA = `create schema if not exists cortex;

create table if not exists cortex.member (
  project text not null check (length(project) between 1 and 300),
  login text not null,
  role text not null default 'member' check (role in ('owner', 'member', 'reader')),
  primary key (project, login)
);

create table if not exists cortex.segment (
  project text not null,
  origin text not null,
  n bigint not null check (n > 0),
  author text not null default current_user,
  audience text not null check (audience in ('me', 'team')),
  format integer not null check (format > 0),
  arrived timestamptz not null default now(),
  body bytea not null check (octet_length(body) <= ${LARGEST_SEGMENT}),
  primary key (project, origin, n)
);

alter table cortex.member enable row level security;
alter table cortex.segment enable row level security;
alter table cortex.segment force row level security;

drop policy if exists member_read on cortex.member;
create policy member_read on cortex.member for select using (login = current_user);

drop policy if exists segment_read on cortex.segment;
create policy segment_read on cortex.segment for select using (
  (audience = 'team' or author = current_user)
  and exists (select 1 ${MEMBERSHIP})
);

drop policy if exists segment_add on cortex.segment;
create policy segment_add on cortex.segment for insert with check (
  author = current_user
  and arrived = now()
  and format >= ${FIRST_BOUND}
  and origin = current_user || '/' || right(origin, 32)
  and (select m.role ${MEMBERSHIP}) <> 'reader'
);

drop policy if exists segment_remove on cortex.segment;
create policy segment_remove on cortex.segment for delete using (
  author = current_user
  and (select m.role ${MEMBERSHIP}) <> 'reader'
);

create or replace view cortex.members with (security_barrier) as
  select m.project, m.login, m.role from cortex.member m
  where exists (select 1 from cortex.member mine where mine.project = m.project and mine.login = ${ME});

grant usage on schema cortex to public;
grant select on cortex.member, cortex.members to public;
grant select, insert, delete on cortex.segment to public;
`;

/** The statements that make somebody a member, for an administrator to run. */
export function inviteSql(project: string, login: string, role: string): string {
  return [
    'insert into cortex.member (project, login, role)',
    `values (${quoted(project)}, ${quoted(login)}, ${quoted(role)})`,
    'on conflict (project, login) do update set role = excluded.role;',
  ].join('\n');
}

/** The statements that end a membership. Segments stay: they are the author's, and the team's to read. */
export function removeSql(project: string, login: string): string {
  return `delete from cortex.member where project = ${quoted(project)} and login = ${quoted(login)};`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
