import { screen } from '@testing-library/react';
import { readPricing } from '../../../../contracts/payments/pricing';
import { aSession } from '../../test/a-session';
import { emptyServerRoutes, pricingWithoutFee } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { user } from '../../test/user';
import { FairPayAtLaunch, FairPayWhileRunning } from './fair-pay-notes';

const fair_pay = [{ currency: 'EUR', floor: 960, recommended: 1450 }];
beforeEach(async () => {
  await freshBrowser();
  fakeServer(
    on(readPricing).answer({ status: 200, body: { ...pricingWithoutFee, fair_pay } }),
    emptyServerRoutes,
  );
});

const atLaunch = (amount: number, onLeave = () => undefined) =>
  renderPart(
    <>
      <FairPayAtLaunch
        reward={{ amount, currency: 'EUR' }}
        minutes={20}
        studyId="s1"
        onLeave={onLeave}
      />
      <FairPayWhileRunning
        session={aSession({ reward: { amount: 150, currency: 'EUR' } })}
        median={null}
      />
    </>,
  );

test('before the launch, a note says that the pay is below the fair minimum, and links to the reward', async () => {
  let left = 0;
  atLaunch(300, () => void left++);
  const title = 'The pay is below the fair minimum of €9.60 an hour';
  expect(await screen.findByText(title)).toBeVisible();
  expect(
    screen.getByText(
      'It is €9.00 an hour, by the 20 minutes that the study states. You can launch anyway.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Change the reward' }));
  expect(left).toBe(1);
});

test('before the launch, a note recommends more if the pay only reaches the fair minimum', async () => {
  atLaunch(320);
  expect(await screen.findByText('The pay is below the recommended €14.50 an hour')).toBeVisible();
});

test('no note appears before the launch if the pay is fair', async () => {
  atLaunch(484);
  // The note about the running session is visible, so the rates have loaded. A note about the
  // launch would be visible by now, too.
  expect(await screen.findByText(/Participants get/)).toBeVisible();
  expect(screen.queryByText(/The pay is below/)).toBeNull();
});

test('while a session pays less than the fair minimum, a note links to the top-up', async () => {
  renderPart(<FairPayWhileRunning session={aSession()} median={24.5} />);
  expect(
    await screen.findByText('Participants get €7.35 an hour, less than the fair minimum of €9.60'),
  ).toBeVisible();
  expect(screen.getByText('Half of them take longer than 24.5 minutes.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Top up to €3.92 each' })).toHaveAttribute(
    'href',
    `/sessions/${aSession()._id}?top-up=392#payments`,
  );
});
