import { screen } from '@testing-library/react';
import { readSlotBookingOptions, type SlotBookingOptions } from '../../../../contracts/slots/slots';
import { emptyServerRoutes, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { ParticipantSlot } from './own-slot';

const id = '0193a1b2-0000-7000-8000-000000000007';
const choice: SlotBookingOptions = {
  session_id: '0193a1b2-0000-7000-8000-000000000003',
  may_book: true,
  kind: 'onsite',
  tag: 'aaaabbbb',
  booking: null,
  former: {
    slot: {
      _id: '0193a1b2-0000-7000-8000-000000000004',
      starts_at: '2099-05-04T10:00:00.000Z',
      ends_at: '2099-05-04T11:00:00.000Z',
      zone: 'UTC',
    },
    called_off: false,
  },
  change_until_hours: 24,
  slots: [],
};
beforeEach(() => freshBrowser());

test.each([
  ['whose seat is gone, too', false],
  ['who gave a slot up and chooses another one', true],
])(
  'a participant %s, can remove the slot from the calendar (may book again: %s)',
  async (_who, may_book) => {
    fakeServer(
      profileRoute(aUser()),
      on(readSlotBookingOptions).answer({ status: 200, body: { ...choice, may_book } }),
      ...emptyServerRoutes,
    );
    renderPart(<ParticipantSlot participationId={id} />);
    expect(
      await screen.findByRole('button', { name: 'Take it out of the calendar' }),
    ).toBeVisible();
    expect(screen.queryByText(/^Your slot is off: Monday, May 4, 2099/) !== null).toBe(!may_book);
  },
);
