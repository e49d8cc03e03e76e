export { size } from '../../domain/text/size.ts';
export { ago, count, when } from '../../operations/words.ts';
