import type { ComponentType } from 'react';
import type { Editing } from '#web/editor/editor-context.tsx';

export interface SectionProps {
  /** True when the page was opened for this section. */
  readonly asked: boolean;
}

/** A part of the panel. Its tool on the stage is a `StageTool` that its panel renders while the tool is in hand. */
export interface Section {
  readonly id: string;
  readonly label: string;
  /** True when it also applies to the shown photo alone. */
  readonly perPhoto: boolean;
  /** The value that a closed row shows. */
  readonly summary: (editing: Editing) => string;
  readonly Panel: ComponentType<SectionProps>;
}
