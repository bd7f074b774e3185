/** Returns a path with a query; an empty one leaves the path as it is. Safari knows the size of a query since 17 alone. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
