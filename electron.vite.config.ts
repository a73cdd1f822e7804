// One build for every host: main (Electron), the web host and the sandbox command, preload, renderer.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { PURE, withoutAnswers } from './build/answers.ts';
import { firstScripts } from './build/first-scripts.ts';
import { picturesOf, readGuide } from './build/guide.ts';
import { iconsOfOnePath } from './build/icons.ts';
import { gatherLicences } from './build/licences.ts';
import { partsOfNode } from './build/node-parts.ts';

const root = import.meta.dirname;
// The start script builds aside and moves the whole into place; see build/build.ts.
const out = process.env['DRAWDESK_BUILD_FOLDER'] ?? resolve(root, 'out');

/** Runs a module at build time and ships the plain data that it exports, without the code that makes it. */
function evaluatedAtBuild(file: string) {
  return {
    name: 'evaluated-at-build',
    async load(id: string): Promise<string | null> {
      if (id !== file) return null;
      const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(exported)
        .map(([name, data]) => `export const ${name} = ${JSON.stringify(data)};`)
        .join('\n');
    },
  };
}

/** The user guide as data, and the addresses of its pictures: `import { pages, pictures } from 'virtual:guide'`. */
function guide() {
  const id = '\0virtual:guide';
  const folder = resolve(root, 'docs/guide');
  return {
    name: 'guide',
    resolveId: (wanted: string): string | null => (wanted === 'virtual:guide' ? id : null),
    load(wanted: string): string | null {
      if (wanted !== id) return null;
      const pages = readGuide(folder);
      const files = picturesOf(pages);
      return [
        ...files.map(
          (file, at) => `import picture${at} from ${JSON.stringify(resolve(folder, 'pictures', file))};`,
        ),
        `export const pages = ${JSON.stringify(pages)};`,
        `export const pictures = {${files.map((file, at) => `${JSON.stringify(file)}: picture${at}`).join(', ')}};`,
      ].join('\n');
    },
  };
}

/** The licences of everything that is shipped: `import('virtual:licences')`. */
function licences() {
  const id = '\0virtual:licences';
  return {
    name: 'licences',
    resolveId: (wanted: string): string | null => (wanted === 'virtual:licences' ? id : null),
    load: (wanted: string): string | null =>
      wanted === id ? `export const licences = ${JSON.stringify(gatherLicences(root))};` : null,
  };
}

