/** The colour description of a `colr` box of type nclx, or of the pixels' own stream, by code points of ITU-T H.273. */
export interface Nclx {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
}
