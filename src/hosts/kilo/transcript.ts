import { opencodeTranscriptsOf } from '../shape/opencode-transcript.ts';

export const kiloTranscripts = opencodeTranscriptsOf('kilo', /^kilo\.db$/);
