import { opencodeTranscriptsOf } from '../shape/opencode-transcript.ts';

export const opencodeTranscripts = opencodeTranscriptsOf('opencode', /^opencode\.db$/);
