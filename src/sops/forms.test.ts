import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { readYaml } from '../entries/yaml.ts';
import { SOP_FORMS } from '../platform/home.ts';
import { formKey, type SopForm } from './domain/form.ts';
import { readingForms, storedForms } from './forms.ts';
import type { SopFile } from './sop-files.ts';

const folder = useScratch();
let home: string;
const failures: string[] = [];
beforeEach(() => {
  home = folder.path;
  failures.length = 0;
});

const log = { debug() {}, info() {}, warn() {}, failure: (event: string) => void failures.push(event) };
const keeping = (where = home) => readingForms(where, readYaml, log).keeping!;
const file: SopFile = { name: 'sops/a.md', path: '/a.md', origin: 'user' };
const form: SopForm = { sop: null, problem: 'it has no head' };
const keep = (...texts: string[]) =>
  keeping().keep(new Map(texts.map((text) => [formKey('a.md', text), form])));

describe('forms of instructions', () => {
  it('are found by content, and kept once', () => {
    expect(keep('one', 'two')).toHaveLength(2);
    expect(keep('two', 'three')).toEqual([formKey('a.md', 'three')]);
    for (const text of ['one', 'two', 'three']) expect(storedForms(home)(file, text)).toEqual(form);
    expect(storedForms(home)(file, 'four')).toBeNull();
    expect(storedForms(home)({ ...file, name: 'b.md' }, 'one')).toBeNull();
  });

  it('make room for new ones', () => {
    keep(...Array.from({ length: 450 }, (_, i) => String(i)));
    expect([storedForms(home)(file, '0'), storedForms(home)(file, '449')]).toEqual([null, form]);
  });

  it.each(['', '{', '[]', 'null', '{"number":0,"forms":{}}'])(
    'are read anew where %j stands there',
    (text) => {
      writeFileSync(join(home, SOP_FORMS), text);
      expect(storedForms(home)(file, 'one')).toBeNull();
      keep('one');
      expect(storedForms(home)(file, 'one')).toEqual(form);
    },
  );

  it('are not kept where there is no home, and a failure is on record', () => {
    expect(keeping(join(home, 'nowhere')).keep(new Map([['k', form]]))).toEqual([]);
    writeFileSync(join(home, 'file'), '');
    expect(keeping(join(home, 'file')).keep(new Map([['k', form]]))).toEqual([]);
    expect(failures).toEqual(['instructions not kept']);
  });
});
