import { screen, within } from '@testing-library/react';
import { readPricing } from '../../../../../../contracts/payments/pricing';
import {
  decideRejectionAnswer,
  listRejectionAnswers,
  type RejectionAnswer,
} from '../../../../../../contracts/payments/rejection-answers';
import { useAuth } from '../../../../lib/auth/auth.store';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { fill, user } from '../../../../test/user';

const anAnswer: RejectionAnswer = {
  _id: '0193a1b2-0000-7000-8000-000000000031',
  amount: 450,
  currency: 'EUR',
  category: 'too_fast',
  reason: 'Forty pages within two minutes.',
  answer: 'I read each page.',
  rejected_on: '2026-11-03',
  decide_until: '2026-12-02',
};

let waiting: RejectionAnswer[];
let asked: ReturnType<typeof fakeServer>;
const show = (...first: FakeRoute[]) => {
  asked = fakeServer(
    ...first,
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    on(listRejectionAnswers).answer(() => ({
      status: 200,
      body: { items: waiting, next_cursor: null },
    })),
    on(decideRejectionAnswer).answer(() => {
      waiting = [];
      return { status: 204 };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/admin/payments?tab=answers');
};
const bodies = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const decide = async (button: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
};
beforeEach(async () => {
  waiting = [anAnswer];
  await freshBrowser();
});

test('an answer to a rejection shows what both sides wrote, and until when to decide', async () => {
  show();
  const card = within(await screen.findByRole('article', { name: '€4.50' }));
  expect(
    card.getByText('The researcher’s reason: Done too fast to be done with care'),
  ).toBeVisible();
  expect(card.getByText('Forty pages within two minutes.')).toBeVisible();
  expect(card.getByText('I read each page.')).toBeVisible();
  expect(card.getByText(/decide by .*2 Dec|decide by .*Dec/)).toBeVisible();
});

test.each([
  ['Approve €4.50', 'Approve €4.50?', 'Approve the payment', 'Approved', 'overturn'],
  [
    'Keep the rejection of €4.50',
    'Keep the rejection of €4.50?',
    'Keep the rejection',
    'The rejection stays',
    'uphold',
  ],
])('%s needs a reason, sends it, and the answer leaves the list', async (...words) => {
  const [button, title, submit, done, action] = words;
  show();
  const asking = await decide(button, title);
  await user.click(asking.getByRole('button', { name: submit }));
  expect(await asking.findByText('Fill this in')).toBeVisible();
  expect(bodies()).toEqual([]);
  await fill(asking.getByRole('textbox', { name: 'Reason' }), 'The pages were short.');
  await user.click(asking.getByRole('button', { name: submit }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(bodies()).toEqual([{ action, reason: 'The pages were short.' }]);
  expect(await screen.findByText('No answer waits')).toBeVisible();
});

test('if a colleague has decided meanwhile, the page says so and keeps the typed reason', async () => {
  show(
    on(decideRejectionAnswer).answer(
      refusal('already_decided', { description: 'Somebody has decided this already.' }),
    ),
  );
  const asking = await decide('Approve €4.50', 'Approve €4.50?');
  await fill(asking.getByRole('textbox', { name: 'Reason' }), 'Short pages.');
  await user.click(asking.getByRole('button', { name: 'Approve the payment' }));
  expect(await asking.findByText('Somebody has decided this already.')).toBeVisible();
  expect(asking.getByRole('textbox', { name: 'Reason' })).toHaveValue('Short pages.');
});

test('the page says so if the list of answers could not be loaded', async () => {
  show(on(listRejectionAnswers).answer(refusal('internal')));
  expect(await screen.findByText('The answers could not be loaded')).toBeVisible();
});
