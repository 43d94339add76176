import { screen } from '@testing-library/react';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { aSession } from '../../test/a-session';
import { freshBrowser, renderPart } from '../../test/render-app';
import { SessionPayLine } from './session-pay';

/** The reward is three euros for ten stated minutes: eighteen euros an hour. */
const session = aSession();
const rates = [{ currency: 'EUR', floor: 960, recommended: 1450 }];
const show = async (more: Partial<Session> = {}, median?: number, known = rates) => {
  await freshBrowser();
  renderPart(
    <SessionPayLine session={{ ...session, ...more }} median={median} rates={known} tabIndex={0} />,
  );
};
const link = () => screen.queryByRole('link');

test('the line says whether the pay per hour is computed from the stated minutes or from the median', async () => {
  await show();
  expect(await screen.findByText('€18.00 an hour as stated')).toBeVisible();
  await show({}, 12);
  expect(await screen.findByText('€15.00 an hour by the median')).toBeVisible();
  expect(screen.queryByText(/Below/)).toBeNull();
  expect(link()).toBeNull();
});

test('below the fair minimum, the line warns and links to a top-up that reaches the minimum', async () => {
  await show({}, 20.1);
  expect(await screen.findByText('€8.96 an hour by the median')).toBeVisible();
  expect(screen.getByText('Below the fair minimum of €9.60')).toBeVisible();
  // The minimum is 9.60 euros an hour. For 20.1 minutes that is 3.216 euros, so the link proposes
  // 322 cents.
  const to = `/sessions/${session._id}?top-up=322#payments`;
  expect(screen.getByRole('link', { name: 'Top up Faces' })).toHaveAttribute('href', to);
});

test('a rate between the fair minimum and the recommended rate causes no warning', async () => {
  await show({}, 15);
  expect(await screen.findByText('€12.00 an hour by the median')).toBeVisible();
  expect(screen.queryByText(/Below/)).toBeNull();
});

test.each<[string, Partial<Session>]>([
  ['is closed', { state: 'closed' }],
  ['was never launched', { state: 'scheduled', launched_at: null }],
  ['belongs to a viewer', { role: 'viewer' }],
])('a session that %s is marked, without a way to top up', async (_, more) => {
  await show(more, 30);
  expect(await screen.findByText('Below the fair minimum of €9.60')).toBeVisible();
  expect(link()).toBeNull();
});

test('if the operator has set no fair rates for the currency, the line does not judge the pay', async () => {
  await show({}, 30, []);
  expect(await screen.findByText('€6.00 an hour by the median')).toBeVisible();
  expect(screen.queryByText(/Below/)).toBeNull();
});

test('nothing is shown for an unpaid session', async () => {
  await freshBrowser();
  const { container } = renderPart(
    <>
      <SessionPayLine
        session={{ ...session, reward: null }}
        median={30}
        rates={rates}
        tabIndex={0}
      />
      <p>Beside it</p>
    </>,
  );
  expect(await screen.findByText('Beside it')).toBeVisible();
  expect(container).not.toHaveTextContent(/an hour/);
});
