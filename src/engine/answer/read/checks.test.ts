import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps, used } from '../../../../test/deps.ts';
import { DAY, HOUR, MINUTE } from '../../../domain/base/time.ts';
import { preview } from '../doors/preview.ts';

const CWD = '/work/radio';
const NAME = 'src/tuner.test.ts > keeps_ten';
const RED = ` FAIL  ${NAME}\n\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n`;

let deps: TestDeps;
let files: Set<string>;

beforeEach(() => {
  files = new Set(['src/tuner.test.ts', 'src/tuner.ts']);
  deps = { ...testDeps(), exists: (path) => files.has(path.replace(`${CWD}/`, '')) };
});

/** A session of one turn with some events in it. */
async function session(name: string, ...events: Parameters<typeof used>[0][]): Promise<void> {
  const one = conversation(deps, name);
  await one({ kind: 'prompt', text: `Go on with the ${name} of the receiver, please.` });
  for (const event of events) await one(used(event));
  deps.advance(MINUTE);
  await one({
    kind: 'turn-end',
    reply: `The ${name} stands, and the receiver locks within 12 ms.`,
  });
  await one({ kind: 'session-end', reason: 'exit' });
}

const ran = (command: string, output = '') => ({
  name: 'Bash',
  command,
  output,
  failed: output !== '',
});
const edits = (path: string) => ({
  changes: [{ path: `${CWD}/${path}`, kind: 'edit' as const, added: 'x', removed: 'y' }],
});
const told = async () => (await preview(deps, deps.locate(CWD))).start.text ?? '';

describe('a red check', () => {
  it('is told with its age, and its test once', async () => {
    await session('tuner', edits('src/tuner.ts'), ran('npx vitest run', RED));
    deps.advance(4 * HOUR);
    const text = await told();
    expect(text.split(NAME)).toHaveLength(2);
    expect(text).toMatch(/- failing: vitest run \(4h ago\)/);
  });

  it('that nobody ran for a week is one line, also where nothing else is told any more', async () => {
    await session('tuner', edits('src/tuner.ts'), ran('npx vitest run', RED));
    for (const days of [8, 12]) {
      deps.advance(days * DAY);
      expect(await told()).toContain(
        `${NAME}: red when last run, ${days === 8 ? 8 : 20}d ago; not run since`,
      );
    }
  });

  it('is such a line through five sessions that worked', async () => {
    await session('tuner', edits('src/tuner.ts'), ran('npx vitest run', RED));
    for (let i = 0; i < 5; i++) {
      deps.advance(HOUR);
      await session(`dial ${i}`, edits('src/tuner.ts'));
    }
    expect(await told()).toMatch(/red when last run, 5h ago; not run since/);
  });

  it('is over when it was seen green, when its file is gone, and when somebody closed it', async () => {
    await session('tuner', edits('src/tuner.ts'), ran('npx vitest run', RED));
    expect(await told()).toContain('failing');
    files.delete('src/tuner.test.ts');
    expect(await told()).not.toContain('failing');
    deps.advance(9 * DAY);
    expect(await told()).not.toContain('red when last run');
    files.add('src/tuner.test.ts');
    expect(await told()).toContain('red when last run');
    await session('again', edits('src/tuner.ts'), ran('npx vitest run src/tuner.test.ts'));
    expect(await told()).not.toMatch(/red when last run|failing/);
  });

  it('of a narrow run is over when a wider red run does not name it', async () => {
    const OTHER = RED.replaceAll('keeps_ten', 'adds_two');
    await session(
      'tuner',
      ran('npx vitest run src/tuner.test.ts', RED),
      ran('npx vitest run', OTHER),
      edits('src/tuner.ts'),
    );
    const text = await told();
    expect(text.slice(text.indexOf('STATE')).match(/failing/g)).toHaveLength(1);
    expect(text.slice(text.indexOf('STATE'))).not.toContain('keeps_ten');
  });

  it('of a run that ended without a word is no claim', async () => {
    await session('tuner', edits('src/tuner.ts'));
    expect(await told()).not.toMatch(/red|failing|green|passed/);
  });
});
