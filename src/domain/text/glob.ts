import { compilePattern, type Pattern } from './pattern.ts';

/**
 * `*.sql` is any file of that name; `db/*.sql` names its folder too, wherever that is; `**` passes folders, `{a,b}`
 * chooses. Upper and lower case are the same. Throws `PatternError`.
 */
export function compileGlob(glob: string): Pattern {
  const body = glob.replace(PART, (part) => {
    switch (part) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        return '(?:';
      case '}':
        return ')';
      case ',':
        return '|';
      default:
        return `\\${part}`;
    }
  });
  const choice = glob.includes('{') ? body : body.replaceAll('|', ',');
  const pattern = compilePattern(glob.startsWith('/') ? `^${choice}$` : `(?:^|/)${choice}$`);
  return { isIn: (path) => pattern.isIn(path.replaceAll('\\', '/')) };
}

const PART = /\*\*\/|\*\*|[*?{},]|[.+^$()|[\]\\]/g;
