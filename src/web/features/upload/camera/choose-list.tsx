import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import type { ShotList } from '#domain/shots/shots.ts';
import { shotListsQuery } from '#web/api/queries/shot-lists-query.ts';

/** Asks what is photographed. */
export function ChooseList({ onChoose }: { onChoose: (list: ShotList) => void }) {
  const { data } = useQuery(shotListsQuery);
  return (
    <div className="mx-auto mt-4 flex w-full max-w-xl min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-1">
      <p>Ce fotografiezi? Te ducem din poză în poză.</p>
      <ul aria-label="Liste de poze" className="flex flex-col gap-2">
        {[...SHOT_LISTS, ...(data?.lists ?? [])].map((list, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: own lists may share a name, and none moves while this is open
          <li key={at}>
            <button
              type="button"
              onClick={() => onChoose(bareList(list))}
              className="flex min-h-14 w-full items-center justify-between gap-3 rounded-xl border border-film-line bg-film-raised px-4 py-2 text-left"
            >
              <span className="min-w-0 font-medium">{list.name}</span>
              <span className="shrink-0 text-sm text-film-soft">
                {list.shots.length === 1 ? 'o poză' : `${list.shots.length} poze`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-film-soft">
        Altă ordine sau alte poze?{' '}
        <Link to="/settings#shots" className="underline">
          Fă-ți lista ta
        </Link>
      </p>
    </div>
  );
}

/** Returns what the contract knows of a list: those that the product brings along say more of each shot. */
function bareList({ name, shots }: ShotList): ShotList {
  return { name, shots: shots.map(({ key, name, kind }) => ({ key, name, kind })) };
}
