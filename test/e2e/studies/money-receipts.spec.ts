import { readFile, writeFile } from 'node:fs/promises';
import type { ReceiptFile } from '../../../contracts/payments/receipts/receipt-file';
import { callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { seeText } from '../support/see';

const browser = useBrowser();
const onPaper = process.env.PICTURES;

/** Makes a session of which one participant was paid in cash. */
async function paidSession() {
  const researcher = await demoPerson('researcher');
  const r = await recruit(
    researcher,
    'Gedächtnis & память: a title in three scripts',
    5,
    'catalogue',
    undefined,
    { privacy_level: 'roster_on_start' },
  );
  const person = await newPerson();
  const { _id } = await enrolByApi(person, r);
  const act = (token: string, action: string) =>
    callApi('PUT', `/api/participations/${_id}/`, { token, body: { action } });
  await act(person.token, 'start');
  await act(person.token, 'complete');
  await act(researcher.token, 'approve');
  const { items } = await callApi<{ items: { _id: string }[] }>('GET', '/api/payments/', {
    token: person.token,
  });
  const payment = items[0]?._id ?? '';
  await callApi('PUT', `/api/payments/${payment}/`, {
    token: researcher.token,
    body: { action: 'confirm-cash', signed: true },
  });
  return { researcher, person, payment, session: r.session_id };
}

it('A receipt is printed without buttons, saved, and checked in the browser', async () => {
  const { researcher, person, payment, session } = await paidSession();
  const page = await browser.open({ as: researcher });
  await page.goto(`/receipts/disbursement-log/${session}`);
  await page.getByRole('heading', { name: 'Disbursement log' }).waitFor();
  await seeText(page, 'Signature on paper');
  if (onPaper) await page.screenshot({ path: `${onPaper}/log.png`, fullPage: true });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  const printed = await page.pdf({ preferCSSPageSize: true });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  if (onPaper) {
    await page.screenshot({ path: `${onPaper}/log-print.png`, fullPage: true });
    await writeFile(`${onPaper}/log.pdf`, printed);
  }
  await page.emulateMedia({ media: 'screen' });
  await seeText(page, 'Opening this is recorded.');
  await page.getByRole('button', { name: 'Show names' }).click();
  const names = page.getByRole('table', { name: 'Names' });
  await names.getByText(person.email).waitFor();
  if (onPaper) {
    await page.screenshot({ path: `${onPaper}/names.png`, fullPage: true });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.screenshot({ path: `${onPaper}/names-360.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.emulateMedia({ media: 'print' });
  const twoSheets = await page.pdf({ preferCSSPageSize: true });
  expect(twoSheets.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  if (onPaper) await writeFile(`${onPaper}/names.pdf`, twoSheets);
  await page.emulateMedia({ media: 'screen' });
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save names as CSV' }).click();
  expect(await readFile(await (await table).path(), 'utf8')).toContain(
    `,${person.email},3.50,EUR,`,
  );
  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const paper = await readFile(await (await pdf).path());
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the signed file' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');

  const visitor = await browser.open();
  await visitor.goto('/receipts/verify');
  const give = async (content: string) =>
    visitor.locator('input[type=file]').setInputFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  await give(text);
  await seeText(visitor, 'Genuine and valid');
  if (onPaper) await visitor.screenshot({ path: `${onPaper}/verify.png`, fullPage: true });
  const file = JSON.parse(text) as ReceiptFile;
  await give(JSON.stringify({ ...file, receipt: file.receipt.replace('cash', 'bank') }));
  await seeText(visitor, 'This receipt is not genuine');

  const own = await browser.open({ as: person });
  await own.goto(`/receipts/participant-payment/${payment}`);
  await own.getByRole('heading', { name: 'Receipt of a payment' }).waitFor();
  await seeText(own, 'a title in three scripts');
  if (onPaper) {
    await own.setViewportSize({ width: 360, height: 800 });
    await own.screenshot({ path: `${onPaper}/payment-360.png`, fullPage: true });
    await own.emulateMedia({ colorScheme: 'dark' });
    await own.screenshot({ path: `${onPaper}/payment-dark.png`, fullPage: true });
    await page.goto(`/receipts/session/${session}`);
    await page.getByRole('heading', { name: 'Cost of a session' }).waitFor();
    await page.screenshot({ path: `${onPaper}/session.png`, fullPage: true });
    await writeFile(`${onPaper}/server.pdf`, paper);
  }
});
