/**
 * What reads a session's words: needed when a turn ends, and by no start. The bundles of hooks load it at the first call, so
 * it exports functions alone.
 */
export { personsWords } from './persons-words.ts';
export { foldStopping, stoppedOf } from './stopping.ts';
export { titleIn } from './title.ts';
