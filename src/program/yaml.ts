import { parse, YAMLParseError } from 'yaml';
import type { ReadYaml } from '../domain/base/text/front-matter.ts';

export const readYaml: ReadYaml = (text) => {
  try {
    const value: unknown = parse(text, {
      schema: 'failsafe',
      customTags: ['null'],
      logLevel: 'error',
    });
    return { value };
  } catch (error) {
    const { message } = error as Error;
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    const [said] = message.split(/ at line \d+|\n/);
    return { problem: line === undefined ? said! : `line ${line}: ${said}` };
  }
};
