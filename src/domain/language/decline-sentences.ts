import type { DeclineReason } from '#domain/payments/provider-status.ts';

const SENTENCES: Record<DeclineReason, string> = {
  'card-at-risk': 'Cardul a fost refuzat. Folosește alt card.',
  'invalid-number': 'Numărul cardului nu este valid.',
  'closed-card': 'Cardul este închis. Folosește alt card.',
  'expired-card': 'Cardul este expirat.',
  'insufficient-funds': 'Fonduri insuficiente.',
  'wrong-cvv': 'Codul CVV este greșit.',
  'bank-unavailable': 'Banca ta nu a răspuns. Încearcă din nou.',
  'order-expired': 'Sesiunea de plată a expirat. Încearcă din nou.',
  'limit-exceeded': 'Limita cardului a fost depășită.',
  'not-allowed': 'Banca nu permite această tranzacție pe card.',
  'declined-by-bank': 'Banca a refuzat plata.',
  antifraud: 'Plata a fost oprită din motive de securitate.',
  'authentication-failed': 'Autentificarea 3-D Secure nu a reușit.',
  'merchant-settings': 'Plata nu a putut fi făcută.',
  other: 'Plata nu a putut fi făcută.',
};

/** The sentence for a declined payment. */
export function declineSentence(reason: DeclineReason): string {
  return SENTENCES[reason];
}
