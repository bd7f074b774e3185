/** Returns the path of the prices with the checkout of one item open: after sign-in, or again after a declined card. */
export function choicePath(item: string, from: string | null): string {
  const search = new URLSearchParams({ buy: item, ...(from === null ? {} : { from }) });
  return `/pricing?${search}#${item.startsWith('pkg_') ? 'packages' : 'plans'}`;
}

/** Returns the item of such a path; null for any other path. */
export function chosenItem(path: string | null): string | null {
  const [, search] = /^\/pricing\?([^#]*)/.exec(path ?? '') ?? [];
  return new URLSearchParams(search).get('buy');
}

/** Returns the path of the prices for a visit from the page `path`: a purchase returns to its batch. */
export function pricesPath(path: string, section: 'plans' | 'packages'): string {
  const from = /^\/process\/lot_/.test(path) ? `?${new URLSearchParams({ from: path })}` : '';
  return `/pricing${from}#${section}`;
}

/** Path of the view that shows a batch's photos as lots. */
export function pilePath(batchId: string): string {
  return `/upload?lot=${batchId}&loturi=1`;
}

/** Path of the view that divides a batch, though others were made out of it before. */
export function dividePath(batchId: string): string {
  return `/upload?lot=${batchId}&loturi=imparte`;
}

/** Path of the page on which a batch's guided shots are taken. */
export function guidedPath(batchId: string): string {
  return `/upload?lot=${batchId}&ghidat=1`;
}
