import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { Failure, troubleText } from '../../engine/errors.ts';
import type { Desk } from './desk.ts';
import { harmless } from './safe.ts';
import type { Call } from './tool.ts';

export type ClientOf = (ctx: ServerContext) => string | null;

/** Serves what a person picks. */
export type Looking = <T>(ctx: ServerContext, work: (call: Call) => Promise<T>) => Promise<T>;

/** The one catch of resources and prompts, which have no errors of their own: the protocol's carries the sentence whole. */
export function looking(desk: Desk, clientOf: ClientOf, what: string): Looking {
  return async (ctx, work) => {
    try {
      return await desk.serve({ client: clientOf(ctx), writes: false, consent: 'impossible' }, work);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const isOurs = error instanceof Failure;
      if (!isOurs) desk.failed(error, what);
      throw new ProtocolError(
        isOurs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        harmless(troubleText(error)),
      );
    }
  };
}
