import { oneLine } from '../domain/base/text/safe-text.ts';
import type { Chat, Operation, OperationCall } from '../operations/base/operation.ts';
import { PLAIN, renderPlain } from '../operations/base/view.ts';

/** A command of `/cortex`: its names, its usage, and its answer. */
export interface ChatCommand {
  /** Its names, older ones included. */
  readonly names: readonly string[];
  /** `continue <id>` */
  readonly usage: string;
  readonly summary: string;
  readonly session?: Chat<Operation['input'], unknown>['session'];
  /** The input that the typed words make; a sentence where they make none. */
  read(words: readonly string[]): Readonly<Record<string, unknown>> | string;
  run(
    call: OperationCall,
    input: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly text: string; readonly told: readonly string[] }>;
}

/** The command of an operation in a chat: its usage, input and answer derive from the declaration. */
export function chatCommandOf(operation: Operation): ChatCommand {
  const { name, chat, fields, lines } = operation;
  if (name.command === null || !chat)
    throw new Error(`${name.command ?? name.tool} is not offered in chats`);
  const input = chat.input ? operation.input.extend(chat.input) : operation.input;
  const usage = [
    name.command,
    ...chat.words.map((word) => {
      const label = fields[word]?.value ?? word;
      return takes(input, word, undefined) ? `[${label}]` : `<${label}>`;
    }),
  ].join(' ');
  const how = `/cortex ${usage}: ${chat.summary}`;
  return {
    names: [name.command, ...Object.keys(operation.older ?? {})],
    usage,
    summary: chat.summary,
    ...(chat.session && { session: chat.session }),
    read: (words) => {
      const said = chat.words.flatMap((field, i) => {
        const word = words[i];
        if (word === undefined) return [];
        // An id may consist of digits: a word is a number only where a text is refused.
        return [[field, takes(input, field, word) ? word : Number(word)] as const];
      });
      if (said.length < chat.words.length && chat.missing !== undefined) return chat.missing;
      const checked = input.safeParse({ ...chat.given, ...Object.fromEntries(said) });
      if (checked.success) return checked.data;
      return `/cortex ${name.command} does not take ${oneLine(words.join(' '), 40)}.\n${how}`;
    },
    run: async (call, given) => {
      const result: unknown = await operation.run(call, given);
      const text = renderPlain(lines(result, { style: PLAIN, by: 'agent', now: call.deps.now() }));
      return { text, told: chat.told?.(result) ?? [] };
    },
  };
}

function takes(input: Operation['input'], field: string, value: unknown): boolean {
  return (input.shape[field] as { safeParse(value: unknown): { success: boolean } }).safeParse(
    value,
  ).success;
}
