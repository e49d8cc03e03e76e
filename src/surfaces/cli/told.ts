import type { Output } from './output.ts';

/** A text of headings and lists, for a person to read: lines that are wrapped stand below their words. */
export function printTold(out: Output, text: string, indent = ''): void {
  for (const line of text.split('\n')) {
    if (line === '') out.line();
    else if (line.startsWith('- ')) out.item(`${indent}- `, line.slice(2));
    else if (HEADING.test(line)) out.block(out.style.bold(line), indent);
    else out.block(line, indent);
  }
}

const HEADING = /^[A-Z][A-Z ]+(?: \(.*\))?:/;
