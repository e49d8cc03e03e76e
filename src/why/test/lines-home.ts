import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach } from 'vitest';
import { claudeEvents } from '../../../test/claude-events.ts';
import { GIT_ENV, git } from '../../../test/git.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { openHome } from '../../program/compose-home.ts';
import type { Home } from '../../surfaces/cli/base/context.ts';
import { explainLines, type WhyAnswer } from '../engine/answer.ts';

export const NOON = Date.parse('2026-11-15T12:00:00.000Z');

export interface Opened {
  readonly deps: Deps;
  readonly home: Home;
}

/** A repository and a home beside it, in which sessions write files as Claude Code tells it. */
export interface LinesHome {
  readonly place: { readonly root: string; readonly repo: string; readonly home: string };
  /** The home as it is at a moment. */
  at<T>(millis: number, work: (opened: Opened) => Promise<T>, more?: object): Promise<T>;
  write(path: string, text: string): void;
  /** A session that is asked something and writes files for it; a minute passes with each step. */
  session(
    id: string,
    from: number,
    prompt: string,
    files: Readonly<Record<string, string>>,
    more?: { readonly env?: object; readonly failed?: true; readonly says?: string },
  ): Promise<void>;
  commit(message: string, when: number): string;
  /** The answer for a file, as it is now. */
  why(path: string, from?: number | null, to?: number | null): Promise<WhyAnswer | null>;
  /** The sessions of its lines, by their ids at the host. */
  authors(path: string): Promise<string[]>;
}

export function linesHome(): LinesHome {
  const scratch = useScratch();
  const place = { root: '', repo: '', home: '' };
  beforeEach(() => {
    place.root = realpathSync(scratch.path);
    place.repo = join(place.root, 'shop');
    place.home = join(place.root, 'home');
    mkdirSync(place.repo, { recursive: true });
    git(place.repo, 'init', '-q', '-b', 'main');
  });

  async function at<T>(
    millis: number,
    work: (opened: Opened) => Promise<T>,
    more = {},
  ): Promise<T> {
    const env = {
      CORTEX_HOME: place.home,
      HOME: place.root,
      PATH: process.env['PATH'],
      CORTEX_NOW: new Date(millis).toISOString(),
      CORTEX_MAINTENANCE_AUTO: 'false',
      ...more,
    };
    const home = openHome(env);
    const { deps, close } = home.open();
    try {
      return await work({ deps, home });
    } finally {
      close();
    }
  }

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(place.repo, path)), { recursive: true });
    writeFileSync(join(place.repo, path), text);
  };

  async function session(
    id: string,
    from: number,
    prompt: string,
    files: Readonly<Record<string, string>>,
    more: { readonly env?: object; readonly failed?: true; readonly says?: string } = {},
  ): Promise<void> {
    await at(from, ({ deps }) =>
      claudeEvents(deps, id, place.repo)('SessionStart', { source: 'startup' }),
    );
    await at(from, ({ deps }) =>
      claudeEvents(
        deps,
        id,
        place.repo,
      )('UserPromptSubmit', { prompt, prompt_id: `${id}-${from}` }),
    );
    let now = from;
    for (const [path, content] of Object.entries(files)) {
      now += 60_000;
      const file_path = join(place.repo, path);
      const originalFile = existsSync(file_path) ? readFileSync(file_path, 'utf8') : null;
      if (!more.failed) write(path, content);
      const name = more.failed ? 'PostToolUseFailure' : 'PostToolUse';
      const sent = {
        tool_name: 'Write',
        tool_input: { file_path, content },
        ...(more.failed
          ? { error: 'denied' }
          : { tool_response: { filePath: file_path, content, originalFile } }),
        tool_use_id: `${id}-${path}-${now}`,
      };
      await at(
        now,
        ({ deps }) => claudeEvents(deps, id, place.repo)(name, sent).then(() => undefined),
        more.env,
      );
    }
    await at(now + 60_000, ({ deps }) =>
      claudeEvents(
        deps,
        id,
        place.repo,
      )('Stop', { last_assistant_message: more.says ?? 'Done.', prompt_id: `${id}-${from}` }),
    );
  }

  function commit(message: string, when: number): string {
    const date = new Date(when).toISOString();
    git(place.repo, 'add', '-A');
    const env = { ...GIT_ENV, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    spawnSync('git', ['commit', '-q', '--allow-empty', '-m', message], { cwd: place.repo, env });
    return git(place.repo, 'rev-parse', 'HEAD');
  }

  const why = (
    path: string,
    from: number | null = null,
    to: number | null = from,
  ): Promise<WhyAnswer | null> =>
    at(NOON + 9 * 3_600_000, ({ deps }) =>
      explainLines(deps, { file: join(place.repo, path), from, to, covers: () => true }),
    );

  const authors = (path: string): Promise<string[]> =>
    at(NOON + 9 * 3_600_000, async ({ deps }) => {
      const answer = await explainLines(deps, {
        file: join(place.repo, path),
        from: null,
        to: null,
        covers: () => true,
      });
      const names: string[] = [];
      for (const { from, to, wrote } of answer!.blocks) {
        const head = wrote && (await deps.store.head(wrote.session));
        const name = head ? `${head.hostSessionId}${wrote!.isProbable ? '?' : ''}` : '-';
        for (let line = from; line <= to; line++) names.push(name);
      }
      return names;
    });

  return { place, at, write, session, commit, why, authors };
}
