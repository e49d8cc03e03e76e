import { Failure } from '../../engine/base/errors.ts';

/** The remote, or the way to it, does not do its part: what is new waits, and everything else goes on. */
export class RemoteTrouble extends Failure {}

const WAITS = 'What is new here waits and is sent later.';

/** By the words that git and forges have for it; the last line where none is known. */
const KNOWN: readonly (readonly [RegExp, string, string])[] = [
  [
    /No space left|disk quota|unpacker error/i,
    'has no room left',
    `Make room there, or take another repository. ${WAITS}`,
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied|access denied|(?:HTTP|error:) 40[13]|not authorized/i,
    'does not let you in',
    `Give git the right to push there (a credential helper, a deploy key), then: cortex share sync. ${WAITS}`,
  ],
  [
    /remote rejected|pre-receive hook declined|hook declined|protected|denied|prohibited|not allowed|GH\d{3}/i,
    'refuses our refs',
    `Take a private repository of your own for it: cortex share init --git <url>. ${WAITS}`,
  ],
  [
    /not found|does not exist|does not appear to be a git repository|No such file|HTTP 404/i,
    'is not there, or is not shown to you',
    `Look at its address and at your rights. ${WAITS}`,
  ],
  [
    /transport '.*' not allowed/i,
    'is reached by a protocol that is not allowed',
    'https and ssh are.',
  ],
];

/** The failure in the words of a person: whose fault it is, and what to do. */
export function troubleOfRemote(url: string, said: string): RemoteTrouble {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error|remote|warning|ssh): ?|^!\s+\S+\s+/i, '').trim())
    .filter((line) => line !== '' && line !== 'Done' && !line.startsWith('To '));
  const [, what, advice] = KNOWN.find(([form]) => form.test(said)) ?? [
    null,
    'does not answer',
    `Look whether it can be reached. ${WAITS}`,
  ];
  const why =
    lines.find((line) => KNOWN.some(([form]) => form.test(line))) ?? lines[0] ?? 'git says nothing';
  return new RemoteTrouble(`The repository at ${url} ${what}: ${oneLine(why)}.`, advice);
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\.$/, '')
    .slice(0, 200);
}
