/** Storage of the hosted product, which has the photos of imported accounts. */
export interface HostedStorage {
  readonly origins: readonly string[];
  /** Writes the file at one of its addresses to `path`. Returns null, or why it can't be had. Throws where another try may succeed. */
  fetchPhoto(url: string, path: string): Promise<string | null>;
}
