import * as z from 'zod/v4';
import type { Call, Operation } from '../../operations/operation.ts';
import { PLAIN, textOf } from '../../operations/view.ts';
import { ADDS, type Annotations, type Answer, CHANGES, project, READS, type Tool } from './tool.ts';

const EFFECTS: Readonly<Record<Operation['effect'], Annotations>> = {
  reads: READS,
  adds: ADDS,
  changes: CHANGES,
};

/** The tool of an operation: schemas, annotations and answer derive from its declaration. */
export function toolOf(operation: Operation): Tool {
  const { name, tool, effect, on, input, fields } = operation;
  if (name.tool === null || !tool) throw new Error(`${name.command} is no tool`);
  const { title, description, output, aliases, isIdempotent, isAtHand, isHere } = tool;
  const shape = Object.entries(input.shape).filter(([field]) => fields[field]?.only !== 'command');
  const own = z.strictObject({
    ...Object.fromEntries(shape),
    ...tool.input,
    ...(on !== 'nothing' && !isHere && { project }),
  });
  return {
    name: name.tool,
    title,
    description,
    input: own,
    output,
    ...(aliases && { aliases }),
    annotations: { ...EFFECTS[effect], ...(isIdempotent && { idempotentHint: true }) },
    ...(isAtHand && { isAtHand }),
    writes: (input) => effect !== 'reads' && !operation.isAsking?.(input),
    run: (call, { project: _, ...given }) => answerOf(operation, call, given),
  };
}

/** Runs an operation for a model. */
export async function answerOf(
  operation: Operation,
  call: Call,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const result: unknown = await operation.run(call, input);
  const lines = operation.lines(result, { style: PLAIN, by: 'agent', now: call.deps.now() });
  return { text: textOf(lines), data: operation.json(result) ?? {}, ...operation.told?.(result, call) };
}
