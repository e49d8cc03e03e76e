import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../test/table.ts';
import { type Config, defaultConfig } from '../config/config.ts';
import { audienceOf, conversationKey, homeFolderName, isIncognito } from './audience.ts';

const config = defaultConfig();

describe('an audience', () => {
  it.each(table<[Record<string, unknown>, string]>('audiences'))(
    'of %j is kept in %s',
    (told, folder) => {
      expect(homeFolderName(audienceOf(told), config)).toBe(folder);
    },
  );

  it('has a folder of its own, whatever people call themselves', () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc.constantFrom(
        'Alice',
        'alice',
        'ALICE',
        '..',
        '../../etc',
        'a/b',
        'a.b',
        'CON',
        '-',
        'on-telegram',
        'é',
        'e\u0301',
      ),
    );
    const audience = fc.record({ agentId: id, channel: fc.option(id), senderId: fc.option(id) });
    fc.assert(
      fc.property(audience, audience, (a, b) => {
        const [one, other] = [audienceOf(a), audienceOf(b)];
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        const folders = [one, other].map((each) => homeFolderName(each, config).toLowerCase());
        expect(folders[0] === folders[1]).toBe(isSame);
        expect(folders[0]).toMatch(/^agent-[a-z0-9_.~-]+$/);
        expect(folders[0]!.length).toBeLessThan(255);
      }),
    );
  });

  it('is wider where it is shared', () => {
    const shared = (...names: string[]) =>
      homeFolderName(audienceOf({ sessionKey: 'agent:a:main', channel: 'signal', senderId: 'b' }), {
        ...config,
        ...Object.fromEntries(names.map((name) => [`openclaw.share_${name}`, true])),
      } as Config);
    expect(shared('agents')).toBe('all-agents.on-signal.sender-b');
    expect(shared('channels')).toBe('agent-a.all-channels.sender-b');
    expect(shared('agents', 'channels', 'senders')).toBe('all-agents.all-channels.all-senders');
  });
});

describe('a conversation', () => {
  it('is known by its key, with its agent', () => {
    expect(conversationKey({ sessionKey: 'agent:main:s1' })).toBe('agent:main:s1');
    expect(conversationKey({ sessionKey: 'global', agentId: 'work' })).toBe('agent:work:global');
    expect(conversationKey({})).toBeNull();
  });

  it('may be incognito', () => {
    expect(isIncognito('agent:main:dashboard:incognito-17')).toBe(true);
    expect(isIncognito('agent:main:telegram:direct:anti-incognito-9')).toBe(false);
  });
});
