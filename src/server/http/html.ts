/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

type Value = string | number | Html | null | undefined | false;

/** Builds HTML; values are escaped unless they are Html. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const put = (value: Value) =>
    value instanceof Html ? value.text : escapeHtml(value === false ? '' : String(value ?? ''));
  return new Html(parts.reduce((text, part, i) => text + put(values[i - 1]) + part));
}

export function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join('\n'));
}

/** The product's mark. */
export const MARK = new Html(
  '<svg aria-hidden="true" viewBox="0 0 26 22" fill="none"><rect x="1.25" y="1.25" width="15" height="13" rx="3.5" stroke="currentColor" stroke-width="2.5"/><rect class="lit" x="8" y="6.5" width="17" height="14.5" rx="4"/></svg>',
);
