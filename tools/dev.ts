import { spawn } from 'node:child_process';

/**
 * `npm run dev`: the server, restarted when a file of it changes, and Vite with the page at http://127.0.0.1:5173, which hands the
 * API on. Settings as for `npm start`.
 */
const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  stdio: 'inherit',
});
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'], {
  stdio: 'inherit',
});

const end = () => {
  watched.kill('SIGTERM');
  vite.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
watched.on('exit', (code) => {
  process.exitCode = code ?? 0;
  end();
});
vite.on('exit', (code) => {
  process.exitCode ||= code ?? 0;
  end();
});
