// What each bundle holds, by esbuild's own account: dist/.meta.json, which is not published. test/layers.test.ts reads it.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** A stand-in imports nothing but the bundle that it stands for. */
function isStandIn(metafile, input) {
  const { imports } = metafile.inputs[input];
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
