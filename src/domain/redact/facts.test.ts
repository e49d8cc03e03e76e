import { describe, expect, it } from 'vitest';
import { toStorable } from './facts.ts';

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

describe('what is stored of facts', () => {
  it('holds no secret, wherever it stood', () => {
    const facts = toStorable(
      [
        { kind: 'prompt', text: `push with ${TOKEN}` },
        {
          kind: 'tool',
          tool: 'Bash',
          ok: true,
          touched: [{ path: `/tmp/${TOKEN}`, how: 'read' }],
          command: `export GITHUB_TOKEN=${TOKEN}`,
        },
        {
          kind: 'todos',
          update: {
            whole: true,
            items: [{ id: null, text: `rotate ${TOKEN}`, status: 'pending' }],
          },
        },
      ],
      {},
    );
    expect(JSON.stringify(facts)).not.toContain(TOKEN);
    expect(facts[0]).toEqual({ kind: 'prompt', text: 'push with [REDACTED]' });
    expect(facts[1]).toMatchObject({ ok: true, command: 'export GITHUB_TOKEN=[REDACTED]' });
  });

  it('keeps head and tail of what is too long, cut only after the secrets are gone', () => {
    const long = `${'a'.repeat(3_980)} ${TOKEN} ${'b'.repeat(9_000)}${'z'.repeat(4_000)}`;
    const [fact] = toStorable([{ kind: 'prompt', text: long }], {}) as unknown as [
      { text: string },
    ];
    expect(fact.text.length).toBeLessThanOrEqual(8_003);
    expect(fact.text).not.toContain('ghp_');
    expect(fact.text.endsWith('z'.repeat(4_000))).toBe(true);
  });

  it('leaves ordinary facts as they are', () => {
    const facts = [
      {
        kind: 'tool' as const,
        tool: 'Edit',
        ok: false,
        touched: [{ path: 'src/a.ts', how: 'edit' as const }],
      },
    ];
    expect(toStorable(facts, {})).toEqual(facts);
  });
});
