import type { ShareAddress } from '../address.ts';
import type { SharedServer } from '../log.ts';
import { connect } from '../postgres/connect.ts';
import { postgresLog } from '../postgres/log.ts';

/** The shared log on a database. A bundle of its own: the driver is loaded by nothing else. */
export async function openSharedLog({ source: _, ...address }: ShareAddress): Promise<SharedServer> {
  return postgresLog(await connect(address));
}
