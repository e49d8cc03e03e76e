import * as z from 'zod/v4';
import { Failure, UsageError } from '../../operations/errors.ts';
import { type Example, operation } from '../../operations/operation.ts';
import { type SeenSop, seeSops, trustSop, untrustSop } from '../engine/sop-trust.ts';
import { sopJson, sopMeant, triggerInWords, unusable } from './named.ts';

export const sopTrust = trusting({
  command: 'sop trust',
  isTrust: true,
  summary: "Let the content of a project's file be given, as it is now.",
  done: ({ entry: { file, sop } }) => `Trusted as it is now: ${file.name} (${triggerInWords(sop!)})`,
  nothing: 'There is nothing to trust here.',
  examples: [{ line: 'cortex sop trust .cortex/sops/deploy.md', says: 'let that content be given' }],
});

export const sopUntrust = trusting({
  command: 'sop untrust',
  isTrust: false,
  summary: "Let no content of a project's file be given any more.",
  done: ({ entry: { file } }) => `No longer trusted: ${file.name}`,
  nothing: 'Nothing of this was trusted.',
  examples: [{ line: 'cortex sop untrust --all', says: 'nothing of this project is given any more' }],
});

interface Trusting {
  readonly command: string;
  readonly isTrust: boolean;
  readonly summary: string;
  readonly done: (seen: SeenSop) => string;
  readonly nothing: string;
  readonly examples: readonly Example[];
}

/** A person lets contents of a project's files count, or no longer. */
function trusting({ command, isTrust, summary, done, nothing, examples }: Trusting) {
  return operation({
    name: { command, tool: null },
    summary,
    about: '',
    effect: 'changes',
    on: 'nothing',
    input: z.strictObject({ file: z.string().max(4096).optional(), all: z.boolean().optional() }),
    words: ['file'],
    fields: {
      file: { help: 'The name of the file, the end of it, or its path.' },
      all: { help: 'Every file of the project.' },
    },
    examples,
    run: async (call, { file, all = false }) => {
      const { deps, scope } = call;
      if (all === (file !== undefined))
        throw new UsageError('Say which file, or --all.', 'cortex sop list shows them all.');
      const chosen =
        file === undefined
          ? (await seeSops(deps, scope)).filter(({ entry }) => entry.file.origin === 'project')
          : [await sopMeant(call, file)];
      for (const seen of chosen) {
        if (seen.entry.file.origin === 'user')
          throw new Failure(
            `${seen.entry.file.name} is yours, and trusted as it is.`,
            'enabled: false in its head switches it off.',
          );
        if (isTrust && !seen.entry.sop && !all) throw unusable(seen);
      }
      const changed: SeenSop[] = [];
      const change = isTrust ? trustSop : untrustSop;
      for (const seen of chosen) if (await change(deps, scope, seen.entry)) changed.push(seen);
      const now = new Map((await seeSops(deps, scope)).map((seen) => [seen.entry.file.path, seen]));
      const broken = all ? chosen.filter(({ entry }) => !entry.sop) : [];
      return { changed: changed.map((seen) => now.get(seen.entry.file.path) ?? seen), broken };
    },
    lines: ({ changed, broken }) => [
      ...changed.map(done),
      ...broken.map(({ entry: { file, problem } }) => ({ remark: `${file.name}: ${problem}` })),
      ...(changed.length === 0 ? [nothing] : []),
    ],
    json: ({ changed }) => ({ sops: changed.map(sopJson) }),
    rows: ({ changed }) => changed.map(sopJson),
  });
}
