import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CreditPackage, createPackage, replacePackage } from '#contract/payments.ts';
import { packageSentence } from '#domain/language/package-sentences.ts';
import {
  checkPackage,
  type PackageForm as Form,
  PACKAGE_BOUNDS,
  PACKAGE_FIELDS,
  type PackageField,
  type PackageProblems,
} from '#domain/payments/custom-package.ts';
import { leiLabel, perCreditLabel } from '#domain/payments/price.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useVatLabel } from '#web/shared/payments/operator-record.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const LABELS: Record<PackageField, string> = {
  name: 'Nume',
  credits: 'Credite',
  price: 'Preț în lei',
};

interface PackageFormProps {
  /** The package to change; null for a new one. */
  readonly before?: CreditPackage | null;
  readonly onMade: (item: CreditPackage) => void;
}

/** A custom package, or other figures of one. */
export function PackageForm({ before = null, onMade }: PackageFormProps) {
  const [form, setForm] = useState<Form>({
    name: before?.name ?? '',
    credits: String(before?.credits ?? ''),
    price: String(before?.price ?? '').replace('.', ','),
  });
  const priceLabel = useVatLabel(LABELS.price);
  const [isActive, setActive] = useState(true);
  const [problems, setProblems] = useState<PackageProblems>({});
  const { made } = checkPackage(form);
  const make = useMutation({
    mutationFn: (item: NonNullable<typeof made>) =>
      before
        ? call(replacePackage, { params: { packageId: before.id }, body: item })
        : call(createPackage, { body: { ...item, isActive } }),
    meta: { silent: true },
    onSuccess: onMade,
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (make.isPending) return;
    const checked = checkPackage(form);
    setProblems(checked.problems ?? {});
    if (checked.made) return make.mutate(checked.made);
    const first = PACKAGE_FIELDS.find((field) => checked.problems[field]);
    const field = first && event.currentTarget.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const fieldProps = (field: PackageField) => {
    const problem = problems[field];
    return {
      name: field,
      label: field === 'price' ? priceLabel : LABELS[field],
      value: form[field],
      autoComplete: 'off',
      error: problem && packageSentence(field, problem),
      onValueChange: (value: string) => {
        setForm({ ...form, [field]: value });
        setProblems({ ...problems, [field]: undefined });
      },
    };
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-4">
      <TextField
        {...fieldProps('name')}
        maxLength={PACKAGE_BOUNDS.name.most}
        hint="Așa îl citesc cumpărătorii."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldProps('credits')} inputMode="numeric" />
        <TextField {...fieldProps('price')} inputMode="decimal" />
      </div>
      <p role="status" className="min-h-6 text-ink-soft">
        {made && `${leiLabel(made.price)}: ${perCreditLabel(made.price, made.credits)} pe lot.`}
      </p>
      {before ? (
        <p className="text-sm text-ink-soft">
          Dacă a fost cumpărat, rămâne în comenzile vechi cum era, iar acesta îi ia locul.
        </p>
      ) : (
        <Switch label="În vânzare imediat" checked={isActive} onChange={setActive} />
      )}
      <div role="alert" className="empty:hidden">
        {make.error && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {errorMessage(make.error)}
          </p>
        )}
      </div>
      <Button type="submit" wide busy={make.isPending}>
        {before ? 'Salvează pachetul' : 'Creează pachetul'}
      </Button>
    </form>
  );
}
