// Cursor's own executor of hooks, out of its SDK: it reads hooks.json, starts the commands, and takes or drops their answers.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The global through which the SDK hands out two parts that it does not export. Names change with every build, these forms did not so far. */
const EXPOSED = '__cortexExposed';
const FACTORY = /function (\w+)\(\w+=\{\}\)\{return\{createHooksRuntime:/;
const REQUIRE = /(\w)\.m=\w,/;
const CHUNKS =
  /Promise\.all\(\[([^\]]*)\]\)\.then\(\w\.bind\(\w,"(\.\/src\/agent\/local-executor\.ts)"\)\)/;

/** The executor for one workspace, with the settings that are in the home and in the workspace now. */
export async function cursorExecutor(sdk, workspace, version) {
  const folder = join(sdk, 'dist', 'cjs');
  const entry = join(folder, 'index.js');
  const chunk = readdirSync(folder).find(
    (name) => /^\d+\.js$/.test(name) && FACTORY.test(readFileSync(join(folder, name), 'utf8')),
  );
  if (chunk === undefined) throw new Error('this SDK has no executor of hooks');
  globalThis[EXPOSED] = {};
  const added = new Map([
    [
      entry,
      (source) => source.replace(REQUIRE, (whole, name) => `${EXPOSED}.require=${name},${whole}`),
    ],
    [
      join(folder, chunk),
      (source) => source.replace(FACTORY, (whole, name) => `${EXPOSED}.hooks=${name};${whole}`),
    ],
  ]);
  const byUrl = new Map([...added].map(([path, change]) => [pathToFileURL(path).href, change]));
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const change = byUrl.get(url);
      return change
        ? { ...loaded, source: change(String(loaded.source ?? readFileSync(new URL(url)))) }
        : loaded;
    },
  });
  createRequire(entry)(entry);
  const [, chunks, module] = CHUNKS.exec(readFileSync(entry, 'utf8'));
  const { require: load } = globalThis[EXPOSED];
  for (const id of chunks.matchAll(/\d+/g)) await load.e(Number(id[0]));
  load(module);
  const made = await globalThis[EXPOSED]
    .hooks({
      globalContext: { cursor_version: version, user_email: 'dev@example.invalid' },
    })
    .createHooksRuntime({
      workspaceState: { projectRoot: workspace, workspaceRoots: [workspace] },
    });
  const { errors } = made.hooksConfig;
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return made.createSessionRuntime().hookExecutor;
}
