import type { Shape } from './rule.ts';
import { KEY_SHAPES } from './shapes-keys.ts';
import { WEB_SHAPES } from './shapes-web.ts';
import type { Span } from './span.ts';

export function shapes(): readonly Shape[] {
  return [...WEB_SHAPES, ...KEY_SHAPES];
}

/** Secrets known by what stands around them. */
export function findShapes(text: string): Span[] {
  const found: Span[] = [];
  for (const { name, hints, pattern, accept } of shapes()) {
    if (!hints.some((hint) => text.includes(hint))) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
        if (group === 'scheme' || !at) continue;
        if (accept && !accept(text.slice(at[0], at[1]), match)) continue;
        found.push({ rule: name, start: at[0], end: at[1] });
      }
    }
  }
  return found;
}
