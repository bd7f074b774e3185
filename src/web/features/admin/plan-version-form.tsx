import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addPlanVersion, type PlanVersion } from '#contract/admin-plans.ts';
import type { ReplyOf } from '#contract/route.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { instantTyped, VersionDateField } from '#web/features/admin/version-date.tsx';
import { wholeNumber } from '#web/features/admin/whole-number.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const FIELDS = [
  { name: 'price', label: 'Preț în lei, cu TVA', least: 0, most: 100_000 },
  { name: 'credits', label: 'Credite pe perioadă', least: 0, most: 100_000 },
  { name: 'photosPerLot', label: 'Fotografii pe lot', least: 1, most: 300 },
  { name: 'outputsPerRun', label: 'Variante pe procesare', least: 1, most: 12 },
  { name: 'savedRecipes', label: 'Rețete salvate', least: 0, most: 10_000 },
  { name: 'retentionDays', label: 'Zile de păstrare', least: 1, most: 3_660 },
  { name: 'storageGb', label: 'Spațiu, în GB', least: 1, most: 100_000 },
  { name: 'photosAtOnce', label: 'Fotografii deodată', least: 1, most: 64 },
] as const;
type Name = (typeof FIELDS)[number]['name'];

interface PlanVersionFormProps {
  /** The version in force: the new one begins as its copy. */
  readonly base: PlanVersion;
  readonly onAdded: (versions: ReplyOf<typeof addPlanVersion>) => void;
}

export function PlanVersionForm({ base, onAdded }: PlanVersionFormProps) {
  const { plan, limits } = base;
  // Free and test are not for sale, test alone is unlimited: these figures are not theirs to choose.
  const isFixed = (name: Name) =>
    (name === 'price' && (plan === 'free' || plan === 'test')) || (name === 'credits' && plan === 'test');
  const [typed, setTyped] = useState<Record<Name, string>>({
    price: String(base.price).replace('.', ','),
    credits: String(base.credits),
    photosPerLot: String(limits.photosPerLot),
    outputsPerRun: String(limits.outputsPerRun),
    savedRecipes: String(limits.savedRecipes),
    retentionDays: String(limits.retentionDays),
    storageGb: String(Math.round(limits.storageBytes / 1e9)),
    photosAtOnce: String(limits.photosAtOnce),
  });
  const [from, setFrom] = useState('');
  const [problems, setProblems] = useState<Partial<Record<Name | 'validFrom', string>>>({});
  const add = useMutation({
    mutationFn: (body: Parameters<typeof bodyOf>[0]) =>
      call(addPlanVersion, { params: { plan }, body: bodyOf(body) }),
    meta: { silent: true },
    onSuccess: onAdded,
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const values = {} as Record<Name, number>;
    const found: typeof problems = {};
    for (const { name, least, most } of FIELDS) {
      const value = figureOf(name, typed[name], least, most);
      if (isFixed(name)) values[name] = name === 'price' ? 0 : base.credits;
      else if (value === null || (name === 'price' && value === 0))
        found[name] = `De la ${name === 'price' ? 1 : least} la ${most}.`;
      else values[name] = value;
    }
    const validFrom = instantTyped(from, new Date());
    if (validFrom === undefined) found.validFrom = 'Alege o clipă care n-a trecut.';
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first === undefined) return add.mutate({ values, validFrom: validFrom ?? null });
    const field = event.currentTarget.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.filter(({ name }) => !isFixed(name)).map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            inputMode={name === 'price' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={typed[name]}
            error={problems[name]}
            onValueChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        <VersionDateField value={from} error={problems.validFrom} onChange={setFrom} />
      </div>
      <div role="alert" className="empty:hidden">
        {add.error && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {errorMessage(add.error)}
          </p>
        )}
      </div>
      <Button type="submit" wide busy={add.isPending}>
        Adaugă versiunea
      </Button>
    </form>
  );
}

function figureOf(name: Name, text: string, least: number, most: number): number | null {
  if (name !== 'price') return wholeNumber(text, least, most);
  const lei = leiTyped(text);
  return lei !== null && lei <= most ? lei : null;
}

function bodyOf({ values, validFrom }: { values: Record<Name, number>; validFrom: string | null }) {
  const { price, credits, storageGb, ...limits } = values;
  return { validFrom, price, credits, limits: { ...limits, storageBytes: storageGb * 1e9 } };
}
