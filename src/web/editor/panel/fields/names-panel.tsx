import { useEditing } from '#web/editor/editor-context.tsx';
import { FileNames } from '#web/shared/batches/file-names.tsx';
import { KeepNamesSwitch } from '#web/shared/batches/keep-names-switch.tsx';
import { plannedNames } from '#web/shared/batches/name-pattern.ts';

/** Chooses the names of the next run's files; delivered ones take them too, from then on. */
export function NamesPanel() {
  const { naming, photos, outputs, presets, history } = useEditing();
  if (naming === null) return null;
  const setPattern = (filePattern: string) => history.edit({ filePattern });
  return (
    <div className="flex flex-col gap-2">
      <KeepNamesSwitch pattern={naming.pattern} onPattern={setPattern} />
      <FileNames
        batch={plannedNames({ ...naming, photos }, outputs, presets)}
        now={new Date()}
        onPattern={setPattern}
      />
    </div>
  );
}
