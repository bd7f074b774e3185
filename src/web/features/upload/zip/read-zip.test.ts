import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MadeEntry, makeZip } from '#testing/files/make-zip.ts';
import { listZip, openZip, unpackPhoto } from '#web/features/upload/zip/read-zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text.repeat(40));
const photo = (name: MadeEntry['name'], more: Partial<MadeEntry> = {}): MadeEntry => ({
  name,
  bytes: bytes(`bytes of ${name}`),
  ...more,
});

/** Opens a ZIP called „poze.zip” and takes all that it gives, as the page does. */
async function take(zip: Buffer<ArrayBuffer>) {
  const opened = await openZip(new Blob([zip]));
  const { photos, note } = listZip(opened, 'poze.zip');
  const unpacked = [];
  for (const { at, name, folder } of photos) {
    const blob = await unpackPhoto(opened, at);
    unpacked.push([`${folder}/${name}`, blob === null ? null : await blob.text()]);
  }
  return { photos, note, unpacked };
}
const whole = (path: string, name = path) => [`poze/${path}`, `bytes of ${name}`.repeat(40)];

describe('a ZIP of photos', () => {
  it('gives its photos with their folders, stored, compressed, and with sizes behind the data', async () => {
    const { unpacked, note, photos } = await take(
      makeZip([
        { name: 'SKU-1/' },
        photo('SKU-1/1.jpg'),
        photo('SKU-1/detalii/2.HEIC', { deflated: true }),
        photo('poze/SKU-2/3.png', { deflated: true, flags: 8 }),
        photo('4.webp'),
      ]),
    );
    assert.deepEqual(unpacked, [
      whole('SKU-1/1.jpg'),
      whole('SKU-1/detalii/2.HEIC'),
      whole('SKU-2/3.png', 'poze/SKU-2/3.png'),
      whole('4.webp'),
    ]);
    assert.equal(note, null);
    assert.equal(photos[0]?.bytes, 'bytes of SKU-1/1.jpg'.length * 40);
  });

  it('says once what is not a photo, and nothing of what systems put beside photos', async () => {
    const { photos, note } = await take(
      makeZip(
        ['a.jpg', '__MACOSX/._a.jpg', '.DS_Store', 'Thumbs.db', '.ascuns/b.jpg', 'acte.pdf', 'film.mp4'].map(
          (name) => photo(name),
        ),
      ),
    );
    assert.deepEqual(
      [photos.map(({ name }) => name), note],
      [['a.jpg'], '2 fișiere din arhivă nu sunt fotografii.'],
    );
  });

  it('says of photos that are packed in a way no browser unpacks that it is the packing; they are not broken', async () => {
    const packed = (toldMethod: number) => photo(`${toldMethod}.jpg`, { toldMethod });
    const { unpacked, note } = await take(makeZip([photo('a.jpg'), packed(12), packed(14)]));
    assert.deepEqual(unpacked, [whole('a.jpg')]);
    assert.equal(
      note,
      '2 fișiere din arhivă sunt împachetate într-un fel pe care nu îl putem citi: adaugă-le separat.',
    );
    const none = await take(makeZip([packed(9)]));
    assert.deepEqual(none.photos, []);
    assert.equal(
      none.note,
      'Arhiva e împachetată într-un fel pe care nu îl putem citi. Fă-o din nou ca ZIP obișnuit sau adaugă dosarul.',
    );
  });

  it('reads names that Windows and Macs wrote in their own ways', async () => {
    const { photos } = await take(
      makeZip([
        photo(Buffer.from('Ma\xadin\xc7 ro\xadie/fa\xee\xc7.jpg', 'latin1')),
        photo(Buffer.from('Kr\x84he/gr\x81n.jpg', 'latin1')),
        photo('Mașină roșie\\spate.jpg'),
        photo('Mas\u0326ina\u0306/spate.jpg'),
      ]),
    );
    assert.deepEqual(
      photos.map(({ folder, name }) => `${folder}/${name}`),
      [
        'poze/Mașină roșie/față.jpg',
        'poze/Krähe/grün.jpg',
        'poze/Mașină roșie/spate.jpg',
        'poze/Mașină/spate.jpg',
      ],
    );
  });

  it('gives two photos of one path, size and time under names of their own, and one that lies there twice once', async () => {
    const twin = (letter: string) => ({ name: 'a/1.jpg', bytes: bytes(letter) });
    const { photos } = await take(makeZip([twin('x'), twin('y'), twin('x'), photo('a/2.jpg')]));
    assert.deepEqual(
      photos.map(({ name, folder }) => `${folder}/${name}`),
      ['poze/a/1.jpg', 'poze/a/1 (2).jpg', 'poze/a/1.jpg', 'poze/a/2.jpg'],
    );
  });

  it('has names that lead nowhere', async () => {
    const { photos } = await take(
      makeZip(
        ['../../etc/a.jpg', '/abs/b.jpg', 'C:\\Windows\\c.jpg', 'nul\0\u202e/d\n.jpg', '..\\e.jpg'].map(
          (name) => photo(name, { flags: 0x800 }),
        ),
      ),
    );
    assert.deepEqual(
      photos.map(({ folder, name }) => `${folder}/${name}`),
      ['poze/etc/a.jpg', 'poze/abs/b.jpg', 'poze/Windows/c.jpg', 'poze/nul/d.jpg', 'poze/e.jpg'],
    );
  });
});

