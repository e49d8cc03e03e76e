import { safeId } from '../../domain/redact/ids.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';

/**
 * The session that a host's own id means, for those who ask past the door. Ids are stored without the secrets that somebody
 * put into them, so they are looked for without them too.
 */
export function sessionOfHost(
  {
    store,
    config,
  }: { readonly store: Pick<Deps['store'], 'sessionOfHost'>; readonly config: Deps['config'] },
  host: string,
  hostSessionId: string,
): Promise<SessionHead | null> {
  return store.sessionOfHost(host, safeId(hostSessionId, { strict: config['redaction.strict'] }));
}
