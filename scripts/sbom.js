import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeReady } from './ready.js';

/**
 * Prints a CycloneDX bill of materials of what is shipped: the packages that running needs, and those that are bundled
 * in the console, which npm takes for packages of development alone. `npm sbom --omit dev` leaves out also whatever of
 * these a package of development needs as well. The lock file alone is read.
 */
const USAGE = `Usage: npm run -s sbom -- [--installed FOLDER]

  --installed FOLDER   only what is below node_modules in this folder, as in the image, which has neither the packages of
                       other platforms nor all that npm installs. What is built is taken as it is
`;
const DEVELOPMENT = 'cdx:npm:package:development';

const { installed, help } = optionsOf(process.argv.slice(2));
if (help) {
  process.stdout.write(USAGE);
  process.exit();
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (installed === undefined) makeReady();
const format = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const bill = JSON.parse(
  execFileSync('npm', ['sbom', ...format], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const needed = Object.entries(read('package-lock.json').packages).filter(
  // The rest are our own workspaces, and links to them.
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && isThere(path),
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

function isThere(path) {
  return installed === undefined || existsSync(join(installed, path, 'package.json'));
}

function optionsOf(args) {
  const options = { installed: { type: 'string' }, help: { type: 'boolean' } };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return process.exit(2);
  }
}
