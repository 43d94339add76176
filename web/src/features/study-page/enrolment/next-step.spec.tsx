import { screen, within } from '@testing-library/react';
import { refusal } from '../../../test/fake-server';
import { freshBrowser } from '../../../test/render-app';
import { user } from '../../../test/user';
import {
  numberedId,
  externalStudyLink,
  enrolmentStatus,
  study,
  showStudyPage,
} from '../../../test/shown-study';

beforeEach(() => freshBrowser());

test('an unsuitable device is reported before the enrolment, with a link to the device check', async () => {
  showStudyPage(study({ requirements: ['phone', 'tablet'] }), () => refusal('internal'));
  expect(await screen.findByRole('button', { name: 'Not eligible' })).toBeDisabled();
  const panel = within(screen.getByRole('region', { name: 'Take part' }));
  expect(await panel.findByText('This study needs a tablet or a phone.')).toBeVisible();
  expect(panel.getByRole('link', { name: 'Check your device' })).toHaveAttribute(
    'href',
    `/study/details/${numberedId(1)}/check`,
  );
});

test('an unsuitable device does not cancel a seat, but is reported before the start', async () => {
  const enrolment = enrolmentStatus('enrolled', numberedId(7));
  showStudyPage(study({ requirements: ['phone'], enrolment }), () => refusal('internal'));
  expect(await screen.findByText('This device or browser does not fit')).toBeVisible();
  expect(screen.getAllByText('This study needs a phone.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Start' })).toBeEnabled();
});

const there = (place: string) => ({
  _id: numberedId(4),
  starts_at: '2099-05-04T10:00:00.000Z',
  ends_at: '2099-05-04T11:00:00.000Z',
  zone: 'UTC',
  place,
});
const booked = {
  slot: { ...there('Room 14'), link: null },
  reserve: false,
  change_until: '2099-05-03T10:00:00.000Z',
};
const open = { ...there('Room 14'), seats_left: 1, reserve_seats_left: 0 };
test.each([
  ['the study says, before any slot is elsewhere', {}, 'Room 12'],
  ['a slot to choose says', { slots: [open] }, 'Room 14'],
  ['the booked slot says', { booking: booked }, 'Room 14'],
])('only one place is shown: the place that %s', async (_which, choice, place) => {
  const runtime = { kind: 'onsite', place: 'Room 12' } as const;
  showStudyPage(
    study({ runtime, enrolment: enrolmentStatus('enrolled', numberedId(7)) }),
    () => refusal('internal'),
    { by_appointment: true },
    choice,
  );
  expect((await screen.findAllByText(new RegExp(place)))[0]).toBeVisible();
  expect(
    screen.queryAllByText(/Room 1[24]/).map((el) => /Room \d+/.exec(el.textContent ?? '')?.[0]),
  ).toEqual([place]);
});

test('after the consent form was withdrawn, the participant sees that and cannot start', async () => {
  const { enrolment } = study();
  showStudyPage(
    study({ enrolment: { ...enrolment, button: 'enrolled', participation_id: numberedId(7) } }),
    () => refusal('internal'),
    { consent_withdrawn: true },
  );
  expect(await screen.findByText('The consent form was withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('a study at another website is opened with the server’s link, and cannot be finished by a click', async () => {
  const w = showStudyPage(
    study({
      enrolment: enrolmentStatus('started', numberedId(7)),
    }),
    () => refusal('internal'),
  );
  w.now.state = 'started';
  const open = await screen.findByRole('link', { name: 'Open the study' });
  expect(open).toHaveAttribute('href', externalStudyLink);
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'I have finished' })).toBeNull();
});

test('the completion code of a study at another website is entered on the page, and a wrong one is reported', async () => {
  const w = showStudyPage(
    study({
      enrolment: enrolmentStatus('started', numberedId(7)),
    }),
    () => refusal('internal'),
  );
  w.now.state = 'started';
  const field = await screen.findByRole('textbox', { name: /Code that the study shows/ });
  await user.type(field, 'WRONG');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(/This is no code of this study/)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'ABCD2345');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(/is done. The researchers review it/)).toBeVisible();
});

test.each([
  ['researcher', true],
  ['participant', false],
] as const)('a study described by notes is completed by the %s', async (completes, theirs) => {
  const runtime = { kind: 'notes', completes } as const;
  const own = { researcher_concludes: theirs, runs_outside: false };
  const w = showStudyPage(
    study({ runtime, enrolment: enrolmentStatus('started', numberedId(7)) }),
    () => refusal('internal'),
    own,
  );
  w.now.state = 'started';
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeEnabled();
  expect(screen.queryAllByRole('button', { name: 'I have finished' })).toHaveLength(theirs ? 0 : 1);
  expect(screen.queryAllByText(/The researchers note that you have finished/)).toHaveLength(
    theirs ? 1 : 0,
  );
});
