import type { Config } from '../config/config.ts';
import type { PreambleLimits } from '../domain/answer/preamble.ts';

export function preambleLimits(config: Config): PreambleLimits {
  return {
    maxChars: config['restore.max_chars'],
    maxTokens: config['restore.max_tokens'],
    topics: config['restore.topics'],
    projects: config['restore.projects'],
    dates: config['restore.dates'],
    shares: {
      pins: config['restore.budget.pins'],
      tasks: config['restore.budget.tasks'],
      topics: config['restore.budget.topics'],
      thread: config['restore.budget.thread'],
      memories: config['restore.budget.memories'],
      pointers: config['restore.budget.pointers'],
    },
  };
}
