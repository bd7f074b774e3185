/** A HEIC of two equal tiles side by side, as phones write them, out of a HEIC of one picture; and where the second tile lies in it. */
import { box, latin1, u16, u32 } from '#imaging/fixtures/heif-file.ts';
import { boxesIn } from '#imaging/heif/boxes.ts';
import { itemLocations } from '#imaging/heif/heif-items.ts';

/** `type`: of the tiles, as if they were by another codec than HEVC. */
export function tiledHeic(
  one: Buffer,
  { brand = 'heic', type = 'hvc1' } = {},
): { bytes: Buffer; secondTile: { at: number; length: number } } {
  const within = (from: number, to: number, wanted: string) => {
    const found = [...boxesIn(one, from, to)].find(({ type }) => type === wanted);
    if (found === undefined) throw new Error(`no ${wanted}`);
    return found;
  };
  const meta = within(0, one.length, 'meta');
  const iprp = within(meta.from + 4, meta.to, 'iprp');
  const ipco = within(iprp.from, iprp.to, 'ipco');
  const contentOf = (type: string) => {
    const { from, to } = within(ipco.from, ipco.to, type);
    return one.subarray(from, to);
  };
  const [location] = itemLocations(one, within(meta.from + 4, meta.to, 'iloc'));
  if (location === undefined) throw new Error('no picture');
  const tile = one.subarray(location.at, location.at + location.length);
  const ispe = contentOf('ispe');
  const [width, height] = [ispe.readUInt32BE(4), ispe.readUInt32BE(8)];
  const grid = Buffer.concat([Buffer.from([0, 0, 0, 1]), u16(2 * width, height)]);
  const infe = (id: number, type: string) => box('infe', u32(0x02000000), u16(id, 0), latin1(`${type}\0`));
  const metaWith = (start: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0, 0), latin1('pict'), u32(0, 0, 0), latin1('\0')),
      box('pitm', u32(0), u16(3)),
      box(
        'iloc',
        u32(0),
        u16(0x4400, 3),
        ...[tile, tile, grid].map((content, i) =>
          Buffer.concat([u16(i + 1, 0, 1), u32(start + i * tile.length, content.length)]),
        ),
      ),
      box('iinf', u32(0), u16(3), infe(1, type), infe(2, type), infe(3, 'grid')),
      box('iref', u32(0), box('dimg', u16(3, 2, 1, 2))),
      box(
        'iprp',
        box(
          'ipco',
          box('hvcC', contentOf('hvcC')),
          box('ispe', ispe),
          box('ispe', u32(0, 2 * width, height)),
        ),
        box(
          'ipma',
          u32(0, 3),
          ...[[0x81, 2], [0x81, 2], [3]].map((properties, i) =>
            Buffer.concat([u16(i + 1), Buffer.from([properties.length, ...properties])]),
          ),
        ),
      ),
    );
  const ftyp = box('ftyp', latin1(`${brand}\0\0\0\0mif1${brand}`));
  const start = ftyp.length + metaWith(0).length + 8;
  const bytes = Buffer.concat([ftyp, metaWith(start), box('mdat', tile, tile, grid)]);
  return { bytes, secondTile: { at: start + tile.length, length: tile.length } };
}
