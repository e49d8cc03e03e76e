import type { Config } from '../../config/config.ts';
import type { PreambleLimits } from '../../domain/answer/contributors.ts';

export function preambleLimits(config: Config): PreambleLimits {
  return {
    maxChars: config['restore.max_chars'],
    maxTokens: config['restore.max_tokens'],
    topics: config['restore.topics'],
    projects: config['restore.projects'],
    dates: config['restore.dates'],
    shares: {
      last_time: config['restore.budget.last_time'],
      state: 150,
      tasks: config['restore.budget.tasks'],
      rules: 200,
      pins: config['restore.budget.pins'],
      decisions: config['restore.budget.decisions'],
      earlier: 150,
      memories: config['restore.budget.memories'],
      team: config['restore.budget.team'],
      recall: config['restore.budget.recall'],
    },
  };
}
