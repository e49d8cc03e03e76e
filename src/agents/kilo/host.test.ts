import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { opencode } from '../opencode/host.ts';
import { kilo } from './host.ts';

it('understands what the plugin sends from opencode, which it came of', () => {
  const sent = recordedOf('opencode');
  expect(sent.length).toBeGreaterThan(0);
  for (const payload of sent) expect(kilo.parse(payload)).toEqual(opencode.parse(payload));
});
