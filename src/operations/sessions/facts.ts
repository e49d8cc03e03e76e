import type { Fact, Undone } from '../../domain/fact.ts';

/** A fact in words. */
export function factLine(fact: Fact): string {
  switch (fact.kind) {
    case 'started':
      return `started${fact.cwd ? ` in ${fact.cwd}` : ''}`;
    case 'prompt':
      return `prompt  ${fact.text}`;
    case 'reply':
      return `reply${by(fact.subagent)}  ${fact.text}`;
    case 'tool': {
      const touched = fact.touched.map(({ how, path }) => `${how} ${path}`);
      const what = [fact.command, ...touched].filter(Boolean).join(', ');
      return `${fact.ok ? 'tool' : 'tool failed'}  ${fact.tool}${by(fact.subagent)}${what ? `: ${what}` : ''}`;
    }
    case 'todos': {
      const items = fact.update.items.map(
        (item) => `${item.status ?? 'changed'}: ${item.text ?? `#${item.id}`}`,
      );
      return `to-dos${by(fact.subagent)}  ${items.join('; ')}`;
    }
    case 'todos-carried':
      return `to-dos carried over  ${fact.todos.map(({ text }) => text).join('; ')}`;
    case 'pipeline':
      return `tasks  ${fact.tasks.map((task) => `${task.task_id} in ${task.stage}`).join('; ') || 'none in progress'}`;
    case 'pinned': {
      const { label, content, critical, origin } = fact.pin;
      const from = origin ? ` (inherited from ${origin.sessionId})` : '';
      return `pinned${critical ? ' CRITICAL' : ''}  ${label ? `${label}: ` : ''}${content}${from}`;
    }
    case 'unpinned':
      return `unpinned  ${fact.identity}`;
    case 'stated':
      return `stated  ${Object.keys(fact.lists).join(', ')}`;
    case 'learned':
      return `learned  memory ${fact.memoryId}`;
    case 'recalled':
      return `recalled  memory ${fact.memoryId}`;
    case 'confidence':
      return `confidence  memory ${fact.update.memory_id}: ${fact.update.old_score} → ${fact.update.new_score} (${fact.update.reason})`;
    case 'sop-injected':
      return `instruction given${to(fact.subagent)}  ${fact.path} before ${fact.toolCall}`;
    case 'sop-acknowledged':
      return `instruction acknowledged${by(fact.subagent)}  ${fact.path}`;
    case 'sop-ignored':
      return `instruction not acknowledged${by(fact.subagent)}  ${fact.path}, and then ${fact.toolCall}`;
    case 'turn-ended':
      return fact.failed ? 'turn broken off' : 'turn ended';
    case 'made':
      return `${fact.what}  ${fact.text}${fact.ref ? ` (${fact.ref})` : ''}`;
    case 'undone':
      return `taken back  ${undoneWords(fact)}`;
    case 'stood':
      return `stood at  ${[fact.branch, fact.head?.slice(0, 7)].filter(Boolean).join(' ')}`;
    case 'summary':
      return `summary  ${fact.text}`;
    case 'compacting':
      return 'the host compacts its context';
    case 'epoch-began':
      return 'the context began anew';
    case 'revived':
      return 'revived: it had been taken for dead';
    case 'ended':
      return `ended${fact.reason ? ` (${fact.reason})` : ''}`;
  }
}

function undoneWords({ commits, to: target, all, files = [] }: Undone): string {
  const parts = [
    ...(commits === undefined ? [] : [commits === 1 ? 'the last commit' : `the last ${commits} commits`]),
    ...(target === undefined ? [] : [`commits since ${target}`]),
    ...(all ? ['every change that was not committed'] : files),
  ];
  return parts.join(', ');
}

function to(subagent: string | undefined): string {
  return subagent ? ` to ${subagent}` : '';
}

function by(subagent: string | undefined): string {
  return subagent ? ` by ${subagent}` : '';
}
