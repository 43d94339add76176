import { screen, within } from '@testing-library/react';
import {
  listParticipations,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import { readConsent } from '../../../../contracts/studies/consents';
import { readStudy } from '../../../../contracts/studies/studies';
import english from '../../../../locales/en/runner.json';
import payment from '../../../../locales/en/payment.json';
import { useAuth } from '../../lib/auth/auth.store';
import { showStudyCompleted } from '../../runner/pages/pages';
import { setTexts } from '../../runner/texts';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';
import {
  consentVersion,
  numberedId,
  aParticipation,
  enrolmentStatus,
  study,
  showStudyPage,
} from '../../test/shown-study';

const paid: Partial<Participation> = {
  reward: { amount: 450, currency: 'EUR' },
  payment_terms: { how: 'bank transfer', within_days: 14 },
  payer: { first_name: 'Grace', last_name: 'Hopper', organization: 'Yale' },
};
const byDay = { ...paid, pay_by: '2027-01-02T12:00:00Z' };
const promise = 'Yale pays within 14 days after approval: bank transfer';
const withDay = /^Yale pays within 14 days after approval, by .*2027 at the latest: bank transfer$/;
beforeEach(() => freshBrowser());

test('the page of a study shows the payment terms beside the amount', async () => {
  showStudyPage(study(), () => refusal('internal'));
  expect(await screen.findByText(promise)).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Take part' })).getByText(promise),
  ).toBeVisible();
});

test('the consent form shows the payment terms before the agreement', async () => {
  fakeServer(
    profileRoute(aUser()),
    on(readConsent).answer({ status: 200, body: consentVersion(1) }),
    on(readStudy).answer({ status: 200, body: study() }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/study/details/${numberedId(1)}/consent`);
  expect(await screen.findByText(promise)).toBeVisible();
  expect(screen.getByText(/€4\.50/)).toBeVisible();
});

test('an enrolled participant reads the payment terms once, with the next step', async () => {
  showStudyPage(
    study({ enrolment: enrolmentStatus('enrolled', numberedId(7)) }),
    () => refusal('internal'),
    paid,
  );
  expect(await screen.findByText(promise)).toBeVisible();
  expect(screen.getAllByText(promise)).toHaveLength(1);
});

test('the history shows the payment terms with their day, beside the amount', async () => {
  fakeServer(
    profileRoute(aUser()),
    on(listParticipations).answer({
      status: 200,
      body: { items: [{ ...aParticipation('completed'), ...byDay }], next_cursor: null },
    }),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/history/participation');
  await user.click(await screen.findByRole('tab', { name: /Past/ }));
  expect(await screen.findByText(withDay)).toBeVisible();
});

test('the last page of a study on this server shows the amount, how it is paid and by which day', () => {
  setTexts('en', { ...english, payment });
  document.body.innerHTML = '<div id="root"></div>';
  showStudyCompleted({ title: 'Faces' }, { ...aParticipation('completed'), ...byDay });
  const text = document.querySelector('main')?.textContent;
  expect(text).toContain('€4.50 · Yale pays within 14 days after approval, by ');
  expect(text).toContain('2027 at the latest: bank transfer');
  showStudyCompleted({ title: 'Faces' }, aParticipation('completed'));
  expect(document.querySelector('main')?.textContent).not.toContain('pays');
});
