/** The one door to sharp: everything here reads files that strangers sent. */
import sharp from 'sharp';

const FORMATS = ['Jpeg', 'Png', 'Webp', 'Heif'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: FORMATS.flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]),
});
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
