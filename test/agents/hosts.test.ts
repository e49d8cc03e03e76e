import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTS as OF_CORE } from '../../src/agents/all.ts';
import { callsCortex, stringsWithin } from '../../src/domain/base/settings/ours.ts';
import { type HostEvent, Malformed } from '../../src/domain/facts/event.ts';
import { NAME_FIELDS, PROMPT_EVENTS, TOOL_EVENTS } from '../../src/domain/hooks/event-names.ts';
import type { Host, HostEdit, InstallScope } from '../../src/ports/base/host.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';

import { runs } from '../effort.ts';
import { answersOf, eventsOf, installsOf, recordedOf, type Sent } from '../recorded-payloads.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HOSTS = allHosts();
const names = HOSTS.map(({ name }) => name);

/** Whether the model gets to know what an event is answered with. */
function canInject({ injection }: Host, event: HostEvent): boolean {
  if (event.kind === 'tool-use' && event.use.failed && injection.notAfterFailure) return false;
  return injection.at.some((kind) => kind === event.kind);
}

const NOTICE = '<task-notification>\n<summary>An agent finished</summary>\n</task-notification>';
const CONTEXT = '<session-continuity hint="x">\n"two" lines\n</session-continuity>';
const SCOPES: readonly InstallScope[] = ['user', 'project'];
const RUNTIME = {
  argv: ['/opt/node 24/bin/node', '/opt/my cortex/cortex.cjs'],
  folder: '/opt/my cortex',
};

/** Hosts whose payloads are not recorded, and why. */
const UNRECORDED: Readonly<Record<string, string>> = {
  kilo: 'it came of opencode, and has its shape and its plugin',
  ...Object.fromEntries(
    HOSTS.filter((host) => !OF_CORE.includes(host)).map(({ name }) => [
      name,
      'its room tests what it sends',
    ]),
  ),
};

/** What every host keeps to, whatever its payloads look like. */
describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
  const recorded = recordedOf(host.name);
  const events = recorded.map((sent) => host.parse(sent)).filter((event) => event !== null);

  describe.skipIf(Object.hasOwn(UNRECORDED, host.name))('what it sends', () => {
    it('is understood', () => {
      const kinds = new Set(events.map(({ kind }) => kind));
      for (const kind of ['session-start', 'tool-use', 'turn-end'] as const)
        expect(kinds, kind).toContain(kind);
      // Otherwise the person's words are read in its transcript.
      if (!kinds.has('prompt')) expect(events.some((event) => 'transcript' in event)).toBe(true);
      for (const event of events) expect(event.cwd).toMatch(/^\//);
    });

    it('is the events of `test/recorded/events`', () => {
      // As JSON, in which a field that is not there is not there.
      expect(recorded.map((sent) => JSON.parse(JSON.stringify(host.parse(sent))))).toEqual(
        eventsOf(host.name),
      );
    });

    it('has keys that are the same for the same event, and for no other', () => {
      const keys = events.map(({ key }) => key).filter((key) => key !== null);
      expect(new Set(keys).size).toBe(keys.length);
      expect(
        recorded.map((sent) => host.parse({ ...sent })).filter((event) => event !== null),
      ).toEqual(events);
    });

    it('is no prompt where a notice stands in place of words', () => {
      for (const sent of recorded) {
        const event = host.parse(sent);
        if (event?.kind !== 'prompt') continue;
        const noticed = JSON.parse(JSON.stringify(sent), (_, value: unknown) =>
          typeof value === 'string' && value.includes(event.text) ? NOTICE : value,
        ) as unknown;
        expect(host.parse(noticed)).toBeNull();
      }
    });

    it('throws nothing but Malformed, whatever stands in it', () => {
      const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...recorded.flatMap(Object.values)));
      const field = fc.constantFrom(...new Set(recorded.flatMap(Object.keys)));
      const inner = fc.constantFrom(...new Set(recorded.flatMap(innerFields)));
      const changed = fc.record({
        sent: fc.constantFrom(...recorded),
        fields: fc.dictionary(field, fc.oneof(value, fc.dictionary(inner, value))),
      });
      fc.assert(
        fc.property(
          fc.oneof(
            changed.map(({ sent, fields }) => ({ ...sent, ...fields })),
            fc.jsonValue(),
          ),
          (sent) => {
            const event = outcome(host, sent);
            if (event) host.render(event, { context: 'x' });
            expect(event === null || typeof event.hostSessionId === 'string').toBe(true);
          },
        ),
        { numRuns: runs(50, 500) },
      );
    });
  });

  describe('what it is answered', () => {
    it('is nothing where there is nothing to say', () => {
      for (const event of events) {
        expect(host.render(event, { context: null })).toBe('');
        expect(host.render(event, { context: '' })).toBe('');
      }
    });

    it('is what `test/recorded/answers.jsonl` has, with a line for the person and without words for the model too', () => {
      const notice = 'cortex: 2 pins';
      const said = events.map((event) => {
        const answers = ['one\n"two"', null].map((context) =>
          host.render(event, { context, notice }),
        );
        return JSON.stringify([host.name, event.kind, ...answers]);
      });
      expect([...new Set(said)].map((row) => JSON.parse(row))).toEqual(answersOf(host.name));
    });

    it('is JSON that holds the words once where they are heard, and nothing elsewhere', () => {
      for (const event of events) {
        const said = host.render(event, { context: CONTEXT });
        if (canInject(host, event) || (event.kind === 'tool-intent' && said !== '')) {
          const answer: unknown = JSON.parse(said);
          expect(leaves(answer).filter((text) => text === CONTEXT).length).toBe(1);
        } else expect(said, event.kind).toBe('');
      }
    });
  });

  // Not every host has settings for a single project.
  const scopes = SCOPES.filter(
    (scope) => scope === 'user' || host.install.edits(RUNTIME, scope).length > 0,
  );
  describe.each(scopes)('installed for a %s', (scope) => {
    const edits = host.install.edits(RUNTIME, scope);

    it('writes below the folder it is meant for', () => {
      expect(edits.length).toBeGreaterThan(0);
      for (const edit of edits) {
        if (edit.kind === 'command') continue;
        expect(edit.place.path).not.toMatch(/^[/\\~]|\.\./);
        const isProject = edit.place.base === 'project';
        expect(isProject).toBe(scope === 'project');
      }
    });

    it('calls by absolute paths only', () => {
      const commands = edits.flatMap(commandsIn);
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) expect(command).toMatch(/^"?\/opt\//);
    });

    it('is the same twice, and for good: no key is set to nothing', () => {
      // A check of an edit is a function, which is never the same twice.
      expect(JSON.stringify(host.install.edits(RUNTIME, scope))).toBe(JSON.stringify(edits));
      for (const edit of edits) {
        if (edit.kind === 'file') expect(edit.content.length).toBeGreaterThan(0);
        if (edit.kind !== 'settings') continue;
        for (const addition of edit.additions) {
          expect(addition.at.length).toBeGreaterThan(0);
          expect(Object.values(addition)).not.toContain(undefined);
        }
      }
    });
  });

  it('registers lines that name their event', () => {
    const lines = installsOf(host.name)
      .flatMap(stringsWithin)
      .filter((line) => callsCortex(line, host.name) && /^(?:exec |& )?"/.test(line));
    for (const line of lines) expect(line).toMatch(/ hook \S+ [A-Za-z]+$/);
  });

  it('has tools and prompts where the names of events say so', () => {
    const named: readonly (readonly [kind: string, names: readonly string[]])[] = [
      ['tool-use', TOOL_EVENTS],
      ['prompt', PROMPT_EVENTS],
    ];
    for (const [i, sent] of recordedOf(host.name).entries()) {
      const event = eventsOf(host.name)[i] as HostEvent | null;
      const name = NAME_FIELDS.map((field) => sent[field]).find(
        (value) => typeof value === 'string',
      );
      if (event === null || typeof name !== 'string') continue;
      for (const [kind, names] of named)
        expect([name, names.includes(name)]).toEqual([name, event.kind === kind]);
    }
  });

  it('installs what `test/recorded/installs` has', () => {
    const { edits } = host.install;
    const wishes = { ...RUNTIME, instructs: true, watchesReads: true, showsStatus: true };
    const all = [edits(RUNTIME, 'user'), edits(RUNTIME, 'project'), edits(wishes, 'user')];
    expect(JSON.parse(JSON.stringify(all))).toEqual(installsOf(host.name));
  });

  it('tells people in sentences what is left to them', () => {
    for (const sentence of host.install.afterwards) expect(sentence).toMatch(/^[A-Z].*[.]$/);
  });
});

