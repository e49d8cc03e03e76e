import type { Host } from '../../ports/base/host.ts';
import { claudeAnswer } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import { GEMINI_FORM, GEMINI_TOOLS, geminiSettings } from '../base/gemini.ts';

/** By its documents (October 2026), in which it is Gemini CLI under another name: its events, fields, tools and answers. */
export const tabnine: Host = {
  name: 'tabnine',
  title: 'Tabnine CLI',
  notRun: 'it is not on npm, and wants a login first',
  experimental: true,
  injection: { at: ['prompt', 'tool-use'], keeps: true },
  loads: { project: ['TABNINE.md'], user: { base: 'home', paths: ['.tabnine/agent/TABNINE.md'] } },
  tools: GEMINI_TOOLS.roles,
  marks: { transcript: /[\\/]\.tabnine[\\/]/ },
  parse: makeParser(GEMINI_FORM),
  render: claudeAnswer({ names: { prompt: 'BeforeAgent', 'tool-use': 'AfterTool' } }),
  reopens: 'Start tabnine in the folder and take the conversation up with /resume.',
  install: {
    signs: { folders: ['.tabnine/agent'], commands: ['tabnine'] },
    edits: (runtime, scope) =>
      geminiSettings(
        runtime,
        scope,
        { host: 'tabnine', folder: '.tabnine/agent' },
        {
          SessionStart: null,
          BeforeAgent: null,
          AfterTool: '.*',
          AfterAgent: null,
          SessionEnd: null,
        },
      ),
    afterwards: [],
  },
};
