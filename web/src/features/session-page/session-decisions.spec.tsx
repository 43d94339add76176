import { act, screen, waitFor, within } from '@testing-library/react';
import { fill, user } from '../../test/user';
import { restoreLostFocus } from '../../navigation/focus-keeper';
import { undoWindowMs, usePendingDecisionStore } from '../../domain/decisions/pending-decisions';
import { freshBrowser } from '../../test/render-app';
import { aRun, rosterEntry, runListAnswer, session, showSession } from '../../test/shown-session';

const tagged = (n: number) => screen.findByRole('checkbox', { name: String(n).repeat(6) });
beforeEach(async () => {
  usePendingDecisionStore.setState({ held: [] });
  await freshBrowser();
});
afterEach(() => jest.useRealTimers());

test('a decision is sent after ten seconds, only for the selected participants', async () => {
  const { sent } = await showSession({
    part: 'people',
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'completed'), rosterEntry(3, 'withdrawn')],
  });
  expect(await tagged(3)).toBeDisabled();
  await user.click(await tagged(1));
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Approve 1 · €3.00' }).click());
  expect(screen.getByText('Will be approved. You can take it back for 10 seconds.')).toBeVisible();
  act(() => void jest.advanceTimersByTime(undoWindowMs - 1));
  expect(sent()).toEqual([]);
  act(() => void jest.advanceTimersByTime(1));
  jest.useRealTimers();
  await waitFor(() =>
    expect(sent()).toEqual([
      { decisions: [{ tag: '1'.repeat(16), decision: { action: 'approve' } }] },
    ]),
  );
});

test('a decision that is undone is never sent', async () => {
  const { sent } = await showSession({ part: 'people', roster: [rosterEntry(1, 'completed')] });
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1 · €3.00' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(usePendingDecisionStore.getState().held).toEqual([]);
  expect(screen.queryByText(/^Will be approved/)).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('one undo reverts all decisions that were made together, and the notice says that', async () => {
  const { sent } = await showSession({
    part: 'people',
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'completed'), rosterEntry(3, 'completed')],
  });
  await tagged(1);
  await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
  await user.click(screen.getByRole('button', { name: 'Approve 3 · €9.00' }));
  expect(screen.getAllByText('Will be approved.')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const together = within(screen.getByRole('group', { name: '3 participations' }));
  expect(together.getByText(/^3 participations · €9\.00: Will be approved\./)).toBeVisible();
  await user.click(together.getByRole('button', { name: 'Undo all 3' }));
  expect(usePendingDecisionStore.getState().held).toEqual([]);
  expect(sent()).toEqual([]);
});

test('two successive decisions have an undo each', async () => {
  await showSession({
    part: 'people',
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'completed')],
  });
  for (const n of [1, 2]) {
    await user.click(await tagged(n));
    await user.click(screen.getByRole('button', { name: 'Approve 1 · €3.00' }));
  }
  const [first] = screen.getAllByRole('button', { name: 'Undo' });
  await user.click(first as HTMLElement);
  expect(usePendingDecisionStore.getState().held.map(({ decisions }) => decisions[0]?.tag)).toEqual(
    ['2'.repeat(16)],
  );
});

test.each([
  [1, 'Approve 1 · €3.00', 'Undo'],
  [2, 'Approve 2 · €6.00', 'Undo all 2'],
])(
  'the undo button for %d decisions gets the focus immediately, and describes the decision',
  async (many, approve, name) => {
    const end = restoreLostFocus();
    await showSession({
      part: 'people',
      roster: Array.from({ length: many }, (_, n) => rosterEntry(n + 1, 'completed')),
    });
    await tagged(1);
    await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
    await user.click(screen.getByRole('button', { name: approve }));
    const undo = screen.getByRole('button', { name });
    expect(undo).toHaveFocus();
    expect(undo).toHaveAccessibleDescription(/Will be approved\. You can take it back/);
    // The key presses the undo button, which then disappears; the focus moves to the list.
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('type', 'checkbox'));
    end();
  },
);

