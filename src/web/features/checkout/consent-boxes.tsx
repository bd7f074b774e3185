import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CONSENTS, type Consent } from '#domain/payments/consents.ts';
import { PRIVACY, TERMS } from '#web/text/legal-links.ts';

export type Ticked = Readonly<Record<Consent, boolean>>;
export const NOTHING_TICKED: Ticked = { 'start-now': false, terms: false };

interface ConsentBoxesProps {
  readonly ticked: Ticked;
  readonly onChange: (ticked: Ticked) => void;
  /** True when unticked boxes are marked: the order was pressed without them. */
  readonly marked: boolean;
}

/** Two checkboxes on lines of their own, never pre-ticked. The documents open in another tab. */
export function ConsentBoxes({ ticked, onChange, marked }: ConsentBoxesProps) {
  return (
    <div className="flex flex-col gap-3">
      {(Object.keys(CONSENTS) as Consent[]).map((consent) => (
        <label
          key={consent}
          className={clsx('flex cursor-pointer gap-3', marked && !ticked[consent] && 'text-danger')}
        >
          <input
            type="checkbox"
            name={consent}
            checked={ticked[consent]}
            aria-invalid={marked && !ticked[consent]}
            onChange={({ target }) => onChange({ ...ticked, [consent]: target.checked })}
            className="mt-0.5 size-6 shrink-0 accent-ink aria-invalid:outline-2 aria-invalid:outline-danger"
          />
          <span className="text-[0.9375rem]">
            {consent === 'terms' ? withLink(CONSENTS.terms) : CONSENTS[consent]}
          </span>
        </label>
      ))}
      <p className="text-sm text-ink-soft">
        Ce facem cu datele tale: <Document href={PRIVACY}>Confidențialitate</Document>.
      </p>
    </div>
  );
}

const TERMS_TITLE = 'Termenii și condițiile';

/** Returns the exact words of the consent, with the document's name as a link. */
function withLink(text: string): ReactNode {
  const [before, after] = text.split(TERMS_TITLE);
  return (
    <>
      {before}
      <Document href={TERMS}>{TERMS_TITLE}</Document>
      {after}
    </>
  );
}

function Document({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> (se deschide în altă filă)</span>
    </a>
  );
}
