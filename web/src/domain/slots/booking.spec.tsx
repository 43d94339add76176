import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  listParticipations,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import {
  bookSlot,
  readSlotBookingOptions,
  type Slot,
  type SlotBookingOptions,
} from '../../../../contracts/slots/slots';
import { useAuth } from '../../lib/auth/auth.store';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { aSlot, numberedId } from '../../test/slots-desk';

beforeEach(() => freshBrowser());

test('a participant books a reserve seat only when it is marked as such, and sees why a booking was refused', async () => {
  const mine: Participation = {
    _id: numberedId(7),
    session_id: numberedId(9),
    study_id: numberedId(1),
    study_title: 'Faces',
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
    may_withdraw_data: false,
    by_appointment: true,
    researcher_concludes: false,
    runs_outside: false,
    runs_here: false,
    created_at: '2026-10-01T10:00:00Z',
    updated_at: '2026-10-01T10:00:00Z',
  };
  const open = ({ link: _, seats: __, reserve_seats: ___, booked, reserves, ...one }: Slot) => ({
    ...one,
    seats_left: booked,
    reserve_seats_left: reserves,
  });
  const choice: SlotBookingOptions = {
    session_id: '0193a1b2-0000-7000-8000-000000000003',
    may_book: true,
    kind: 'onsite',
    tag: 'aaaabbbbaaaabbbb',
    booking: null,
    former: null,
    change_until_hours: 24,
    slots: [
      open(aSlot(4, { booked: 0, reserves: 1 })),
      open(aSlot(5, { booked: 0 })),
      open(aSlot(6, { booked: 2 })),
    ],
  };
  const asked = fakeServer(
    profileRoute(aUser()),
    on(listParticipations).answer({ status: 200, body: { items: [mine], next_cursor: null } }),
    on(readSlotBookingOptions).answer({ status: 200, body: choice }),
    on(bookSlot).answer(
      refusal('slot_overlap', { description: 'You have something else booked at that time.' }),
    ),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/history/participation');
  expect(await screen.findByText('Full')).toBeVisible();
  // The researcher records attendance, so the participant has no button to start.
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Come as a reserve/ }));
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Come as a reserve' }));
  expect(await screen.findByText('You have something else booked at that time.')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^Book / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Book this time' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { slot_id: numberedId(4), reserve: true },
      { slot_id: numberedId(6) },
    ]),
  );
});
