import type { App } from '#server/app.ts';

/** The words of a mail. They hold nothing that a user typed: a name would carry a stranger's words to any mailbox. */
export interface EmailContent {
  readonly subject: string;
  readonly before: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
}

/** Returns the address of the page that uses a secret up. Behind „#” it is in no request: no server, proxy or referrer ever sees it. */
export function linkTo(
  app: Pick<App, 'publicUrl'>,
  mode: 'resetPassword' | 'verifyEmail' | 'changeEmail' | 'undoEmail',
  secret: string,
): string {
  return `${app.publicUrl()}/login?mode=${mode}#token=${secret}`;
}

const GREETING = 'Salut!';
const SIGNATURE = 'Fotolot';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
/** Breaks words wider than the column; some mailboxes know only one of both. */
const BREAKING = 'overflow-wrap:anywhere;word-break:break-word';
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5';

/** Returns a mail as text and as HTML, for light and dark mailboxes, without anything to fetch. */
export function renderEmail({ subject, before, action, after }: EmailContent): {
  subject: string;
  text: string;
  html: string;
} {
  const text = [GREETING, ...before, `${action.label}:\n${action.url}`, ...after, SIGNATURE].join('\n\n');
  const paragraph = (line: string) => `<p style="${PARAGRAPH}">${linkAddresses(line)}</p>`;
  const html = `<!doctype html>
<html lang="ro">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #14100d !important; color: #f6f2ec !important; }
  .button { background: #f6f2ec !important; color: #17120f !important; }
  .soft { color: #b5aca2 !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:#fbf9f5;color:#201a15;${FONT};${BREAKING}">
<div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700">${SIGNATURE}</p>
${[GREETING, ...before].map(paragraph).join('\n')}
<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;max-width:100%;box-sizing:border-box;padding:12px 20px;border-radius:10px;background:#201a15;color:#fbf9f5;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
${after.map(paragraph).join('\n')}
<p class="soft" style="margin:24px 0 0;font-size:14px;line-height:1.5;color:#6b6058">Dacă butonul nu merge, copiază adresa aceasta în browser:<br>${linkAddresses(action.url)}</p>
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

/** Matches a page's address or an email address, without the punctuation behind it. */
const ADDRESS = /(https?:\/\/[^\s<>"„”]*[^\s<>"„”.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Returns a line as HTML: each address in it is a link that breaks where the column ends. */
function linkAddresses(line: string): string {
  // Even parts are text, odd ones addresses.
  return line
    .split(ADDRESS)
    .map((part, index) => {
      if (index % 2 === 0) return escapeHtml(part);
      const url = part.startsWith('http') ? part : `mailto:${part}`;
      return `<a class="link" href="${escapeHtml(url)}" style="color:inherit;word-break:break-all">${escapeHtml(part)}</a>`;
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
