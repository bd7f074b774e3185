import type { Uploads } from '#server/adapters/files/port.ts';

/** No upload is under way, and none can be begun. */
export const NO_UPLOADS: Uploads = {
  store: () => {
    throw new Error('uploads are not part of this test');
  },
  sizeOf: async () => null,
  adopt: () => Promise.reject(new Error('uploads are not part of this test')),
  remove: async () => {},
  list: async function* () {},
  close: () => {},
};
