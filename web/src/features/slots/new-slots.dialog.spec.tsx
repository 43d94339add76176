import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { freshBrowser } from '../../test/render-app';
import { aSlotCalendar, showSlotsPage } from '../../test/slots-desk';

beforeEach(() => freshBrowser());

test('new slots have the place of the study as default, and the first day has the focus', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([]), { added: 1, skipped: [], twice: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  expect(dialog.getByLabelText('Place')).toHaveValue('Room 12');
  await waitFor(() => expect(dialog.getByLabelText('From day')).toHaveFocus());
  fireEvent.change(dialog.getByLabelText('From day'), { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('To day'), { target: { value: '2099-03-30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ place: 'Room 12' }));
});

test('after adding a pattern, the skipped times are listed with their reasons', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([]), {
    added: 3,
    skipped: [{ starts: '2099-03-29T02:00', reason: 'missing' }],
    twice: ['2099-10-25T02:30'],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  fireEvent.change(dialog.getByLabelText('From day'), { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('To day'), { target: { value: '2099-10-30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  expect(await screen.findByText('3 slots were added.')).toBeVisible();
  expect(screen.getByText(/The clock leaves 1 time out: 2099-03-29 02:00/)).toBeVisible();
  expect(screen.getByText(/the slot is at the first: 2099-10-25 02:30/)).toBeVisible();
  expect(sent('POST')[0]?.body).toMatchObject({
    kind: 'weekly',
    from: '2099-03-23',
    weekdays: [1, 2, 3, 4, 5],
    times: [{ from: '09:00', to: '12:00' }],
  });
});

test('a day can be typed as YYYY-MM-DD, or picked from the calendar', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([]), { added: 1, skipped: [], twice: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Add slots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add slots' }));
  fireEvent.click(dialog.getByLabelText('One slot'));
  const day = dialog.getByLabelText('Day');
  expect(day).toHaveProperty('type', 'text');
  expect(dialog.getByRole('button', { name: 'Day: pick it from the calendar' })).toBeVisible();
  fireEvent.change(day, { target: { value: '2099-03-23' } });
  fireEvent.change(dialog.getByLabelText('Starts at'), { target: { value: '14:30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add slots' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({ kind: 'one', starts: '2099-03-23T14:30' });
});
