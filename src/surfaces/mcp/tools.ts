import * as z from 'zod/v4';
import { records } from '../../operations/base/fields.ts';
import type {
  Aliases,
  ModelText,
  Operation,
  OperationCall,
} from '../../operations/base/operation.ts';
import { PLAIN, renderPlain } from '../../operations/base/view.ts';
import { FOR_MODELS } from '../../operations/for-models.ts';
import { pinOperation, unpinOperation } from '../../operations/pins/pin.ts';

/** The answer of a tool: a text for the model, and the same as data. */
export interface ToolAnswer extends ModelText {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool, declared once: what the model reads, what is checked and what is done. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model: when to use it, and when not. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Other names that callers know arguments by; they stand in no schema. */
  readonly aliases?: Aliases;
  readonly output: z.ZodObject;
  readonly effect: Operation['effect'];
  readonly isIdempotent?: true;
  /** The tool must be listed at once even by hosts that hide tools behind a search. */
  readonly isAtHand?: true;
  /** Whether a call writes something that belongs to the client's session. What a person does through a tool does not. */
  writes(input: Record<string, unknown>): boolean;
  run(call: OperationCall, input: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Lets the compiler see in `run` what was declared. */
export function declareTool<I extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    readonly input: I;
    run(call: OperationCall, input: z.output<I>): Promise<ToolAnswer>;
  },
): Tool {
  return declared as unknown as Tool;
}

const project = z.string().max(4096).optional().describe('Folder, name or "global"');

/** The tool of an operation: schemas and answer derive from its declaration. */
function toolOf(operation: Operation): Tool {
  const { name, tool: declared, effect, on, input, fields } = operation;
  if (name.tool === null || !declared) throw new Error(`${name.command} is no tool`);
  const { title, description, output, aliases, isIdempotent, isAtHand, isHere } = declared;
  const shape = Object.entries(input.shape).filter(([field]) => fields[field]?.only !== 'command');
  const own = z.strictObject({
    ...Object.fromEntries(shape),
    ...declared.input,
    ...(on !== 'nothing' && !isHere && { project }),
  });
  return {
    name: name.tool,
    title,
    description,
    input: own,
    output,
    effect,
    ...(aliases && { aliases }),
    ...(isIdempotent && { isIdempotent }),
    ...(isAtHand && { isAtHand }),
    writes: (given) => effect !== 'reads' && !operation.isAsking?.(given),
    run: (call, { project: _, ...given }) => answerModel(operation, call, given),
  };
}

/** Runs an operation for a model. */
export async function answerModel(
  operation: Operation,
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const result: unknown = await operation.run(call, input);
  const lines = operation.lines(result, { style: PLAIN, by: 'agent', now: call.deps.now() });
  return {
    text: renderPlain(lines),
    data: operation.json(result) ?? {},
    ...operation.told?.(result, call),
  };
}

/** Three operations under one name: a list of tools is read whole at every start. */
const workingMemory = declareTool({
  name: 'working_memory',
  title: 'Working memory',
  description:
    'Keeps up to 10 pins: short statements for this session and the next. pin (same label replaces), view, unpin (by label, content or number), clear. Pin constraints and agreements; knowledge goes to cortex_add, progress to session_note.',
  input: z.strictObject({
    action: z.enum(['pin', 'view', 'unpin', 'clear']),
    content: pinOperation.input.shape.content.describe('pin: the statement'),
    label: pinOperation.input.shape.label.describe('pin: its name; unpin: which'),
    critical: pinOperation.input.shape.critical.describe('pin: must not be forgotten'),
    project,
  }),
  aliases: {
    // An older Cortex counts from 0. The numbers that a list prints begin at 1, and are given as a label.
    index: {
      name: 'label',
      value: (given) => (typeof given === 'number' ? String(given + 1) : given),
    },
  },
  output: z.looseObject({ pins: records, waiting: records }),
  effect: 'changes',
  isAtHand: true,
  writes: ({ action }) => action !== 'view',
  run: (call, { action, content, label, critical }) => {
    if (action === 'view') return answerModel(pinOperation as Operation, call, {});
    if (action === 'pin')
      return answerModel(pinOperation as Operation, call, {
        content: content ?? '',
        label,
        critical,
      });
    return answerModel(
      unpinOperation as Operation,
      call,
      action === 'clear' ? { all: true } : { pins: [label ?? content ?? ''] },
    );
  },
});

/** The tools of operations, in the order in which clients list them: always the same. */
export function toolsForOperations(operations: readonly Operation[]): readonly Tool[] {
  const [context, ...others] = operations.map(toolOf);
  return [context!, workingMemory, ...others];
}

export const TOOLS: readonly Tool[] = toolsForOperations(FOR_MODELS);
