/** Entry of an image process, with its priority and its server's process number. The priority comes first: threads made later inherit it, threads made before do not. */
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';

setPriority(Number(process.argv[2] ?? 0));
process.env.VIPS_BLOCK_UNTRUSTED = '1';
const { serveRequests: serve } = await import('./serve.ts');
serve(Number(process.argv[3]));
// It ends by a signal, which would keep nothing of what was compiled.
flushCompileCache();
