// Sessions in the files that Claude Code writes, which some programs read in place of hooks.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeRepository } from '../test/scratch.ts';

const PROJECTS = 20;

/** Where Claude Code keeps the transcript of a session. */
function transcriptPath(user: string, cwd: string, session: string): string {
  return join(
    user,
    '.claude',
    'projects',
    cwd.replaceAll(/[^A-Za-z0-9]/g, '-'),
    `${session}.jsonl`,
  );
}

interface Said {
  readonly session: string;
  readonly cwd: string;
  readonly at: number;
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}

export function transcriptLine({ session, cwd, at, role, content }: Said): string {
  const line = {
    sessionId: session,
    cwd,
    gitBranch: 'main',
    version: '2.1.325',
    isSidechain: false,
    type: role,
    uuid: randomUUID(),
    timestamp: new Date(at).toISOString(),
    message: { role, content },
  };
  return `${JSON.stringify(line)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a hook's payload leaves in the transcript; `null` where it leaves nothing. */
export function linesOfEvent(payload: Fields, at: number): string | null {
  const [session, cwd] = [String(payload['session_id']), String(payload['cwd'])];
  const said = (role: Said['role'], content: unknown) =>
    transcriptLine({ session, cwd, at, role, content });
  switch (payload['hook_event_name']) {
    case 'UserPromptSubmit':
      return said('user', payload['prompt']);
    case 'Stop':
      return said('assistant', [{ type: 'text', text: payload['last_assistant_message'] }]);
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const { tool_name: name, tool_input: input, tool_use_id: id, tool_response, error } = payload;
      const isFailed = error !== undefined;
      const content = isFailed ? error : outputOf(tool_response);
      const result = {
        type: 'tool_result',
        tool_use_id: id,
        content,
        ...(isFailed && { is_error: true }),
      };
      return said('assistant', [{ type: 'tool_use', id, name, input }]) + said('user', [result]);
    }
    default:
      return null;
  }
}

function outputOf(response: unknown): string {
  if (typeof response === 'string') return response;
  const { stdout, file } = (response ?? {}) as { stdout?: string; file?: { content?: string } };
  return stdout ?? file?.content ?? 'done';
}

/** Adds to the session's transcript what its host writes at this event. */
export function transcribe(user: string, payload: Fields, at: number): string {
  const path = transcriptPath(user, String(payload['cwd']), String(payload['session_id']));
  const lines = linesOfEvent(payload, at);
  if (lines === null) return path;
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, lines);
  return path;
}

/** What the session of this number was about. */
export const sessionWords = (i: number) => ({
  prompt: `Fix the dates of module ${i}: the zone is dropped`,
  reply: `Module ${i} keeps the zone now: the offset was lost in the parser. Next: a test for summer time.`,
});

/** Sessions as Claude Code writes them, over 20 projects, an hour apart. Gives the project that is worked in. */
export function writeTranscripts(user: string, sessions: number): string {
  const repos = Array.from({ length: PROJECTS }, (_, i) => {
    const repo = join(user, 'work', `repo${i}`);
    return existsSync(repo) ? repo : makeRepository(repo);
  });
  for (const repo of repos)
    mkdirSync(dirname(transcriptPath(user, repo, 'any')), { recursive: true });
  for (let i = 0; i < sessions; i++) {
    const session = randomUUID();
    const cwd = repos[i % PROJECTS]!;
    const at = Date.now() - (sessions - i) * 3_600_000;
    const { prompt, reply } = sessionWords(i);
    const file = transcriptPath(user, cwd, session);
    writeFileSync(
      file,
      transcriptLine({ session, cwd, at, role: 'user', content: prompt }) +
        transcriptLine({
          session,
          cwd,
          at: at + 30_000,
          role: 'assistant',
          content: [{ type: 'text', text: reply }],
        }),
    );
    // A file of just now would be a session that may still go on, which an import leaves out.
    utimesSync(file, at / 1000, at / 1000);
  }
  return repos[0]!;
}

/** Numbers of the sessions that happened in the project that is worked in, oldest first. */
export const sessionsHere = (sessions: number) =>
  Array.from({ length: Math.ceil(sessions / PROJECTS) }, (_, i) => i * PROJECTS);
