import { screen, within } from '@testing-library/react';
import type { Participation } from '../../../../contracts/enrolment/participations';
import { freshBrowser, renderPart } from '../../test/render-app';
import { aParticipation, study } from '../../test/shown-study';
import { ParticipationPayment, StudyPayment } from './payment-line';

const paid: Partial<Participation> = {
  reward: { amount: 100, currency: 'EUR' },
  payment_terms: { how: 'bank transfer', within_days: 14 },
  payer: { first_name: 'Grace', last_name: 'Hopper', organization: 'Lab of X' },
};
const said = async (of: Participation) => {
  const { container } = renderPart(<ParticipationPayment mine={of} />);
  expect((await within(container).findAllByText(/\w{3}/))[0]).toBeVisible();
  return container.textContent;
};
beforeEach(() => freshBrowser());

test.each([
  [14, 'Yale pays within 14 days after approval: bank transfer'],
  [1, 'Yale pays within 1 day after approval: bank transfer'],
  [0, 'Yale pays on the day of approval: bank transfer'],
])('a study that pays within %i days says that', async (within_days, words) => {
  renderPart(
    <StudyPayment study={study({ payment_terms: { how: 'bank transfer', within_days } })} />,
  );
  expect(await screen.findByText(words)).toBeVisible();
});

test('without payment terms, the page says to ask the researchers; for an unpaid study, it says nothing', async () => {
  renderPart(<StudyPayment study={study({ payment_terms: null })} />);
  expect(await screen.findByText('Ask the researchers how and when they pay.')).toBeVisible();
  const { container } = renderPart(<StudyPayment study={study({ reward: null })} />);
  expect(container.textContent).toBe('');
});

test('for a completed participation, the line names the last day of the payment', async () => {
  expect(
    await said({ ...aParticipation('completed'), ...paid, pay_by: '2027-01-02T12:00:00Z' }),
  ).toMatch(
    /^Lab of X pays within 14 days after approval, by .*2027.* at the latest: bank transfer$/,
  );
});

test('for a rejected participation, the line says that it is not paid', async () => {
  expect(await said({ ...aParticipation('rejected'), ...paid })).toBe(
    'This participation is not paid.',
  );
});

test('the payment line is translated into German', async () => {
  await freshBrowser('de');
  expect(
    await said({ ...aParticipation('approved'), ...paid, pay_by: '2027-01-02T12:00:00Z' }),
  ).toMatch(
    /^Lab of X zahlt innerhalb von 14 Tagen nach der Anerkennung, spätestens am .*2027: bank transfer$/,
  );
});

const pay = {
  withdrawn: { kind: 'part', percent: 50 },
  screened_out: { kind: 'by_time' },
} as const;
const withParts = { payment_terms: { how: 'bank transfer', within_days: 14, pay } };

test('before the start, the line says what participants are paid who leave after the start', async () => {
  renderPart(<StudyPayment study={study(withParts)} />);
  expect(
    await screen.findByText(
      'If you stop after the start, you get €2.25. If you are not selected after the start, you get a quarter ' +
        'of the reward for each quarter of the stated time that has begun.',
    ),
  ).toBeVisible();
});

test('the line says what leaving pays until the participation ends, and then that a part of the reward is due', async () => {
  expect(await said({ ...aParticipation('started'), ...paid, ...withParts })).toMatch(
    /bank transferIf you stop after the start, you get €0\.50\./,
  );
  expect(
    await said({ ...aParticipation('withdrawn'), ...paid, ...withParts, part_due: pay.withdrawn }),
  ).toBe(
    'A part of the reward is due to you. Lab of X pays within 14 days after approval: bank transfer',
  );
  expect(await said({ ...aParticipation('completed'), ...paid, ...withParts })).not.toContain(
    'If you stop',
  );
});