describe('a hostile ZIP', () => {
  it('gives no link, no archive, nothing with a password, and says so; the photos beside them are taken', async () => {
    const { photos, note } = await take(
      makeZip([
        photo('a.jpg'),
        photo('legat.jpg', { mode: 0o120777 }),
        photo('alta.zip'),
        photo('secret.jpg', { flags: 1 }),
      ]),
    );
    assert.deepEqual(
      photos.map(({ name }) => name),
      ['a.jpg'],
    );
    assert.equal(
      note,
      'Un fișier din arhivă are parolă. O arhivă din arhivă nu se deschide: adaug-o separat. Un fișier din arhivă este doar o legătură spre altul.',
    );
  });

  it('gives nothing where all of it has a password', async () => {
    const { photos, note } = await take(makeZip([photo('a.jpg', { flags: 1 })]));
    assert.deepEqual([photos, note], [[], 'Arhiva are parolă. Dezarhiveaz-o și adaugă dosarul.']);
  });

  it('fills no memory: by what it says, and by what really comes out', async () => {
    const zeros = new Uint8Array(3_000_000);
    const { photos, unpacked, note } = await take(
      makeZip([
        { name: 'bomba.png', bytes: zeros, deflated: true },
        { name: 'minte.png', bytes: zeros, deflated: true, toldBytes: 500_000 },
        { name: 'mai-putin.png', bytes: bytes('x'), toldBytes: 41 },
      ]),
    );
    assert.deepEqual(unpacked, [
      ['poze/minte.png', null],
      ['poze/mai-putin.png', null],
    ]);
    assert.equal(photos.length, 2);
    assert.equal(note, 'Un fișier din arhivă se umflă neobișnuit de mult: nu l-am deschis.');
  });

  it('does not give the same bytes under a thousand names', async () => {
    const zip = makeZip([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
    const directory = zip.lastIndexOf('PK\x01\x02', zip.indexOf('PK\x01\x02') + 1);
    const many = Buffer.concat([makeZip([photo('a.jpg')], { hasDirectory: false }), zip.subarray(directory)]);
    for (let at = many.indexOf('PK\x01\x02'); at >= 0; at = many.indexOf('PK\x01\x02', at + 1))
      many.writeUInt32LE(0, at + 42);
    many.writeUInt32LE(many.indexOf('PK\x01\x02'), many.indexOf('PK\x05\x06') + 16);
    const { photos, note } = await take(many);
    assert.deepEqual(
      [photos, note],
      [[], 'Arhiva nu este una obișnuită: aceleași date apar în ea de mai multe ori.'],
    );
  });

  it('is refused whole where it has more photos than are taken at once', async () => {
    const { photos, note } = await take(
      makeZip(Array.from({ length: 1001 }, (_, n) => ({ name: `${n}.jpg` }))),
    );
    assert.deepEqual(
      [photos, note],
      [[], 'Arhiva are 1.001 fotografii, iar deodată încap 1.000. Împarte-o în mai multe arhive.'],
    );
  });
});

describe('a broken ZIP', () => {
  const entries = [
    photo('A/1.jpg', { deflated: true, flags: 8 }),
    photo('A/2.jpg'),
    photo('B/3.jpg', { deflated: true }),
  ];

  it('gives what came whole of a download that broke off, and says that the rest is missing', async () => {
    const zip = makeZip(entries, { hasDirectory: false });
    const { unpacked, note } = await take(zip.subarray(0, zip.length - 4));
    assert.deepEqual(unpacked, [whole('A/1.jpg'), whole('A/2.jpg')]);
    assert.equal(
      note,
      'Arhiva este întreruptă sau stricată: din ea am luat 2 fotografii, celelalte lipsesc.',
    );
  });

  it('gives the others where one photo is broken', async () => {
    const zip = makeZip(entries);
    const broken = zip.indexOf('bytes of A/2.jpg');
    zip.fill(0, broken, broken + 100);
    const { unpacked } = await take(zip);
    assert.deepEqual(unpacked, [whole('A/1.jpg'), ['poze/A/2.jpg', null], whole('B/3.jpg')]);
  });

  it('is told from an empty one and from what is no ZIP', async () => {
    const unreadable = 'Arhiva nu poate fi citită: este stricată sau nu este un ZIP.';
    assert.equal((await take(makeZip([]))).note, 'Arhiva este goală.');
    assert.equal((await take(Buffer.from('no archive at all, whatever its name says'))).note, unreadable);
    assert.equal((await take(Buffer.alloc(0))).note, unreadable);
  });
});
