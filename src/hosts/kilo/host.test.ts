import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { opencode } from '../opencode/host.ts';
import { kilo } from './host.ts';

it('understands what the plugin sends from opencode, which it came of', () => {
  const sent = recordedOf('opencode');
  expect(sent.length).toBeGreaterThan(0);
  for (const payload of sent) expect(kilo.parse(payload)).toEqual(opencode.parse(payload));
});

it('loads that plugin from folders of its own, and says who it is', () => {
  const runtime = { argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' };
  const places = (scope: 'user' | 'project') =>
    kilo.install.edits(runtime, scope).map((edit) => edit.kind !== 'command' && edit.place.path);
  expect(places('user')).toEqual(['kilo/plugins/cortex.js', 'kilo/kilo.json']);
  expect(places('project')).toEqual(['.kilo/plugins/cortex.js', '.kilo/kilo.json']);
  const [file] = kilo.install.edits(runtime, 'user');
  const [theirs] = opencode.install.edits(runtime, 'user');
  const content = (edit: typeof file) => (edit?.kind === 'file' ? edit.content : '');
  expect(content(file)).toContain("cortex(input, { ...options, host: 'kilo' })");
  expect(content(file).replace("{ ...options, host: 'kilo' }", 'options')).toBe(content(theirs));
});