test('a rejection requires a category and a reason', async () => {
  await showSession({
    part: 'people',
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'completed')],
  });
  await tagged(1);
  await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
  await user.click(screen.getByRole('button', { name: 'Reject 2 …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 participations' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await dialog.findByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(dialog.getByRole('combobox', { name: 'What it is for' })).toBeInvalid();
  expect(usePendingDecisionStore.getState().held).toEqual([]);
});

test('a decision that can still be undone is sent when the page is left', async () => {
  const { sent } = await showSession({ part: 'people', roster: [rosterEntry(1, 'completed')] });
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1 · €3.00' }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(usePendingDecisionStore.getState().held).toEqual([]);
});

test('the names of participants are loaded only after a click', async () => {
  const { asked } = await showSession({ part: 'people', roster: [rosterEntry(1, 'completed')] });
  await tagged(1);
  const lists = () =>
    asked.filter(({ path }) => path.includes('/roster/')).map(({ query }) => query.get('names'));
  expect(new Set(lists())).toEqual(new Set(['false']));
  await user.click(screen.getByRole('checkbox', { name: 'Show names' }));
  await waitFor(() => expect(lists().at(-1)).toBe('true'));
});

test('the dialog of decisions from a file begins with the focus in the choice of the file', async () => {
  await showSession({ part: 'people', roster: [rosterEntry(1, 'completed')] });
  await user.click(await screen.findByRole('button', { name: 'Decide by file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decisions from a file' }));
  await waitFor(() => expect(dialog.getByLabelText('File')).toHaveFocus());
});

test('one button approves all clean participations, and leaves flagged ones', async () => {
  const { sent } = await showSession({
    part: 'people',
    session: { ...session, runs_here: true },
    roster: [1, 2, 3, 4].map((n) => ({ ...rosterEntry(n, 'completed'), minutes: 10 })),
    runs: () => runListAnswer([aRun(1), aRun(2, { errors: 2 }), aRun(3), aRun(4, { fast: true })]),
  });
  await tagged(1);
  const table = screen.getByRole('table', { name: 'People' });
  expect(
    within(table).getByRole('row', { name: /^222222 Completed 10 min 2 errors 12/ }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve all 2 clean · €6.00' }));
  const together = within(screen.getByRole('group', { name: '2 participations' }));
  expect(together.getByRole('button', { name: 'Undo all 2' })).toBeVisible();
  expect(within(table).getAllByText('Will be approved.')).toHaveLength(2);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        decisions: ['1', '3'].map((n) => ({
          tag: n.repeat(16),
          decision: { action: 'approve' },
        })),
      },
    ]),
  );
});

test('the filter shows the participations that need attention', async () => {
  await showSession({
    part: 'people',
    session: { ...session, runs_here: true },
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'started')],
    runs: () => runListAnswer([aRun(1), aRun(2, { stalled: true, state: 'open' })]),
  });
  await tagged(1);
  await user.click(screen.getByRole('radio', { name: 'To look at 1' }));
  expect(screen.queryByRole('checkbox', { name: '111111' })).toBeNull();
  expect(await tagged(2)).toBeVisible();
});

test('with the keyboard, A approves the focused row, R opens the rejection, arrows move, and each row is one tab stop', async () => {
  const { sent } = await showSession({
    part: 'people',
    roster: [rosterEntry(1, 'completed'), rosterEntry(2, 'completed'), rosterEntry(3, 'completed')],
  });
  const [first, second, third] = [await tagged(1), await tagged(2), await tagged(3)];
  const table = screen.getByRole('table', { name: 'People' });
  for (const row of within(table).getAllByRole('row').slice(1))
    expect(
      [...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter(
        ({ tabIndex }) => tabIndex === 0,
      ),
    ).toHaveLength(1);
  act(() => first.focus());
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('a');
  expect(usePendingDecisionStore.getState().held.map(({ decisions }) => decisions)).toEqual([
    [{ tag: '2'.repeat(16), decision: { action: 'approve' } }],
  ]);
  // The undo button of that row has the focus; the next row is one key away.
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(third.closest('tr')).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('r');
  expect(await screen.findByRole('dialog', { name: 'Reject one participation' })).toBeVisible();
  expect(sent()).toEqual([]);
});

test('a rejection is overturned with a reason', async () => {
  await showSession({ part: 'people', roster: [rosterEntry(1, 'rejected')] });
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Overturn 1 …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Overturn one decision' }));
  await fill(dialog.getByRole('textbox', { name: /^Reason/ }), 'Our check was wrong.');
  await user.click(dialog.getByRole('button', { name: 'Overturn decision' }));
  expect(usePendingDecisionStore.getState().held.map(({ decisions }) => decisions)).toEqual([
    [
      {
        tag: '1'.repeat(16),
        decision: { action: 'overturn', reason: 'Our check was wrong.' },
      },
    ],
  ]);
});
