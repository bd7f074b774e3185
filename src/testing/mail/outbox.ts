import { join } from 'node:path';
import { folderMail } from '#server/adapters/mail/folder.ts';
import type { App } from '#server/app.ts';
import { SEND_MAIL, sendMail } from '#server/mail/mail-outbox.ts';
import { mails } from '#server/mails.ts';
import { type ReceivedMail, readMails } from '#testing/mail/mails.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

/** The mails of an app without a worker: the test plays it, is told of the jobs and carries them out itself. */
export interface TestOutbox {
  /** The same app, whose mails go into a folder and whose jobs are only noted. */
  readonly app: App;
  readonly dataDir: string;
  /** Mails that wait for the worker. */
  readonly queued: string[];
  /** Mails whose job comes back only in so many seconds. */
  readonly postponed: { readonly mailId: string; readonly inSeconds: number }[];
  /** Sends whatever is queued. */
  deliver(): Promise<void>;
  /** Mails to an address, oldest first. */
  mailsTo(address: string): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

export async function testOutbox(of: App): Promise<TestOutbox> {
  const { path: dataDir, remove } = await makeTemporaryFolder();
  const mail = await folderMail(join(dataDir, 'mails'), 'Fotolot <fotolot@fotolot.example>', of.now);
  const queued: string[] = [];
  const postponed: TestOutbox['postponed'] = [];
  const queue: App['queue'] = {
    send: async (_, { name, inSeconds }, payload) => {
      if (name !== SEND_MAIL.name) return;
      const { mailId } = SEND_MAIL.payload.parse(payload);
      if (inSeconds === undefined) queued.push(mailId);
      else postponed.push({ mailId, inSeconds });
    },
    unfinished: async () => [],
  };
  const app = { ...of, mail, queue };
  return {
    app,
    dataDir,
    queued,
    postponed,
    deliver: async () => {
      for (const mailId of queued.splice(0)) await sendMail(app, mails, { mailId });
    },
    mailsTo: async (address) => (await readMails(dataDir)).filter(({ to }) => to === address),
    close: remove,
  };
}
