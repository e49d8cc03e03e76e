/**
 * Texts of others within a message. Most messages are a line or two and hold none: hooks load this at its first call, so it
 * exports functions alone.
 */
export { announces, attributedIn } from './attributed.ts';
export { framedIn } from './framed.ts';
