/** An example of a page: the program under a heading, and the lines that it says it prints. */
export interface Example {
  readonly heading: string;
  readonly code: string;
  readonly prints: readonly string[];
}

const FENCED = /^```ts\n([\s\S]*?)^```$/gm;
const PRINTED = /^\/\/ →(?: (.*))?$/gm;

export function examplesIn(page: string): Example[] {
  return page.split(/^### /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(FENCED)].map(([, code = '']) => ({
      heading,
      code,
      prints: [...code.matchAll(PRINTED)].map(([, line = '']) => line),
    }));
  });
}
