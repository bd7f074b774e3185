/** The storage of the hosted product, from which the photos of imported accounts come. */
export interface HostedStorage {
  readonly origins: readonly string[];
  /** Writes the file at one of its addresses to `path`. Returns null, or why it cannot be had; throws where another try may bring it. */
  fetchPhoto(url: string, path: string): Promise<string | null>;
}
