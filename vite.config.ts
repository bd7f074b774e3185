import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractForBrowser } from './tools/contract-for-browser.ts';
import { getPageSource, SOURCE_NOTE } from './tools/page/page-source.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

const SERVICE_WORKER = 'service-worker';
/** What stands without a connection; the first names all the others. */
const SHELL = [
  'web/main.tsx',
  'layout/layout.tsx',
  'pages/auth/auth-page.tsx',
  'pages/dashboard-page.tsx',
  // Photos are picked and taken without a connection, too.
  'pages/upload-page.tsx',
  'upload/upload-film.tsx',
  'camera/camera-dialog.tsx',
  'batches/keep-names-switch.tsx',
  'queue/make-lot.ts',
];

const WEB_FOLDER = join(import.meta.dirname, 'dist', 'web');

/** Notes which source the page of `npm start` was built of, once all of its files are there. */
function sourceNote(): Plugin {
  let isOwnPage = false;
  return {
    name: 'source-note',
    apply: 'build',
    configResolved: ({ build, root }) => {
      isOwnPage = resolve(root, build.outDir) === WEB_FOLDER;
    },
    buildStart: () => {
      if (isOwnPage) rmSync(SOURCE_NOTE, { force: true });
    },
    writeBundle: () => {
      if (!isOwnPage) return;
      mkdirSync(dirname(SOURCE_NOTE), { recursive: true });
      writeFileSync(SOURCE_NOTE, getPageSource());
    },
  };
}

/** Tells the service worker what belongs to the shell: those modules and all they need. */
function shellFiles(): Plugin {
  return {
    name: 'shell-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle[`${SERVICE_WORKER}.js`];
      if (worker?.type !== 'chunk') return;
      const files = new Set<string>();
      const take = (name: string) => {
        const part = bundle[name];
        if (files.has(name) || part === undefined) return;
        files.add(name);
        if (part.type === 'chunk')
          for (const needed of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])]) take(needed);
      };
      for (const module of SHELL)
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module))) take(part.fileName);
      worker.code = worker.code.replace('__SHELL__', JSON.stringify([...files].map((name) => `/${name}`)));
    },
  };
}

/** Routes without their schemas, which only the server reads; `route.ts` itself has none. */
function smallContract(): Plugin {
  return {
    name: 'small-contract',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/(?!route\.ts)[\w/-]+\.ts$/ },
      handler: async (_, id) => ({ code: await contractForBrowser(id), map: null }),
    },
  };
}

/** Sentences that the server sends with its refusals stay there. */
function fewSentences(): Plugin {
  return {
    name: 'few-sentences',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/domain\/server-sentences\.ts$/ },
      handler: (code) => ({
        code: code.replace(/SERVER_SENTENCES = \{.*\} satisfies [^;]+;/su, 'SERVER_SENTENCES = {};'),
        map: null,
      }),
    },
  };
}

/** No inline scripts, styles or data: fonts leave this build: the server's content security policy allows own files only. */
export default defineConfig({
  plugins: [react(), tailwindcss(), smallContract(), fewSentences(), shellFiles(), sourceNote()],
  publicDir: 'src/web/public',
  define: { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? getPageSource()) },
  build: {
    // The second page is where the popup of „Continuă cu Google” ends, the third is hidden in pages after a yes to statistics; the styles are those of the documents under /legal/, the scripts are those of the pages on which a phone adds photos and takes results.
    rollupOptions: {
      input: {
        index: 'index.html',
        'google-popup': 'google-popup.html',
        measure: 'measure.html',
        legal: 'src/web/legal.css',
        phone: 'src/web/phone/phone.ts',
        'phone-results': 'src/web/phone/phone-results.ts',
        'lot-page': 'src/web/phone/lot-page.ts',
        [SERVICE_WORKER]: 'src/web/service-worker.ts',
      },
      output: {
        // A service worker rules only what lies beside or below it.
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // What every page needs is one file, and what every page of a signed-in person needs beside it another: together they
        // compress better than in dozens. The popup, the page that counts, the pages of phones and the service worker share nothing with them.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              tags: ['$initial'],
              test: /^(?!.*(google-popup|google-channel|\/measure\.|service-worker|\/phones?\/|\/share-files\.|tus-js-client|js-base64|url-parse|requires-port|querystringify|\.css))/,
            },
            { name: 'layout', test: /\/(pages\/layout\/layout\.tsx|mutationObserver\.js|useMutation\.js)$/ },
            // Settings choose a picture, too, and send no photos.
            { name: 'file-picker', test: /\/ui\/fields\/file-picker\.tsx$/ },
            // In many small files the parts that pages share would weigh more.
            {
              name: 'sending',
              test: /\/(features\/upload\/(phone\/phone-button|pick\/(picker|file-check)|queue\/(queue-machine|transfer|upload-items)|upload-entry)|shared\/batches\/shot-note)\.tsx?$/,
            },
            // Fetched by the page where photos are sent, and elsewhere with the first of them.
            {
              name: 'queue',
              test: /\/features\/upload\/queue\/(lot-maker|uploads|upload-queue|retry-rule|pending-files|send-by-tus|upload-source|upload-tab|keep-awake)\.ts$/,
            },
          ],
        },
      },
    },
    // Safari 16.4 is the oldest browser that is supported; e2e/journeys/browsers/old-safari.lab.e2e.ts looks for what it lacks.
    target: ['safari16.4', 'ios16.4', 'firefox115', 'chrome111', 'edge111'],
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    port: Number(process.env.VITE_PORT ?? '5173'),
    proxy: Object.fromEntries(
      ['/api', '/avatars', '/healthz', '/legal', '^/[rt]$', '^/[lp]/'].map((path) => [
        path,
        { target: server },
      ]),
    ),
  },
});
