import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HandInDocument } from '#contract/admin/admin-hand-ins.ts';
import { downloadInvoice } from '#contract/orders.ts';
import { fillPath } from '#contract/route.ts';
import { daysLeftWords } from '#domain/invoices/hand-in-words.ts';
import { formatDay } from '#domain/language/time.ts';
import { inLei } from '#domain/payments/price.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import { SendingLine } from '#web/features/admin/shared/sending-line.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { Pill } from '#web/ui/pill.tsx';

interface HandInRowProps {
  readonly document: HandInDocument;
  /** A box to choose it by. */
  readonly box?: ReactNode;
  /** What may be done about it. */
  readonly children?: ReactNode;
}

/** A document with its days, its state and its file. */
export function HandInRow({ document, box, children }: HandInRowProps) {
  const viewer = useViewer();
  const { id, name, kind, orderId, gross, hasXml, mark, isTrial } = document;
  return (
    <div className="flex items-start gap-3 px-5 py-4">
      {box}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 sm:grid-cols-[1fr_auto] sm:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            <span className="break-words">
              {kind === 'storno' ? 'Storno' : 'Factura'} {name} · {inLei(gross)}
            </span>
            {!mark && !isTrial && document.sending?.state !== 'accepted' && <StatePill document={document} />}
          </p>
          <p className="text-sm break-words text-ink-soft">
            {mark ? describeMark(document) : describeDays(document)}
          </p>
          {mark && <p className="text-sm break-words">„{mark.reason}”</p>}
          <SendingLine document={document} />
          <p className="flex flex-wrap gap-x-4 text-sm">
            {viewer.isAdmin && (
              <Link
                to={viewer.orderPath(orderId)}
                aria-label={`Comanda documentului ${name}`}
                className="link inline-flex min-h-6 items-center"
              >
                Comanda
              </Link>
            )}
            {hasXml ? (
              <a
                href={fillPath(downloadInvoice.path, { invoiceId: id, kind: 'xml' })}
                download
                aria-label={`Fișierul documentului ${name}, XML`}
                className="link inline-flex min-h-6 items-center"
              >
                Fișierul, XML
              </a>
            ) : (
              <span className="inline-flex min-h-6 items-center text-ink-soft">Fișierul se face încă.</span>
            )}
          </p>
        </div>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  );
}

function StatePill({ document: { kind, daysLeft } }: { document: HandInDocument }) {
  const tone = daysLeft === null ? 'danger' : daysLeft === 0 ? 'signal' : 'plain';
  return <Pill tone={tone}>{daysLeftWords({ kind, daysLeft })}</Pill>;
}

function describeDays({ kind, issuedOn, lastDay, isTrial }: HandInDocument): string {
  const issued = `emis${kind === 'storno' ? '' : 'ă'} pe ${formatDay(toNoon(issuedOn))}`;
  return isTrial ? `${issued} · fără valoare fiscală` : `${issued} · ultima zi ${formatDay(toNoon(lastDay))}`;
}

function describeMark({ kind, mark }: HandInDocument): string {
  if (!mark) return '';
  return [
    `predat${kind === 'storno' ? '' : 'ă'} pe ${formatDay(new Date(mark.at))}`,
    mark.index === null ? 'fără index' : `index ${mark.index}`,
    ...(mark.by === null ? [] : [mark.by]),
  ].join(' · ');
}
