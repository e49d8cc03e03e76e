// dist/help.json: the pages of help as a program reads them, without a width. `cortex --help` prints them without loading a command
// (src/program/plain-help.ts).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpAsked, printPage } from '../src/surfaces/cli/base/help.ts';
import { outputTo } from '../src/surfaces/cli/base/output.ts';

export function writeHelp(dist, commands) {
  const page = (words) => {
    let text = '';
    const out = outputTo({ write: (part) => (text += part) }, {});
    printPage(out, commands, helpAsked(commands, words));
    return text;
  };
  const pages = { '': page(['--help']), '--all': page(['admin']) };
  for (const { name, older = {}, actions = [] } of commands)
    for (const topic of [name, ...Object.keys(older), ...actions.map((action) => action.name)])
      pages[topic] = page(['help', ...topic.split(' ')]);
  writeFileSync(join(dist, 'help.json'), JSON.stringify(pages));
}
