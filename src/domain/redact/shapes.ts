import { beginnings } from './beginnings.ts';
import { SHAPES, type Shape } from './shape-rows.ts';
import type { Span } from './span.ts';

const makeHints = () =>
  beginnings(SHAPES.flatMap((shape) => shape.hints.map((hint): [string, Shape] => [hint, shape])));
let hints: ReturnType<typeof makeHints> | undefined;

/** Secrets known by what stands around them. */
export function findShapes(text: string): Span[] {
  hints ??= makeHints();
  const hinted = new Map<Shape, number[]>();
  for (let at = 0; at + 2 < text.length; at++)
    for (const [hint, shape] of hints.at(text, at)) {
      if (!text.startsWith(hint, at)) continue;
      const places = hinted.get(shape);
      if (places) places.push(at);
      else hinted.set(shape, [at]);
    }
  const found: Span[] = [];
  for (const [shape, places] of hinted) {
    const { pattern } = shape;
    if (pattern.sticky)
      for (const place of places) {
        pattern.lastIndex = place;
        const match = pattern.exec(text);
        if (match) addFound(shape, match, found);
      }
    else for (const match of text.matchAll(pattern)) addFound(shape, match, found);
  }
  return found;
}

/** Groups that only tell what the others are. */
const NO_SECRETS = ['scheme', 'label', 'user'];

function addFound({ name, accept }: Shape, match: RegExpExecArray, found: Span[]): void {
  for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
    if (NO_SECRETS.includes(group) || !at) continue;
    if (accept && !accept(match.input.slice(at[0], at[1]), match)) continue;
    found.push({ rule: name, start: at[0], end: at[1] });
  }
}
