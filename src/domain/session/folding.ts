/**
 * How facts become a session's state: needed when a turn ends, and by hardly any start. The bundles of hooks load it at the
 * first call, so it exports functions alone.
 */
export { foldAll } from './digest.ts';
export { revokedRule, saysAnew } from './rule-change.ts';
export { stateOf } from './session.ts';
