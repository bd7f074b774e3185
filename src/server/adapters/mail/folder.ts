import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toNodemailerMessage } from './message.ts';
import type { Mail } from './port.ts';

/** Without SMTP every mail becomes an .eml file in `mails/` of the data folder, for development and for trying. */
export async function folderMail(folder: string, from: string, now: () => Date): Promise<Mail> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  let count = 0;
  const send: Mail['send'] = async (message) => {
    const { message: bytes } = await transport.sendMail(toNodemailerMessage(message, from));
    count += 1;
    const stamp = now().toISOString().replaceAll(':', '-');
    const path = join(folder, `${stamp}-${String(process.pid)}-${count}.eml`);
    await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  };
  return {
    host: null,
    send,
    trySending: (message) =>
      send(message).then(
        () => null,
        (error: Error) => error.message,
      ),
    close: async () => {},
  };
}
