/** The prices with the sheet of one choice open, on the way to buying it: after sign-in, or once more after a declined card. */
export function choicePath(item: string, from: string | null): string {
  const search = new URLSearchParams({ buy: item, ...(from === null ? {} : { from }) });
  return `/pricing?${search}#${item.startsWith('pkg_') ? 'packages' : 'plans'}`;
}

/** What such a path chose; null for every other path, whoever wrote it. */
export function chosenItem(path: string | null): string | null {
  const [, search] = /^\/pricing\?([^#]*)/.exec(path ?? '') ?? [];
  return new URLSearchParams(search).get('buy');
}

/** The prices for somebody who comes from the page `path`: a purchase returns to its lot. */
export function pricesPath(path: string, section: 'plans' | 'packages'): string {
  const from = /^\/process\/lot_/.test(path) ? `?${new URLSearchParams({ from: path })}` : '';
  return `/pricing${from}#${section}`;
}
