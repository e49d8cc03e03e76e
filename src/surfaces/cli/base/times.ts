export { size } from '../../../domain/base/text/size.ts';
export { ago, count, when } from '../../../operations/base/words.ts';
