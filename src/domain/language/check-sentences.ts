/** One short sentence for each warning of the checks. */
import type { Warning } from '#domain/recipes/checks.ts';

/** `numberOf`: the frame number of another photo of the batch, „03”. */
export function checkSentence(warning: Warning, numberOf: (photoId: string) => string): string {
  switch (warning.kind) {
    case 'very-blurry':
      return 'E foarte neclară. Mai fă o poză, dacă poți.';
    case 'blurry':
      return 'Pare neclară.';
    case 'dark':
      return 'E foarte întunecată.';
    case 'bright':
      return 'E prea luminoasă: o parte e albă de tot.';
    case 'small':
      return `Are prea puțini pixeli pentru ${joinLabels(warning.outputs)}. O livrăm la mărimea ei.`;
    case 'same':
      return `E aceeași poză ca ${numberOf(warning.as)}.`;
    case 'similar':
      return `Seamănă foarte mult cu ${numberOf(warning.as)}.`;
    case 'plate':
      return 'Pare să se vadă un număr de înmatriculare. Confirmă-l ca să fie acoperit.';
    case 'gps':
      return 'Fișierul spune unde a fost făcută. Locul nu ajunge în ce livrăm.';
  }
}

function joinLabels(labels: readonly string[]): string {
  return labels.length < 2 ? (labels[0] ?? '') : `${labels.slice(0, -1).join(', ')} și ${labels.at(-1)}`;
}
