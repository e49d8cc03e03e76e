// Packages of others in the bundles with their licences, which ask to go along: dist/licenses.txt.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the licences of the packages in these bundles; `results` are esbuild's, with their metafiles. */
export function writeLicenses(results, root, file) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(
    inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]),
  );
  folders.delete(undefined);
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const own = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    const text = own
      ? readFileSync(join(root, folder, own), 'utf8').trim()
      : 'The package has no file with it.';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}
