/** Files that the system's share sheet takes at once. */
const TEN = 10;

/** True on phones, which share files into their own gallery; elsewhere a ZIP is better. */
export function canShareFiles(): boolean {
  if (!window.matchMedia('(pointer: coarse)').matches) return false;
  return navigator.canShare?.({ files: [new File([], 'foto.jpg', { type: 'image/jpeg' })] }) === true;
}

export function nextTen(files: readonly string[], saved: number): readonly string[] {
  return files.slice(saved, saved + TEN);
}

/** Returns the words on the button that saves the next files. */
export function getSaveLabel(
  busy: boolean,
  saved: number,
  { ten, all }: { ten: number; all: number },
): string {
  if (busy) return 'Se pregătesc…';
  if (all <= TEN) return 'Salvează în telefon';
  return saved === 0
    ? `Salvează primele ${TEN} în telefon`
    : `Salvează ${saved + 1}–${saved + ten} din ${all}`;
}

/** Returns what to say of a failed save; null: the person closed the sheet. A press that grew old while the files came is no failure. */
export function explainSaveError(error: unknown): { text: string; negative: boolean } | null {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'AbortError') return null;
  const isOld = name === 'NotAllowedError';
  const text = isOld
    ? 'Fișierele sunt gata: mai apasă o dată ca să le salvezi.'
    : 'Nu am putut lua fișierele. Încearcă din nou.';
  return { text, negative: !isOld };
}

/** Files fetched at once: fewer than a server gives one person at a time. */
const AT_ONCE = 3;
const LONGEST_WAIT_SECONDS = 60;

/** Returns the files of the addresses, in this order, under the names the server says. Throws when one is refused. */
export async function fetchFiles(urls: readonly string[]): Promise<File[]> {
  const files = new Map<string, File>();
  const left = urls.values();
  const fetchLeft = async () => {
    for (const url of left) files.set(url, await fetchFile(url));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchLeft));
  return urls.flatMap((url) => files.get(url) ?? []);
}

async function fetchFile(url: string): Promise<File> {
  const answer = await fetchAgain(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blob = await answer.blob();
  return new File([blob], nameIn(answer.headers.get('content-disposition')), { type: blob.type });
}

/** Fetches once more where the server has no place for it now and says when. */
async function fetchAgain(url: string): Promise<Response> {
  const answer = await fetch(url);
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  if (answer.ok || !(seconds <= LONGEST_WAIT_SECONDS)) return answer;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return fetch(url);
}

/** Returns „Țeavă.jpg” for „attachment; filename*=UTF-8''%C8%9Aeav%C4%83.jpg”. */
export function nameIn(disposition: string | null): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  try {
    return decodeURIComponent(encoded) || 'fotografie.jpg';
  } catch {
    return 'fotografie.jpg';
  }
}
