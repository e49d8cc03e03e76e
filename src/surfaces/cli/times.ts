export { size } from '../../domain/text/size.ts';
export { ago, count, when } from '../../operations/words.ts';

/** The time zone of the person who asks. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
