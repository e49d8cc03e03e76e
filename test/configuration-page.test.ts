import { describe, expect, it } from 'vitest';
import { configurationMarkdown } from '../scripts/reference/configuration.ts';
import { defaultConfig, loadConfig, parseOption } from '../src/config/config.ts';
import { environmentNames, optionNames, optionOf } from '../src/config/options.ts';

const page = configurationMarkdown();
const rows = page.split('\n').filter((line) => /^\| `[a-z_]+\./.test(line));

describe('docs/reference/configuration.md', () => {
  it('has one row for each option', () => {
    expect(rows.map((row) => row.split('`')[1]).sort()).toEqual([...optionNames()].sort());
  });

  it.each(optionNames())('tells %s whole', (name) => {
    const cells = rows.find((row) => row.includes(`| \`${name}\` |`))!.split(' | ');
    const [kind, standard, accepts, help] = optionOf(name);
    expect(cells).toHaveLength(5);
    expect(parseOption(name, cells[1]!.replaceAll('`', ''))).toEqual({ name, value: standard });
    if (kind === 'number' || kind === 'integer')
      expect(cells[2]).toMatch(new RegExp(`from ${accepts[0]} to ${accepts[1]}$`));
    for (const variable of environmentNames(name)) expect(cells[3]).toContain(`\`${variable}\``);
    expect(cells[4]).toBe(`${help} |`);
  });

  it('has an example that loads without a warning and changes something', () => {
    const example = /```json\n([^`]+)```/.exec(page)![1]!;
    const { config, warnings } = loadConfig({ file: JSON.parse(example), env: {} });
    expect(warnings).toEqual([]);
    expect(config).not.toEqual(defaultConfig());
  });

  it('has a command that would be accepted', () => {
    const [, name, value] = /cortex config set (\S+) (\S+)/.exec(page)!;
    expect(parseOption(name!, value!)).toEqual({ name, value: 14 });
  });

  it('tells what is only in the environment', () => {
    expect(page).toContain('| `CORTEX_HOME` | `~/.cortex` |');
    expect(page).toContain('| `CORTEX_NOW` |');
  });

  it('ends with one line end and has no section without rows', () => {
    expect(page.endsWith(' |\n')).toBe(true);
    expect(page).not.toMatch(/\| --- \|\n\n/);
  });
});
