import { screen, waitFor, within } from '@testing-library/react';
import { changePayment, readCashCode } from '../../../../../contracts/payments/payments';
import {
  deletePayoutMethod,
  readPayoutMethod,
} from '../../../../../contracts/payments/bank-payouts';
import { distantFuture } from '../../../test/common-answers';
import { on, refusal } from '../../../test/fake-server';
import { aPayment, aSettledPayment, showPaymentHistory } from '../../../test/own-payments';
import { freshBrowser } from '../../../test/render-app';
import { fill, user } from '../../../test/user';

const choosing = async () => {
  await user.click(
    await screen.findByRole('button', { name: 'Choose how you are paid for Faces in a crowd' }),
  );
  return within(await screen.findByRole('dialog', { name: 'How do you want to get €4.50?' }));
};
const iban = 'DE89 3704 0044 0532 0130 00';
beforeEach(() => freshBrowser());

test('only the methods that the server names can be chosen', async () => {
  showPaymentHistory([aPayment({ methods: ['gift_code', 'bank'] })]);
  const asking = await choosing();
  expect(asking.getAllByRole('radio').map((one) => one.getAttribute('value'))).toEqual([
    'gift_code',
    'bank',
  ]);
  await user.click(asking.getByRole('button', { name: 'Continue' }));
  expect(await asking.findByText('Fill this in')).toBeVisible();
});

test('a gift code is shown as soon as the participant has chosen that method', async () => {
  const gift_code = { brand: 'Bookshop', code: 'AB12', pin: null, expires: null };
  const { world, bodies } = showPaymentHistory(
    [aPayment()],
    undefined,
    on(changePayment).answer(() => {
      const paid = aSettledPayment({ state: 'paid', method: 'gift_code', gift_code });
      world.payments = [paid];
      return { status: 200, body: paid };
    }),
  );
  const asking = await choosing();
  await user.click(asking.getByRole('radio', { name: 'Gift code' }));
  await user.click(asking.getByRole('button', { name: 'Get the gift code' }));
  expect(await screen.findByText('AB12')).toBeVisible();
  expect(bodies()).toEqual([{ action: 'choose', method: 'gift_code' }]);
  expect(screen.queryByText('PIN')).toBeNull();
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Payment for Faces in a crowd' })).toHaveFocus(),
  );
});

test('without codes in stock, the dialog says that another method can be chosen', async () => {
  showPaymentHistory([aPayment()], undefined, on(changePayment).answer(refusal('out_of_stock')));
  const asking = await choosing();
  await user.click(asking.getByRole('radio', { name: 'Gift code' }));
  await user.click(asking.getByRole('button', { name: 'Get the gift code' }));
  const alert = await asking.findByRole('alert');
  expect(alert).toHaveTextContent('No gift code of this amount is left');
  expect(alert).toHaveTextContent('Choose another way, or try again later.');
  await user.click(asking.getByRole('radio', { name: 'Bank transfer' }));
  expect(asking.queryByRole('alert')).toBeNull();
});

test('an account for the transfer is sent, and remembered only on request', async () => {
  const { world, bodies } = showPaymentHistory(
    [aPayment()],
    undefined,
    on(changePayment).answer(() => {
      const sent = aSettledPayment({ state: 'processing', method: 'bank' });
      world.payments = [sent];
      return { status: 200, body: sent };
    }),
  );
  const asking = await choosing();
  await user.click(asking.getByRole('radio', { name: 'Bank transfer' }));
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  expect(await asking.findAllByText('Fill this in')).toHaveLength(2);
  await fill(asking.getByRole('textbox', { name: 'Account holder' }), 'Ada Lovelace');
  await fill(asking.getByRole('textbox', { name: 'IBAN' }), iban);
  expect(asking.getByRole('checkbox', { name: 'Remember this account' })).not.toBeChecked();
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  expect(await screen.findByText('On its way')).toBeVisible();
  expect(bodies()).toEqual([
    {
      action: 'choose',
      method: 'bank',
      account: { holder: 'Ada Lovelace', iban },
      remember: false,
    },
  ]);
});

test('an IBAN that the server refuses is reported at the field, and what was typed stays', async () => {
  showPaymentHistory([aPayment()], undefined, on(changePayment).answer(refusal('invalid_iban')));
  const asking = await choosing();
  await user.click(asking.getByRole('radio', { name: 'Bank transfer' }));
  await fill(await asking.findByRole('textbox', { name: 'Account holder' }), 'Ada Lovelace');
  const field = asking.getByRole('textbox', { name: 'IBAN' });
  await fill(field, iban);
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  expect(await asking.findByText('This is no valid IBAN. Check for a typing error.')).toBeVisible();
  expect(field).toHaveValue(iban);
  await waitFor(() => expect(field).toHaveFocus());
  expect(asking.queryByRole('alert')).toBeNull();
});

