import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createLiveCache } from '../../lib/live/live-cache';
import { queryClient } from '../../lib/query-client';
import { freshBrowser } from '../../test/render-app';
import { aSlotCalendar, showSlotsPage, aSlot } from '../../test/slots-desk';

beforeEach(() => freshBrowser());

test('the calendar shows a week with the number of bookings, and is updated live', async () => {
  const { world } = showSlotsPage(aSlotCalendar([aSlot(4), aSlot(5, { seats: 7 })]));
  expect(await screen.findByText('1 of 3')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Week of May 4, 2099' })).toBeVisible();
  world.now = aSlotCalendar([aSlot(4, { booked: 2 }), aSlot(5)]);
  createLiveCache(queryClient).slotsUpdated();
  expect(await screen.findByText('2 of 3')).toBeVisible();
});

test.each([
  ['editor', true],
  ['viewer', false],
] as const)('an %s sees only permitted buttons', async (role, plans) => {
  const { sent } = showSlotsPage(aSlotCalendar([aSlot(4)]), undefined, role);
  expect(await screen.findByText('1 of 3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add slots' }) !== null).toBe(plans);
  expect(screen.queryByRole('button', { name: /^Cancel/ }) !== null).toBe(plans);
  expect(screen.queryByRole('tab', { name: 'Who is expected' })).toBeNull();
  expect(screen.getByText(plans ? /as an editor/ : /You view this study/)).toBeVisible();
  expect(sent('GET').some(({ path }) => path.endsWith('/attendance/'))).toBe(false);
});

test('place and seats of a slot can be changed, and the dialog says that booked people get an email', async () => {
  const { sent, world } = showSlotsPage(aSlotCalendar([aSlot(4)]));
  fireEvent.click(await screen.findByRole('button', { name: /^Change the slot of/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Change the slot of/ }));
  expect(dialog.getByText(/1 person has booked it, and gets a mail/)).toBeVisible();
  expect(dialog.getByText(/cancel the slot and add another/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Place'), { target: { value: 'Room 2' } });
  fireEvent.change(dialog.getByLabelText('Seats'), { target: { value: '5' } });
  world.now = aSlotCalendar([aSlot(4, { place: 'Room 2', seats: 5 })]);
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Room 2')).toBeVisible();
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { place: 'Room 2', seats: 5, reserve_seats: 0 },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the bookings of a slot with reserve seats show both counts', async () => {
  showSlotsPage(aSlotCalendar([aSlot(4, { booked: 0, seats: 1, reserves: 0, reserve_seats: 1 })]));
  expect(await screen.findByText('0 of 1 · 0 of 1 reserves')).toBeVisible();
});

test('cancelling a slot asks once, and shows how many people it affects', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([aSlot(4, { booked: 2 })]));
  fireEvent.click(await screen.findByRole('button', { name: /^Cancel the slot of / }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^2 people have booked it/)).toBeVisible();
  expect(sent('DELETE')).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel the slot' }));
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
});

test('a study that is not on site has no slots, and the page says that', async () => {
  showSlotsPage(aSlotCalendar([], { kind: null }));
  expect(await screen.findByText('This study has no slots')).toBeVisible();
});
