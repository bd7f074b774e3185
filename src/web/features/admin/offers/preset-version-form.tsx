import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addPresetVersion } from '#contract/recipes/presets.ts';
import type { ReplyOf } from '#contract/route.ts';
import { TAKEN_WORDS } from '#domain/language/output-words.ts';
import { TAKEN_PHOTOS } from '#domain/recipes/outputs.ts';
import { presetFigures } from '#domain/recipes/presets.ts';
import { call } from '#web/api/call.ts';
import {
  buildPresetKey,
  createPresetDraft,
  type FileDraft,
  type ListedPresetVersion,
  MOST_FILES,
  NEW_PRESET,
  newFile,
  RULES,
  type Rule,
  readDraft,
} from '#web/features/admin/offers/preset-draft.ts';
import { PresetFileFields } from '#web/features/admin/offers/preset-file-fields.tsx';
import { inForce } from '#web/features/admin/offers/version-date.tsx';
import { FieldGroup, VersionForm } from '#web/features/admin/offers/version-form.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface PresetVersionFormProps {
  /** Newest first; none: a new preset. */
  readonly versions: readonly ListedPresetVersion[];
  /** Codes of all presets. */
  readonly taken: readonly string[];
  readonly onAdded: (versions: ReplyOf<typeof addPresetVersion>) => void;
}

export function PresetVersionForm({ versions, taken, onAdded }: PresetVersionFormProps) {
  const isNew = versions.length === 0;
  const [draft, setDraft] = useState(() => (isNew ? NEW_PRESET : createPresetDraft(inForce(versions))));
  const { body, problems } = readDraft(draft);
  const presetKey = versions[0]?.key ?? buildPresetKey(draft.label);
  const wrong =
    isNew && taken.includes(presetKey) && !problems.label
      ? { ...problems, label: 'Există deja un șablon cu numele acesta.' }
      : problems;
  const add = useMutation({
    mutationFn: (validFrom: string | null) =>
      call(addPresetVersion, { params: { presetKey }, body: { ...body, validFrom } }),
    meta: { silent: true },
    onSuccess: onAdded,
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const setFile = (n: number, part: Partial<FileDraft>) =>
    change({ files: draft.files.map((file, index) => (index === n ? { ...file, ...part } : file)) });
  const fieldProps = (
    name: Rule | 'label' | 'source' | 'sourceUrl' | 'verified',
    label: string,
    shown: Readonly<Record<string, string>>,
  ) => ({
    name,
    label,
    autoComplete: 'off',
    value: draft[name],
    error: shown[name],
    onValueChange: (text: string) => change({ [name]: text }),
  });
  const flag = (name: 'overlays' | 'whiteBackground' | 'realBackground' | 'withdrawn', label: string) => (
    <Switch label={label} checked={draft[name]} onChange={(checked) => change({ [name]: checked })} />
  );
  return (
    <VersionForm
      versions={versions}
      figuresOf={presetFigures}
      figures={presetFigures(body)}
      problems={wrong}
      act={isNew ? 'Adaugă șablonul' : 'Adaugă versiunea'}
      busy={add.isPending}
      error={add.error}
      onSubmit={(validFrom) => add.mutate(validFrom)}
    >
      {(shown) => (
        <>
          <TextField
            {...fieldProps('label', 'Nume', shown)}
            maxLength={40}
            hint="Așa apare la „Unde publici” și pe dosarul din ZIP."
          />
          {draft.files.map((file, n) => (
            <PresetFileFields
              // biome-ignore lint/suspicious/noArrayIndexKey: files are only added and taken away at the end
              key={n}
              n={n}
              count={draft.files.length}
              file={file}
              problems={shown}
              onChange={(part) => setFile(n, part)}
              {...(n > 0 &&
                n === draft.files.length - 1 && {
                  onRemove: () => change({ files: draft.files.slice(0, n) }),
                })}
            />
          ))}
          {draft.files.length < MOST_FILES && (
            <div>
              <Button
                look="quiet"
                small
                onClick={() => change({ files: [...draft.files, newFile(`_${draft.files.length + 1}`)] })}
              >
                <Plus aria-hidden size={16} />
                Încă un fișier pentru fiecare fotografie
              </Button>
            </div>
          )}
          <FieldGroup
            title="Ce cere platforma"
            help="Se verifică la „Gata de publicat”, unde vânzătorul vede ce trece și ce nu. Ce rămâne gol nu se verifică."
          >
            {(Object.keys(RULES) as Rule[]).map((name) => (
              <TextField key={name} {...fieldProps(name, RULES[name].label, shown)} inputMode="numeric" />
            ))}
            <Select
              label="Ce fotografii primește"
              value={draft.photos}
              choices={TAKEN_PHOTOS.map((value) => ({ value, label: TAKEN_WORDS[value] }))}
              onChange={(photos) => change({ photos })}
            />
            <div className="sm:col-span-2">
              {flag('overlays', 'Texte și logouri permise')}
              {flag('whiteBackground', 'Fundalul trebuie să fie alb')}
              {flag('realBackground', 'Fundalul adevărat trebuie arătat')}
            </div>
          </FieldGroup>
          <FieldGroup
            title="De unde știm"
            help="Se vede lângă fiecare versiune, ca să se poată verifica din nou."
          >
            <TextField
              {...fieldProps('source', 'Sursa', shown)}
              maxLength={200}
              hint="De exemplu: ajutorul pentru vânzători."
            />
            <TextField {...fieldProps('sourceUrl', 'Adresa sursei (opțional)', shown)} type="url" />
            <TextField {...fieldProps('verified', 'Verificat pe (opțional)', shown)} type="date" />
          </FieldGroup>
          {!isNew && (
            <FieldGroup
              title="Retragere"
              help="Din data de mai jos nu se mai oferă; loturile care îl au spun asta."
            >
              <div className="sm:col-span-2">{flag('withdrawn', 'Retras: nu se mai oferă')}</div>
            </FieldGroup>
          )}
        </>
      )}
    </VersionForm>
  );
}