/** The page's first text is drawn in its own font at once, not once more when the font has come. */
function fontAhead(name: string) {
  return {
    name: 'font-ahead',
    transformIndexHtml(_: string, { bundle }: { bundle?: Record<string, unknown> }) {
      const fonts = Object.keys(bundle ?? {}).filter((path) => path.endsWith('.woff2'));
      // A page of the tests may have none at all.
      if (fonts.length === 0) return [];
      const file = fonts.find((path) => path.startsWith(`assets/${name}-`));
      if (file === undefined) throw new Error(`The build has no font ${name}.`);
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` };
      return [{ tag: 'link', attrs, injectTo: 'head' as const }];
    },
  };
}

/**
 * The desk speaks English, whatever the browser's language is: so do the few words that React Aria has of its own. Its way to find that
 * language out is also left out of the first script, where it loads the browser's data of every language, for 20 to 50 ms of a start.
 */
function inEnglish() {
  const file = /react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/;
  let found = false;
  return {
    name: 'in-english',
    load(id: string): string | null {
      if (!file.test(id)) return null;
      found = true;
      return [
        `const english = { locale: 'en-GB', direction: 'ltr' };`,
        'export const getDefaultLocale = () => english;',
        'export const useDefaultLocale = getDefaultLocale;',
      ].join('\n');
    },
    // A page of the tests that has nothing of React Aria has none of its words either.
    generateBundle(this: { getModuleIds(): Iterable<string> }): void {
      const usesIt = [...this.getModuleIds()].some((id) => /node_modules\/react-aria\//.test(id));
      if (usesIt && !found) throw new Error('React Aria finds its language in another file now.');
    },
  };
}

/**
 * Vite's loader of scripts takes a style sheet that could not be had for there from then on: the next screen that needs it would be shown
 * without it. So it is asked for again; `ui/failed-styles.ts` takes its element away.
 */
function sheetsAskedAgain() {
  const failed = /seen\[href\] = void 0;(?=\s*throw err;)/;
  return {
    name: 'sheets-asked-again',
    transform(code: string, id: string): string | null {
      if (id !== '\0vite/preload-helper.js') return null;
      if (!failed.test(code))
        throw new Error('Vite keeps in another way now which style sheets it has asked for.');
      return code.replace(failed, 'delete seen[href];');
    },
  };
}

/** The script that connects is one of its own and runs before the screens' script, thirty times as long; see `host/begun.ts`. */
const AHEAD = 'ahead';

/** The desk does not speak HTTP/2, for which the server's library would have Node load it at each start. */
function withoutHttp2() {
  const http2 = /^import \{ Http2ServerRequest, constants \} from "node:http2";$/m;
  let found = false;
  return {
    name: 'without-http2',
    renderChunk(code: string): string | null {
      if (!http2.test(code)) return null;
      found = true;
      return code.replace(http2, 'class Http2ServerRequest {} const constants = {};');
    },
    generateBundle(): void {
      if (!found) throw new Error('The library of the server asks for HTTP/2 in another way now.');
    },
  };
}

/** Without native parts, WebAssembly or files of their own; see docs/decisions/010-hosts.md. */
const BUNDLED = ['@hono/node-server', 'bwip-js', 'hono', 'pino', 'undici', 'zod'];

export default defineConfig({
  main: {
    plugins: [withoutHttp2(), partsOfNode(), withoutAnswers()],
    build: {
      outDir: resolve(out, 'main'),
      sourcemap: true,
      externalizeDeps: { exclude: BUNDLED },
      rollupOptions: {
        treeshake: { manualPureFunctions: PURE },
        input: {
          index: resolve(root, 'src/main/index.ts'),
          start: resolve(root, 'build/start-command.ts'),
          'web-host': resolve(root, 'src/web-host/index.ts'),
          sandbox: resolve(root, 'src/sandbox/index.ts'),
          // Threads, and the process beside the desk in which they run; found by name at the top of the build.
          'work-process-inside': resolve(root, 'src/adapters/work-process-inside.ts'),
          'training-label-worker': resolve(root, 'src/app/training-label-worker.ts'),
          'training-page-worker': resolve(root, 'src/app/training-page-worker.ts'),
          'document-worker': resolve(root, 'src/adapters/document-worker.ts'),
          'page-maker-worker': resolve(root, 'src/adapters/page-maker-worker.ts'),
          'page-raster-worker': resolve(root, 'src/adapters/raster/page-raster-worker.ts'),
          'picture-worker': resolve(root, 'src/adapters/picture-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Comments and blanks are a third of it, and all of it is read at each start. Names stay, for the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: resolve(out, 'preload'),
      // A sandboxed preload cannot load modules: one CommonJS file with everything inside.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(root, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      evaluatedAtBuild(resolve(root, 'src/renderer/host/cache-facts.ts')),
      evaluatedAtBuild(resolve(root, 'src/renderer/features/settings/sheet-bars.ts')),
      iconsOfOnePath(resolve(root, 'src/renderer/ui/drawn-icon.ts')),
      inEnglish(),
      sheetsAskedAgain(),
      fontAhead('inter-latin-wght-normal'),
      firstScripts(AHEAD),
      guide(),
      licences(),
    ],
    build: {
      outDir: resolve(out, 'renderer'),
      emptyOutDir: true,
      sourcemap: false,
      // electron-vite leaves it off; the first script is read at every start.
      minify: true,
      rollupOptions: {
        input: { index: resolve(root, 'src/renderer/index.html') },
        output: { codeSplitting: { groups: [{ name: AHEAD, test: /src\/renderer\/host\/begun\.ts$/ }] } },
      },
    },
  },
});
