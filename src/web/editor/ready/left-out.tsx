import type { Photo } from '#contract/photos.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';

/** Files that did not make it into the batch, each with its reason. */
export function LeftOut({ photos }: { readonly photos: readonly Photo[] }) {
  const refused = photos.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return null;
  return (
    <details className="mt-4 rounded-xl bg-signal-wash px-3 py-2 text-sm">
      <summary className="min-h-6">
        {formatCount(refused.length, NOUNS.file)} {refused.length === 1 ? 'n-a' : 'n-au'} intrat în lot.{' '}
        <span className="link">Vezi de ce</span>
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {refused.map(({ id, name, refusal }) => (
          <li key={id}>
            <span className="block font-semibold break-all">{name}</span>
            {refusal?.message ?? 'Fișierul nu s-a putut citi.'}
          </li>
        ))}
      </ul>
    </details>
  );
}
