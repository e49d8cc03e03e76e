// What each bundle holds, by esbuild's own account: dist/.meta.json, which is not published. test/layers.test.ts reads it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/**
 * `results` are esbuild's; `lazy` names the files that are bundles of their own. Where a bundle has a stand-in for one of them,
 * it is listed under `lazy` instead of counting as its content.
 */
export function writeMeta(results, lazy, dist) {
  const names = new Map(Object.entries(lazy).map(([name, file]) => [file, name]));
  const bundles = {};
  for (const { metafile } of results) {
    for (const [path, { bytes, inputs, entryPoint }] of Object.entries(metafile.outputs)) {
      // Chunks carry a hash in their names.
      const name = relative('dist', path)
        .replaceAll('\\', '/')
        .replace(/-[A-Z0-9]{8}(?=\.js$)/, '');
      const bundle = (bundles[name] ??= { bytes: 0, inputs: {}, lazy: [] });
      bundle.bytes += bytes;
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput === 0) continue;
        if (names.has(input) && input !== entryPoint && isStandIn(metafile, input))
          bundle.lazy.push(names.get(input));
        else bundle.inputs[input] = (bundle.inputs[input] ?? 0) + bytesInOutput;
      }
    }
  }
  writeFileSync(join(dist, '.meta.json'), `${JSON.stringify(bundles, null, 1)}\n`);
}

/** A stand-in imports nothing but the bundle that it stands for, and what the bundler adds to keep names. */
function isStandIn(metafile, input) {
  const imports = metafile.inputs[input].imports.filter(({ path }) => path !== '<runtime>');
  return imports.length > 0 && imports.every(({ path, external }) => external && path.endsWith('.cjs'));
}

/** Bundles of an earlier build that this one no longer makes; plugins would copy them. */
export function removeStale(results, dist) {
  const made = new Set(
    results.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map((path) => basename(path)),
  );
  for (const name of readdirSync(dist))
    if (name.endsWith('.cjs') && !made.has(name)) rmSync(join(dist, name));
}

/**
 * One character outside ASCII makes V8 keep a whole file in two bytes a letter, and such a file has to be decoded. esbuild
 * escapes strings, but leaves regular expressions as they are.
 */
export function inAscii(results) {
  for (const { metafile } of results) {
    for (const [path, output] of Object.entries(metafile.outputs)) {
      if (!isForProcesses(path)) continue;
      const text = readFileSync(path, 'utf8');
      if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${path}: a backslash before a character outside ASCII`);
      const escaped = text.replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      if (escaped !== text) writeFileSync(path, escaped);
      output.bytes = escaped.length;
    }
  }
}

/** Puts a hash of the bundles into the entry: compiled code is kept for these and no others (src/platform/bundles.ts). */
export function nameTheBuild(results, entry, unknown) {
  const hash = createHash('sha256');
  for (const { metafile } of results)
    for (const path of Object.keys(metafile.outputs))
      if (isForProcesses(path)) hash.update(readFileSync(path));
  const text = readFileSync(entry, 'utf8');
  if (!text.includes(unknown)) throw new Error(`${entry} does not name its build`);
  writeFileSync(entry, text.replace(unknown, hash.digest('hex').slice(0, unknown.length)));
}

/** Bundles that the entry loads. Node alone loads the library. */
function isForProcesses(path) {
  return path.endsWith('.cjs') && !/(?:^|\/)index\.cjs$/.test(path);
}
