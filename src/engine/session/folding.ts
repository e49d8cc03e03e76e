import type { Config } from '../../config/config.ts';
import type { StateLimits } from '../../domain/session/session.ts';

/** A row holds more than its facts say: ids, paths and dates, and in a mirror the last metric and the seal. */
const UNFOLDED_BYTES = 2_048;

/** The limits of what facts become, as they are configured. */
export function stateLimits(config: Config): StateLimits {
  return { topics: config['topics.max'], bytes: config['sessions.max_row_bytes'] - UNFOLDED_BYTES };
}
