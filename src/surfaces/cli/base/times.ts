export { size } from '../../../domain/base/text/size.ts';
export { count, localTime as when, timeAgo as ago } from '../../../operations/base/words.ts';
