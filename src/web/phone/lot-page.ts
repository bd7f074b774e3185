import './lot-page.css';

/** The public page of a lot: buttons that copy and print, which without this script are not there. */
const said = document.getElementById('said');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = !('clipboard' in navigator);
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(button.dataset.copy ?? '').then(
      () => say('Copiat.'),
      () => say('Nu s-a putut copia. Ține apăsat pe text și copiază-l.'),
    );
  });
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

function say(words: string): void {
  if (said) said.textContent = words;
}
