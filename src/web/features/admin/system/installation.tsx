import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Installation as Facts,
  readInstallation,
  tryMail,
  tryPayments,
} from '#contract/admin/admin-installation.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Fact } from '#web/features/admin/shared/fact.tsx';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { FactorDuty } from '#web/features/admin/system/factor-duty.tsx';
import {
  backupRemarks,
  databaseWords,
  E_FACTURA_WORDS,
  INSTALLATION,
  mailWords,
  PAYMENT_WORDS,
  payeeName,
  type Remark,
  triedMailRemark,
  triedPaymentsRemark,
} from '#web/features/admin/system/installation-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** „Instalarea”: how this server is set up, and trials of what it is connected to. */
export function Installation() {
  const query = useQuery({
    queryKey: INSTALLATION,
    queryFn: ({ signal }) => call(readInstallation, {}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  return (
    <section aria-label="Instalarea" className="mt-8">
      <h2 className="text-2xl">Instalarea</h2>
      <ReadFailed query={query} panel />
      {query.isPending && <LoadingNote />}
      {data && (
        <>
          <SetUp facts={data} />
          <FactorDuty {...data.secondFactor} />
          <TriedMail host={data.mailHost} />
          {data.payments !== 'off' && <TriedPayments mode={data.payments} />}
        </>
      )}
    </section>
  );
}

function SetUp({ facts }: { facts: Facts }) {
  const { payments, eFactura } = facts;
  return (
    <dl className="mt-3">
      <Fact name="Versiunea">{facts.version}</Fact>
      <Fact name="Adresa">{facts.publicUrl}</Fact>
      <Fact name="Baza de date">{databaseWords(facts.database)}</Fact>
      <Fact name="Mailuri">{mailWords(facts.mailHost)}</Fact>
      <Fact name="Plăți cu cardul">
        <Mode words={PAYMENT_WORDS[payments]} isTest={payments === 'simulator' || payments === 'sandbox'} />
      </Fact>
      <Fact name="RO e-Factura">
        <Mode words={E_FACTURA_WORDS[eFactura]} isTest={eFactura === 'stand-in' || eFactura === 'test'} />
      </Fact>
      <Fact name="Ultima copie de siguranță">
        {backupRemarks(facts.backup).map(({ words, isBad }) => (
          <span key={words} className={isBad ? 'block text-danger' : 'block'}>
            {words}
          </span>
        ))}
      </Fact>
    </dl>
  );
}

function Mode({ words, isTest }: { words: string; isTest: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isTest && <Pill tone="film">MOD TEST</Pill>}
      {words}
    </span>
  );
}

function TriedMail({ host }: { host: string | null }) {
  const { mutate, data, isPending } = useTrial(() => call(tryMail, {}));
  return (
    <Trial
      label="Trimite un mail de probă"
      press={mutate}
      isPending={isPending}
      remark={data && triedMailRemark(data.to, host, data.problem)}
      words={data?.problem ?? null}
    />
  );
}

function TriedPayments({ mode }: { mode: Facts['payments'] }) {
  const { mutate, data, isPending } = useTrial(() => call(tryPayments, {}));
  return (
    <Trial
      label="Verifică NETOPIA"
      press={mutate}
      isPending={isPending}
      remark={data && triedPaymentsRemark(payeeName(mode), data.verdict)}
      words={data?.words ?? null}
    />
  );
}

/** Each press is in the journal. */
function useTrial<T>(ask: () => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: () => void client.invalidateQueries({ queryKey: [AUDIT_LOG] }),
  });
}

interface TrialProps {
  readonly label: string;
  readonly press: () => void;
  readonly isPending: boolean;
  readonly remark: Remark | undefined;
  /** What the other server said, in its own words. */
  readonly words: string | null;
}

/** A button, and what came of the last press. */
function Trial({ label, press, isPending, remark, words }: TrialProps) {
  return (
    <div className="mt-4">
      <Button look="quiet" small busy={isPending} onClick={() => press()}>
        {label}
      </Button>
      <div role="status" className="mt-2 text-sm empty:hidden">
        {remark && !isPending && (
          <>
            <p className={remark.isBad ? 'font-medium text-danger' : 'font-medium'}>{remark.words}</p>
            {words && (
              <p className="mt-1 wrap-anywhere text-ink-soft">
                Răspunsul: <span lang="en">{words}</span>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
