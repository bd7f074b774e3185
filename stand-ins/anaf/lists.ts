import type { Message } from './book.ts';
import { hasRight } from './certificates.ts';
import { type Faults, readNumberedFault } from './faults.ts';
import { type ApiCall, getNow, type Office } from './office.ts';
import { processDue } from './process.ts';
import {
  formatCompact,
  formatDashed,
  makeError,
  makeHtml,
  makeJson,
  makeSentence,
  type Reply,
} from './replies.ts';

const PAGE = 500;
const DAY_MS = 86_400_000;
const MOST_DAYS = 60;
const BEHIND_SECONDS = 120;
const FILTERS = 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R';
/** The documented sentence, with its 1000; the list of limits says 1500 and 100.000. */
const OVER = 'S-au facut deja 1000 interogari de lista mesaje de catre utilizator in cursul zilei';

function refuse(sentence: string): Reply {
  return makeSentence(sentence, 'Lista Mesaje');
}

/** GET listaMesajePaginatieFactura */
export function answerPagedList(office: Office, call: ApiCall): Reply {
  const { query, certificate, base } = call;
  const now = getListNow(office);
  const asked = ['startTime', 'endTime', 'cif', 'pagina'].map((name) => query.get(name) ?? '');
  const [start = '', end = '', cif = '', page = ''] = asked;
  if (asked.includes(''))
    return makeError(400, 'Parametrii startTime, endTime, cif si pagina sunt obligatorii', now);
  const failed = failByFault(office);
  if (failed !== null) return failed;
  const refused =
    refuseNumbers({ start, end, cif, page }) ??
    refuseWindow(Number(start), Number(end), now) ??
    refuseRight(call, cif);
  if (refused !== null) return refuse(refused);
  const thing = `${call.name} ${base} ${cif}`;
  if (office.limits.isDayOver(thing, now, office.faults.limits.pagedListsADay)) return refuse(OVER);
  const found = listMessages(office, call, { from: Number(start), until: Number(end) });
  if (found.length === 0) return refuse('Nu exista mesaje in intervalul selectat');
  const pages = Math.ceil(found.length / PAGE);
  const at = Number(page);
  if (at > pages)
    return refuse(`Pagina solicitata ${at} este mai mare decat numarul toatal de pagini ${pages}`);
  const shown = found.slice((at - 1) * PAGE, at * PAGE);
  return makeJson(200, {
    mesaje: shown.map((message) => toWire(message, office.faults)),
    numar_inregistrari_in_pagina: shown.length,
    numar_total_inregistrari_per_pagina: PAGE,
    numar_total_inregistrari: found.length,
    numar_total_pagini: pages,
    index_pagina_curenta: at,
    serial: certificate.serial,
    cui: cif,
    titlu: `Lista Mesaje disponibile din intervalul ${formatDashed(Number(start))} - ${formatDashed(Number(end))}`,
  });
}

/** GET listaMesajeFactura */
export function answerPlainList(office: Office, call: ApiCall): Reply {
  const { query, certificate, base } = call;
  const now = getListNow(office);
  const [days, cif] = [query.get('zile') ?? '', query.get('cif') ?? ''];
  if (days === '' || cif === '') return makeError(400, 'Parametrii zile si cif sunt obligatorii', now);
  const failed = failByFault(office);
  if (failed !== null) return failed;
  if (!/^\d+$/u.test(cif)) return refuse(`CIF introdus= ${cif} nu este un numar`);
  if (!/^-?\d+$/u.test(days)) return refuse(`Numarul de zile introdus= ${days} nu este un numar intreg`);
  if (Number(days) < 1 || Number(days) > MOST_DAYS)
    return refuse('Numarul de zile trebuie sa fie intre 1 si 60');
  const refused = refuseRight(call, cif);
  if (refused !== null) return refuse(refused);
  const thing = `${call.name} ${base} ${cif}`;
  if (office.limits.isDayOver(thing, now, office.faults.limits.plainListsADay)) return refuse(OVER);
  const found = listMessages(office, call, { from: now - Number(days) * DAY_MS, until: now });
  if (found.length === 0) return refuse(`Nu exista mesaje in ultimele ${days} zile`);
  if (found.length > PAGE) {
    return refuse(
      `Lista de mesaje este mai mare decat numarul de ${PAGE} elemente permise in pagina. Folositi endpoint-ul cu paginatie.`,
    );
  }
  return makeJson(200, {
    mesaje: found.map((message) => toWire(message, office.faults)),
    serial: certificate.serial,
    cui: cif,
    titlu: `Lista Mesaje disponibile din ultimele ${days} zile`,
  });
}

