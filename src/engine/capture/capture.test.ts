import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { conversation, testDeps } from '../../../test/deps.ts';
import { iso } from '../../domain/base/time.ts';
import { redactText } from '../../domain/redact/redact.ts';

describe('a turn that ended by a usage limit', () => {
  it.each([
    ["You've hit your session limit · resets 3pm (Europe/Berlin)", '2026-11-13T14:00:00.000Z'],
    ['API Error: Rate limit reached', null],
  ])('says so: %s', async (resets, until) => {
    const deps = testDeps();
    const say = conversation(deps);
    await say({ kind: 'prompt', text: 'put the webhook behind a flag' });
    await say({ kind: 'turn-end', reply: null, failed: true, limit: { until: null, resets } });
    const { id } = (await deps.store.sessionOfHost('claude-code', 'one'))!;
    const ends = (await deps.store.factsOf(id)).flatMap(({ fact }) =>
      fact.kind === 'turn-ended' ? [fact] : [],
    );
    const at = until && Date.parse(until);
    expect(ends).toEqual([{ kind: 'turn-ended', failed: true, limit: { until: at } }]);
    const [turn] = await deps.store.turnsOf(id);
    expect(turn!.ended).toBe('usage limit');
    expect(turn!.until === undefined ? null : iso(turn!.until)).toBe(until);
  });
});

it('a commit is stored without a look: no rule finds a secret in a hash', () => {
  for (let i = 0; i < 500; i++)
    for (const kind of ['sha1', 'sha256'])
      for (const strict of [false, true]) {
        const hash = createHash(kind).update(String(i)).digest('hex');
        expect(redactText(hash, { strict })).toBe(hash);
      }
});
