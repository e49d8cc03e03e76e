import type { HostEvent } from './event.ts';

/** The way by which an answer of Cortex reaches the model. */
export interface Injection {
  /** The events whose answer is passed on to it. What is due waits for the next of them. */
  readonly at: readonly ('session-start' | 'prompt' | 'tool-use')[];
  /** An answer to a tool's failure is not passed on. */
  readonly notAfterFailure?: true;
  /**
   * A host keeps what was said once in its conversation, also after a resume; some keep only what came with a prompt. A session
   * that is resumed without it is told again.
   */
  readonly keeps: boolean | 'with a prompt';
  /** The host keeps no answer in its conversation: every turn gets all of them again, equal to the byte. */
  readonly repeats?: true;
  /** The host shows the person a line beside the answer. */
  readonly notice?: true;
}

/** The sender of an event. The source of something learnt is another thing: `domain/facts/source.ts`. */
export interface EventSender {
  readonly host: string;
  /** The configuration that delivered it. */
  readonly via: string;
  /** The default, as in most hosts. */
  readonly injection?: Injection;
}

/** Whether the model gets to know the answer to an event. */
export function canInject(
  { injection }: Pick<EventSender, 'injection'>,
  event: HostEvent,
): boolean {
  if (injection === undefined) return true;
  if (event.kind === 'tool-use' && event.use.failed && injection.notAfterFailure) return false;
  return injection.at.some((kind) => kind === event.kind);
}
