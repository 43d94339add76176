import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { undoWindowMs, usePendingDecisionStore } from '../../domain/decisions/pending-decisions';
import { freshBrowser } from '../../test/render-app';
import {
  aSlotCalendar,
  showSlotsPage,
  anAttendance,
  numberedId,
  aSlot,
} from '../../test/slots-desk';

beforeEach(() => freshBrowser());

test('expected people are listed by tag, with the actions possible for each', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([aSlot(4)]));
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  expect(await screen.findByText(/the list tells the day and not the slot/)).toBeVisible();
  expect(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'cccc dddd cccc dddd is here' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'aaaa bbbb aaaa bbbb is here' }));
  // The slot is on a different day, so the page asks for confirmation first.
  const early = within(
    await screen.findByRole('dialog', { name: 'Is aaaa bbbb aaaa bbbb here already?' }),
  );
  jest.useFakeTimers();
  act(() => early.getByRole('button', { name: 'Yes, is here' }).click());
  expect(screen.getByText(/^Will be marked as present\./)).toBeVisible();
  act(() => void jest.advanceTimersByTime(undoWindowMs - 1));
  expect(sent('POST')).toEqual([]);
  act(() => void jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() =>
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
      [
        `/api/sessions/${numberedId(9)}/decisions/`,
        { decisions: [{ tag: 'aaaabbbbaaaabbbb', decision: { action: 'attend' } }] },
      ],
    ]),
  );
});

test('attendance can be undone for ten seconds', async () => {
  const { sent } = showSlotsPage(aSlotCalendar([aSlot(4)]));
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  fireEvent.click(await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(
    await screen.findByRole('button', { name: 'cccc dddd cccc dddd has finished' }),
  ).toBeVisible();
  expect(usePendingDecisionStore.getState().held).toEqual([]);
  expect(sent('POST')).toEqual([]);
});

test.each([
  ['2099-05-04T10:00:00.000Z', false],
  ['2025-05-04T10:00:00.000Z', true],
])('for a slot at %s, "did not come" can be recorded: %s', async (starts_at, may) => {
  const is = aSlot(4, { starts_at, ends_at: starts_at.replace('10:', '11:') });
  const lines = [{ ...anAttendance('aaaabbbbaaaabbbb', 'enrolled'), slot_id: is._id, starts_at }];
  showSlotsPage(aSlotCalendar([is], { shows: 'slot' }), undefined, 'owner', lines);
  fireEvent.click(await screen.findByRole('tab', { name: 'Who is expected' }));
  expect(await screen.findByRole('button', { name: 'aaaa bbbb aaaa bbbb is here' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'aaaa bbbb aaaa bbbb did not come' }) !== null).toBe(
    may,
  );
});
