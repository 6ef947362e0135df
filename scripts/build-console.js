import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Builds the console to `console/dist`: hashed assets, each also compressed, and a page with a place for the
 * nonce that the service puts in.
 */
const root = fileURLToPath(new URL('../console', import.meta.url));
const SHARED = ['api', 'live', 'parts', 'shell'].map((folder) => join(root, folder, '/'));
const isShared = (file) => SHARED.some((folder) => file.startsWith(folder));
/** Of what is bundled: their texts must come with it, and `npm run sbom` reads which packages these are. */
const LICENCES = 'licences.json';
const COMPRESSED = /\.(js|css|svg|html)$/;

// Tests that build it have an environment of their own.
process.env.NODE_ENV = 'production';
const { output } = await build({
  mode: 'production',
  root,
  configFile: false,
  base: '/console/',
  logLevel: 'warn',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: LICENCES },
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // Shared by nearly all screens: one file is smaller than thirty, and there sooner.
        codeSplitting: {
          groups: [{ name: 'parts', test: isShared }],
        },
      },
      // Libraries mark their files for servers that render; there is none here.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
addFiles(join(root, 'dist', LICENCES));
for (const file of filesBelow(join(root, 'dist'))) {
  if (!COMPRESSED.test(file)) continue;
  const text = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
}

/** Vite names the packages of scripts; this adds those of other files, such as fonts. */
function addFiles(path) {
  const given = output.flatMap(({ originalFileNames = [] }) => originalFileNames);
  const folders = given.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(resolve(root, file)) ?? [],
  );
  const added = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    return { name, version, identifier: license, text };
  });
  const all = [...JSON.parse(readFileSync(path, 'utf8')), ...added];
  writeFileSync(path, JSON.stringify(all, null, 2));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
