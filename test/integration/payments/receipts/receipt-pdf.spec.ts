/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ReceiptFile } from '../../../../contracts/payments/receipts/receipt-file';
import { startApp, type SeparateApp } from '../../../support/app/app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RecruitingOptions } from '../../../support/people/recruiting';
import { paidSessionRequestsOf, spotPrice } from '../payments-rig';
import { receiptRequestsOf, receiptBodyIn } from './receipts-rig';

const execute = promisify(execFile);

let run: SeparateApp;
let receipts: ReturnType<typeof receiptRequestsOf>;
let folder: string;
beforeAll(async () => {
  run = await startApp({ environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  receipts = receiptRequestsOf(run);
  folder = await mkdtemp(join(tmpdir(), 'receipt-pdf-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await run.close();
});

const fetched = async (type: string, id: string, who: TestPerson, language = 'en') => {
  const answer = await run
    .http()
    .get(`/api/receipts/${type}/${id}/pdf/`)
    .set(who.headers)
    .set('Accept-Language', language)
    .buffer(true)
    .parse((response, done) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => done(null, Buffer.concat(pieces)));
    })
    .expect(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  const file = join(folder, `${type}-${id}-${language}.pdf`);
  await writeFile(file, answer.body as Buffer);
  return file;
};
const textOf = async (file: string) => {
  const { stdout } = await execute('pdftotext', ['-layout', file, '-']);
  return stdout.replace(/\s+/g, ' ');
};
const session = (options: RecruitingOptions) =>
  paidSessionRequestsOf(run).launched(10 * spotPrice, options);

describe('The PDF of a receipt', () => {
  it('has number, amount and reference, in the language of the request', async () => {
    const researcher = await makeResearcher(run.source);
    const id = await receipts.confirmed(researcher, await makeAdministrator(run.source));
    const { number, reference } = (await receipts.body('deposit', id, researcher)) as {
      number: string;
      reference: string;
    };
    const english = await textOf(await fetched('deposit', id, researcher));
    for (const value of ['Receipt of a deposit', number, '€50.00', reference])
      expect(english).toContain(value);
    const german = await textOf(await fetched('deposit', id, researcher, 'de'));
    for (const value of ['Beleg über eine Einzahlung', number, '50,00 €', reference])
      expect(german).toContain(value);
  });

  it.each([
    ['Latin letters', 'Größe & “Mémoire” – Łódź', 'Größe & “Mémoire” – Łódź'],
    ['Greek and Cyrillic letters', 'Μνήμη и память', 'Μνήμη и память'],
  ])('has a title in %s', async (_, title, shown) => {
    const r = await session({ title });
    const text = await textOf(await fetched('session', r.session_id, r.researcher));
    expect(text).toContain(shown);
    expect(text).not.toContain('Unicode');
  });

  it('has Unicode numbers, and says so, if the font cannot write a title', async () => {
    const r = await session({ title: 'Memory 記憶' });
    const text = await textOf(await fetched('session', r.session_id, r.researcher));
    expect(text).toContain('Memory [U+8A18][U+61B6]');
    expect(text).toContain('Unicode numbers');
  });

  it('contains the signed file of the receipt', async () => {
    const r = await session({});
    const pdf = await fetched('session', r.session_id, r.researcher);
    await execute('pdfdetach', ['-saveall', '-o', folder, pdf]);
    const file = JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8')) as ReceiptFile;
    expect(file).toEqual((await receipts.receipt('session', r.session_id, r.researcher)).file);
    expect(receiptBodyIn(file).type).toBe('session');
    expect((await receipts.verdict(file)).valid).toBe(true);
  });

  it('is not found by other people', async () => {
    const r = await session({});
    const other = await makeResearcher(run.source);
    await run
      .http()
      .get(`/api/receipts/session/${r.session_id}/pdf/`)
      .set(other.headers)
      .expect(404);
    await run.http().get('/api/receipts/thing/1/pdf/').set(other.headers).expect(404);
  });
});
