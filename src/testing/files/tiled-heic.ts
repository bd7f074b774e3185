/** A HEIC of two equal tiles side by side, as phones write them, out of a HEIC of one picture; and where the second tile lies in it. */
import { buildHeifBox, encodeU16, encodeU32, toLatin1 } from '#imaging/fixtures/heif-file.ts';
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
  const grid = Buffer.concat([Buffer.from([0, 0, 0, 1]), encodeU16(2 * width, height)]);
  const infe = (id: number, type: string) =>
    buildHeifBox('infe', encodeU32(0x02000000), encodeU16(id, 0), toLatin1(`${type}\0`));
  const metaWith = (start: number) =>
    buildHeifBox(
      'meta',
      encodeU32(0),
      buildHeifBox('hdlr', encodeU32(0, 0), toLatin1('pict'), encodeU32(0, 0, 0), toLatin1('\0')),
      buildHeifBox('pitm', encodeU32(0), encodeU16(3)),
      buildHeifBox(
        'iloc',
        encodeU32(0),
        encodeU16(0x4400, 3),
        ...[tile, tile, grid].map((content, i) =>
          Buffer.concat([encodeU16(i + 1, 0, 1), encodeU32(start + i * tile.length, content.length)]),
        ),
      ),
      buildHeifBox('iinf', encodeU32(0), encodeU16(3), infe(1, type), infe(2, type), infe(3, 'grid')),
      buildHeifBox('iref', encodeU32(0), buildHeifBox('dimg', encodeU16(3, 2, 1, 2))),
      buildHeifBox(
        'iprp',
        buildHeifBox(
          'ipco',
          buildHeifBox('hvcC', contentOf('hvcC')),
          buildHeifBox('ispe', ispe),
          buildHeifBox('ispe', encodeU32(0, 2 * width, height)),
        ),
        buildHeifBox(
          'ipma',
          encodeU32(0, 3),
          ...[[0x81, 2], [0x81, 2], [3]].map((properties, i) =>
            Buffer.concat([encodeU16(i + 1), Buffer.from([properties.length, ...properties])]),
          ),
        ),
      ),
    );
  const ftyp = buildHeifBox('ftyp', toLatin1(`${brand}\0\0\0\0mif1${brand}`));
  const start = ftyp.length + metaWith(0).length + 8;
  const bytes = Buffer.concat([ftyp, metaWith(start), buildHeifBox('mdat', tile, tile, grid)]);
  return { bytes, secondTile: { at: start + tile.length, length: tile.length } };
}
