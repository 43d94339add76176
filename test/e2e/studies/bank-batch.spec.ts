import { readFile } from 'node:fs/promises';
import { DOMParser } from '@xmldom/xmldom';
import type { Page } from 'playwright-core';
import { callApi, demoPerson, enrolByApi, newPerson, recruit, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { runMoneyJobs } from '../support/money-jobs';
import { see, seeText } from '../support/see';

const browser = useBrowser();

/** Makes a participant who completed a paid study, and whom the researcher approved or rejected. */
async function decided(
  title: string,
  decision: object,
): Promise<{ person: Person; session: string }> {
  const researcher = await demoPerson('researcher');
  const r = await recruit(researcher, title, 5, 'catalogue', undefined, {
    privacy_level: 'roster_on_start',
  });
  await callApi('PUT', `/api/studies/${r.study_id}/payment-methods/`, {
    token: researcher.token,
    body: { methods: ['bank'] },
  });
  const person = await newPerson();
  const { _id } = await enrolByApi(person, r);
  const act = ({ token }: Person, body: object) =>
    callApi('PUT', `/api/participations/${_id}/`, { token, body });
  await act(person, { action: 'start' });
  await act(person, { action: 'complete' });
  await act(researcher, decision);
  return { person, session: r.session_id };
}

async function saved(page: Page, button: string): Promise<Document> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  return new DOMParser().parseFromString(text, 'application/xml');
}
const textsOf = (file: Document, name: string) =>
  Array.from(file.getElementsByTagName(name), ({ textContent }) => textContent);

it('A participant asks for a transfer, an administrator hands it to the bank, and the participant reads that it is paid', async () => {
  const { person } = await decided('Words for the bank', { action: 'approve' });
  const page = await browser.open({ as: person });
  await page.goto('/history/participation');
  await page
    .getByRole('button', { name: /Choose how you are paid for Words for the bank/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Bank transfer/ }).check();
  await dialog.getByLabel('Account holder').fill('Ada Lovelace');
  await dialog.getByLabel('IBAN').fill('AT61 1904 3002 3457 3201');
  await dialog.getByRole('button', { name: 'Request the transfer' }).click();
  await seeText(page, 'On its way');
  await runMoneyJobs();

  const office = await browser.open({ as: await demoPerson('administrator') });
  await office.goto('/admin/payments?tab=payouts');
  await office.getByRole('button', { name: 'Draw a batch in EUR' }).click();
  await office.getByRole('button', { name: 'Draw the batch' }).click();
  await office.getByRole('button', { name: /^Open €3\.50, 1 payment$/ }).click();
  await seeText(office, 'Ada Lovelace');
  const file = await saved(office, 'Download for the bank (pain.001)');
  expect(file.documentElement.namespaceURI).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
  expect(textsOf(file, 'NbOfTxs')).toEqual(['1', '1']);
  expect(textsOf(file, 'CtrlSum')).toEqual(['3.50', '3.50']);
  expect(textsOf(file, 'IBAN')).toEqual(['DE89370400440532013000', 'AT611904300234573201']);
  expect(textsOf(file, 'Nm')).toEqual(['Office of studies', 'Office of studies', 'Ada Lovelace']);
  const amount = file.getElementsByTagName('InstdAmt')[0];
  expect([amount?.textContent, amount?.getAttribute('Ccy')]).toEqual(['3.50', 'EUR']);
  await office.getByRole('button', { name: 'Mark all as paid' }).click();
  await office.getByRole('button', { name: 'Mark as paid', exact: true }).click();
  await seeText(office, 'Marked as paid');

  await runMoneyJobs();
  // The page changes by a live message, without a reload.
  await seeText(page, /Paid by bank transfer on/);
});

it('A participant whose participation was rejected answers once, and the researcher reads the answer', async () => {
  const { person, session } = await decided('Words and a rejection', {
    action: 'reject',
    category: 'too_fast',
    reason:
      'You answered all forty pages within two minutes, and both questions that ask to tick a given box were wrong.',
  });
  const theirs = await browser.open({ as: await demoPerson('researcher') });
  await theirs.goto(`/sessions/${session}`);
  await theirs.getByRole('tab', { name: 'Payments' }).click();
  await see(theirs.getByRole('table', { name: 'Payments', exact: true }));

  const page = await browser.open({ as: person });
  await page.goto('/history/participation');
  await page
    .getByRole('button', { name: 'Answer the decision about Words and a rejection' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your answer').fill('I read fast, and I ticked what was asked.');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await seeText(page, 'The researchers can read your answer.');
  expect(await page.getByRole('button', { name: /^Answer the decision about/ }).count()).toBe(0);
  // The page changes by a live message, without a reload.
  await seeText(theirs, 'I read fast, and I ticked what was asked.');
});
