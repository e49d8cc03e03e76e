import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadYaml } from '../domain/text/front-matter.ts';
import { parseJson } from '../domain/text/json.ts';
import type { Log } from '../engine/deps.ts';
import { readBounded, writeAtomic } from '../platform/files.ts';
import { SOP_FORMS } from '../platform/home.ts';
import { FORM_NUMBER, formKey, fromForm, type SopForm } from './domain/form.ts';
import { readSop } from './domain/sop.ts';
import type { SopFile, SopFiles } from './sop-files.ts';

/** The line that a command leaves for the next start. */
export const SOP_NOTE = 'sop.note';
const LARGEST = 16 * 1024 * 1024;
/** Those of contents that are long gone make room for new ones. */
const MOST = 400;

type Forms = Readonly<Record<string, SopForm>>;

export function storedForms(home: string): ReturnType<SopFiles['forms']> {
  const forms = load(home);
  return ({ name }: SopFile, text) => {
    const form = forms[formKey(name, text)];
    return form ? fromForm(form, text) : null;
  };
}

/** As commands have them: read by the parser that they are given, and kept for hooks. */
export function readingForms(home: string, yaml: ReadYaml, log: Log): Pick<SopFiles, 'forms' | 'keeping'> {
  const inHome = <T>(work: () => T, otherwise: T) => {
    try {
      return existsSync(home) ? work() : otherwise;
    } catch (error) {
      log.failure('instructions not kept', error);
      return otherwise;
    }
  };
  return {
    forms: () => (file, text) => readSop(file.name, text, yaml),
    keeping: {
      keep: (forms) => inHome(() => keepForms(home, forms), []),
      tell: (line) => inHome(() => writeAtomic(join(home, SOP_NOTE), line), undefined),
    },
  };
}

/** Keeps those that are new, and gives their keys. */
function keepForms(home: string, read: ReadonlyMap<string, SopForm>): readonly string[] {
  const known = load(home);
  const fresh = [...read].filter(([key]) => !Object.hasOwn(known, key));
  if (fresh.length === 0) return [];
  const forms = Object.fromEntries([...Object.entries(known), ...fresh].slice(-MOST));
  writeAtomic(join(home, SOP_FORMS), JSON.stringify({ number: FORM_NUMBER, forms }));
  return fresh.map(([key]) => key);
}

function load(home: string): Forms {
  const text = readBounded(join(home, SOP_FORMS), LARGEST)?.toString('utf8') ?? '';
  const stored = parseJson(text) as { readonly number: number; readonly forms: Forms } | undefined;
  return stored?.number === FORM_NUMBER ? stored.forms : {};
}
