/** Becomes the server's program in a group of processes (`HELD_IN`), to which all that it starts belongs then. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

writeFileSync(`${process.env.HELD_IN}/cgroup.procs`, String(process.pid));
process.execve?.(process.execPath, [process.execPath, fileURLToPath(import.meta.resolve('#server/main.ts'))]);
