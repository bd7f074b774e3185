import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPlanVersion, type PlanVersion } from '#contract/admin/admin-plans.ts';
import type { ReplyOf } from '#contract/route.ts';
import { formatNumber } from '#domain/language/plural.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { call } from '#web/api/call.ts';
import { inForce } from '#web/features/admin/offers/version-date.tsx';
import { FieldGroup, VersionForm } from '#web/features/admin/offers/version-form.tsx';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';
import { useVatLabel } from '#web/shared/payments/operator-record.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

const OFFER = [
  { name: 'price', label: 'Preț în lei', least: 1, most: 100_000 },
  { name: 'credits', label: 'Credite pe perioadă', least: 0, most: 100_000 },
] as const;
const LIMITS = [
  { name: 'photosPerLot', label: 'Fotografii pe lot', least: 1, most: 300 },
  { name: 'outputsPerRun', label: 'Variante pe procesare', least: 1, most: 12 },
  { name: 'savedRecipes', label: 'Rețete salvate', least: 0, most: 10_000 },
  { name: 'retentionDays', label: 'Zile de păstrare', least: 1, most: 3_660 },
  { name: 'storageGb', label: 'Spațiu, în GB', least: 1, most: 100_000 },
  { name: 'photosAtOnce', label: 'Fotografii deodată', least: 1, most: 64 },
] as const;
const FIELDS = [...OFFER, ...LIMITS];
type Field = (typeof FIELDS)[number];
type Name = Field['name'];

interface PlanVersionFormProps {
  readonly plan: Plan;
  readonly versions: readonly PlanVersion[];
  readonly onAdded: (versions: ReplyOf<typeof addPlanVersion>) => void;
}

export function PlanVersionForm({ plan, versions, onAdded }: PlanVersionFormProps) {
  const base = inForce(versions);
  const priceLabel = useVatLabel('Preț în lei');
  const [typed, setTyped] = useState(() => toFormTexts(base));
  // Free and test are not for sale, test alone is unlimited: these figures are not theirs to choose.
  const isFixed = (name: Name) =>
    (name === 'price' && (plan === 'free' || plan === 'test')) || (name === 'credits' && plan === 'test');
  const values = {} as Record<Name, number>;
  const problems: Record<string, string> = {};
  for (const { name, least, most } of FIELDS) {
    const value = parseFigure(name, typed[name], { least, most });
    if (isFixed(name)) values[name] = name === 'price' ? 0 : base.credits;
    else values[name] = value ?? 0;
    if (!isFixed(name) && value === null)
      problems[name] = `De la ${formatNumber(least)} la ${formatNumber(most)}.`;
  }
  const { price, credits, storageGb, ...others } = values;
  const limits = { ...others, storageBytes: storageGb * 1e9 };
  const add = useMutation({
    mutationFn: (validFrom: string | null) =>
      call(addPlanVersion, { params: { plan }, body: { validFrom, price, credits, limits } }),
    meta: { silent: true },
    onSuccess: onAdded,
  });
  const fields = (list: readonly Field[], shown: Readonly<Record<string, string>>) =>
    list
      .filter(({ name }) => !isFixed(name))
      .map(({ name, label }) => (
        <TextField
          key={name}
          name={name}
          label={name === 'price' ? priceLabel : label}
          inputMode={name === 'price' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={typed[name]}
          error={shown[name]}
          onValueChange={(text) => setTyped({ ...typed, [name]: text })}
        />
      ));
  return (
    <VersionForm
      versions={versions}
      figuresOf={(version) => ({ price: version.price, credits: version.credits, ...version.limits })}
      figures={{ price, credits, ...limits }}
      problems={problems}
      act="Adaugă versiunea"
      busy={add.isPending}
      error={add.error}
      onSubmit={(validFrom) => add.mutate(validFrom)}
    >
      {(shown) => (
        <>
          {plan !== 'test' && (
            <FieldGroup title="Ce se cumpără" help="Pentru 30 de zile.">
              {fields(OFFER, shown)}
            </FieldGroup>
          )}
          <FieldGroup title="Limite" help="Se aplică imediat și perioadelor în curs.">
            {fields(LIMITS, shown)}
          </FieldGroup>
        </>
      )}
    </VersionForm>
  );
}

function toFormTexts({ price, credits, limits }: PlanVersion): Record<Name, string> {
  return {
    price: String(price).replace('.', ','),
    credits: String(credits),
    photosPerLot: String(limits.photosPerLot),
    outputsPerRun: String(limits.outputsPerRun),
    savedRecipes: String(limits.savedRecipes),
    retentionDays: String(limits.retentionDays),
    storageGb: String(Math.round(limits.storageBytes / 1e9)),
    photosAtOnce: String(limits.photosAtOnce),
  };
}

function parseFigure(
  name: Name,
  text: string,
  { least, most }: { least: number; most: number },
): number | null {
  if (name !== 'price') return wholeNumber(text, least, most);
  const lei = leiTyped(text);
  return lei !== null && lei > 0 && lei <= most ? lei : null;
}
