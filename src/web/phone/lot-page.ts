import './lot-page.css';

/** The public page of a lot: buttons that copy and print, which without this script are not there. */
const said = document.getElementById('said');
const byHand = document.getElementById('by-hand');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button.dataset.copy ?? ''));
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

/** Where the browser does not let the page copy, what was meant stands in a field, selected. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    if (byHand) byHand.hidden = true;
    say('Copiat.');
  } catch {
    say('Nu s-a putut copia. E selectat mai jos: copiază-l de acolo.');
    const field = byHand?.querySelector('textarea');
    if (!byHand || !field) return;
    byHand.hidden = false;
    field.value = text;
    field.focus();
    field.select();
  }
}

function say(words: string): void {
  if (said) said.textContent = words;
}
