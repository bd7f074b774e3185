import { downloadSigned, type HandInDocument } from '#contract/admin/admin-hand-ins.ts';
import { fillPath } from '#contract/route.ts';
import { describeSending } from '#domain/invoices/anaf/sending-words.ts';
import { formatDay } from '#domain/language/time.ts';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';

type Shown = Pick<HandInDocument, 'id' | 'name' | 'kind' | 'sending'>;

/** How far a document is with ANAF, in its own words where it was rejected; nothing where none are sent. */
export function SendingLine({ document: { id, name, kind, sending } }: { document: Shown }) {
  const { readsBooks } = useViewer();
  if (!sending) return null;
  const { state, index, errors, acceptedAt, signed, objections } = sending;
  const facts = [
    `ANAF: ${describeSending(sending, kind)}`,
    ...(acceptedAt === null ? [] : [formatDay(new Date(acceptedAt))]),
    ...(index === null ? [] : [`index ${index}`]),
    ...(state === 'accepted' && signed === 'none' ? ['fișierul semnat încă nu e aici'] : []),
    ...(signed === 'gone' ? ['fișierul semnat nu se mai poate lua de la ANAF'] : []),
  ];
  return (
    <>
      <p className="text-sm break-words text-ink-soft">{facts.join(' · ')}</p>
      {errors !== null && (
        <p className="mt-1 rounded-xl bg-danger-wash px-3 py-2 text-sm whitespace-pre-line text-danger wrap-anywhere">
          {errors}
        </p>
      )}
      {objections.map(({ details, at }) => (
        <p
          key={`${at} ${details}`}
          className="mt-1 rounded-xl bg-signal-wash px-3 py-2 text-sm wrap-anywhere"
        >
          Obiecția cumpărătorului, {formatDay(new Date(at))}: „{details}”
        </p>
      ))}
      {signed === 'kept' && readsBooks && (
        <a
          href={fillPath(downloadSigned.path, { invoiceId: id })}
          download
          aria-label={`Fișierul semnat de ANAF al documentului ${name}, ZIP`}
          className="link inline-flex min-h-6 items-center text-sm"
        >
          Fișierul semnat de ANAF, ZIP
        </a>
      )}
    </>
  );
}
