import { useState } from 'react';
import { decideStorno, mendInvoice, type OrderFile, restoreOrder } from '#contract/admin/admin-orders.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { type BillingForm, type BillingProblems, checkBilling } from '#domain/payments/billing.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { inLei } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { useDecision } from '#web/features/admin/orders/use-decision.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { BillingFields } from '#web/shared/payments/billing-fields.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

export interface OrderInvoicesProps {
  readonly file: OrderFile;
  /** Called when the submitted form is gone and the focus needs another place. */
  readonly onDecided: () => void;
}

/**
 * Decides about money that went back outside: the rest of the invoice is proposed, none of it is possible too. Where all of it is gone, a
 * promised transfer is by default not made.
 */
export function StornoDecision({ file, onDecided, rest }: OrderInvoicesProps & { rest: number }) {
  const [typed, setTyped] = useState(String(rest).replace('.', ','));
  const [isWrong, setWrong] = useState(false);
  // A payment that was reversed may have left its credits; where the money is known to be back they are gone already.
  const hasCredits = file.order.state === 'paid';
  const [revokeCredits, setRevokeCredits] = useState(hasCredits);
  const amount = leiTyped(typed);
  const isFit = amount !== null && amount <= rest;
  const promised = sumPromised(file);
  const [stopsTransfer, setStopsTransfer] = useState(true);
  const mayLetGo = promised > 0 && amount === rest;
  const letsGo = mayLetGo && stopsTransfer;
  const isNothing = amount === 0 && !letsGo;
  const words = describeStornoAct({ amount: amount ?? 0, promised: letsGo ? promised : 0 });
  const decision = useDecision({ file, onDecided, outcomeOf: () => 'Hotărârea este scrisă.' }, (reason) =>
    call(decideStorno, {
      params: { orderId: file.order.id },
      body: {
        reason,
        amount: amount ?? -1,
        ...(hasCredits && { withdrawCredits: revokeCredits && !isNothing }),
        ...(promised > 0 && { letGoodwillGo: letsGo }),
      },
    }),
  );
  return (
    <>
      <Refusal text={decision.refusal} />
      <DecisionForm
        danger
        folds={!file.isStornoDue}
        title={file.isStornoDue ? 'De stornat' : 'Stornează din nou'}
        {...words}
        decision={decision}
        isReady={() => {
          setWrong(!isFit);
          return isFit;
        }}
        fields={
          <>
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
            {mayLetGo && (
              <Switch
                label={`S-a întors și suma promisă: nu mai plătesc transferul de ${inLei(promised)}`}
                checked={stopsTransfer}
                onChange={setStopsTransfer}
              />
            )}
            {hasCredits && (
              <Switch
                label={
                  file.order.kind === 'plan'
                    ? 'Încheie și perioada, cu creditele rămase'
                    : 'Retrage și creditele rămase'
                }
                checked={revokeCredits}
                onChange={setRevokeCredits}
              />
            )}
          </>
        }
      >
        {file.isStornoDue
          ? 'Banii s-au întors pe altă cale decât prin Fotolot. Vezi în contul NETOPIA câți, apoi hotărăște.'
          : 'S-a hotărât deja, dar a rămas ceva din factură sau de transferat. Dacă s-au mai întors bani, hotărăște din nou.'}
      </DecisionForm>
    </>
  );
}

/** Returns the lei of promised transfers that are neither made nor let go. */
function sumPromised({ goodwill }: OrderFile): number {
  const open = goodwill.filter(({ paid, hold }) => paid === null && hold !== 'let-go');
  return open.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}

/** `promised`: lei of transfers that are not made any more. */
function describeStornoAct({ amount, promised }: { amount: number; promised: number }) {
  if (amount === 0 && promised === 0)
    return {
      act: 'Nu stornez nimic',
      confirm: 'Nu stornez',
      question: 'Factura rămâne cum este?',
      consequence: 'Comanda nu mai apare la „De stornat”.',
    };
  const stops = promised > 0 ? ` Transferul promis, de ${inLei(promised)}, nu se mai face.` : '';
  if (amount === 0)
    return {
      act: 'Renunță la transfer',
      confirm: 'Renunță',
      question: `Renunți la transferul de ${inLei(promised)}?`,
      consequence: `Stornoul lui este emis deja.${stops}`,
    };
  return {
    act: 'Stornează',
    confirm: 'Stornează',
    question: `Stornezi ${inLei(amount)}?`,
    consequence: `Se emite un storno cu numărul următor. Nu se poate lua înapoi.${stops}`,
  };
}

/** Decides about money that the bank gave back: the revoked credits are given again, and invoiced again. */
export function Restoring({
  file,
  onDecided,
  restoreNow,
}: OrderInvoicesProps & { restoreNow: NonNullable<OrderFile['restoreNow']> }) {
  const { order } = file;
  const decision = useDecision({ file, onDecided, outcomeOf: () => 'Comanda este redată.' }, (reason) =>
    call(restoreOrder, { params: { orderId: order.id }, body: { reason } }),
  );
  const credits =
    restoreNow.credits > 0 ? ` ${formatCount(restoreNow.credits, NOUNS.credit)} se întorc în cont.` : '';
  const period = order.kind === 'plan' ? ' Perioada cumpărată începe din nou.' : '';
  const invoice = restoreNow.amount > 0 ? ` Se facturează din nou ${inLei(restoreNow.amount)}.` : '';
  const transfer = file.goodwill.some(({ hold }) => hold !== null)
    ? ' Transferul promis este din nou de făcut.'
    : '';
  return (
    <>
      <Refusal text={decision.refusal} />
      <DecisionForm
        folds={!restoreNow.isMoneyAgain}
        title="Banii sunt din nou aici"
        act="Redă comanda"
        confirm="Redă"
        question={`Redai ${order.name}?`}
        consequence={`Comanda este din nou plătită.${credits}${period}${invoice}${transfer}`}
        decision={decision}
      >
        {restoreNow.isMoneyAgain ? 'NETOPIA spune că plata este din nou încasată. ' : ''}
        Redă doar dacă vezi banii în contul NETOPIA, de exemplu după o contestație câștigată.
      </DecisionForm>
    </>
  );
}

/** „Stornează și refă”: the same sums, to a buyer whose data were wrong. */
export function Mending({
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
