import { transform } from '@swc/core';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Builds the service, the simulator and the simulation into a folder below `node_modules/.cache` with the
 * layout of the sources, and runs the campaign there. The folder is named after a digest of the sources,
 * so a stale build never runs. A canary is a copy of that folder with one file changed.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'marina-simulation');
/** Builds of other sources are deleted after a day; a running campaign may still use a newer one. */
const KEPT_MS = 24 * 3_600_000;
const FOLDERS = ['src', 'simulator', 'test/simulation'];
const OPTIONS = JSON.parse(readFileSync(join(ROOT, '.swcrc'), 'utf8'));

const planted = new Set();
process.once('exit', removePlanted);
const tree = await built();
const { main } = await import(pathToFileURL(join(tree, 'test/simulation/main.js')).href);
process.exitCode = await main(process.argv.slice(2), (canary) => mutated(tree, canary));

async function built() {
  const sources = sourcesOf(FOLDERS);
  const folder = join(CACHE, digestOf(sources));
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  await Promise.all([...sources].map(([file, text]) => compile(fresh, file, text)));
  // Files below node_modules are outside our package and would count as CommonJS.
  writeFileSync(join(fresh, 'package.json'), '{ "type": "module" }');
  forgetOthers(folder);
  place(fresh, folder);
  return folder;
}

/** Deletes the copies with planted errors when the run ends. */
function removePlanted() {
  for (const folder of planted) rmSync(folder, { recursive: true, force: true });
}

/** A copy of the build with the canary's error. The text to replace must occur exactly once. */
async function mutated(tree, { name, file, find, replace }) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (text.split(find).length !== 2) {
    throw new Error(`The text of the canary ${name} does not occur exactly once in ${file}`);
  }
  const folder = join(CACHE, `canary-${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  planted.add(folder);
  cpSync(tree, folder, { recursive: true });
  await compile(
    folder,
    file,
    text.replace(find, () => replace),
  );
  return folder;
}

async function compile(folder, file, text) {
  const { code } = await transform(text, {
    ...OPTIONS,
    swcrc: false,
    sourceMaps: 'inline',
    filename: join(ROOT, file),
  });
  const target = join(folder, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

function sourcesOf(folders) {
  const found = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((name) => /\.[jt]s$/.test(name) && !/-?spec\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(found.sort().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

function digestOf(sources) {
  const hash = createHash('sha256').update(JSON.stringify(OPTIONS));
  for (const [file, text] of sources) hash.update(`${file}\n${text}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** If another process has built the same sources meanwhile, its build is used. */
function place(fresh, folder) {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function forgetOthers(kept) {
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    const folder = join(CACHE, name);
    if (folder.startsWith(kept)) continue;
    const ageMs = Date.now() - statSync(folder).mtimeMs;
    if (ageMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
