/** The whole of a project, as tools call it. */
const WHOLE = /^(?:\.\/?|\.\/\.\.\.|\.{3}|tsconfig\.json|--)$/;

/** Options that leave a part out, or run nothing. */
const PARTIAL =
  /^--?(?:lf|ff|sw|last-failed|failed|only-?failures|only-?changed|changed|staged|lib|bins?|doc|examples?|short|dry-run|no-run|no-exec|list)$/i;

/** Options whose value says which part runs. */
const FILTER =
  /^--?(?:[kmtge]|run|skip|only|grep|filter|exclude|ignore|deselect|project|package|shard|tests?|testNamePattern|testPathPatterns?|select|spec|scope|since|changed|rule|tags?|Dtest|Dit\.test)=(.+)$/;

/** Options whose value limits nothing. */
const BESIDE = /^(?:--reporter|-n|--numprocesses|--max-?workers|--format|-f)$/i;

/** Paths, patterns and filters among a check's arguments. The value of an option that nobody knows counts as one. */
export function limitsIn(args: readonly string[]): string[] {
  const limits: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) {
      if (!WHOLE.test(arg) && !/^\d+$/.test(arg)) limits.push(arg);
    } else if (BESIDE.test(arg)) at++;
    else if (PARTIAL.test(arg)) limits.push(arg);
    else if (arg.includes('=')) {
      const value = FILTER.exec(arg)?.[1];
      if (value !== undefined) limits.push(value);
    }
  }
  return limits.slice(0, MOST).map((limit) => limit.slice(0, LONGEST));
}

/** More than anybody types; a list of files that a program made. */
const MOST = 40;
const LONGEST = 160;
