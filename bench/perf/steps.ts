import { join } from 'node:path';
import type { Event, Fields } from '../events.ts';
import { eventsIn } from '../events.ts';
import { drawnCall, drawnUuid } from '../installed.ts';

/** An event that is measured after the others of its group were sent. */
export interface Step {
  readonly name: string;
  readonly events: readonly Event[];
  /** The most that it may cost over a bare start: in a process of its own, and in one that lives. */
  readonly goals: readonly [cold: number, warm: number];
}

const LINE = '  const frequency = await read(station, options); // kept by the driver\n';

/** An Edit that writes so many bytes, numbered lines, in place of one. */
function editOf(repo: string, name: string, bytes: number): Event {
  const lines = Array.from({ length: Math.ceil(bytes / (LINE.length + 6)) }, (_, i) =>
    LINE.replace('frequency', `frequency${String(i).padStart(6, '0')}`),
  );
  return (session): Fields => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input: {
      file_path: join(repo, 'src', name),
      old_string: LINE,
      new_string: lines.join('').slice(0, bytes),
    },
    tool_response: { filePath: join(repo, 'src', name) },
    tool_use_id: drawnCall(`${session} ${name} ${bytes}`),
  });
}

/** A session as a host sends it, with a second turn of many tools. */
export function stepsIn(repo: string): readonly Step[] {
  const known = eventsIn(repo);
  const event = (name: string): Event => known[name]!;
  const edit = event('Edit without function');
  const many = Array.from({ length: 30 }, (_, i): Event => {
    return (session) => ({ ...edit(session), tool_use_id: drawnCall(`${session} ${i}`) });
  });
  const asking: Event = (session) => ({
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Go on with what we decided about the parser ledger and the token budget.',
    prompt_id: drawnUuid(`${session}-3`),
  });
  const stopAgain: Event = (session) => ({
    ...event('Stop')(session),
    prompt_id: drawnUuid(`${session}-3`),
  });
  const one = (name: string, cold: number, warm: number): Step => ({
    name,
    events: [event(name)],
    goals: [cold, warm],
  });
  return [
    one('SessionStart', 2.3, 0.7),
    one('first prompt', 2.8, 0.7),
    one('later prompt', 1.6, 0.25),
    { name: 'later prompt that asks', events: [asking], goals: [1.6, 0.4] },
    { name: 'Edit of 4 KB', events: [editOf(repo, 'a.ts', 4_000)], goals: [1.5, 0.17] },
    { name: 'Edit of 100 KB', events: [editOf(repo, 'b.ts', 100_000)], goals: [1.8, 0.25] },
    { name: 'Edit of 1 MB', events: [editOf(repo, 'c.ts', 1_000_000)], goals: [2.5, 0.6] },
    one('Bash(npm test)', 1.5, 0.17),
    one('Bash(npm test) fails', 1.5, 0.17),
    one('Bash(git status)', 1.5, 0.17),
    one('Read', 1.5, 0.17),
    one('Stop', 2.6, 0.4),
    { name: 'Stop after 30 tools', events: [...many, stopAgain], goals: [2.6, 0.4] },
    one('SessionEnd', 2.2, 0.3),
  ];
}

/** What people type, in a home with sessions and in one that has none. */
export interface Command {
  readonly words: readonly string[];
  readonly goal: number;
}

export const COMMANDS: readonly Command[] = [
  { words: ['--version'], goal: 1.1 },
  { words: ['--help'], goal: 1.1 },
  { words: ['status'], goal: 2.5 },
  { words: ['tasks'], goal: 2.5 },
  { words: ['sessions'], goal: 2.5 },
  { words: ['search', 'parser'], goal: 2.5 },
];
