import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Holds whole trees of code to the rules of who may import whom, and reports as JSON what was
 * found in each. A process of its own, because the compiler that reads the trees is many times
 * slower inside the test runner; one for all trees, because most of a short look is the loading of
 * the compiler. Arguments: the folders.
 */
const SOURCES = ['src', 'simulator', 'test', 'bench', 'ormconfig.ts'];
const config = resolve('.dependency-cruiser.cjs');
const folders = process.argv.slice(2).map((folder) => resolve(folder));

const summaries = [];
for (const folder of folders) {
  process.chdir(folder);
  const options = { ...(await extractOptions(config)), outputType: 'json', baseDir: folder };
  const tsConfig = extractTSConfig(resolve('tsconfig.json'));
  const sources = SOURCES.filter((source) => existsSync(source));
  const { output } = await cruise(sources, options, {}, { tsConfig });
  summaries.push(JSON.parse(output).summary);
}
process.stdout.write(JSON.stringify(summaries));
