// Compiles each layer with the layers that it may import, so that the compiler refuses an arrow up; those below Node without its types.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const AT_ONCE = 2;

const layers = readdirSync(join(root, 'src')).filter(isLayer);

function isLayer(name: string): boolean {
  try {
    return readdirSync(join(root, 'src', name)).includes('tsconfig.json');
  } catch {
    return false;
  }
}

/** The compiler names every way to a file that is not of the layer; its first lines say enough. */
const MOST_LINES = 20;

function compiled(layer: string): Promise<boolean> {
  const run = spawn(process.execPath, [tsc, '--noEmit', '-p', join('src', layer)], { cwd: root });
  let said = '';
  run.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((done) =>
    run.once('close', (code) => {
      const errors = said.split('\n').filter((line) => line.includes('error TS'));
      for (const line of errors.slice(0, MOST_LINES)) console.error(line);
      done(code === 0);
    }),
  );
}

let isSound = true;
async function work(): Promise<void> {
  for (let layer = layers.shift(); layer !== undefined; layer = layers.shift())
    if (!(await compiled(layer))) {
      console.error(`The layer ${layer} imports what it may not know: see scripts/house/grid.ts.`);
      isSound = false;
    }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = isSound ? 0 : 1;
