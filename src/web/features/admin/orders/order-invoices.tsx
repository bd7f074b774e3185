import { useState } from 'react';
import { decideStorno, mendInvoice, type OrderFile } from '#contract/admin/admin-orders.ts';
import { CAUSE_WORDS } from '#domain/invoices/cause-words.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { VAT_LABELS } from '#domain/invoices/vat.ts';
import { formatDay } from '#domain/language/time.ts';
import { type BillingForm, type BillingProblems, checkBilling } from '#domain/payments/billing.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { inLei } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { useDecision } from '#web/features/admin/orders/use-decision.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { BillingFields } from '#web/shared/payments/billing-fields.tsx';
import { InvoiceLinks } from '#web/shared/payments/invoice-links.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pill } from '#web/ui/pill.tsx';

interface OrderInvoicesProps {
  readonly file: OrderFile;
  /** Called when the submitted form is gone and the focus needs another place. */
  readonly onDecided: () => void;
}

/** The order's invoices and stornos, and what an admin may decide about them. */
export function OrderInvoices(props: OrderInvoicesProps) {
  const { invoices, invoiced, isStornoDue } = props.file;
  if (invoices.length === 0) return null;
  return (
    <section aria-label="Facturi" className="mt-8">
      <h2 className="text-2xl">Facturi</h2>
      <ul className="mt-3">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-2.5"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {invoice.kind === 'storno' ? 'Storno' : 'Factură'} {invoiceName(invoice)}
                {invoice.isTrial && <Pill tone="film">FĂRĂ VALOARE FISCALĂ</Pill>}
              </p>
              <p className="text-sm text-ink-soft">
                {formatDay(new Date(`${invoice.issuedOn}T12:00:00Z`))} · {CAUSE_WORDS[invoice.cause]}
              </p>
              <p className="text-sm">
                <InvoiceLinks invoice={invoice} />
              </p>
            </div>
            <p className="ml-auto text-right font-medium whitespace-nowrap">
              {signed(invoice.gross)}
              {invoice.vat !== 0 && (
                <span className="block text-sm font-normal text-ink-soft">
                  {VAT_LABELS.net.toLowerCase()} {signed(invoice.net)}, {VAT_LABELS.vat} {signed(invoice.vat)}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {isStornoDue && invoiced && <StornoDecision {...props} rest={invoiced.rest} />}
      {invoiced && <Mending key={invoices.length} {...props} buyer={invoiced.buyer} rest={invoiced.rest} />}
    </section>
  );
}

/** „−49,59 lei”, with a true minus. */
function signed(lei: number): string {
  return lei < 0 ? `−${inLei(-lei)}` : inLei(lei);
}

/** Money went back outside: the rest of the invoice is proposed, none of it is possible too. */
function StornoDecision({ file, onDecided, rest }: OrderInvoicesProps & { rest: number }) {
  const [typed, setTyped] = useState(String(rest).replace('.', ','));
  const [isWrong, setWrong] = useState(false);
  const amount = leiTyped(typed);
  const isFit = amount !== null && amount <= rest;
  const decision = useDecision({ file, onDecided, outcomeOf: () => 'Hotărârea este scrisă.' }, (reason) =>
    call(decideStorno, { params: { orderId: file.order.id }, body: { reason, amount: amount ?? -1 } }),
  );
  return (
    <>
      <Refusal text={decision.refusal} />
      <DecisionForm
        danger
        title="De stornat"
        act={amount === 0 ? 'Nu stornez nimic' : 'Stornează'}
        confirm={amount === 0 ? 'Nu stornez' : 'Stornează'}
        question={amount === 0 ? 'Factura rămâne întreagă?' : `Stornezi ${inLei(amount ?? 0)}?`}
        consequence={
          amount === 0
            ? 'Comanda nu mai apare la „De stornat”.'
            : 'Se emite un storno cu numărul următor. Nu se poate lua înapoi.'
        }
        decision={decision}
        isReady={() => {
          setWrong(!isFit);
          return isFit;
        }}
        fields={
          <TextField
            name="amount"
            label="Cât se stornează, în lei"
            hint={`Din factură au rămas ${inLei(rest)}. Scrie 0 dacă banca a dat dreptate vânzătorului.`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={isWrong ? `De la 0 la ${inLei(rest)}.` : undefined}
            onValueChange={setTyped}
          />
        }
      >
        Banii s-au întors pe altă cale decât prin Fotolot. Vezi în contul NETOPIA câți, apoi hotărăște.
      </DecisionForm>
    </>
  );
}

/** „Stornează și refă”: the same sums, to a buyer whose data were wrong. */
function Mending({
  file,
  onDecided,
  buyer,
  rest,
}: OrderInvoicesProps & { buyer: BillingForm; rest: number }) {
  const [form, setForm] = useState(buyer);
  const [problems, setProblems] = useState<BillingProblems>({});
  const decision = useDecision(
    { file, onDecided, outcomeOf: () => 'Factura a fost stornată și refăcută.' },
    (reason) => call(mendInvoice, { params: { orderId: file.order.id }, body: { reason, billing: form } }),
  );
  return (
    <>
      <Refusal text={decision.refusal} />
      <DecisionForm
        folds
        title="Stornează și refă"
        act="Stornează și refă factura"
        confirm="Stornează și refă"
        question="Emiți factura din nou?"
        consequence={`Se emit un storno și o factură nouă, fiecare de ${inLei(rest)}, cu următoarele două numere.`}
        decision={decision}
        isReady={() => {
          const found = checkBilling(form).problems;
          setProblems(found ?? {});
          return found === null;
        }}
        fields={
          <BillingFields
            form={form}
            problems={problems}
            onChange={(changes) => {
              setForm({ ...form, ...changes });
              const left = Object.entries(problems).filter(([field]) => !(field in changes));
              setProblems(Object.fromEntries(left));
            }}
          />
        }
      >
        Pentru date greșite ale cumpărătorului. Suma și data plății rămân aceleași.
      </DecisionForm>
    </>
  );
}

function Refusal({ text }: { text: string | null }) {
  return (
    <div role="alert" className="mt-4 empty:hidden">
      {text !== null && <p className="rounded-3xl bg-danger-wash p-5 font-medium text-danger">{text}</p>}
    </div>
  );
}
