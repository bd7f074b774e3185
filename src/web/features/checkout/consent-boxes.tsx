import { CONSENTS, type Consent } from '#domain/payments/consents.ts';

export type Ticked = Readonly<Record<Consent, boolean>>;
export const NOTHING_TICKED: Ticked = { 'start-now': false, terms: false };

interface ConsentBoxesProps {
  readonly ticked: Ticked;
  readonly onChange: (ticked: Ticked) => void;
}

/** Two boxes, each its own line, never ticked for anybody. */
export function ConsentBoxes({ ticked, onChange }: ConsentBoxesProps) {
  return (
    <div className="flex flex-col gap-3">
      {(Object.keys(CONSENTS) as Consent[]).map((consent) => (
        <label key={consent} className="flex cursor-pointer gap-3">
          <input
            type="checkbox"
            name={consent}
            checked={ticked[consent]}
            onChange={({ target }) => onChange({ ...ticked, [consent]: target.checked })}
            className="mt-0.5 size-6 shrink-0 accent-ink"
          />
          <span className="text-[0.9375rem]">{CONSENTS[consent]}</span>
        </label>
      ))}
    </div>
  );
}
