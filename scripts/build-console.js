import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const COMPRESSED = /\.(js|css|svg|html)$/;

// Tests that build it have an environment of their own.
process.env.NODE_ENV = 'production';
await build({
  mode: 'production',
  root,
  configFile: false,
  base: '/console/',
  logLevel: 'warn',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
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
for (const file of filesBelow(join(root, 'dist'))) {
  if (!COMPRESSED.test(file)) continue;
  const text = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
