import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DAY, HOUR } from '../../domain/time.ts';
import { absolute } from './parts.ts';

export interface Series {
  readonly label: string;
  /** A name of a colour of the style. */
  readonly colour: string;
  readonly form: 'line' | 'bars' | 'points';
  readonly values: readonly (number | null)[];
}

interface Plotted {
  readonly label: string;
  /** Milliseconds, ascending. */
  readonly xs: readonly number[];
  readonly series: readonly Series[];
  readonly height?: number;
  /** The highest value of the axis, where it is not that of the data. */
  readonly top?: number;
  readonly unit?: string;
}

const LEFT = 68;
const BELOW = 24;
const TOP = 8;

/** A plot over time, in the colours of the page. It is a picture: what it shows stands in a table beside it. */
export function Plot({ label, xs, series, height = 200, top, unit = '' }: Plotted): VNode {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const sized = new ResizeObserver(() => setWidth(Math.max(240, place.current?.clientWidth ?? 0)));
    sized.observe(place.current!);
    return () => sized.disconnect();
  }, []);
  const [first = 0, last = 1] = [xs[0], xs.at(-1)];
  const span = Math.max(1, last - first);
  const step = stepFor((top ?? Math.max(0, ...series.flatMap(({ values }) => values.map(Number)))) / 4);
  const highest = top ?? step * 4;
  const bar = Math.max(2, Math.min(22, ((width - LEFT) / Math.max(1, xs.length)) * 0.6));
  const x = (at: number) =>
    xs.length === 1 ? (LEFT + width) / 2 : LEFT + bar / 2 + ((at - first) / span) * (width - LEFT - bar - 8);
  const y = (value: number) => TOP + (1 - Math.min(1, value / highest)) * (height - TOP - BELOW);
  const ticks = Array.from({ length: 5 }, (_, i) => (highest / 4) * i);
  const dates = datesBetween(first, last, Math.max(2, Math.floor((width - LEFT) / 96)));
  return html`<figure class="plot" ref=${place}>
    ${series.length > 1 && html`<figcaption>${series.map(({ label: name, colour }) => html`<span class=${`key ${colour}`}>${name}</span>`)}</figcaption>`}
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${label}>
      ${ticks.map(
        (tick) => html`<line class="rail" x1=${LEFT} x2=${width} y1=${y(tick)} y2=${y(tick)} />
          <text x=${LEFT - 10} y=${y(tick) + 4} text-anchor="end">${short(tick)}${unit}</text>`,
      )}
      ${series.map((one) => drawn(one, { xs, x, y, bar, unit }))}
      ${dates.map(
        ({
          at,
          label: words,
        }) => html`<line class="tick" x1=${x(at)} x2=${x(at)} y1=${height - BELOW} y2=${height - BELOW + 4} />
          <text x=${x(at)} y=${height - 4} text-anchor="middle">${words}</text>`,
      )}
    </svg>
  </figure>`;
}

interface Scales {
  readonly xs: readonly number[];
  readonly bar: number;
  readonly unit: string;
  x(at: number): number;
  y(value: number): number;
}

function drawn({ form, colour, values, label }: Series, { xs, x, y, bar, unit }: Scales): unknown {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ at: xs[i]!, value }]));
  const said = ({ at, value }: { at: number; value: number }) =>
    `${label}: ${short(value)}${unit}, ${absolute(at)}`;
  if (form === 'line')
    return html`<path class=${`drawn ${colour}`} d=${known.map(({ at, value }, i) => `${i === 0 ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(1)}`).join('')} />`;
  if (form === 'bars')
    return known.map(
      (one) =>
        html`<rect class=${colour} x=${x(one.at) - bar / 2} y=${y(one.value)} width=${bar} height=${Math.max(0, y(0) - y(one.value))} rx="2"><title>${said(one)}</title></rect>`,
    );
  return known.map(
    (one) =>
      html`<circle class=${`point ${colour}`} cx=${x(one.at).toFixed(1)} cy=${y(one.value).toFixed(1)} r="2.5"><title>${said(one)}</title></circle>`,
  );
}

/** 1, 2 or 5 times a power of ten, not below the value. */
function stepFor(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((one) => one * power >= value) ?? 10);
}

function short(value: number): string {
  if (value >= 10_000) return `${Math.round(value / 1000)}k`;
  return value >= 10 ? String(Math.round(value)) : String(Math.round(value * 100) / 100);
}

const STEPS = [HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY];

/** Round moments between two, few enough to be read. */
function datesBetween(first: number, last: number, most: number): { at: number; label: string }[] {
  const step = STEPS.find((one) => (last - first) / one <= most) ?? 365 * DAY;
  const form: Intl.DateTimeFormatOptions =
    step < DAY
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short', ...(step > 91 * DAY && { year: 'numeric' }) };
  const begin = new Date(first);
  begin.setHours(0, 0, 0, 0);
  const dates = [];
  for (let at = begin.getTime(); at <= last; at += step)
    if (at >= first) dates.push({ at, label: new Date(at).toLocaleString('en-GB', form) });
  return dates.length > 0 ? dates : [{ at: first, label: new Date(first).toLocaleString('en-GB', form) }];
}
