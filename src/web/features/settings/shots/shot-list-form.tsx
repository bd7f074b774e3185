import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  LONGEST_SHOT_NAME,
  MOST_SHOTS,
  SHOT_KINDS,
  type Shot,
  type ShotKind,
  type ShotList,
} from '#domain/shots/shots.ts';
import { newKey } from '#web/api/new-key.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface ShotListFormProps {
  /** Null for a new list. */
  readonly known: ShotList | null;
  readonly busy: boolean;
  readonly onSave: (list: ShotList) => void;
  readonly onCancel: () => void;
}

const KIND_WORDS: Readonly<Record<ShotKind, string>> = {
  exterior: 'întreg',
  interior: 'interior',
  detail: 'detaliu',
};

function newShot(): Shot {
  return { key: `own-${newKey().replaceAll('-', '').slice(0, 12)}`, name: '', kind: 'exterior' };
}

/** Name and shots of an own list. Shots without a name are left out. */
export function ShotListForm({ known, busy, onSave, onCancel }: ShotListFormProps) {
  const [name, setName] = useState(known?.name ?? '');
  const [shots, setShots] = useState<readonly Shot[]>(() => known?.shots ?? [newShot(), newShot()]);
  const [isPressed, setPressed] = useState(false);
  const named = shots.filter((shot) => shot.name.trim() !== '');
  const problem =
    name.trim() === '' ? 'Dă-i un nume listei.' : named.length === 0 ? 'Scrie cel puțin o poză.' : null;
  const change = (at: number, part: Partial<Shot>) =>
    setShots(shots.map((shot, i) => (i === at ? { ...shot, ...part } : shot)));
  const move = (at: number, to: number) => {
    const [moved] = shots.slice(at, at + 1);
    if (moved) setShots(shots.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem === null)
      onSave({ name: name.trim(), shots: named.map((shot) => ({ ...shot, name: shot.name.trim() })) });
  };
  return (
    <form className="flex max-w-xl flex-col gap-3 py-2" onSubmit={submit}>
      <TextField label="Numele listei" value={name} maxLength={LONGEST_SHOT_NAME} onValueChange={setName} />
      <ol className="flex flex-col gap-2" aria-label="Pozele listei">
        {shots.map(({ key, name: shotName, kind }, at) => (
          <li key={key} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
            <input
              className="input min-w-0 flex-[1_1_9rem]"
              aria-label={`Poza ${at + 1}`}
              placeholder="de exemplu: Etichetă"
              value={shotName}
              maxLength={LONGEST_SHOT_NAME}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <select
              className="input w-auto"
              aria-label={`Ce arată poza ${at + 1}`}
              value={kind}
              onChange={({ currentTarget }) => change(at, { kind: currentTarget.value as ShotKind })}
            >
              {SHOT_KINDS.map((each) => (
                <option key={each} value={each}>
                  {KIND_WORDS[each]}
                </option>
              ))}
            </select>
            <IconButton label={`Poza ${at + 1} mai sus`} disabled={at === 0} onClick={() => move(at, at - 1)}>
              <ArrowUp aria-hidden size={17} />
            </IconButton>
            <IconButton
              label={`Poza ${at + 1} mai jos`}
              disabled={at === shots.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown aria-hidden size={17} />
            </IconButton>
            <IconButton label={`Scoate poza ${at + 1}`} onClick={() => setShots(shots.toSpliced(at, 1))}>
              <Trash2 aria-hidden size={17} />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-soft">
        Interiorul și detaliile își păstrează fundalul, și într-un lot cu alt fundal.
      </p>
      <div>
        <Button
          small
          look="quiet"
          disabled={shots.length >= MOST_SHOTS}
          onClick={() => setShots([...shots, newShot()])}
        >
          Mai adaugă o poză
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          Păstrează lista
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Renunță
        </Button>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {isPressed ? problem : null}
        </p>
      </div>
    </form>
  );
}
