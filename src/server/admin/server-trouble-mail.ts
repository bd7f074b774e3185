import { formatMoment } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import type { ServerTrouble } from '#server/http/failures.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { adminsToMail, mailAdmins } from '#server/users/admins/mail-admins.ts';

const AGAIN_MS = 60_000;

/**
 * Tells the admins of what keeps the server from working. The outbox may be what cannot be written: then the mail goes out without it,
 * and if that fails too it is tried each minute. While one of a kind is on its way there is no second.
 */
export function troubleNotifier(app: App): (trouble: ServerTrouble) => void {
  const onTheirWay = new Set<ServerTrouble>();
  const notify = async (
    trouble: ServerTrouble,
    data: { trouble: ServerTrouble; at: string },
  ): Promise<void> => {
    try {
      await app
        .change(({ tx }) => mailAdmins(tx, app, { kind: 'server-trouble', data }))
        .catch(() => sendWithoutOutbox(app, data));
      onTheirWay.delete(trouble);
    } catch (error) {
      app.log.warn({ error: (error as Error).message, trouble }, 'the admins could not be told yet');
      setTimeout(() => void notify(trouble, data), AGAIN_MS).unref();
    }
  };
  return (trouble) => {
    if (onTheirWay.has(trouble)) return;
    onTheirWay.add(trouble);
    void notify(trouble, { trouble, at: app.now().toISOString() });
  };
}

async function sendWithoutOutbox(app: App, data: { trouble: ServerTrouble; at: string }): Promise<void> {
  for (const to of await adminsToMail(app.db, app))
    await app.mail.send({ to, ...renderTroubleMail(app, data) });
}

export const serverTroubleMail: Compose = async (app, { data }) =>
  renderTroubleMail(app, { trouble: data.trouble as ServerTrouble, at: String(data.at) });

const WORDS: Readonly<Record<ServerTrouble, { subject: string; what: string; toDo: string }>> = {
  storage: {
    subject: 'Serverul Fotolot a rămas fără spațiu pe disc',
    what: 'discul serverului sau al bazei de date e plin. Ce trebuie scris este refuzat, ce e deja salvat se poate citi.',
    toDo: 'Fă loc pe disc. Serverul merge mai departe singur, fără repornire.',
  },
  disk: {
    subject: 'Discul serverului Fotolot dă erori',
    what: 'discul serverului sau al bazei de date nu poate fi citit sau scris. Cererile care au nevoie de el sunt refuzate.',
    toDo: 'Verifică discul și cât de veche este ultima copie de siguranță, înainte de a reporni.',
  },
  database: {
    subject: 'Baza de date a Fotolot nu mai face față',
    what: 'baza de date nu mai primește conexiuni sau nu mai răspunde la timp. O parte din cereri sunt refuzate.',
    toDo: 'Vezi câte conexiuni are și ce alt program o ține ocupată. Serverul merge mai departe singur, fără repornire.',
  },
};

function renderTroubleMail(app: App, { trouble, at }: { trouble: ServerTrouble; at: string }) {
  const { subject, what, toDo } = WORDS[trouble];
  return renderEmail({
    subject,
    before: [`Din ${formatMoment(new Date(at))}, ${what}`, toDo],
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: [
      'Cât timp ține, primești cel mult un mesaj pe oră. Câte cereri au fost refuzate scrie în jurnalul serverului.',
    ],
  });
}