function getListNow(office: Office): number {
  const behind = readNumberedFault(office.faults.lists, 'clock-behind', BEHIND_SECONDS);
  return getNow(office) - (behind ?? 0) * 1000;
}

function failByFault(office: Office): Reply | null {
  const { lists } = office.faults;
  if (lists === 'limit') return refuse(OVER);
  if (lists === 'html') return makeHtml(200, '<html><body><h1>Mentenanta</h1></body></html>');
  return lists === '500' ? makeError(500, 'Internal Server Error', getNow(office)) : null;
}

function refuseNumbers({
  start,
  end,
  cif,
  page,
}: Record<'start' | 'end' | 'cif' | 'page', string>): string | null {
  const over = 'nu este un numar sau nu are o valoare acceptata de sistem';
  if (!/^\d+$/u.test(cif)) return `CIF introdus= ${cif} ${over}`;
  if (!/^\d{1,15}$/u.test(start)) return `startTime = ${start} ${over}`;
  if (!/^\d{1,15}$/u.test(end)) return `endTime = ${end} ${over}`;
  return /^[1-9]\d{0,8}$/u.test(page) ? null : `pagina = ${page} ${over}`;
}

function refuseWindow(start: number, end: number, now: number): string | null {
  if (start < now - MOST_DAYS * DAY_MS)
    return `startTime = ${formatDashed(start)} nu poate fi mai vechi de 60 de zile fata de momentul requestului`;
  if (end <= start) return `endTime = ${formatDashed(end)} nu poate fi <= startTime = ${formatDashed(start)}`;
  return end > now ? `endTime = ${formatDashed(end)} nu poate in viitor fata de momentul requestului` : null;
}

function refuseRight({ query, certificate }: ApiCall, cif: string): string | null {
  if (!['E', 'T', 'P', 'R'].includes(query.get('filtru') ?? 'E')) return FILTERS;
  if (certificate.cifs.length === 0) return 'Nu exista niciun CIF pentru care sa aveti drept in SPV';
  return hasRight(certificate, cif) ? null : `Nu aveti drept in SPV pentru CIF=${cif}`;
}

/** Newest first, as the documented examples stand. */
function listMessages(
  office: Office,
  { base, query }: ApiCall,
  { from, until }: { from: number; until: number },
): Message[] {
  processDue(office);
  const late = (readNumberedFault(office.faults.lists, 'late', 15) ?? 0) * 60_000;
  const now = getNow(office);
  const filter = query.get('filtru');
  return office.book.state.messages
    .filter((message) => message.base === base && message.cif === query.get('cif'))
    .filter((message) => filter === null || message.filter === filter)
    .filter(({ at }) => at >= from && at <= until && now >= at + late)
    .sort((a, b) => b.at - a.at || Number(b.id) - Number(a.id));
}

/** Keys in the order of the documents. */
function toWire(message: Message, { entries }: Faults) {
  const { at, cif, index, detalii, tip, id, emitent, beneficiar } = message;
  return {
    data_creare: formatCompact(at),
    cif,
    id_solicitare: index,
    detalii,
    tip,
    ...(entries === 'with-parties' && { cif_emitent: emitent, cif_beneficiar: beneficiar }),
    id,
  };
}
