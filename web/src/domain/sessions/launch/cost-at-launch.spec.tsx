import { screen, waitFor, within } from '@testing-library/react';
import { changeSession } from '../../../../../contracts/enrolment/sessions';
import { readSessionCost } from '../../../../../contracts/payments/session-cost';
import { readStudy } from '../../../../../contracts/studies/studies';
import { readConsent } from '../../../../../contracts/studies/consents';
import { aSession } from '../../../test/a-session';
import { aStudy } from '../../../test/a-study';
import { emptyServerRoutes } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { aSessionCost } from '../../../test/own-money';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { SessionChangeDialog } from '../session-change.dialog';
import { SessionLaunchDialog } from '../session-launch.dialog';

const reward = { amount: 300, currency: 'EUR' };
const consent = {
  _id: '0193a1b2-0000-7000-8000-000000000099',
  version: 1,
  sha256: 'a'.repeat(64),
  title: 'Consent',
};
const study = aStudy({
  reward,
  consent,
  payment_terms: { how: 'cash', within_days: 7 },
  runtime: { kind: 'notes', completes: 'researcher' },
});
const answers = [
  on(changeSession).answer(refusal('insufficient_funds')),
  on(readStudy).answer({ status: 200, body: study }),
  on(readConsent).answer({
    status: 200,
    body: {
      ...consent,
      kind: 'markdown',
      body_markdown: 'It takes 20 minutes. You get €3.00.',
      file_url: null,
      locale: 'en',
      comprehension: null,
      translations: [],
      created_at: '2026-10-01T10:00:00Z',
      withdrawn: null,
    },
  }),
  emptyServerRoutes,
];
/** A server whose wallet pays for ten spots and no more. */
const server = () =>
  fakeServer(
    on(readSessionCost).answer(({ query: { capacity = 10 } }) => ({
      status: 200,
      body: aSessionCost({
        seats: capacity,
        total: capacity * 300,
        missing: Math.max(0, capacity - 10) * 300,
      }),
    })),
    ...answers,
  );
const dialog = async () => within(await screen.findByRole('dialog'));
const costs = (asked: ReturnType<typeof server>) =>
  asked.filter(({ path }) => path.endsWith('/cost/')).map(({ query }) => query.get('capacity'));
beforeEach(() => freshBrowser());

test('the launch dialog shows the cost, and beside it a refusal for lack of money', async () => {
  server();
  const session = aSession({ state: 'scheduled', launched_at: null, reward });
  renderPart(<SessionLaunchDialog session={session} onClose={() => undefined} />);
  const shown = await dialog();
  expect(await shown.findByText('10 · €3.00 each')).toBeVisible();
  expect(await shown.findByText('10 spots × €3.00 = €30.00')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Launch' }));
  expect(
    await shown.findByRole('alert', { name: 'The wallet has too little money' }),
  ).toHaveFocus();
  expect(shown.getAllByRole('alert')).toHaveLength(1);
});

test('the launch dialog shows the cost of a study that got its reward after the session was added', async () => {
  server();
  const session = aSession({ state: 'scheduled', launched_at: null, reward: null });
  renderPart(<SessionLaunchDialog session={session} onClose={() => undefined} />);
  const shown = await dialog();
  expect(await shown.findByText('10 spots × €3.00 = €30.00')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Launch' }));
  expect(
    await shown.findByRole('alert', { name: 'The wallet has too little money' }),
  ).toBeVisible();
});

test('a refusal for lack of money is shown even if the cost could not be read', async () => {
  fakeServer(on(readSessionCost).answer(refusal('unavailable')), ...answers);
  const session = aSession({ state: 'scheduled', launched_at: null, reward });
  renderPart(<SessionLaunchDialog session={session} onClose={() => undefined} />);
  const shown = await dialog();
  await user.click(await shown.findByRole('button', { name: 'Launch' }));
  await waitFor(() =>
    expect(
      shown.getAllByRole('alert').some((one) => one.textContent?.includes('insufficient_funds')),
    ).toBe(true),
  );
});

test('while a researcher types a capacity, the cost changes with it, and only one request is sent', async () => {
  const asked = server();
  renderPart(<SessionChangeDialog session={aSession({ reward })} onClose={() => undefined} />);
  const shown = await dialog();
  expect(await shown.findByText('10 spots × €3.00 = €30.00')).toBeVisible();
  const capacity = shown.getByRole('textbox', { name: /^Spots/ });
  await user.clear(capacity);
  await user.type(capacity, '120');
  expect(shown.getByText('120 spots × €3.00 = €360.00')).toBeVisible();
  expect(await shown.findByRole('note', { name: '€330.00 is missing' })).toBeVisible();
  await waitFor(() => expect(costs(asked)).toEqual(['10', '120']));
});

test('when a change is refused, the dialog keeps the typed capacity and says that money is missing', async () => {
  server();
  renderPart(<SessionChangeDialog session={aSession({ reward })} onClose={() => undefined} />);
  const shown = await dialog();
  const capacity = await shown.findByRole('textbox', { name: /^Spots/ });
  await user.clear(capacity);
  await user.type(capacity, '12{Enter}');
  expect(await shown.findByRole('alert', { name: '€6.00 is missing' })).toBeVisible();
  expect(capacity).toHaveValue('12');
  expect(shown.getAllByRole('alert')).toHaveLength(1);
});
