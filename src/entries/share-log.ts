import type { ShareAddress } from '../platform/share-address.ts';
import type { SharedServer } from '../share.ts';
import { connect } from '../shares/postgres/connect.ts';
import { postgresLog } from '../shares/postgres/log.ts';

/** The shared log on a database. A bundle of its own: the driver is loaded by nothing else. */
export async function openSharedLog({ source: _, ...address }: ShareAddress): Promise<SharedServer> {
  return postgresLog(await connect(address));
}
