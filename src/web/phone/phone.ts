import './phone.css';
import { openPhoneLink, PHONE_UPLOADS_PATH, readPhoneLot } from '#contract/phones/phone-links.ts';
import {
  followKeys,
  formatUntil,
  GONE,
  readSentence,
  requestByKey,
  UNKNOWN,
  UNREACHABLE,
} from '#web/phone/link-key.ts';
import { sendPhoto } from '#web/phone/send-photo.ts';

/**
 * The script of the page on which a phone adds photos by a link: it exchanges the address's key for a cookie, which no script sees, and
 * sends what is picked. It knows nothing of an account.
 */
const AT_ONCE = 2;
const AGAIN_MS = 5000;
const NO_TIME = 'Timpul linkului a trecut. Ce ai început se trimite până la capăt.';

/** Kinds that the server would refuse once they had come; a file without a kind may be a photo. */
const OTHER_KINDS = /^(?!image\/|application\/octet-stream).|^image\/(svg|gif|tiff)/;

type Part = 'lead' | 'state' | 'pickers' | 'sum' | 'again' | 'photos';
const parts = Object.fromEntries(
  ['lead', 'state', 'pickers', 'sum', 'again', 'photos'].map((id) => [id, document.getElementById(id)]),
) as Record<Part, HTMLElement>;

interface Photo {
  readonly file: File;
  readonly row: HTMLElement;
  readonly note: HTMLElement;
  readonly bar: HTMLProgressElement;
  state: 'waiting' | 'sending' | 'sent' | 'refused' | 'broken';
}
const photos: Photo[] = [];
let isOver = false;
let ending: ReturnType<typeof setTimeout> | undefined;

async function openLink(key: string): Promise<void> {
  try {
    const response = await requestByKey({ open: openPhoneLink, read: readPhoneLot }, key);
    const body = await response.text();
    if (response.ok) begin(JSON.parse(body));
    else end(readSentence(body) || UNKNOWN);
  } catch {
    parts.state.textContent = UNREACHABLE;
    setTimeout(() => void openLink(key), AGAIN_MS);
  }
}

function begin({ endsAt, places }: { endsAt: string; places: number }): void {
  isOver = false;
  clearTimeout(ending);
  ending = setTimeout(() => end(NO_TIME), Date.parse(endsAt) - Date.now());
  parts.state.textContent = `Poți adăuga până la ${formatUntil(endsAt)}, cel mult ${places}.`;
  parts.lead.hidden = false;
  parts.pickers.hidden = false;
}

/** Nothing more can be picked; what has begun goes on. */
function end(sentence: string): void {
  isOver = true;
  parts.state.textContent = sentence;
  parts.lead.hidden = true;
  parts.pickers.hidden = true;
  parts.again.hidden = true;
}

function addFiles(files: readonly File[]): void {
  for (const file of files) {
    const photo = addRow(file);
    photos.push(photo);
    if (OTHER_KINDS.test(file.type)) setState(photo, 'refused', 'Nu este o fotografie.');
  }
  parts.photos.hidden = photos.length === 0;
  sendNext();
}

function addRow(file: File): Photo {
  const row = document.createElement('li');
  const name = row.appendChild(document.createElement('p'));
  const bar = row.appendChild(document.createElement('progress'));
  const note = row.appendChild(document.createElement('p'));
  name.className = 'name';
  name.textContent = file.name;
  bar.setAttribute('aria-label', file.name);
  bar.value = 0;
  note.className = 'note';
  note.textContent = 'așteaptă';
  parts.photos.prepend(row);
  return { file, row, note, bar, state: 'waiting' };
}

function sendNext(): void {
  const sending = photos.filter(({ state }) => state === 'sending').length;
  for (const photo of photos.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - sending)) {
    setState(photo, 'sending', 'se trimite');
    void sendPhoto(photo.file, PHONE_UPLOADS_PATH, {
      progressed(share) {
        photo.bar.value = share;
      },
      finished: () => settle(photo, 'sent', 'trimisă'),
      failed(status, sentence) {
        if (status === GONE && !isOver) end(sentence);
        if (status >= 400 && status < 500) settle(photo, 'refused', sentence || UNKNOWN);
        else settle(photo, 'broken', 'întreruptă');
      },
    });
  }
  showSum();
}

function settle(photo: Photo, state: Photo['state'], note: string): void {
  setState(photo, state, note);
  sendNext();
}

function setState(photo: Photo, state: Photo['state'], note: string): void {
  photo.state = state;
  photo.note.textContent = note;
  photo.row.className = state;
  photo.bar.hidden = state !== 'sending';
}

function showSum(): void {
  const sent = photos.filter(({ state }) => state === 'sent').length;
  const wanted = photos.filter(({ state }) => state !== 'refused').length;
  parts.sum.textContent = photos.length === 0 ? '' : `Trimise: ${sent} din ${wanted}.`;
  parts.again.hidden = isOver || !photos.some(({ state }) => state === 'broken');
}

for (const input of parts.pickers.querySelectorAll('input'))
  input.addEventListener('change', () => {
    addFiles([...(input.files ?? [])]);
    input.value = '';
  });
parts.again.addEventListener('click', () => {
  for (const photo of photos) if (photo.state === 'broken') setState(photo, 'waiting', 'așteaptă');
  sendNext();
});
addEventListener('beforeunload', (event) => {
  if (photos.some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
});
followKeys((key) => void openLink(key));
