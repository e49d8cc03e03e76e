/** Reads from a tool call what happened: commands, outcomes, files, commits. It never guesses: an effect that is not certain gives no fact. */

import { clean, stripOwn } from '../base/text/safe-text.ts';
import type { HostEvent, ToolUse } from '../facts/event.ts';
import type { Fact, Touch } from '../facts/fact.ts';
import { findCreations, findUndoings } from './made.ts';

/** The facts that an event adds to a session; none for an empty event, e.g. an echo of Cortex's own text. */
export function observe(event: HostEvent): Fact[] {
  switch (event.kind) {
    case 'session-start':
    case 'session-end':
    case 'tool-intent':
    case 'subagent-start':
      return [];
    case 'prompt': {
      const text = words(event.text);
      return text ? [{ kind: 'prompt', text, ...(event.group && { group: true }) }] : [];
    }
    case 'tool-use':
      return observeTool(event.use, event.subagent, event.cwd);
    case 'turn-end': {
      const text = words(event.reply ?? '');
      return [
        ...(text ? [{ kind: 'reply' as const, text }] : []),
        {
          kind: 'turn-ended',
          ...(event.failed && { failed: true }),
          ...(event.limit && { limit: { until: event.limit.until } }),
        },
      ];
    }
    case 'reply': {
      const text = words(event.reply);
      return text ? [{ kind: 'reply', text, ...(event.between && { between: true }) }] : [];
    }
    case 'subagent-end': {
      const text = words(event.reply ?? '');
      return text ? [{ kind: 'reply', text, ...by(event.subagent ?? 'subagent') }] : [];
    }
    case 'compacting':
      return [{ kind: 'compacting' }];
    case 'compacted':
      return [];
    case 'summary': {
      const text = words(event.text);
      return text ? [{ kind: 'summary', text }] : [];
    }
  }
}

function observeTool(use: ToolUse, subagent: string | null, cwd: string | null): Fact[] {
  const touched: Touch[] = [
    ...use.changes.map((change) => ({ path: change.path, how: change.kind })),
    ...use.reads.map((path) => ({ path, how: 'read' as const })),
  ];
  const tool: Fact = {
    kind: 'tool',
    tool: use.name,
    ok: !use.failed,
    touched,
    ...(use.command && { command: use.command }),
    ...(use.workdir && { workdir: use.workdir }),
    ...by(subagent),
  };
  const facts: Fact[] = [tool];
  if (use.command && !use.failed && use.unfinished !== true) {
    // Undone commits come first, because an amended commit follows the one that it replaces.
    for (const one of findUndoings(use.command, use.output, use.workdir ?? cwd))
      facts.push({ kind: 'undone', ...one });
    for (const one of findCreations(use.command, use.output)) facts.push({ kind: 'made', ...one });
  }
  if (use.todos) facts.push({ kind: 'todos', update: use.todos, ...by(subagent) });
  // A question of the agent ends a turn and its answer begins the next, also if it was asked by a tool.
  for (const { question, answer } of (!subagent && use.answers) || []) {
    const [asked, said] = [words(question), words(answer)];
    if (asked && said)
      facts.push({ kind: 'reply', text: asked }, { kind: 'prompt', text: said, chosen: true });
  }
  return facts;
}

function by(subagent: string | null): { subagent?: string } {
  return subagent ? { subagent } : {};
}

/** Characters read of a long text: more than is ever stored of it, and few enough to be searched for secrets in time. */
const MOST_HEAD = 48 * 1024;
const MOST_TAIL = 16 * 1024;

/** Beginning and end of a very long text, cut between words so that no secret is cut in half. */
function within(text: string): string {
  if (text.length <= MOST_HEAD + MOST_TAIL) return text;
  const head = text.slice(0, MOST_HEAD);
  const tail = text.slice(-MOST_TAIL);
  const closed = tail.search(/-----END|<\/private>/i);
  // A block that only closes in the tail was opened in the omitted part: up to its end the tail may be secret.
  const opened = tail.search(/-----BEGIN|<private/i);
  const from =
    closed >= 0 && (opened < 0 || closed < opened) ? tail.indexOf('\n', closed) : tail.search(/\s/);
  return `${head.slice(0, Math.max(0, head.search(/\s\S*$/)))}\n…\n${from < 0 ? '' : tail.slice(from)}`;
}

function words(text: string): string {
  return clean(stripOwn(within(text))).trim();
}