/** What a new host needs besides its adapter: CONTRIBUTING.md, "Add a host". */
describe('every host', () => {
  it('has recorded payloads, or a reason why not', () => {
    const without = names.filter((name) => recordedOf(name).length === 0);
    expect(without).toEqual(Object.keys(UNRECORDED));
    const page = readFileSync(join(ROOT, 'test/recorded/README.md'), 'utf8');
    expect(names.filter((name) => !(name in UNRECORDED) && !page.includes(`\`${name}\``))).toEqual(
      [],
    );
  });

  it('has a page', () => {
    expect(names.filter((name) => !existsSync(join(ROOT, `docs/hosts/${name}.md`)))).toEqual([]);
  });

  it('is run as the real program, or has a reason why not', async () => {
    const { HOSTS: run } = (await import(join(ROOT, 'scripts/e2e/hosts/all.mjs'))) as {
      HOSTS: object;
    };
    expect(HOSTS.filter(({ name }) => !(name in run)).map(({ name }) => name)).toEqual(
      HOSTS.filter(({ notRun }) => notRun).map(({ name }) => name),
    );
  });
});

function outcome(host: Host, sent: unknown): HostEvent | null {
  try {
    return host.parse(sent);
  } catch (error) {
    expect(error).toBeInstanceOf(Malformed);
    return null;
  }
}

function innerFields(sent: Sent): string[] {
  return Object.values(sent).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.keys(value) : [],
  );
}

/** Everything that a host is told to start, or its installer to load. */
function commandsIn(edit: HostEdit): string[] {
  if (edit.kind === 'command') return edit.run.filter((word) => /[/\\]/.test(word));
  const content = edit.kind === 'file' ? contentOf(edit.content) : edit.additions;
  return valuesOf(content, 'command').flatMap((command) => leaves(command).slice(0, 1));
}

function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    key === name ? [held] : valuesOf(held, name),
  );
}

/** A file of ours is JSON, or it is a program that starts Cortex. */
function contentOf(content: string): unknown {
  if (content.startsWith('{')) return JSON.parse(content);
  const argv = /"argv":(\[.*?\])/.exec(content)?.[1];
  return argv === undefined ? content : { command: JSON.parse(argv) };
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
