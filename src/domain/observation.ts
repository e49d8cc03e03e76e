import type { HostEvent, ToolUse } from './event.ts';
import type { Fact, Touch } from './fact.ts';
import { clean, stripOwn } from './safe-text.ts';

/** What an event adds to a session's record. Nothing where it says nothing, such as an echo of our own words. */
export function observe(event: HostEvent): Fact[] {
  switch (event.kind) {
    case 'session-start':
    case 'session-end':
    case 'tool-intent':
      return [];
    case 'prompt': {
      const text = words(event.text);
      return text ? [{ kind: 'prompt', text }] : [];
    }
    case 'tool-use':
      return observeTool(event.use, event.subagent);
    case 'turn-end': {
      const text = words(event.reply ?? '');
      return [...(text ? [{ kind: 'reply' as const, text }] : []), { kind: 'turn-ended' }];
    }
    case 'subagent-end': {
      const text = words(event.reply ?? '');
      return text ? [{ kind: 'reply', text, ...by(event.subagent ?? 'subagent') }] : [];
    }
    case 'compacting':
      return [{ kind: 'compacting' }];
  }
}

function observeTool(use: ToolUse, subagent: string | null): Fact[] {
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
  return use.todos ? [tool, { kind: 'todos', update: use.todos }] : [tool];
}

function by(subagent: string | null): { subagent?: string } {
  return subagent ? { subagent } : {};
}

function words(text: string): string {
  return clean(stripOwn(text)).trim();
}
