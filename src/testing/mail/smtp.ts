import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { parseMail, type ReceivedMail } from '#testing/mail/mails.ts';

/** A mail server in this process, with a self-signed certificate. */
export interface TestSmtp {
  readonly port: number;
  /** Mails accepted, with the recipients named on the envelope. */
  readonly taken: { readonly recipients: readonly string[]; readonly mail: ReceivedMail }[];
  /** Passwords that came, as they came. */
  readonly passwords: string[];
  /** Replies „451, try again later” to the next so many messages. */
  busyFor(messages: number): void;
  close(): Promise<void>;
}

export const MAIL_PASSWORD = 'parola poștei @:/';

export async function testSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const taken: TestSmtp['taken'] = [];
  const passwords: string[] = [];
  let busy = 0;
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ password }, _, done) => {
      passwords.push(password ?? '');
      if (password === MAIL_PASSWORD) done(null, { user: 'fotolot' });
      else done(new Error('wrong'));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        if (busy > 0) {
          busy -= 1;
          const later = new Error(`no room for ${recipients.join()} now`);
          return done(Object.assign(later, { responseCode: 451 }));
        }
        taken.push({ recipients, mail: await parseMail(Buffer.concat(chunks)) });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    passwords,
    busyFor: (messages) => {
      busy = messages;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
