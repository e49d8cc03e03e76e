import { describe, expect, it } from 'vitest';
import { screenOf, terminalSvg } from '../scripts/terminal-svg.ts';

const draw = (...lines: string[]) => terminalSvg(lines, { columns: 40, title: 'A "title"' });

describe('the picture of a terminal', () => {
  it('has the colours that were written, each until it ends', () => {
    expect(draw('\x1b[1mbold \x1b[32mboth\x1b[22m green\x1b[39m plain')).toContain(
      '<tspan class="bold">bold </tspan><tspan class="bold green">both</tspan><tspan class="green"> green</tspan><tspan> plain</tspan>',
    );
  });

  it('takes what is written for text', () => {
    const svg = draw('<a> & "b"');
    expect(svg).toContain('<tspan>&lt;a> &amp; &quot;b&quot;</tspan>');
    expect(svg).toContain('aria-label="A &quot;title&quot;"');
  });

  it('shows a question once, with its answer', () => {
    const written = 'before\r\n\x1b[1G\x1b[0JConnect? \x1b[10Gy\r\n\r\nafter\r\n';
    expect(screenOf(written)).toEqual(['before', 'Connect? y', '', 'after']);
  });
});
