import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/program/rooms/commands.ts';
import { resolveAction } from '../../src/surfaces/cli/base/command.ts';
import { parseCommandLine } from '../../src/surfaces/cli/base/parse.ts';
import { PAGES, ROOT, readPage } from '../pages.ts';
import { isTakenOut } from '../rooms.ts';

// Written in JavaScript, which has no types to import.
const script = join(ROOT, 'scripts', 'docs.mjs');
const { pages } = (await import(/* @vite-ignore */ script)) as { pages(): Record<string, string> };

describe('generated pages', () => {
  it.each(Object.entries(pages()))('%s is current; otherwise: npm run docs', (path, text) => {
    expect(readPage(path)).toBe(text);
  });

  it('say something about every command and each of its options', () => {
    const page = readPage('docs/reference/cli.md');
    for (const command of COMMANDS) {
      const section =
        page.split('\n## ').find((part) => part.startsWith(`${command.name}\n`)) ?? '';
      for (const { name, flags } of command.actions ?? [command]) {
        expect(section, name).toContain(`cortex ${name}`);
        for (const flag of Object.keys(flags)) expect(section, name).toContain(`--${flag}`);
      }
    }
  });

  it('say something about every table', () => {
    const sections = readPage('docs/reference/schema.md').split('\n## ').slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(8);
    for (const section of sections) expect(section).toMatch(/^[a-z_]+\n\n[A-Z].+\.\n/);
  });
});

/** The names by which headings are linked to: in small letters, without marks, with dashes for blanks. */
function anchorsIn(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links', () => {
  it.each(PAGES)('of %s lead somewhere', (page) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]+))?\)/g)];
    const dead = links.flatMap(([, path, anchor]) => {
      const target = path ? join(dirname(page), path) : page;
      const isThere =
        existsSync(join(ROOT, target)) && (!anchor || anchorsIn(target).includes(anchor));
      return isThere ? [] : [`${path}#${anchor ?? ''}`];
    });
    expect(dead).toEqual([]);
  });
});

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Calls of Cortex in lines of a shell: what stands between pipes, without variables, comments and where output goes. */
function callsIn(text: string): string[][] {
  const calls = text
    .split('\n')
    .flatMap((line) => line.replace(/(?:^|\s)#.*$/, '').split(/ (?:\||&&) /));
  return calls.flatMap((call) => {
    const [, typed] =
      /^(?:[A-Z_]+=\S+ )*(?:cortex|node dist\/cortex\.cjs)(?: (.*))?$/.exec(call.trim()) ?? [];
    if (typed === undefined || isTakenOut(`cortex ${typed}`)) return [];
    const words = typed.replace(/ [<>] \S+/g, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
    return [words.map((word) => word.replaceAll(/^["']|["']$/g, ''))];
  });
}

/** The command that words mean, and the words that are left; older names are for scripts, not for pages. */
function commandOf([name, ...rest]: readonly string[]) {
  const found = COMMANDS.find((one) => one.name === name);
  return found ? resolveAction(found, rest) : null;
}

describe('commands', () => {
  const isNoCommand = (word = '') => word === 'admin' || word === 'help' || word.startsWith('-');

  it.each(PAGES)('in blocks of %s are understood', (page) => {
    const blocks = [...readPage(page).matchAll(FENCED)].filter(([, language]) => language === 'sh');
    for (const words of blocks.flatMap(([, , text]) => callsIn(text!))) {
      if (isNoCommand(words[0])) continue;
      const meant = commandOf(words);
      expect(meant, words.join(' ')).not.toBeNull();
      expect(parseCommandLine(meant!.command, meant!.words), words.join(' ')).not.toBeNull();
    }
  });

  it.each(PAGES)(
    'that the sentences of %s name exist, with their options, and so do those of npm',
    (page) => {
      const prose = readPage(page).replace(FENCED, '');
      const named = [...prose.matchAll(/`((?:[A-Z_]+=\S+ )?cortex [a-z][^`]*)`/g)].flatMap(
        ([, line]) => callsIn(line!),
      );
      const strange = named.filter((words) => {
        if (isNoCommand(words[0])) return false;
        const meant = commandOf(words);
        const flags = words.flatMap((word) => /^--([a-z-]+)$/.exec(word)?.[1] ?? []);
        return !meant || flags.some((flag) => !(flag in meant.command.flags));
      });
      expect(strange).toEqual([]);
      const { scripts } = JSON.parse(readPage('package.json')) as {
        scripts: Record<string, string>;
      };
      const run = [...readPage(page).matchAll(/\bnpm run ([a-z][\w:]*)/g)].map(([, name]) => name!);
      expect(run.filter((name) => !(name in scripts))).toEqual([]);
    },
  );
});
