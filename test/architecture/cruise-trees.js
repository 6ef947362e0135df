import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Checks whole source trees against the import rules and prints the violations of each as JSON. A
 * separate process, because the compiler that reads the trees is many times slower inside the test
 * runner; one process for all trees, because loading the compiler takes most of the time. Arguments:
 * the folders.
 */
const SOURCES = ['src', 'simulator', 'verifier', 'test', 'bench', 'ormconfig.ts'];
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
