/**
 * What a first prompt looks for. No start needs it: the bundles of hooks load it at the first call, so it exports functions
 * alone.
 */
export { keywordsOfNow } from '../restore/keywords.ts';
export { memoriesForPrompt } from './memories-for-prompt.ts';
export { quotedPassages } from './passages.ts';
export { matchPrompt } from './text-match.ts';
