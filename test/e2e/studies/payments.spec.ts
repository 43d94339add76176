import {
  callApi,
  demoPerson,
  enrolByApi,
  newPerson,
  recruit,
  type Person,
  type RecruitingStudy,
} from '../support/api';
import { useBrowser } from '../support/browser';
import { unique } from '../../support/chance/unique';
import { see, seeText } from '../support/see';
import { runningProduct } from '../support/product';

const browser = useBrowser();

let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Makes a session that shows names, and whose participants are paid in cash or by gift code. */
async function paying(title: string): Promise<RecruitingStudy> {
  const r = await recruit(researcher, title, 5, 'catalogue', undefined, {
    privacy_level: 'roster_on_start',
  });
  const { token } = researcher;
  await callApi('PUT', `/api/studies/${r.study_id}/payment-methods/`, {
    token,
    body: { methods: ['cash', 'gift_code'] },
  });
  return r;
}

/** Makes a participant whose participation is approved. */
async function approved(r: RecruitingStudy): Promise<Person> {
  const person = await newPerson();
  const { _id } = await enrolByApi(person, r);
  const act = (token: string, action: string) =>
    callApi('PUT', `/api/participations/${_id}/`, { token, body: { action } });
  await act(person.token, 'start');
  await act(person.token, 'complete');
  await act(researcher.token, 'approve');
  return person;
}

async function stock(): Promise<string> {
  const code = `CODE-${unique()}`;
  const body = new FormData();
  const text = `brand,amount,currency,code\nWord books,3.50,EUR,${code}`;
  body.append('file', new Blob([text], { type: 'text/csv' }), 'codes.csv');
  const answer = await fetch(`${runningProduct().url}/api/gift-codes/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${researcher.token}` },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return code;
}

it('A participant chooses a gift code, reads it again later, and the researcher sees it paid', async () => {
  const r = await paying('Words for a gift');
  const code = await stock();
  const page = await browser.open({ as: await approved(r) });
  await page.goto('/history/participation');
  await page.getByRole('button', { name: /Choose how you are paid for Words for a gift/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Gift code/ }).check();
  await dialog.getByRole('button', { name: 'Get the gift code' }).click();
  await seeText(page, code);
  await page.reload();
  await seeText(page, code);
  await see(page.getByText(/You were paid €3.50 in/));

  const theirs = await browser.open({ as: researcher });
  await theirs.goto(`/sessions/${r.session_id}`);
  await theirs.getByRole('tab', { name: 'Payments' }).click();
  const table = theirs.getByRole('table', { name: 'Payments', exact: true });
  await see(table.getByText('Paid', { exact: true }));
  await see(table.getByText('Gift code'));
  expect(await theirs.getByText(code).count()).toBe(0);
});

it('A payment in cash is confirmed by the six digits that the participant shows, and the participant’s page says so', async () => {
  const r = await paying('Words for cash');
  const page = await browser.open({ as: await approved(r) });
  await page.goto('/history/participation');
  await page.getByRole('button', { name: 'Show the code for the desk: Words for cash' }).click();
  const shown = page.getByRole('dialog').getByText(/^\d{3}\s\d{3}$/);
  await see(shown);
  const digits = ((await shown.textContent()) ?? '').replace(/\D/g, '');

  const theirs = await browser.open({ as: researcher });
  await theirs.goto(`/sessions/${r.session_id}`);
  await theirs.getByRole('tab', { name: 'Payments' }).click();
  await theirs.getByRole('button', { name: /^Confirm cash for/ }).click();
  const dialog = theirs.getByRole('dialog');
  await dialog.getByLabel('Six digits').fill(digits);
  await dialog.getByRole('button', { name: 'Confirm the cash' }).click();
  await seeText(theirs, 'Paid in cash: €3.50');
  await seeText(page, 'Paid: €3.50');
});
