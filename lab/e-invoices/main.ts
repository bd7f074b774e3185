/**
 * Compares our checker of e-invoices with the official rules, on mutants of the 42 shapes (drop, double, move, empty, set, attributes) and
 * on documents that are drawn as orders make them.
 *
 *   node lab/e-invoices/main.ts JUDGE [--seed 7] [--each 40] [--shapes even|odd|all] [--documents 400] [--list]
 *
 * JUDGE is a folder with what may not stand here: saxon.jar (Saxon-HE 9.9), *.xslt (the Schematron of CIUS-RO 1.0.9, compiled) and ubl-2.1
 * (maindoc and common, the schemas). --each: so many mutants of a shape by each mutation. --list names each mutant judged otherwise.
 * Takes about a minute for a thousand mutants.
 */
import { parseArgs } from 'node:util';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import { FAULTS } from '#testing/invoices/e-invoice-faults.ts';
import { SHAPES } from '#testing/invoices/e-invoice-shapes.ts';
import { askJudge } from './ask-judge.ts';
import { drawDocuments } from './draw-documents.ts';
import { drawMutants, MUTATIONS } from './draw-mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    each: { type: 'string', default: '40' },
    shapes: { type: 'string', default: 'all' },
    documents: { type: 'string', default: '400' },
    list: { type: 'boolean', default: false },
  },
});
const [judge] = positionals;
if (judge === undefined)
  throw new Error('node lab/e-invoices/main.ts JUDGE: the folder of the official rules');
const seed = Number(values.seed);

interface Judged {
  readonly name: string;
  readonly group: string;
  readonly own: readonly string[];
  readonly official: readonly string[];
}

await reportShapes(judge);
await reportDocuments(judge);
await reportMutants(judge);

async function judgeAll(
  folder: string,
  documents: readonly { readonly name: string; readonly group: string; readonly xml: string }[],
): Promise<readonly Judged[]> {
  const verdicts = await askJudge(
    folder,
    documents.map(({ xml }) => xml),
  );
  return documents.map(({ name, group, xml }, i) => ({
    name,
    group,
    own: checkEInvoice(xml),
    official: verdicts[i] ?? [],
  }));
}

async function reportShapes(folder: string): Promise<void> {
  const shapes = Object.entries(SHAPES).map(([name, { xml }]) => ({ name, group: 'shape', xml }));
  report('shapes', await judgeAll(folder, shapes), true);
  const faults = FAULTS.map(({ name, xml }) => ({ name, group: 'fault', xml }));
  report('faults of the tests', await judgeAll(folder, faults), true);
}

async function reportDocuments(folder: string): Promise<void> {
  const documents = drawDocuments({ seed, count: Number(values.documents) });
  if (documents.length === 0) return;
  const started = process.cpuUsage();
  for (const { xml } of documents) checkEInvoice(xml);
  const { user, system } = process.cpuUsage(started);
  report('documents', await judgeAll(folder, documents), true);
  console.log(`  ${((user + system) / 1_000 / documents.length).toFixed(2)} ms of our checker a document`);
}

async function reportMutants(folder: string): Promise<void> {
  const kept = Object.entries(SHAPES).filter(
    (_, i) => values.shapes === 'all' || (values.shapes === 'even') === (i % 2 === 0),
  );
  const mutants = kept.flatMap(([shape, { xml }], i) =>
    drawMutants(shape, xml, { seed: seed * 1_000 + i, count: Number(values.each) }),
  );
  const judged = await judgeAll(
    folder,
    mutants.map(({ shape, mutation, change, xml }) => ({
      name: `${change} (${shape})`,
      group: mutation,
      xml,
    })),
  );
  for (const mutation of MUTATIONS)
    report(
      mutation,
      judged.filter(({ group }) => group === mutation),
      false,
    );
  const sound = kept.filter(([, { broken }]) => broken.length === 0).map(([name]) => `(${name})`);
  report(
    'mutants of shapes that are taken',
    judged.filter(({ name }) => sound.some((end) => name.endsWith(end))),
    false,
  );
  report('mutants', judged, values.list);
}

function report(title: string, judged: readonly Judged[], isListed: boolean): void {
  const refused = judged.filter(({ official }) => official.length > 0);
  const falselyTaken = refused.filter(({ own }) => own.length === 0);
  const taken = judged.filter(({ official }) => official.length === 0);
  const falselyRefused = taken.filter(({ own }) => own.length > 0);
  const share = refused.length === 0 ? 0 : (100 * falselyTaken.length) / refused.length;
  console.log(
    `${title}: ${judged.length}; officially refused ${refused.length}, of these taken by us ${falselyTaken.length}` +
      ` (${share.toFixed(2)} %); officially taken ${taken.length}, of these refused by us ${falselyRefused.length}`,
  );
  if (!isListed) return;
  for (const { name, official } of falselyTaken) console.log(`  TAKEN   ${name}: ${official.join(' ')}`);
  for (const { name, own } of falselyRefused) console.log(`  REFUSED ${name}: ${own.join(' ')}`);
}
