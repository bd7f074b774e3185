import { useState } from 'react';
import { VAT_PAYER_LABEL } from '#domain/invoices/vat.ts';
import { BILLING_LABELS, billingSentence } from '#domain/language/billing-sentences.ts';
import {
  BILLING_FIELDS,
  type BillingField,
  type BillingForm,
  type BillingProblems,
} from '#domain/payments/billing.ts';
import { BUCHAREST, COUNTIES, SECTORS } from '#domain/payments/counties.ts';
import { changeCui, type RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';
import { FirmFinder } from '#web/shared/payments/firm-finder.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { NativeSelect } from '#web/ui/fields/native-select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface BillingFieldsProps {
  readonly form: BillingForm;
  readonly problems: BillingProblems;
  readonly onChange: (changes: Partial<BillingForm>) => void;
}

/** The browsers' names of the fields, for autofill. */
const AUTOCOMPLETE: Partial<Record<BillingField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  name: 'organization',
  street: 'address-line1',
  city: 'address-level2',
  county: 'address-level1',
  postalCode: 'postal-code',
  phone: 'tel',
};
const OPTIONAL: readonly BillingField[] = ['registrationNumber', 'postalCode', 'phone'];
const NUMERIC: readonly BillingField[] = ['postalCode', 'phone'];
const COUNTY_CHOICES = Object.entries(COUNTIES)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'ro'));
const SECTOR_CHOICES = SECTORS.map((sector) => ({ value: sector, label: sector }));

/** Fields of the billing details. */
export function BillingFields({ form, problems, onChange }: BillingFieldsProps) {
  const isFirm = form.kind === 'firm';
  const [filled, setFilled] = useState<RegisteredFirm | null>(null);
  const facts = (field: BillingField) => {
    const problem = problems[field];
    return {
      name: field,
      label: OPTIONAL.includes(field) ? `${BILLING_LABELS[field]} (opțional)` : BILLING_LABELS[field],
      value: form[field],
      autoComplete: AUTOCOMPLETE[field] ?? 'off',
      error: problem && billingSentence(field, problem),
    };
  };
  const textField = (field: BillingField) => (
    <TextField
      {...facts(field)}
      inputMode={NUMERIC.includes(field) ? 'tel' : 'text'}
      onValueChange={(value) => onChange({ [field]: value })}
    />
  );
  const isBucharest = form.county === BUCHAREST;
  return (
    <div className="flex flex-col gap-4">
      <ChoiceRow
        label="Cumperi ca"
        value={form.kind}
        choices={[
          { value: 'person', label: 'Persoană fizică' },
          { value: 'firm', label: 'Firmă' },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {isFirm ? (
        <>
          <FirmFinder form={form} onChange={onChange} filled={filled} onFilled={setFilled}>
            {(problem) => (
              <TextField
                {...facts('cui')}
                {...(problem !== null && { error: problem })}
                onValueChange={(cui) => onChange(changeCui(form, cui, filled))}
              />
            )}
          </FirmFinder>
          <Pair>
            {textField('name')}
            {textField('registrationNumber')}
          </Pair>
          <label className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="vatPayer"
              checked={form.vatPayer ?? false}
              onChange={({ target }) => onChange({ vatPayer: target.checked })}
              className="size-6 shrink-0 accent-ink"
            />
            {VAT_PAYER_LABEL}
          </label>
        </>
      ) : (
        <Pair>
          {textField('firstName')}
          {textField('lastName')}
        </Pair>
      )}
      {textField('street')}
      <Pair>
        <NativeSelect
          {...facts('county')}
          choices={COUNTY_CHOICES}
          placeholder="Alege județul"
          onChange={(county) => onChange({ county, ...cityAfter(form, county) })}
        />
        {isBucharest ? (
          <NativeSelect
            {...facts('city')}
            label="Sector"
            choices={SECTOR_CHOICES}
            placeholder="Alege sectorul"
            onChange={(city) => onChange({ city })}
          />
        ) : (
          <TextField {...facts('city')} label="Localitate" onValueChange={(city) => onChange({ city })} />
        )}
      </Pair>
      <Pair>
        {textField('postalCode')}
        {textField('phone')}
      </Pair>
    </div>
  );
}

/** Returns the city after a change of county: a sector is no locality of another county, and the other way round. */
function cityAfter({ county }: BillingForm, next: string): Partial<BillingForm> {
  return (county === BUCHAREST) === (next === BUCHAREST) ? {} : { city: '' };
}

function Pair({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}

/** The form while nothing is known about the buyer. */
export const EMPTY_BILLING: BillingForm = {
  kind: 'person',
  ...(Object.fromEntries(BILLING_FIELDS.map((field) => [field, ''])) as Omit<
    BillingForm,
    'kind' | 'vatPayer'
  >),
};
