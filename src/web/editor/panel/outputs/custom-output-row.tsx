import { ChevronDown, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { FORMAT_WORDS } from '#domain/language/output-words.ts';
import type { CustomOutput } from '#domain/recipes/outputs.ts';
import { Shape } from '#web/editor/panel/outputs/shape.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const CustomOutputFields = createLazyPart(
  async () => (await import('#web/editor/panel/outputs/custom-output-fields.tsx')).CustomOutputFields,
);

interface CustomOutputRowProps {
  readonly custom: CustomOutput;
  /** „cel mult ” or nothing, before its size. */
  readonly most: string;
  readonly open: boolean;
  readonly repeated: boolean;
  readonly onToggle: () => void;
  readonly onChange: (change: Partial<CustomOutput>) => void;
  readonly onRemove: () => void;
}

/** A format of one's own: says its size and opens in place, at once when it was just added. */
export function CustomOutputRow({
  custom,
  most,
  open,
  repeated,
  onToggle,
  onChange,
  onRemove,
}: CustomOutputRowProps) {
  const { width, height, format, maxBytes } = custom;
  const weight = maxBytes === null ? '' : ` · ${Math.round(maxBytes / 1000)} kB`;
  return (
    <section
      aria-label={`Alt format ${width}×${height}`}
      className="flex flex-col gap-3.5 rounded-xl border border-signal bg-card p-3"
    >
      <div className="flex items-center gap-2.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-11 flex-1 items-center gap-2.5 text-left"
        >
          <Shape width={width} height={height} lit />
          <span className="flex-1 font-semibold">
            Alt format
            <span className="block font-mono text-xs font-normal text-ink-soft">
              {most}
              {width}×{height} {FORMAT_WORDS[format]}
              {weight}
            </span>
          </span>
          <ChevronDown aria-hidden size={18} className={open ? 'rotate-180' : ''} />
        </button>
        <IconButton label="Renunță la acest format" onClick={onRemove}>
          <Trash2 aria-hidden size={18} />
        </IconButton>
      </div>
      {repeated && (
        <p className="text-sm text-danger">Formatul acesta este deja ales. Schimbă-i o valoare.</p>
      )}
      {open && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <CustomOutputFields custom={custom} onChange={onChange} />
        </Suspense>
      )}
    </section>
  );
}
