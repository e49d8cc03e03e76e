import { text } from '../../domain/base/text/json.ts';
import type { Host } from '../../ports/base/host.ts';
import { claudeAnswer } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import { GEMINI_FORM, GEMINI_TOOLS, geminiSettings, namesSession } from '../base/gemini.ts';

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',
  // Text given at a start makes Gemini lose the first prompt on resume (0.61.0), so it waits for the prompt.
  injection: { at: ['prompt', 'tool-use'], keeps: true },
  loads: {
    project: ['GEMINI.md'],
    user: { base: 'home', paths: ['.gemini/GEMINI.md'] },
    imports: true,
  },
  tools: GEMINI_TOOLS.roles,
  marks: {
    proves: (sent) =>
      /^(?:Before|After)(?:Agent|Tool|Model)$|^PreCompress$/.test(
        text(sent['hook_event_name']) ?? '',
      ),
    transcript: /[\\/]\.gemini[\\/]tmp[\\/]/,
    suggests: (env, sent) => namesSession(env['GEMINI_SESSION_ID'], sent),
  },
  parse: makeParser(GEMINI_FORM),
  render: claudeAnswer({ names: { prompt: 'BeforeAgent', 'tool-use': 'AfterTool' } }),
  client: { project: 'GEMINI_PROJECT_DIR', session: 'GEMINI_SESSION_ID' },
  begins: (words) => ['gemini', '--prompt-interactive', words],
  reopens: (id) => ['gemini', '--resume', id],
  install: {
    signs: { folders: ['.gemini'], commands: ['gemini'] },
    edits: (runtime, scope) =>
      geminiSettings(
        runtime,
        scope,
        { host: 'gemini', folder: '.gemini' },
        {
          SessionStart: null,
          BeforeAgent: null,
          AfterTool: '.*',
          AfterAgent: null,
          SessionEnd: null,
        },
      ),
    afterwards: [],
    goodToKnow: ['Gemini CLI runs the hooks of a project only in a folder that you trust.'],
  },
};
