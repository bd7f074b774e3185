import { deletePresetVersion, listPresetVersions } from '#contract/recipes/presets.ts';
import { TAKEN_WORDS } from '#domain/language/output-words.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { framesAsBefore, type ListedPresetVersion } from '#web/features/admin/offers/preset-draft.ts';
import { PresetVersionForm } from '#web/features/admin/offers/preset-version-form.tsx';
import { NEW, useVersions } from '#web/features/admin/offers/use-versions.ts';
import { VersionList } from '#web/features/admin/offers/version-list.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';

export function PresetVersions() {
  const { editing, setEditing, onAdded, ...versions } = useVersions(
    'admin-presets',
    (signal) => call(listPresetVersions, {}, { signal }),
    (presetKey, validFrom) => call(deletePresetVersion, { params: { presetKey }, body: { validFrom } }),
  );
  const { data } = versions.query;
  const keys = [...new Set(data?.versions.map(({ key }) => key))];
  const items =
    data &&
    keys.map((key) => {
      const versions = data.versions.filter((version) => version.key === key);
      return { key, label: versions[0]?.label ?? key, versions };
    });
  const isNewest = (version: ListedPresetVersion) =>
    items?.some(({ versions: [newest] }) => newest === version) ?? false;
  const edited = items?.find(({ key }) => key === editing);
  return (
    <>
      {data?.newer.map(({ key, rules: { photos = 'all' } }) => (
        <p key={key} role="status" className="mt-6 rounded-xl bg-signal-wash px-4 py-3">
          Șablonul „{items?.find((item) => item.key === key)?.label ?? key}” are o versiune mai nouă, venită
          cu Fotolot: primește {TAKEN_WORDS[photos].toLowerCase()}. A rămas a ta, fiindcă ai schimbat-o; o
          versiune nouă pe care o adaugi ia ce vrei din ea.
        </p>
      ))}
      <VersionList
        title="Șabloane"
        help="Ce cere fiecare loc de vânzare. Loturile iau versiunea nouă la următoarea pornire; procesările începute o păstrează pe a lor. Versiunile tale nu le schimbă o versiune nouă Fotolot: unde scrie „încadrează ca înainte”, alege la „Forme primite” ce primește locul."
        items={items}
        {...versions}
        headOf={(version) => renderPresetHead(version, isNewest(version))}
        factsOf={({ source, verified }) =>
          verified ? `${source}, verificat ${formatDay(new Date(`${verified}T12:00:00Z`))}` : source
        }
        onEdit={setEditing}
        add={{ label: 'Șablon nou', onAdd: () => setEditing(NEW) }}
      />
      <Dialog
        sheet
        open={edited !== undefined || editing === NEW}
        onOpenChange={() => setEditing(null)}
        title={edited ? `Versiune nouă: ${edited.label}` : 'Șablon nou'}
      >
        {(edited || editing === NEW) && (
          <PresetVersionForm versions={edited?.versions ?? []} taken={keys} onAdded={onAdded} />
        )}
      </Dialog>
    </>
  );
}

/** `isNewest`: of its preset. */
function renderPresetHead(version: ListedPresetVersion, isNewest: boolean) {
  const { renditions, withdrawn } = version;
  const sizes = renditions.map(
    ({ width, height, format, maxBytes }) =>
      `${width} × ${height} ${format.toUpperCase()}${maxBytes === null ? '' : `, ≤ ${formatBytes(maxBytes)}`}`,
  );
  return (
    <>
      <span className="font-semibold">{sizes.join(' și ')}</span>
      {withdrawn && <Pill tone="danger">retras</Pill>}
      {isNewest && framesAsBefore(version) && <Pill tone="signal">încadrează ca înainte, cu margini</Pill>}
    </>
  );
}
