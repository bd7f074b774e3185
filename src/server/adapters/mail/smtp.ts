import { createTransport } from 'nodemailer';
import { sendable } from './message.ts';
import type { Mail } from './port.ts';

/** What a silent server may take before the mail is tried again. */
const TIMES = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/**
 * Hands mails to the server named by SMTP_URL (smtp:// or smtps://). STARTTLS is used where it is offered and insisted on where a
 * password would cross the line.
 */
export function smtpMail(url: string, from: string): Mail {
  const { protocol, password } = new URL(url);
  const requireTLS = protocol === 'smtp:' && password !== '';
  const transport = createTransport({ url, requireTLS, ...TIMES }, { from });
  return {
    send: async (message) => {
      await transport.sendMail(sendable(message)).catch((error: { responseCode?: number; code?: string }) => {
        // The server's own words repeat the address, which no log may hold.
        throw new Error(
          `the mail server did not take a mail: ${error.responseCode ?? error.code ?? 'unknown'}`,
        );
      });
    },
    close: async () => transport.close(),
  };
}
