/** Rules of the books and files as admins read them; they are kept and compared by their English names. */
const RULES: Readonly<Record<string, string>> = {
  'a balance is the sum of its ledger': 'Soldul unui cont e suma mișcărilor din registrul lui de credite.',
  'every ledger row carries the balance on': 'Fiecare rând din registru duce soldul mai departe.',
  'a balance is what its grants still hold': 'Soldul unui cont e cât a mai rămas din creditele primite.',
  'every grant has its ledger row and the other way round':
    'Fiecare acordare de credite are rândul ei în registru, și invers.',
  'a hold is made of its parts': 'O sumă rezervată pentru o procesare e suma părților ei.',
  'every ended run is settled once, and none before':
    'Fiecare procesare încheiată e decontată o singură dată, și niciuna înainte.',
  'every paid run has its hold': 'Fiecare procesare cu plată are credite rezervate.',
  'a run is open exactly while photos wait or work':
    'O procesare e deschisă exact cât timp fotografiile ei așteaptă sau se lucrează.',
  'a run settles what its done photos cost': 'O procesare se decontează cu cât costă fotografiile ei gata.',
  'a lot shows the state of its newest run': 'Un lot arată starea celei mai noi procesări a lui.',
  'a photo done in the newest run has its results':
    'O fotografie gata în cea mai nouă procesare are rezultatele ei.',
  'no lease is older than twice its length':
    'Nicio preluare de lucru nu e mai veche decât dublul duratei ei.',
  'an open window has credits and an end': 'Un termen de refacere gratuită are credite și un sfârșit.',
  'stored bytes are those of the photos and results kept':
    'Spațiul ocupat e cel al fotografiilor și rezultatelor păstrate.',
  'a deleted account has no photos, lots, recipes or billing':
    'Un cont șters nu mai are fotografii, loturi, rețete sau date de facturare.',
  'a paid order is one purchase with its credits, and nothing else is':
    'O comandă plătită e o cumpărare cu creditele ei, și nimic altceva nu e.',
  'a purchase cost what its order did, or what an admin accepted for it':
    'O cumpărare a costat cât comanda ei sau cât a acceptat un administrator.',
  'an imported order is one purchase and gave nothing':
    'O comandă importată e o cumpărare și nu a dat nimic.',
  'money that went back took what was left of its credits':
    'Banii care s-au întors au luat cu ei creditele rămase.',
  'a refunded order went back once: by our refund, or outside and told to the admins':
    'O comandă returnată s-a întors o singură dată: de la noi, sau din afară și cu știrea administratorilor.',
  'a refund withdrew what the ledger says, and gave it back where the money did not go':
    'O returnare a retras cât spune registrul și a dat înapoi unde banii nu au plecat.',
  'money of a withdrawal is on its way, back, owed or paid, and never two of these':
    'Banii unei retrageri sunt pe drum, înapoi, datorați sau plătiți, și niciodată două dintre acestea.',
  'a period whose plan order was withdrawn from is in no line':
    'O perioadă din a cărei comandă s-a retras cumpărătorul nu mai e la rând.',
  'money in review was told to the admins, and what they accepted was given, once':
    'Administratorii știu de banii în verificare, iar ce au acceptat s-a dat o singură dată.',
  'a paid plan order gave its credits at its start, or waits for it in the line':
    'O comandă de plan plătită și-a dat creditele la început sau își așteaptă rândul.',
  'plan credits come from orders of plans or from an admin':
    'Creditele de plan vin din comenzi de planuri sau de la un administrator.',
  'an order stands once in a line, and only in that of its owner':
    'O comandă stă o singură dată la rând, și numai la al celui care a făcut-o.',
  'the user document shows the running period': 'Contul arată perioada de plan care e în curs.',
  'plan credits are due when the plan is, or in their grace':
    'Creditele de plan expiră odată cu planul sau în răgazul lor.',
  'a paid order has one invoice of what it cost, and nothing else has':
    'O comandă plătită are o factură pe cât a costat, și nimic altceva nu are.',
  'a refund that was made has its storno, and only such a one':
    'O returnare făcută are stornoul ei, și numai una făcută îl are.',
  'what was given back out of goodwill has its storno, and with all refunds never passes what was paid':
    'Ce s-a dat înapoi din bunăvoință are stornoul lui și, cu toate returnările, nu trece de cât s-a plătit.',
  'no goodwill was transferred once its money had gone back outside':
    'Nicio sumă din bunăvoință nu s-a transferat după ce banii ei s-au întors pe altă cale.',
  'the documents of an order come to between nothing and its price, and mended data change no sum':
    'Documentele unei comenzi însumează între zero și prețul ei, iar datele refăcute nu schimbă nicio sumă.',
  'what was invoiced again for money that is here again was taken back before':
    'Ce s-a facturat din nou pentru bani întorși la noi fusese stornat înainte.',
  'a mark of a hand-in is of a real document, and each is followed by its undoing or by none':
    'Se marchează ca predate doar documente adevărate, fiecare o singură dată până la anulare.',
  'the list of hand-ins has its beginning': 'Lista „De predat” are ziua în care a început.',
  'a document issued since sending began is sent, each once':
    'Fiecare document emis de când se trimite la ANAF este pe drum sau acolo, o singură dată.',
  'what was sent is the file of its document, and what is accepted has its index and its signed file or the time to fetch it':
    'Ce s-a trimis la ANAF este fișierul documentului, iar ce s-a acceptat are indexul și fișierul semnat sau timp pentru el.',
  'the stornos of an invoice never exceed it': 'Stornourile unei facturi nu o depășesc niciodată.',
  'the invoices of a series are numbered from its first without gap or double':
    'Facturile unei serii sunt numerotate de la prima, fără goluri și fără dubluri.',
  'an invoice says in its snapshot what its row says':
    'O factură spune în datele ei păstrate ce spune rândul ei.',
  'every user has a credit account': 'Fiecare utilizator are un cont de credite.',
  'every row has its file, complete and unchanged': 'Fiecare rând are fișierul lui, întreg și neschimbat.',
  'every file has its row': 'Fiecare fișier are rândul lui.',
  'no folder has more files without a row than the sweep removes':
    'Niciun dosar nu are mai multe fișiere fără rând decât șterge curățenia zilnică.',
};

/** Returns the rule as a Romanian sentence; a rule that only another version knows keeps its own name. */
export function getRuleSentence(rule: string): string {
  return RULES[rule] ?? rule;
}

/** Returns what is wrong with a row: its id alone, or a file with „lipsește”, „s-a schimbat”, its size. */
export function getRowWords(row: string): string {
  return row
    .replace(/ is missing$/, ' lipsește')
    .replace(/ has changed$/, ' s-a schimbat')
    .replace(/ has (\d+) bytes instead of (\d+)$/, ' are $1 octeți în loc de $2');
}