test('an IBAN is checked while it is typed', async () => {
  showPaymentHistory([aPayment({ methods: ['bank'] })]);
  const asking = await choosing();
  const field = await asking.findByRole('textbox', { name: 'IBAN' });
  await user.type(field, 'de89370400440532013001');
  expect(asking.queryByText(/^This is no valid IBAN/)).toBeNull();
  await user.tab();
  expect(asking.getByText(/^This is no valid IBAN/)).toBeVisible();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  await user.type(field, '{Backspace}0');
  expect(asking.queryByText(/^This is no valid IBAN/)).toBeNull();
  expect(within(asking.getByRole('status')).getByText(`Valid: ${iban}`)).toBeVisible();
});

test('a form with an invalid IBAN is not sent', async () => {
  const { bodies } = showPaymentHistory([aPayment({ methods: ['bank'] })]);
  const asking = await choosing();
  await fill(await asking.findByRole('textbox', { name: 'Account holder' }), 'Ada Lovelace');
  await fill(asking.getByRole('textbox', { name: 'IBAN' }), 'DE00 3704');
  await user.keyboard('{Enter}');
  expect(await asking.findByText(/^This is no valid IBAN/)).toBeVisible();
  expect(bodies()).toEqual([]);
});

const remembered = on(readPayoutMethod).answer({
  status: 200,
  body: { account: { holder: 'Ada Lovelace', iban_end: '3000', country: 'DE' } },
});

test('the remembered account is offered first, and sent without its number', async () => {
  const { bodies } = showPaymentHistory(
    [aPayment({ methods: ['bank'] })],
    undefined,
    remembered,
    on(changePayment).answer({ status: 200, body: aSettledPayment({ state: 'processing' }) }),
  );
  const asking = await choosing();
  expect(
    await asking.findByRole('radio', { name: 'The remembered account, ending in 3000' }),
  ).toBeChecked();
  expect(asking.queryByRole('textbox')).toBeNull();
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  await waitFor(() => expect(bodies()).toEqual([{ action: 'choose', method: 'bank' }]));
});

test('an account that was just remembered shows above the history', async () => {
  let end: string | null = null;
  showPaymentHistory(
    [aPayment({ methods: ['bank'] })],
    undefined,
    on(readPayoutMethod).answer(() => ({
      status: 200,
      body: { account: end === null ? null : { holder: 'Ada', iban_end: end, country: 'DE' } },
    })),
    on(changePayment).answer(() => {
      end = '3000';
      return { status: 200, body: aSettledPayment({ state: 'processing' }) };
    }),
  );
  const asking = await choosing();
  await fill(await asking.findByRole('textbox', { name: 'Account holder' }), 'Ada');
  await fill(asking.getByRole('textbox', { name: 'IBAN' }), iban);
  await user.click(asking.getByRole('checkbox', { name: 'Remember this account' }));
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  expect(
    await screen.findByText('Transfers can go to the account ending in 3000 (Ada).'),
  ).toBeVisible();
});

test('another account can be entered beside a remembered one', async () => {
  const { bodies } = showPaymentHistory(
    [aPayment({ methods: ['bank'] })],
    undefined,
    remembered,
    on(changePayment).answer({ status: 200, body: aSettledPayment({ state: 'processing' }) }),
  );
  const asking = await choosing();
  await user.click(await asking.findByRole('radio', { name: 'Another account' }));
  await fill(asking.getByRole('textbox', { name: 'Account holder' }), 'Grace');
  await fill(asking.getByRole('textbox', { name: 'IBAN' }), iban);
  await user.click(asking.getByRole('checkbox', { name: 'Remember this account' }));
  await user.click(asking.getByRole('button', { name: 'Request the transfer' }));
  await waitFor(() =>
    expect(bodies()).toEqual([
      { action: 'choose', method: 'bank', account: { holder: 'Grace', iban }, remember: true },
    ]),
  );
});

test('the remembered account can be forgotten', async () => {
  let isKept = true;
  showPaymentHistory(
    [aPayment()],
    undefined,
    on(readPayoutMethod).answer(() => ({
      status: 200,
      body: { account: isKept ? { holder: 'Ada', iban_end: '3000', country: 'DE' } : null },
    })),
    on(deletePayoutMethod).answer(() => {
      isKept = false;
      return { status: 204 };
    }),
  );
  await user.click(
    await screen.findByRole('button', { name: 'Forget the account ending in 3000' }),
  );
  const asking = within(await screen.findByRole('dialog', { name: 'Forget this account?' }));
  await user.click(asking.getByRole('button', { name: 'Forget it' }));
  await waitFor(() => expect(screen.queryByText(/ending in 3000/)).toBeNull());
});

test('choosing cash leads to the code with which the researcher confirms the payment', async () => {
  const { bodies } = showPaymentHistory(
    [aPayment({ methods: ['cash'] })],
    undefined,
    on(readCashCode).answer({ status: 200, body: { code: '123456', expires_at: distantFuture } }),
  );
  const asking = await choosing();
  expect(asking.getByRole('radio', { name: 'Cash' })).toBeChecked();
  await user.click(asking.getByRole('button', { name: 'Show the code for the desk' }));
  expect(await screen.findByText('123 456')).toBeVisible();
  expect(bodies()).toEqual([]);
});
