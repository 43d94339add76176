import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import {
  changeParticipationState,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import { readStudy } from '../../../../contracts/studies/studies';
import { useUi } from '../../lib/ui.store';
import { aStudy } from '../../test/a-study';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { user } from '../../test/user';
import { ParticipationActions } from './participation-actions';

const study = aStudy({ recruiting: true, spots_available: 3 });
const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const mine: Participation = {
  _id: id(7),
  session_id: id(2),
  study_id: study._id,
  study_title: study.title,
  state: 'enrolled',
  reward: null,
  payment_terms: null,
  payer: null,
  part_due: null,
  pay_by: null,
  duration_minutes: 20,
  due_at: null,
  reason: null,
  category: null,
  data_withdrawn_on: null,
  consent_withdrawn: false,
  paused: false,
  runs_outside: false,
  runs_here: false,
  may_withdraw_data: false,
  by_appointment: false,
  researcher_concludes: false,
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
};
beforeEach(() => freshBrowser());

test('a withdrawal can be undone even if a live update removes the buttons before the response arrives', async () => {
  let update: () => void = () => undefined;
  function Page() {
    const [state, setState] = useState(mine.state);
    update = () => act(() => setState('withdrawn'));
    return state === 'enrolled' ? <ParticipationActions mine={mine} /> : <p>You have withdrawn</p>;
  }
  fakeServer(
    on(readStudy).answer(() => ({ status: 200, body: study })),
    on(changeParticipationState).answer(() => {
      update();
      return { status: 200, body: { ...mine, state: 'withdrawn' } };
    }),
  );
  renderPart(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await screen.findByText('You have withdrawn');
  await waitFor(() => expect(useUi.getState().message?.action?.label).toBe('Undo'));
});

const started = (more: Partial<Participation>): Participation => ({
  ...mine,
  state: 'started',
  reward: { amount: 450, currency: 'EUR' },
  ...more,
});
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();

test.each([
  [
    { part_due: { kind: 'by_time' }, updated_at: minutesAgo(7) },
    'You get €2.25 for the time you spent.',
  ],
  [{ part_due: { kind: 'part', percent: 33 } }, 'You get €1.49, a part of the reward.'],
] as const)(
  'a participant who withdraws after the start reads beforehand what is paid: %j',
  async (more, words) => {
    renderPart(<ParticipationActions mine={started(more)} />);
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/it is not paid/)).toBeNull();
  },
);

test('a participant who withdraws after the start, without partial pay, reads that it is not paid', async () => {
  renderPart(<ParticipationActions mine={started({})} />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText(/it is not paid/)).toBeVisible();
});
