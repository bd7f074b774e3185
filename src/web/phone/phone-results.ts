import './phone-results.css';
import {
  openResultLink,
  phoneResultFile,
  phoneResultThumbnail,
  readPhoneResults,
} from '#contract/phones/result-links.ts';
import {
  followKeys,
  formatUntil,
  GONE,
  readSentence,
  requestByKey,
  UNKNOWN,
  UNREACHABLE,
} from '#web/phone/link-key.ts';
import { createVariant, type ShownFile, type Variant } from '#web/phone/result-variant.ts';

/**
 * The script of the page on which a phone takes a lot's results by a link: it exchanges the address's key for a cookie, which no script
 * sees, and shows what is finished. It knows nothing of an account.
 */
const AGAIN_MS = 5000;
/** While nothing is on its way: the link may end, and the lot may run once more. */
const REST_MS = 60_000;

interface Answer {
  readonly endsAt: string;
  readonly waiting: number;
  readonly variants: readonly {
    readonly label: string;
    readonly files: readonly { readonly id: string; readonly fileName: string }[];
  }[];
}

type Part = 'state' | 'coming' | 'variants';
const parts = Object.fromEntries(
  ['state', 'coming', 'variants'].map((id) => [id, document.getElementById(id)]),
) as Record<Part, HTMLElement>;

const shown = new Map<string, Variant>();
let next: ReturnType<typeof setTimeout> | undefined;
/** Counts what was asked: an answer to an earlier question is late. */
let asked = 0;

async function look(key: string): Promise<void> {
  clearTimeout(next);
  asked += 1;
  const mine = asked;
  try {
    const response = await requestByKey({ open: openResultLink, read: readPhoneResults }, key);
    const body = await response.text();
    if (mine !== asked) return;
    if (response.ok) show(JSON.parse(body));
    else if (response.status === GONE || key !== '') end(readSentence(body) || UNKNOWN);
    else lookLater('', AGAIN_MS);
  } catch {
    if (mine !== asked) return;
    parts.state.textContent = UNREACHABLE;
    lookLater(key, AGAIN_MS);
  }
}

/** A page that is not looked at asks nothing; it does when it is looked at again. */
function lookLater(key: string, ms: number): void {
  next = setTimeout(() => {
    if (document.visibilityState === 'visible') void look(key);
    else document.addEventListener('visibilitychange', () => void look(key), { once: true });
  }, ms);
}

function show({ endsAt, waiting, variants }: Answer): void {
  parts.state.textContent = `Le poți lua până la ${formatUntil(endsAt)}.`;
  const isNone = variants.length === 0 && waiting === 0;
  parts.coming.textContent = isNone ? 'Nu e niciuna gata încă.' : describeWaiting(waiting);
  for (const [label, variant] of shown)
    if (!variants.some((each) => each.label === label)) {
      variant.element.remove();
      shown.delete(label);
    }
  for (const { label, files } of variants) {
    const variant = shown.get(label) ?? createVariant(label);
    shown.set(label, variant);
    variant.show(files.map(toShownFile), variants.length > 1);
    parts.variants.append(variant.element);
  }
  lookLater('', waiting > 0 ? AGAIN_MS : REST_MS);
}

function describeWaiting(waiting: number): string {
  return waiting === 0 ? '' : `Încă se lucrează: ${waiting}. Apar aici singure.`;
}

function toShownFile({ id, fileName }: { id: string; fileName: string }): ShownFile {
  const fill = ({ path }: { path: string }) => path.replace('{resultId}', id);
  return { name: fileName, address: fill(phoneResultFile), thumbnail: fill(phoneResultThumbnail) };
}

function end(sentence: string): void {
  parts.state.textContent = sentence;
  parts.coming.textContent = '';
  parts.variants.replaceChildren();
  shown.clear();
}

followKeys((key) => void look(key));
