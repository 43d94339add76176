import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  changePaymentMethods,
  type PaymentMethod,
  readPaymentMethods,
} from '../../../../../contracts/payments/payments';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { PaymentMethodsField } from './payment-methods-field';

const studyId = '0193a1b2-0000-7000-8000-000000000001';
const show = (start: PaymentMethod[], ...first: FakeRoute[]) => {
  const world = { methods: start };
  const asked = fakeServer(
    ...first,
    on(readPaymentMethods).answer(() => ({ status: 200, body: { methods: world.methods } })),
    on(changePaymentMethods).answer(({ body }) => {
      world.methods = body.methods;
      return { status: 200, body };
    }),
  );
  renderPart(<PaymentMethodsField studyId={studyId} />);
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
};
const box = (name: string) => screen.getByRole('checkbox', { name });
const ready = async (name: string) =>
  waitFor(() => expect(screen.getByRole('checkbox', { name })).toBeChecked());
beforeEach(() => freshBrowser());

test('the field shows how participants are paid, and saves a choice immediately', async () => {
  const bodies = show(['bank']);
  await ready('Bank transfer');
  await user.click(box('Cash'));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(bodies()).toEqual([{ methods: ['cash', 'bank'] }]);
  expect(box('Cash')).toBeChecked();
});

test('two quick choices are both saved', async () => {
  const bodies = show(['bank']);
  await ready('Bank transfer');
  fireEvent.click(box('Cash'));
  fireEvent.click(box('Gift code'));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ methods: ['cash', 'gift_code', 'bank'] }));
  expect(box('Gift code')).toBeChecked();
});

test('the last chosen method cannot be removed', async () => {
  const bodies = show(['cash']);
  await ready('Cash');
  await user.click(box('Cash'));
  expect(await screen.findByText('Keep at least one')).toBeVisible();
  expect(box('Cash')).toBeChecked();
  expect(bodies()).toEqual([]);
});

test('gift codes name where their stock is kept', async () => {
  show(['gift_code']);
  await ready('Gift code');
  expect(screen.getByRole('link', { name: 'Money' })).toHaveAttribute('href', '/payment-methods');
});

test('a choice that could not be saved is taken back and explained', async () => {
  show(['cash'], on(changePaymentMethods).answer(refusal('internal')));
  await ready('Cash');
  await user.click(box('Bank transfer'));
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(box('Bank transfer')).not.toBeChecked());
});
