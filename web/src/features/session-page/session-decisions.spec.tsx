import { act, screen, waitFor, within } from '@testing-library/react';
import { user } from '../../test/user';
import { undoMs, useHeld } from './held-decisions';
import { freshBrowser } from '../../test/render-app';
import { entry, showSession } from '../../test/shown-session';

const tagged = (n: number) => screen.findByRole('checkbox', { name: String(n).repeat(6) });
beforeEach(async () => {
  useHeld.setState({ held: [] });
  await freshBrowser();
});
afterEach(() => jest.useRealTimers());

test('a decision goes out ten seconds later, about those chosen alone', async () => {
  const { sent } = await showSession({
    roster: [entry(1, 'completed'), entry(2, 'completed'), entry(3, 'withdrawn')],
  });
  expect(await tagged(3)).toBeDisabled();
  await user.click(await tagged(1));
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Approve 1' }).click());
  expect(screen.getByText('Approved in ten seconds')).toBeVisible();
  act(() => void jest.advanceTimersByTime(undoMs - 1));
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
  const { sent } = await showSession({ roster: [entry(1, 'completed')] });
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(useHeld.getState().held).toEqual([]);
  expect(screen.queryByText('Approved in ten seconds')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('a rejection wants a category and a reason that can be answered', async () => {
  await showSession({ roster: [entry(1, 'completed'), entry(2, 'completed')] });
  await tagged(1);
  await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
  await user.click(screen.getByRole('button', { name: 'Reject 2 …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 participations' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await dialog.findByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(dialog.getByRole('combobox', { name: 'What it is for' })).toBeInvalid();
  expect(useHeld.getState().held).toEqual([]);
});

test('what is held goes out when the page is left', async () => {
  const { sent } = await showSession({ roster: [entry(1, 'completed')] });
  await user.click(await tagged(1));
  await user.click(screen.getByRole('button', { name: 'Approve 1' }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(useHeld.getState().held).toEqual([]);
});

test('names are looked up only when they are asked for', async () => {
  const { asked } = await showSession({ roster: [entry(1, 'completed')] });
  await tagged(1);
  const lists = () =>
    asked.filter(({ path }) => path.includes('/roster/')).map(({ query }) => query.get('names'));
  expect(new Set(lists())).toEqual(new Set(['false']));
  await user.click(screen.getByRole('checkbox', { name: 'Show names' }));
  await waitFor(() => expect(lists().at(-1)).toBe('true'));
});

test('the dialog of decisions from a file begins with the focus in the choice of the file', async () => {
  await showSession({ roster: [entry(1, 'completed')] });
  await user.click(await screen.findByRole('button', { name: 'Decide by file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decisions from a file' }));
  await waitFor(() => expect(dialog.getByLabelText('File')).toHaveFocus());
});
