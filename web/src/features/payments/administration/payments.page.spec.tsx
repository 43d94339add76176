import { screen, waitFor, within } from '@testing-library/react';
import { findUsers, readUser } from '../../../../../contracts/accounts/accounts';
import {
  allotBudget,
  changeWallet,
  decideDeposit,
  type Deposit,
  listDeposits,
  listWallets,
  refundWallet,
  type Wallet,
} from '../../../../../contracts/payments/funding';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { ada, aDeposit, aWallet } from '../../../test/own-money';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { fill, fillAndEnter, user } from '../../../test/user';

let wallets: Wallet[];
let deposits: Deposit[];
let asked: ReturnType<typeof fakeServer>;

const show = (address: string, ...first: FakeRoute[]) => {
  asked = fakeServer(
    ...first,
    profileRoute(aUser({ _id: '0193a1b2-0000-7000-8000-000000000009', role: 'ADMINISTRATOR' })),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    on(findUsers).answer({
      status: 200,
      body: {
        items: [{ ...ada, organization: null, orcid: null, verified: true }],
        next_cursor: null,
      },
    }),
    on(readUser).answer({ status: 200, body: aUser(ada) }),
    on(listDeposits).answer(({ query: { state } }) => ({
      status: 200,
      body: { items: deposits.filter((one) => !state || one.state === state), next_cursor: null },
    })),
    on(listWallets).answer(() => ({ status: 200, body: { items: wallets, next_cursor: null } })),
    on(decideDeposit).answer(({ body }) => {
      const decided = aDeposit(
        body.action === 'confirm'
          ? { state: 'confirmed', bank_reference: body.bank_reference }
          : { state: 'refused', reason: body.reason },
      );
      deposits = [decided];
      return { status: 200, body: decided };
    }),
    on(allotBudget).answer(({ body }) => ({
      status: 201,
      body: {
        _id: aWallet()._id,
        wallet_id: aWallet()._id,
        amount: body.amount,
        currency: body.currency,
        cost_centre: body.cost_centre ?? null,
        reference: body.reference ?? null,
        day: '2026-11-29',
      },
    })),
    on(changeWallet).answer(({ body }) => ({ status: 200, body: aWallet(body) })),
    on(refundWallet).answer(({ body }) => ({
      status: 201,
      body: aWallet({ balance: 50_000 - body.amount }),
    })),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  return renderPage(address);
};
const sent = (wanted: string) => asked.filter(({ method }) => method === wanted);
const bodies = (wanted: string) => sent(wanted).map(({ body }) => body);
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
beforeEach(async () => {
  wallets = [aWallet()];
  deposits = [aDeposit()];
  await freshBrowser();
});

describe('the bank transfers that researchers announced', () => {
  test('are confirmed by the bank’s reference, and leave the list of those that wait', async () => {
    show('/admin/payments');
    await press('Confirm CL-7K3M-92QX');
    const asking = await dialog('Has this transfer arrived?');
    expect(asking.getByText('€500.00 from Ada Lovelace, reference CL-7K3M-92QX')).toBeVisible();
    await fillAndEnter(asking.getByRole('textbox', { name: 'Bank’s reference' }), ' B-77 ');
    expect(await screen.findByText('Confirmed: the money is in the wallet')).toBeVisible();
    expect(bodies('PUT')).toEqual([{ action: 'confirm', bank_reference: 'B-77' }]);
    expect(await screen.findByText('No transfer waits')).toBeVisible();
  });

  test('show at the field that a reference was used before', async () => {
    show('/admin/payments', on(decideDeposit).answer(refusal('bank_reference_used')));
    await press('Confirm CL-7K3M-92QX');
    const asking = await dialog('Has this transfer arrived?');
    const field = asking.getByRole('textbox', { name: 'Bank’s reference' });
    await fillAndEnter(field, 'B-77');
    expect(
      await asking.findByText('Another transfer was confirmed with this reference'),
    ).toBeVisible();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(asking.queryByRole('alert')).toBeNull();
  });

  test('are refused only with a reason, which is sent', async () => {
    show('/admin/payments');
    await press('Reject CL-7K3M-92QX');
    const asking = await dialog('Reject this transfer?');
    await user.click(asking.getByRole('button', { name: 'Reject the transfer' }));
    expect(await asking.findByText('Fill this in')).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    await fill(asking.getByRole('textbox', { name: 'Reason' }), 'Never arrived');
    await user.click(asking.getByRole('button', { name: 'Reject the transfer' }));
    await waitFor(() =>
      expect(bodies('PUT')).toEqual([{ action: 'refuse', reason: 'Never arrived' }]),
    );
  });

  test('are explained if a colleague decided them meanwhile', async () => {
    show(
      '/admin/payments',
      on(decideDeposit).answer(refusal('already_decided', { description: 'It was decided.' })),
    );
    await press('Confirm CL-7K3M-92QX');
    const asking = await dialog('Has this transfer arrived?');
    await fillAndEnter(asking.getByRole('textbox', { name: 'Bank’s reference' }), 'B-78');
    expect(await asking.findByText('It was decided.')).toBeVisible();
  });

  test('are listed by the state in the address, and have no buttons once decided', async () => {
    deposits = [aDeposit({ state: 'refused', reason: 'Never arrived' })];
    const app = show('/admin/payments');
    expect(await screen.findByText('No transfer waits')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Rejected');
    expect(await screen.findByText('Never arrived')).toBeVisible();
    await waitFor(() => expect(app.at()).toBe('/admin/payments?state=refused'));
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  });

  test('cause a message if their list could not be loaded', async () => {
    show('/admin/payments', on(listDeposits).answer(refusal('internal')));
    expect(await screen.findByText('The transfers could not be loaded')).toBeVisible();
  });
});

describe('a budget that an administrator allots', () => {
  const fillBudget = async () => {
    await press('Allot a budget');
    const asking = await dialog('Allot a budget');
    await user.click(asking.getByRole('combobox', { name: 'Researcher' }));
    await user.click(await screen.findByRole('option', { name: /^Ada Lovelace/ }));
    await fill(asking.getByRole('textbox', { name: 'Amount' }), '1000');
    return asking;
  };

  test('goes to a researcher who was found by name, with cost centre and reference', async () => {
    show('/admin/payments');
    const asking = await fillBudget();
    await fill(asking.getByRole('textbox', { name: 'Cost centre' }), '4711');
    await fillAndEnter(asking.getByRole('textbox', { name: 'Reference' }), 'DFG 12');
    expect(await screen.findByText('Allotted €1,000.00')).toBeVisible();
    expect(bodies('POST')).toEqual([
      {
        researcher_id: ada._id,
        amount: 100_000,
        currency: 'EUR',
        cost_centre: '4711',
        reference: 'DFG 12',
      },
    ]);
    expect(
      asked.filter(({ path }) => path === findUsers.path).map(({ query }) => query.get('role')),
    ).toContain('researcher');
  });

  test('needs a researcher and an amount', async () => {
    show('/admin/payments');
    await press('Allot a budget');
    const asking = await dialog('Allot a budget');
    await user.click(asking.getByRole('button', { name: 'Allot the budget' }));
    expect(await asking.findAllByText('Fill this in')).toHaveLength(2);
    expect(sent('POST')).toEqual([]);
  });

  test('is refused at the researcher’s field if that account is gone; a retry sends the same key', async () => {
    show('/admin/payments', on(allotBudget).answer(refusal('not_found')));
    const asking = await fillBudget();
    await user.click(asking.getByRole('button', { name: 'Allot the budget' }));
    expect(await asking.findByText('This researcher has no account any more')).toBeVisible();
    expect(asking.queryByRole('alert')).toBeNull();
    await user.click(asking.getByRole('button', { name: 'Allot the budget' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(2));
    const keys = sent('POST').map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('on the page of researchers’ wallets,', () => {
  const drawer = async () => {
    await press('Ada Lovelace · EUR');
    return dialog('Ada Lovelace · EUR');
  };

  test('the chosen researcher is kept in the address', async () => {
    const app = show('/admin/payments?tab=wallets');
    expect(await screen.findByRole('row', { name: /Ada Lovelace · EUR/ })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Researcher' }));
    await user.click(await screen.findByRole('option', { name: /^Ada Lovelace/ }));
    await waitFor(() => expect(app.at()).toContain(`researcher=${ada._id}`));
    await waitFor(() =>
      expect(
        asked
          .filter(({ path }) => path === listWallets.path)
          .map(({ query }) => query.get('researcher')),
      ).toEqual([null, ada._id]),
    );
  });

  test('without wallets, the page offers to allot a budget', async () => {
    wallets = [];
    show('/admin/payments?tab=wallets');
    expect(await screen.findByText('No wallets yet')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Allot a budget' })).toHaveLength(2);
  });

  test.each([
    ['Any balance', null],
    ['Below zero', -20_000],
  ])('the minimum is changed to: %s', async (kind, minimum) => {
    show('/admin/payments?tab=wallets');
    const shown = await drawer();
    await user.click(shown.getByRole('button', { name: 'Change the minimum' }));
    await user.click(shown.getByRole('radio', { name: kind }));
    if (minimum) await fill(shown.getByRole('textbox', { name: 'How far below zero' }), '200');
    await user.click(shown.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(bodies('PUT')).toEqual([{ minimum }]);
  });

  test('a minimum above the balance is refused at its field', async () => {
    wallets = [aWallet({ balance: -100, minimum: null })];
    show('/admin/payments?tab=wallets', on(changeWallet).answer(refusal('insufficient_funds')));
    const shown = await drawer();
    expect(shown.getByText('There is nothing to refund.')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Change the minimum' }));
    await user.click(shown.getByRole('radio', { name: 'Zero' }));
    await user.click(shown.getByRole('button', { name: 'Save changes' }));
    expect(await shown.findByText('The balance is already below that')).toBeVisible();
    expect(shown.queryByRole('alert')).toBeNull();
  });

  test('a refund starts with what is left, and needs the bank’s reference', async () => {
    show('/admin/payments?tab=wallets');
    const shown = await drawer();
    await user.click(shown.getByRole('button', { name: 'Refund' }));
    expect(shown.getByRole('textbox', { name: 'Amount' })).toHaveValue('500.00');
    await user.keyboard('{Enter}');
    expect(await shown.findByText('Fill this in')).toBeVisible();
    await fillAndEnter(shown.getByRole('textbox', { name: 'Reference' }), 'R-1');
    expect(await screen.findByText('Refunded')).toBeVisible();
    expect(bodies('POST')).toEqual([{ amount: 50_000, reference: 'R-1' }]);
  });

  test('a refund of more than the wallet has is refused at the amount', async () => {
    show('/admin/payments?tab=wallets', on(refundWallet).answer(refusal('insufficient_funds')));
    const shown = await drawer();
    await user.click(shown.getByRole('button', { name: 'Refund' }));
    await fillAndEnter(shown.getByRole('textbox', { name: 'Reference' }), 'R-1');
    expect(await shown.findByText('The wallet has only €500.00')).toBeVisible();
    expect(shown.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  });
});
