import type { CommandKind } from './kinds.ts';

const TYPES =
  /^(?:tsc|types?|typings|mypy|pyright|phpstan|psalm|(?:type-?check|check-?types?|typescript)(?:ing)?)$/;
const LINT =
  /^(?:lint(?:er|ing|s)?|eslint|stylelint|biome|prettier|rubocop|ruff|clippy|vet|fmt-?check|format-?check|check-?format|style|shellcheck|sqlfluff|golangci)$/;
const TEST =
  /^(?:tests?|testing|spec|specs|e2e|unit|unittests?|integration|coverage|jest|vitest|mocha|cypress|playwright|pytest|rspec|phpunit|check|verify|validate|ci)$/;
const BUILD = /^(?:build|compile|bundle|dist|package|all)$/;

/** Kind of a project's own script, target or task, by its name: `test:unit`, `lint-fix`, `build_prod`, `unitTest`. */
export function kindOfScript(name: string): CommandKind | null {
  const whole = name.toLowerCase();
  // `format:check` and `check:types` say it together; their parts would say something else.
  const joined = whole.replace(/[:_.]/g, '-');
  if (TYPES.test(joined)) return 'types';
  if (LINT.test(joined)) return 'lint';
  const parts = whole.split(/[:\-_./]/).filter((part) => part !== '');
  if (parts.some((part) => /^(?:watch|install|deploy|clean|update|generate|docs?|serve)$/.test(part)))
    return null;
  for (const [kind, words] of [
    ['types', TYPES],
    ['lint', LINT],
    ['test', TEST],
    ['build', BUILD],
  ] as const) {
    if (parts.some((part) => words.test(part))) return kind;
  }
  return null;
}
