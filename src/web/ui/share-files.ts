/** Files that the system's share sheet takes at once. */
export const TEN = 10;

export function nextTen(files: readonly string[], saved: number): readonly string[] {
  return files.slice(saved, saved + TEN);
}

/** A file as its address gives it, under the name the server says. */
export async function fileOf(url: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blob = await answer.blob();
  return new File([blob], nameIn(answer.headers.get('content-disposition')), { type: blob.type });
}

/** „attachment; filename*=UTF-8''%C8%9Aeav%C4%83.jpg” → „Țeavă.jpg” */
export function nameIn(disposition: string | null): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  try {
    return decodeURIComponent(encoded) || 'fotografie.jpg';
  } catch {
    return 'fotografie.jpg';
  }
}
