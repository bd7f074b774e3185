import { useState } from 'react';
import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { inLei } from '#domain/payments/price.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface RefundFormProps {
  readonly file: OrderFile;
  readonly decision: Parameters<typeof DecisionForm>[0]['decision'];
  /** The amount as it is typed; null: as proposed. */
  readonly typed: string | null;
  readonly onType: (typed: string) => void;
}

/** Gives money back: the part of the unspent credits, or more of it out of goodwill. */
export function RefundForm({ file, decision, typed, onType }: RefundFormProps) {
  const [isWrong, setWrong] = useState(false);
  const { amount: least = 0, most = 0 } = file.refundNow ?? {};
  const range = `Cel puțin ${inLei(least)}, partea creditelor care se retrag, și cel mult ${inLei(most)}, cât s-a plătit.`;
  const wanted = typed === null ? least : leiTyped(typed);
  const isFit = wanted !== null && wanted > 0 && wanted >= least && wanted <= most;
  const act = isFit ? `Returnează ${inLei(wanted)}` : 'Returnează';
  return (
    <DecisionForm
      danger
      title="Returnează banii"
      act={act}
      confirm={act}
      question={`Returnezi ${inLei(wanted ?? least)}?`}
      consequence={describeConsequence(file)}
      decision={decision}
      isReady={() => {
        setWrong(!isFit);
        return isFit;
      }}
      fields={
        least < most && (
          <TextField
            name="refundAmount"
            label="Câți lei se întorc"
            hint={range}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? (least > 0 ? String(least).replace('.', ',') : '')}
            error={isWrong ? range : undefined}
            onValueChange={onType}
          />
        )
      }
    >
      {explainRefund(file)}
    </DecisionForm>
  );
}

/** The amount to be sent: only where another one than the proposed is typed. */
export function findWanted({ refundNow }: OrderFile, typed: string | null): { amount?: number } {
  const wanted = typed === null ? null : leiTyped(typed);
  return wanted === null || wanted === refundNow?.amount ? {} : { amount: wanted };
}

/** Explains the amount. */
function explainRefund({ order, refundNow, credits }: OrderFile): string {
  if (!refundNow) return '';
  if (order.state === 'review') return 'Nu s-a dat nimic pentru acești bani: se întorc toți.';
  if (refundNow.amount === 0)
    return 'Toate creditele comenzii sunt folosite: de drept nu mai e nimic de returnat. Din bunăvoință poți întoarce o parte din preț. O comandă se returnează o singură dată.';
  if (refundNow.credits === 0) return 'Perioada nu a început încă: se întoarce tot prețul.';
  const all = credits ? ` din ${credits.granted}` : '';
  return `Au rămas nefolosite ${formatCount(refundNow.credits, NOUNS.credit)}${all}; se întoarce partea lor din preț, rotunjită în sus la ban. O comandă se returnează o singură dată.`;
}

function describeConsequence({ order, refundNow }: OrderFile): string {
  const credits = refundNow?.credits ?? 0;
  const taken =
    credits > 0 ? `Întâi se retrag ${formatCount(credits, NOUNS.credit)} din contul ${order.email}. ` : '';
  const ends = order.kind === 'plan' && order.state === 'paid' ? 'Perioada cumpărată se încheie. ' : '';
  return `${taken}${ends}Banii merg pe cardul cu care s-a plătit. Dacă NETOPIA refuză, totul se pune la loc.`;
}
