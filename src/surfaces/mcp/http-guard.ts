import type { IncomingMessage } from 'node:http';
import { isAuthorized, pathOf, type Refused, strangeCaller } from '../http/guard.ts';

export interface Door {
  readonly port: number;
  readonly token: string;
}

const PATH = '/mcp';

/** Only who knows the token, and only directly. */
export function refusal(
  request: Pick<IncomingMessage, 'headers' | 'url'>,
  { port, token }: Door,
): Refused | null {
  const strange = strangeCaller(request, port);
  if (strange) return strange;
  if (!isAuthorized(request, token))
    return {
      status: 401,
      why: 'Send the token of this server: Authorization: Bearer <token>. It is in mcp.token in the data folder.',
    };
  if (pathOf(request) !== PATH) return { status: 404, why: `The tools are at ${PATH}.` };
  return null;
}
