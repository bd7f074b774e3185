import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askVerify, type Overview } from '#contract/admin/admin-overview.ts';
import { readOperator } from '#contract/payments.ts';
import { VAT_STATUS_WORDS, withVat } from '#domain/invoices/vat.ts';
import { getRowWords, getRuleSentence } from '#domain/language/integrity-words.ts';
import { formatNumber } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { operatorAddress } from '#domain/payments/operator.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { PageReports } from '#web/features/admin/pages/page-reports.tsx';
import { Fact, Facts } from '#web/features/admin/shared/fact.tsx';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { CutoutModel } from '#web/features/admin/system/cutout-model.tsx';
import { Installation } from '#web/features/admin/system/installation.tsx';
import { verifyWords } from '#web/features/admin/system/integrity-words.ts';
import { OVERVIEW, useOverview } from '#web/features/admin/system/overview.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The machine behind the product: books, storage, model, seller. */
export function System() {
  const query = useOverview();
  const { data, error } = query;
  return (
    <div className="grid items-start gap-x-12 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <PageReports />
      </div>
      <div className="min-w-0">
        <Installation />
        {error && (
          <div className="mt-8">
            <ReadFailed panel query={query} />
          </div>
        )}
        {!data && !error && (
          <div className="mt-8">
            <LoadingNote />
            <Skeleton className="h-48 rounded-3xl" />
          </div>
        )}
        {data && <Verify verify={data.verify} />}
        {data && <Storage storage={data.storage} />}
        {data && <Processes processes={data.processes} />}
      </div>
      <div className="min-w-0">
        <div className="mt-8">
          <CutoutModel />
        </div>
        <Seller />
      </div>
    </div>
  );
}

/** Shows whether the books and the files agree, by the last check. */
function Verify({ verify }: { verify: Overview['verify'] }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => call(askVerify, {}),
    onSuccess: () => {
      for (const queryKey of [OVERVIEW, [AUDIT_LOG]]) void client.invalidateQueries({ queryKey });
    },
  });
  const isRunning = verify !== null && verify.endedAt === null;
  return (
    <section aria-label="Verificarea registrelor" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Verificarea registrelor</h2>
        <Button look="quiet" small busy={ask.isPending || isRunning} onClick={() => ask.mutate()}>
          Verifică acum
        </Button>
      </div>
      <p role="status" className="mt-3">
        {verifyWords(verify)}
      </p>
      {verify?.problem && (
        <p className="mt-2 text-sm break-words text-danger" lang="en">
          {verify.problem}
        </p>
      )}
      {verify && verify.violations.length > 0 && (
        <ul className="mt-3 grid gap-3 rounded-3xl bg-danger-wash p-5">
          {verify.violations.map(({ rule, rows }) => (
            <li key={rule}>
              <p className="font-medium text-danger">{getRuleSentence(rule)}</p>
              <p className="font-mono text-xs break-all">{rows.map(getRowWords).join(' · ')}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const share = new Intl.NumberFormat('ro-RO', { style: 'percent', maximumFractionDigits: 1 });

function Storage({ storage }: { storage: Overview['storage'] }) {
  const { usedBytes, room } = storage;
  return (
    <Facts title="Spațiu">
      <Fact name="Fotografii și rezultate">{formatBytes(usedBytes)}</Fact>
      {room !== null && <FreeSpace {...room} />}
    </Facts>
  );
}

const ROLES = { all: 'Server', web: 'Web', worker: 'Lucrători' } as const;

/** Lists processes where there are several: during an upgrade, those of both versions. */
function Processes({ processes }: Pick<Overview, 'processes'>) {
  if (processes.reduce((sum, { count }) => sum + count, 0) < 2) return null;
  return (
    <Facts title="Procese">
      {processes.map(({ role, build, migration, count }) => (
        <Fact key={`${role} ${build} ${migration}`} name={ROLES[role]}>
          {count} · schema {migration}
          {build && ` · pagina ${build.slice(0, 8)}`}
        </Fact>
      ))}
    </Facts>
  );
}

function FreeSpace({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) {
  const availableShare = totalBytes > 0 ? freeBytes / totalBytes : 1;
  return (
    <Fact name="Liber pe disc">
      {formatBytes(freeBytes)} din {formatBytes(totalBytes)} ({share.format(availableShare)})
      {availableShare < 0.1 && (
        <span className="block text-danger">Sub 10 % nu se mai primesc fotografii.</span>
      )}
    </Fact>
  );
}

/** Shows the seller's record, which comes from the settings of the server and is changed there. */
function Seller() {
  const query = useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => call(readOperator, {}, { signal }),
  });
  if (query.error) return <ReadFailed panel query={query} />;
  if (!query.data) return <LoadingNote />;
  const { operator } = query.data;
  return (
    <Facts title="Vânzătorul">
      {operator === null ? (
        <Fact name="Date">Nu sunt trecute: fără ele nu se pot lua bani adevărați.</Fact>
      ) : (
        <>
          <Fact name="Nume">{operator.name}</Fact>
          <Fact name="CUI">{operator.cui}</Fact>
          {operator.tradeRegister && <Fact name="Registrul Comerțului">{operator.tradeRegister}</Fact>}
          {operator.capitalLei !== null && (
            <Fact name="Capital social">{formatNumber(operator.capitalLei)} lei</Fact>
          )}
          <Fact name="Adresă">{operatorAddress(operator)}</Fact>
          {operator.iban && <Fact name="IBAN">{operator.iban}</Fact>}
          <Fact name="Telefon">{operator.phone}</Fact>
          <Fact name="Email">{operator.email}</Fact>
        </>
      )}
      <Fact name="Prețurile">
        {withVat('în lei', query.data.vat)} ({VAT_STATUS_WORDS[query.data.vat]})
      </Fact>
      <Fact name="De unde vin">
        Din setările serverului (<code>OPERATOR_NAME</code> și celelalte). Se schimbă acolo, la o repornire.
      </Fact>
    </Facts>
  );
}
