// Packages of others in the bundles: with their licences, which ask to go along, and as a bill of materials.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages in these bundles by name, each with its manifest and its licence; `results` are esbuild's, with their metafiles. */
export function bundledPackages(results, root) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(
    inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]),
  );
  folders.delete(undefined);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const own = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    return {
      name,
      version,
      license,
      integrity: lock.packages[folder]?.integrity ?? null,
      text: own
        ? readFileSync(join(root, folder, own), 'utf8').trim()
        : 'The package has no file with it.',
    };
  });
}

export function writeLicenses(packages, file) {
  const texts = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** A bill of materials as CycloneDX has it. `npm sbom` lists what is installed beside a package, and would find nothing here. */
export function writeBill(packages, { name, version, description, license }, file) {
  const main = componentOf({ name, version, license, integrity: null });
  const components = packages.map(componentOf);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...main, description } },
    components,
    dependencies: [{ ref: main['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) }],
  };
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

function componentOf({ name, version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
  };
  const sum = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  if (sum) component.hashes = [{ alg: 'SHA-512', content: hexOf(sum) }];
  return component;
}

function hexOf(base64) {
  return Buffer.from(base64, 'base64').toString('hex');
}
