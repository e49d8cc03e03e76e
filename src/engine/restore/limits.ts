import type { Config } from '../../config/config.ts';
import { PREAMBLE_PARTS, type PreambleLimits, type PreamblePart } from '../../domain/answer/preamble.ts';

export function preambleLimits(config: Config): PreambleLimits {
  const shares = PREAMBLE_PARTS.map((part) => [part, config[`restore.budget.${part}`]] as const);
  return {
    maxChars: config['restore.max_chars'],
    maxTokens: config['restore.max_tokens'],
    topics: config['restore.topics'],
    projects: config['restore.projects'],
    dates: config['restore.dates'],
    shares: Object.fromEntries(shares) as Record<PreamblePart, number>,
  };
}
