import { findAssignments } from './assignments.ts';
import { findEchoes, findVariants, knownValues } from './echo.ts';
import { findFormats } from './formats.ts';
import { findKubernetes } from './kubernetes.ts';
import { findShapes } from './shapes.ts';
import { cover, inOriginal, merged, PLACEHOLDER, placeholdersIn, replaced, type Span } from './span.ts';
import { findNear } from './strict.ts';
import { findTold } from './told.ts';

/** Taking one thing out can show another. The result is searched again, so that doing it twice changes nothing. */
const PASSES = 8;

/** The spans of a text that must go, in order, without overlap. */
export function secretsIn(text: string, strict: boolean): Span[] {
  let found: Span[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const shown = replaced(text, found);
    const placeholders = placeholdersIn(shown);
    const byRule = byRules(cover(shown, placeholders), strict);
    if (byRule.length === 0) break;
    const fresh = [...byRule, ...findVariants(shown, byRule)];
    const known = knownValues(fresh.map(({ start, end }) => shown.slice(start, end)));
    const echoes = findEchoes(cover(shown, merged([...placeholders, ...fresh])), known);
    found = merged([...found, ...inOriginal([...fresh, ...echoes], found, PLACEHOLDER.length)]);
  }
  return found;
}

function byRules(text: string, strict: boolean): Span[] {
  const unlisted: Span[] = [];
  return [
    ...findFormats(text, unlisted),
    ...findShapes(text),
    ...findKubernetes(text),
    ...findAssignments(text, strict),
    ...findTold(text),
    ...(strict ? findNear(text) : []),
    // Last: where another rule finds the same, it has the better name.
    ...unlisted,
  ];
}
