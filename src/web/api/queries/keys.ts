import type { GalleryKind } from '#domain/photos/gallery.ts';

/** Keys of documents and lists in the query cache. A document's only element is its key on the live stream. */
export const ME = 'users/me';

export const keys = {
  me: [ME],
  security: ['security'],
  deletion: ['deletion'],
  brandKit: ['brand-kit'],
  shotLists: ['shot-lists'],
  export: ['export'],
  batch: (batchId: string) => [batchKey(batchId)],
  phoneLink: (batchId: string) => ['phone-link', batchId],
  resultLink: (batchId: string) => ['result-link', batchId],
  batches: ['batches'],
  photos: ['photos'],
  /** Key of the gallery; without filters it is kept between visits. */
  gallery: (kind: GalleryKind, filters: object) => [kind === 'results' ? 'batches' : 'photos', kind, filters],
  galleryOutputs: ['batches', 'outputs'],
  batchList: (filters: object) => ['batches', 'lots', filters],
  presets: ['presets'],
  recipes: ['recipes'],
  plans: ['plans', 'offers'],
  quote: (plan: string) => ['plans', 'quote', plan],
  packages: ['credit-packages'],
  order: (orderId: string) => [orderKey(orderId)],
  billing: ['billing'],
  purchases: ['credit-purchases'],
  openOrders: ['open-orders'],
  refundQuote: (orderId: string) => ['refund-quote', orderId],
  /** Key with the account's `rev`: ends move with the plan too. */
  creditGrants: (rev: number) => ['credit-grants', rev],
  creditHistory: (balance: number) => ['credit-history', balance],
  /** Key with the running batches: others running means new figures. */
  usage: (running: string) => ['usage', running],
} as const;

export function batchKey(batchId: string): string {
  return `batches/${batchId}`;
}

export function orderKey(orderId: string): string {
  return `orders/${orderId}`;
}
