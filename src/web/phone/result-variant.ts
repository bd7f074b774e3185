import { canShareFiles, explainSaveError, fetchFiles, getSaveLabel, nextTen } from '#web/ui/share-files.ts';

export interface ShownFile {
  readonly name: string;
  /** Answers with an attachment. */
  readonly address: string;
  readonly thumbnail: string;
}

/** One variant's files, with the button that saves them ten at a time where the browser can, and a link each. */
export interface Variant {
  readonly element: HTMLElement;
  /** Shows these files; what is shown already stays, with the focus on it. */
  show(files: readonly ShownFile[], isNamed: boolean): void;
}

export function createVariant(label: string): Variant {
  const element = document.createElement('section');
  element.className = 'variant';
  const heading = element.appendChild(document.createElement('h2'));
  heading.textContent = label;
  const save = createSave();
  element.append(save.button, save.note);
  const list = element.appendChild(document.createElement('ul'));
  list.className = 'files';
  list.setAttribute('aria-label', label);
  const rows = new Map<string, HTMLElement>();
  return {
    element,
    show(files, isNamed) {
      heading.hidden = !isNamed;
      const addresses = files.map(({ address }) => address);
      for (const [address, row] of rows)
        if (!addresses.includes(address)) {
          row.remove();
          rows.delete(address);
        }
      for (const [at, file] of files.entries()) {
        const row = rows.get(file.address) ?? createRow(file);
        rows.set(file.address, row);
        if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
      }
      save.offer(addresses);
    },
  };
}

function createRow({ name, address, thumbnail }: ShownFile): HTMLElement {
  const row = document.createElement('li');
  const link = row.appendChild(document.createElement('a'));
  link.href = address;
  link.download = '';
  const picture = link.appendChild(document.createElement('img'));
  picture.loading = 'lazy';
  picture.alt = '';
  picture.src = thumbnail;
  link.append(name);
  return row;
}

/** „Salvează în telefon”: the system's own sheet takes ten files at a time, each ten by a press of their own. */
function createSave() {
  const button = document.createElement('button');
  const note = document.createElement('p');
  button.type = 'button';
  button.className = 'button';
  button.hidden = !canShareFiles();
  note.className = 'note';
  note.setAttribute('role', 'status');
  let files: readonly string[] = [];
  let saved = 0;
  let isBusy = false;
  let ready: { readonly key: string; readonly files: File[] } | null = null;
  const label = () => {
    const ten = nextTen(files, saved).length;
    button.textContent = getSaveLabel(isBusy, saved, { ten, all: files.length });
  };
  const share = async () => {
    const ten = nextTen(files, saved);
    const key = ten.join(' ');
    if (ready?.key !== key) ready = { key, files: await fetchFiles(ten) };
    await navigator.share({ files: ready.files });
    ready = null;
    saved = saved + ten.length < files.length ? saved + ten.length : 0;
  };
  button.addEventListener('click', async () => {
    if (isBusy) return;
    isBusy = true;
    note.textContent = '';
    label();
    await share().catch((error: unknown) => {
      note.textContent = explainSaveError(error)?.text ?? '';
    });
    isBusy = false;
    label();
  });
  return {
    button,
    note,
    offer(addresses: readonly string[]) {
      // Files that came since stand behind those that were saved, or all are offered again.
      if (addresses.slice(0, saved).join(' ') !== files.slice(0, saved).join(' ')) saved = 0;
      files = addresses;
      label();
    },
  };
}
