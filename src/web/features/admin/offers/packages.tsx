import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type CreditPackage, listAllPackages, setPackageActive } from '#contract/payments.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { BOUGHT_CREDITS_MONTHS } from '#domain/payments/packages.ts';
import { leiLabel, perCreditLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { PACKAGES } from '#web/features/admin/orders/order-keys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Loaded when it is first opened. */
const PackageDialog = lazy(async () => ({
  default: (await import('#web/features/admin/offers/package-dialog.tsx')).PackageDialog,
}));

/** All packages of credits, on sale or not. */
export function Packages() {
  const client = useQueryClient();
  const [editing, setEditing] = useState<CreditPackage | 'new' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const edit = (item: CreditPackage | 'new') => {
    setEditing(item);
    setOpen(true);
  };
  const query = useQuery({
    queryKey: PACKAGES,
    queryFn: ({ signal }) => call(listAllPackages, {}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  const changed = (text: string) => {
    showToast({ text });
    for (const queryKey of [PACKAGES, keys.packages]) void client.invalidateQueries({ queryKey });
  };
  return (
    <section aria-label="Pachete de credite" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Pachete</h2>
        <Button look="quiet" small onClick={() => edit('new')}>
          <Plus aria-hidden size={16} />
          Pachet nou
        </Button>
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">
        Creditele cumpărate sunt valabile {formatCount(BOUGHT_CREDITS_MONTHS, { one: 'lună', few: 'luni' })}.
        Ce schimbi se vede imediat pe pagina de prețuri.
      </p>
      {!data && <ReadFailed panel query={query} />}
      {query.isPending && (
        <>
          <LoadingNote>Se încarcă pachetele…</LoadingNote>
          <Skeleton className="mt-4 h-64 rounded-3xl" />
        </>
      )}
      <ul aria-label="Pachete" className="mt-4 grid gap-3">
        {data?.packages.map((item) => (
          <PackageRow key={item.id} item={item} onChanged={changed} onChange={() => edit(item)} />
        ))}
      </ul>
      {editing && (
        <Suspense>
          <PackageDialog
            open={isOpen}
            before={editing === 'new' ? null : editing}
            onClose={() => setOpen(false)}
            onMade={({ name, isActive }) => {
              setOpen(false);
              const made = isActive ? `${name} este în vânzare.` : `${name} este gata; nu se vinde încă.`;
              changed(editing === 'new' ? made : `${name} este salvat.`);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

interface PackageRowProps {
  readonly item: CreditPackage;
  readonly onChanged: (text: string) => void;
  readonly onChange: () => void;
}

function PackageRow({ item, onChanged, onChange }: PackageRowProps) {
  const { id, name, credits, price, isActive } = item;
  const button = useRef<HTMLButtonElement>(null);
  const pressedAs = useRef<boolean>(null);
  useEffect(() => {
    // The pressed button was replaced with the row's look: the focus moves to its successor.
    if (pressedAs.current === !isActive) button.current?.focus();
    pressedAs.current = null;
  }, [isActive]);
  const set = useMutation({
    mutationFn: () => call(setPackageActive, { params: { packageId: id }, body: { isActive: !isActive } }),
    onSuccess: () =>
      onChanged(
        isActive
          ? `${name} nu se mai vinde. Comenzile începute rămân valabile.`
          : `${name} este din nou în vânzare.`,
      ),
  });
  const act = isActive ? 'Scoate din vânzare' : 'Pune în vânzare';
  const facts = (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lg wrap-anywhere">{name}</h3>
        <p className="font-display text-xl leading-none font-extrabold whitespace-nowrap">
          {leiLabel(price)}
        </p>
      </div>
      <p className={isActive ? 'text-film-soft' : 'text-ink-soft'}>
        {formatCount(credits, NOUNS.credit)} · {perCreditLabel(price, credits)} pe lot
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className={isActive ? 'text-sm text-film-soft' : 'text-sm text-ink-soft'}>{describeDates(item)}</p>
        <div className="flex flex-wrap gap-2">
          <Button look={isActive ? 'film' : 'quiet'} small aria-label={`Schimbă ${name}`} onClick={onChange}>
            Schimbă
          </Button>
          <Button
            look={isActive ? 'film' : 'quiet'}
            small
            busy={set.isPending}
            aria-label={`${act} ${name}`}
            ref={button}
            onClick={() => {
              pressedAs.current = isActive;
              set.mutate();
            }}
          >
            {act}
          </Button>
        </div>
      </div>
    </>
  );
  return (
    <li>
      {isActive ? (
        <FilmStrip>
          <div className="py-1">{facts}</div>
        </FilmStrip>
      ) : (
        <div className="rounded-2xl border border-dashed border-line-strong p-4">{facts}</div>
      )}
    </li>
  );
}

function describeDates({ createdAt, updatedAt, isActive }: CreditPackage): string {
  const made = `Creat pe ${formatDay(new Date(createdAt))}`;
  if (updatedAt === createdAt) return isActive ? made : `${made}, încă nevândut`;
  return `${made}, ${isActive ? 'repus' : 'scos'} pe ${formatDay(new Date(updatedAt))}`;
}
