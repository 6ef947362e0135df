import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeReady } from './ready.js';

/**
 * Prints a CycloneDX bill of materials of what is shipped: the packages that running needs, and those that are bundled
 * in the console, which npm takes for packages of development alone. `npm sbom --omit dev` leaves out also whatever of
 * these a package of development needs as well. The lock file alone is read. `--as-built`: what is built is taken as it is,
 * as in the image, which has no packages of the tests.
 */
const DEVELOPMENT = 'cdx:npm:package:development';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!process.argv.includes('--as-built')) makeReady();
const format = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const bill = JSON.parse(
  execFileSync('npm', ['sbom', ...format], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const needed = Object.entries(read('package-lock.json').packages).filter(
  // The rest are our own workspaces, and links to them.
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
);
const shipped = new Set([
  ...needed.map(
    ([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`,
  ),
  ...read('console/dist/licences.json').map(({ name, version }) => `${name}@${version}`),
]);
const isShipped = ({ name, version }) => shipped.has(`${name}@${version}`);
const components = bill.components.filter(isShipped).map(({ properties, ...component }) => ({
  ...component,
  properties: properties.filter(({ name }) => name !== DEVELOPMENT),
}));
const refs = new Set([bill.metadata.component, ...components].map((one) => one['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
