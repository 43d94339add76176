import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readDisbursementLogNames,
  type DisbursementLogNames,
} from '../../../../../contracts/payments/receipts/log-names';
import { readReceipt } from '../../../../../contracts/payments/receipts/receipts';
import { useAuth } from '../../../lib/auth/auth.store';
import { aDisbursementLog, signedReceiptFile } from '../../../test/a-receipt';
import { distantFuture, profileRoute, aUser } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';

beforeEach(() => freshBrowser());

const log = aDisbursementLog(2);
const names: DisbursementLogNames = {
  number: 'L-2026-00003',
  id: log.id,
  currency: 'EUR',
  lines: [
    {
      day: '2026-11-28',
      participant: '5f0c2a9b1d3e4f00',
      amount: 450,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@people.test',
    },
    {
      day: '2026-11-28',
      participant: '5f0c2a9b1d3e4f01',
      amount: 450,
      first_name: null,
      last_name: null,
      email: null,
    },
  ],
};
const show = (
  has_names: boolean,
  answer = on(readDisbursementLogNames).answer({ status: 200, body: names }),
) => {
  const asked = fakeServer(
    profileRoute(aUser({})),
    on(readReceipt).answer({
      status: 200,
      body: { file: signedReceiptFile(log), voided_by: null, own_code: 'a1b2c3d4', has_names },
    }),
    answer,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/receipts/disbursement-log/${log.id}`);
  return () => asked.filter(({ path }) => path.endsWith('/names/'));
};
const opened = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Show names' }));

test('the names are requested only by a click, after the page said that opening is recorded', async () => {
  const requests = show(true);
  expect(await screen.findByText(/^Opening this is recorded\./)).toBeVisible();
  expect(requests()).toEqual([]);
  await opened();
  expect(await screen.findByRole('heading', { name: 'Names for L-2026-00003' })).toHaveFocus();
  expect(requests().map(({ query }) => query.get('number'))).toEqual(['L-2026-00003']);
  expect(screen.queryByText(/^Opening this is recorded\./)).toBeNull();
});

test('the sheet has a row for each line; a name that the roster does not show is empty, and the page says why', async () => {
  show(true);
  await opened();
  const table = await screen.findByRole('table', { name: 'Names' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['5f0c2a9b1d3e4f00', 'Grace Hopper', 'grace@people.test', '€4.50', 'November 28, 2026'],
    ['5f0c2a9b1d3e4f01', '', '', '€4.50', 'November 28, 2026'],
  ]);
  expect(screen.getByText(/^The roster does not show the missing names now\./)).toBeVisible();
});

test('the page does not speak of missing names when none is missing', async () => {
  const complete = { ...names, lines: names.lines.slice(0, 1) };
  show(true, on(readDisbursementLogNames).answer({ status: 200, body: complete }));
  await opened();
  await screen.findByRole('table', { name: 'Names' });
  expect(screen.queryByText(/missing names/)).toBeNull();
});

test('only the opened sheet is printed', async () => {
  show(true);
  const section = await screen.findByRole('region', { name: 'Names' });
  expect(section).toHaveAttribute('data-no-print');
  await opened();
  expect(await screen.findByRole('region', { name: /^Names for/ })).not.toHaveAttribute(
    'data-no-print',
  );
});

test('a refusal is shown, and the names may be opened again', async () => {
  const requests = show(true, on(readDisbursementLogNames).answer(refusal('forbidden')));
  await opened();
  expect(await screen.findByRole('alert')).toBeVisible();
  await opened();
  expect(requests()).toHaveLength(2);
});

test('a reader who may not open the names sees no button for them', async () => {
  show(false);
  expect(await screen.findByRole('table', { name: 'Payments' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show names' })).toBeNull();
});
