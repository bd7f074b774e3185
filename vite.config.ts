import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

/** No inline scripts, styles or data: fonts leave this build: the server's content security policy allows own files only. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The browser parses nothing: the contract's schemas are shapes without a parser there.
  resolve: { alias: { 'zod/mini': join(import.meta.dirname, 'src/web/api/schema-shapes.ts') } },
  define: { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? String(Date.now())) },
  build: {
    // The second page is where the popup of „Continuă cu Google” ends; the styles are those of the documents under /legal/.
    rollupOptions: { input: ['index.html', 'google-popup.html', 'src/web/legal.css'] },
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    port: Number(process.env.VITE_PORT ?? '5173'),
    proxy: Object.fromEntries(
      ['/api', '/avatars', '/healthz', '/legal'].map((path) => [path, { target: server }]),
    ),
  },
});
