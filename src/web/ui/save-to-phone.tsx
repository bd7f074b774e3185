import { Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, type ButtonLook } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { Pill } from '#web/ui/pill.tsx';
import { fetchFiles, nextTen, TEN } from '#web/ui/share-files.ts';

interface SaveToPhoneProps extends ButtonLook {
  /** Addresses that answer with an attachment, which says its own name. */
  readonly files: readonly string[];
  /** Which of several sets of files they are. */
  readonly of?: string | null;
}

/** Phones share files into their own gallery; elsewhere a ZIP is better. */
export function canShareFiles(): boolean {
  if (!window.matchMedia('(pointer: coarse)').matches) return false;
  return navigator.canShare?.({ files: [new File([], 'foto.jpg', { type: 'image/jpeg' })] }) === true;
}

/**
 * „Salvează în telefon”: the system's own sheet takes ten files at a time, each ten by a press of their own. A phone that let the press
 * grow old while the files came asks for another one.
 */
export function SaveToPhone({ files, of = null, ...look }: SaveToPhoneProps) {
  const [possible] = useState(canShareFiles);
  const [saved, setSaved] = useState(0);
  const [busy, setBusy] = useState(false);
  const ready = useRef<{ readonly key: string; readonly files: File[] } | null>(null);
  const list = files.join(' ');
  const [counted, setCounted] = useState(list);
  if (counted !== list) {
    setCounted(list);
    setSaved(0);
  }
  if (!possible || files.length === 0) return null;
  const ten = nextTen(files, saved);
  const share = async () => {
    setBusy(true);
    try {
      const key = ten.join(' ');
      if (ready.current?.key !== key) ready.current = { key, files: await fetchFiles(ten) };
      await navigator.share({ files: ready.current.files });
      ready.current = null;
      setSaved(saved + ten.length < files.length ? saved + ten.length : 0);
    } catch (error) {
      showSaveError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...look} busy={busy} onClick={() => void share()}>
      <Smartphone aria-hidden size={18} /> {getSaveLabel(busy, saved, { ten: ten.length, all: files.length })}{' '}
      {of !== null && <Pill>{of}</Pill>}
    </Button>
  );
}

function getSaveLabel(busy: boolean, saved: number, { ten, all }: { ten: number; all: number }): string {
  if (busy) return 'Se pregătesc…';
  if (all <= TEN) return 'Salvează în telefon';
  return saved === 0
    ? `Salvează primele ${TEN} în telefon`
    : `Salvează ${saved + 1}–${saved + ten} din ${all}`;
}

function showSaveError(error: unknown): void {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'AbortError') return;
  const isOld = name === 'NotAllowedError';
  showToast({
    text: isOld
      ? 'Fișierele sunt gata: mai apasă o dată ca să le salvezi.'
      : 'Nu am putut lua fișierele. Încearcă din nou.',
    negative: !isOld,
  });
}
