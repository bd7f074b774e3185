import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addPresetVersion } from '#contract/presets.ts';
import type { ReplyOf } from '#contract/route.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { PresetVersion } from '#web/features/admin/preset-versions.tsx';
import { instantTyped, VersionDateField } from '#web/features/admin/version-date.tsx';
import { wholeNumber } from '#web/features/admin/whole-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Rendition = PresetVersion['renditions'][number];
/** Figures of one file; an empty one is free where that is allowed. */
const SIZES = [
  { name: 'width', label: 'Lățime, px', least: 16, most: 6000, mayBeFree: false },
  { name: 'height', label: 'Înălțime, px', least: 16, most: 6000, mayBeFree: false },
  { name: 'quality', label: 'Calitate', least: 40, most: 95, mayBeFree: false },
  { name: 'maxKb', label: 'Cel mult, în kB', least: 20, most: 20_000, mayBeFree: true },
  { name: 'fill', label: 'Obiectul umple, %', least: 70, most: 95, mayBeFree: true },
] as const;
const RULES = [
  { name: 'mostPhotos', label: 'Cele mai multe fotografii', least: 1, most: 300 },
  { name: 'leastSide', label: 'Latura lungă, cel puțin px', least: 16, most: 6000 },
  { name: 'leastFill', label: 'Obiectul, cel puțin %', least: 50, most: 95 },
] as const;
const SWITCHES = [
  { name: 'overlays', label: 'Texte și logouri permise' },
  { name: 'whiteBackground', label: 'Fundalul trebuie să fie alb' },
  { name: 'realBackground', label: 'Fundalul adevărat trebuie arătat' },
  { name: 'withdrawn', label: 'Retras: nu se mai oferă' },
] as const;

interface PresetVersionFormProps {
  /** The version in force: the new one begins as its copy. */
  readonly base: PresetVersion;
  readonly onAdded: (versions: ReplyOf<typeof addPresetVersion>) => void;
}

export function PresetVersionForm({ base, onAdded }: PresetVersionFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>(() => textsOf(base));
  const [flags, setFlags] = useState({ overlays: base.overlays, withdrawn: base.withdrawn, ...base.rules });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const add = useMutation({
    mutationFn: (body: Parameters<typeof send>[1]) => send(base.key, body),
    meta: { silent: true },
    onSuccess: onAdded,
  });
  const line = (name: string, label: string, hint?: string) => ({
    name,
    label,
    hint,
    autoComplete: 'off',
    value: typed[name] ?? '',
    error: problems[name],
    onValueChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const found: Record<string, string> = {};
    const figure = (name: string, least: number, most: number, mayBeFree: boolean) => {
      const text = typed[name]?.trim() ?? '';
      if (text === '' && mayBeFree) return null;
      const value = wholeNumber(text, least, most);
      if (value === null) found[name] = `De la ${least} la ${most}${mayBeFree ? ', sau gol' : ''}.`;
      return value;
    };
    const renditions = base.renditions.map((before, n): Rendition => {
      const of = ({ name, least, most, mayBeFree }: (typeof SIZES)[number]) =>
        figure(`${name}-${n}`, least, most, mayBeFree);
      const [width, height, quality, maxKb, fill] = SIZES.map(of);
      const maxBytes = maxKb == null ? null : maxKb * 1000;
      return {
        ...before,
        width: width ?? 0,
        height: height ?? 0,
        quality: quality ?? 0,
        maxBytes,
        fill: fill ?? null,
      };
    });
    const [mostPhotos = null, leastSide = null, leastFill = null] = RULES.map(({ name, least, most }) =>
      figure(name, least, most, true),
    );
    const validFrom = instantTyped(typed.validFrom ?? '', new Date());
    if (validFrom === undefined) found.validFrom = 'Alege o clipă care n-a trecut.';
    for (const name of ['label', 'source']) if (!typed[name]?.trim()) found[name] = 'Scrie ceva aici.';
    const sourceUrl = typed.sourceUrl?.trim() || null;
    if (sourceUrl !== null && !/^https:\/\/\S{1,300}$/.test(sourceUrl))
      found.sourceUrl = 'O adresă care începe cu https://';
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const { overlays, withdrawn, whiteBackground, realBackground } = flags;
    add.mutate({
      label: typed.label?.trim() ?? '',
      overlays,
      renditions,
      source: typed.source?.trim() ?? '',
      sourceUrl,
      verified: typed.verified || null,
      rules: { mostPhotos, leastSide, leastFill, whiteBackground, realBackground },
      withdrawn,
      validFrom: validFrom ?? null,
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-5">
      <TextField {...line('label', 'Nume')} maxLength={40} />
      {base.renditions.map(({ suffix }, n) => (
        <fieldset key={suffix} className="grid gap-4 sm:grid-cols-3">
          <legend className="mb-2 font-semibold">
            {base.renditions.length === 1 ? 'Fișierul' : `Fișierul ${n + 1}`}
          </legend>
          {SIZES.map(({ name, label, mayBeFree }) => (
            <TextField
              key={name}
              {...line(`${name}-${n}`, label, mayBeFree ? 'Gol: oricât.' : undefined)}
              inputMode="numeric"
            />
          ))}
        </fieldset>
      ))}
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-2 font-semibold">Reguli</legend>
        {RULES.map(({ name, label }) => (
          <TextField key={name} {...line(name, label, 'Gol: oricât.')} inputMode="numeric" />
        ))}
      </fieldset>
      <div>
        {SWITCHES.map(({ name, label }) => (
          <Switch
            key={name}
            label={label}
            checked={flags[name]}
            onChange={(checked) => setFlags({ ...flags, [name]: checked })}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...line('source', 'De unde sunt cifrele')} maxLength={200} />
        <TextField {...line('sourceUrl', 'Adresa sursei')} type="url" />
        <TextField {...line('verified', 'Verificat pe')} type="date" />
        <VersionDateField
          value={typed.validFrom ?? ''}
          error={problems.validFrom}
          onChange={(text) => setTyped({ ...typed, validFrom: text })}
        />
      </div>
      <div role="alert" className="empty:hidden">
        {add.error && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {errorMessage(add.error)}
          </p>
        )}
      </div>
      <Button type="submit" wide busy={add.isPending}>
        Adaugă versiunea
      </Button>
    </form>
  );
}

function send(
  presetKey: string,
  body: Omit<PresetVersion, 'key' | 'validFrom'> & { validFrom: string | null },
) {
  return call(addPresetVersion, { params: { presetKey }, body });
}

function textsOf({
  label,
  source,
  sourceUrl,
  verified,
  renditions,
  rules,
}: PresetVersion): Record<string, string> {
  const text = (value: number | null) => (value === null ? '' : String(value));
  const sizes = renditions.flatMap(({ width, height, quality, maxBytes, fill }, n) => [
    [`width-${n}`, String(width)],
    [`height-${n}`, String(height)],
    [`quality-${n}`, String(quality)],
    [`maxKb-${n}`, text(maxBytes && Math.round(maxBytes / 1000))],
    [`fill-${n}`, text(fill)],
  ]);
  return {
    ...Object.fromEntries(sizes),
    label,
    source,
    sourceUrl: sourceUrl ?? '',
    verified: verified ?? '',
    mostPhotos: text(rules.mostPhotos),
    leastSide: text(rules.leastSide),
    leastFill: text(rules.leastFill),
    validFrom: '',
  };
}
