import { createTransport } from 'nodemailer';
import type { Mail } from './port.ts';

/** Hands mails to the server named by SMTP_URL (smtp:// or smtps://, with name and password). */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    },
    { from },
  );
  return {
    send: async (message) => {
      await transport.sendMail(message);
    },
    close: async () => transport.close(),
  };
}
