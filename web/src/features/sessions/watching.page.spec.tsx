import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SeatAvailability } from '../../../../contracts/live/live';
import {
  changeSession,
  listSessions,
  type Session,
} from '../../../../contracts/enrolment/sessions';
import { useAuth } from '../../lib/auth/auth.store';
import { createLiveCache } from '../../lib/live/live-cache';
import { queryClient } from '../../lib/query-client';
import { aSession } from '../../test/a-session';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { useDashboardOptions } from './dashboard-options.store';

const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const session = (n: number, more: Partial<Session> = {}) =>
  aSession({
    _id: id(n),
    study_title: `Study ${n}`,
    created_at: `2026-11-${String(20 - n).padStart(2, '0')}T00:00:00Z`,
    ...more,
  });

let asked: ReturnType<typeof fakeServer>;
/**
 * Shows the dashboard.
 * @param refused the ids of sessions that the server refuses to change
 */
const show = (items: Session[], refused: readonly string[] = []) => {
  asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listSessions).answer({ status: 200, body: { items, next_cursor: null } }),
    on(changeSession).answer(({ params, body: { state } }) => {
      const found = items.find(({ _id }) => _id === params.id);
      return found && !refused.includes(found._id)
        ? { status: 200, body: { ...found, state: state ?? found.state } }
        : refusal('session_closed');
    }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/sessions/dashboard');
};
const availability = ({ _id, counts, ...told }: Session): SeatAvailability => ({
  session_id: _id,
  study_id: told.study_id,
  state: told.state,
  capacity: told.capacity,
  spots_available: told.spots_available,
  version: told.version + 1,
  counts,
});
const tiles = () => screen.findAllByRole('listitem', { name: /^Study/ });
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...more });
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Study/ })
    .flatMap((box, i) => (box.checked ? [i + 1] : []));
const changes = () =>
  asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

/** A fake of the browser's sound, which jsdom does not have. It collects the tones. */
const fakeSound = (tones: number[]) => {
  const part = () => ({
    frequency: { value: 0 },
    gain: {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    },
    connect: (to: unknown) => to,
    start: (at: number) => tones.push(at),
    stop: () => undefined,
  });
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    createOscillator = part;
    createGain = part;
  }
  Object.defineProperty(globalThis, 'AudioContext', { value: FakeAudio, configurable: true });
};

beforeEach(async () => {
  await freshBrowser();
  useDashboardOptions.getState().set({ view: 'tiles', sound: false, motion: true });
});

describe('when a researcher selects sessions with the keyboard,', () => {
  beforeEach(async () => {
    show([session(1), session(2), session(3), session(4)]);
    const [first] = await tiles();
    act(() => first?.focus());
  });
  test('Space selects and deselects a session; arrow keys alone select nothing', () => {
    press(' ');
    press('ArrowRight');
    press('ArrowRight');
    press(' ');
    expect(selected()).toEqual([1, 3]);
    press(' ');
    expect(selected()).toEqual([1]);
  });
  test('Shift with an arrow key extends and reduces the selection from where it began', () => {
    press('ArrowRight');
    press('ArrowRight', { shiftKey: true });
    press('ArrowRight', { shiftKey: true });
    expect(selected()).toEqual([2, 3, 4]);
    press('ArrowLeft', { shiftKey: true });
    expect(selected()).toEqual([2, 3]);
  });
  test.each([
    ['A', {}],
    ['Ctrl and A', { ctrlKey: true }],
  ])('the key %s selects all shown sessions, and Escape deselects them', (_, more) => {
    press('a', more);
    expect(screen.getByRole('region', { name: 'Selected sessions' })).toHaveTextContent(
      '4 selected',
    );
    press('Escape');
    expect(selected()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Selected sessions' })).toBeNull();
  });
  test('when the focused session is filtered out, the next one gets the focus', async () => {
    press('ArrowRight');
    const paused: SeatAvailability = {
      ...availability(session(2)),
      state: 'paused',
      spots_available: 0,
    };
    fireEvent.click(screen.getByRole('radio', { name: /^Active/ }));
    act(() => createLiveCache(queryClient).takeSessions([paused]));
    await waitFor(async () => expect(await tiles()).toHaveLength(3));
    expect(document.activeElement).toHaveAttribute('data-tile', id(3));
  });
});

test('a click with Shift selects the range from the last selected session, and keeps earlier selections', async () => {
  show([1, 2, 3, 4, 5, 6].map((n) => session(n)));
  const click = (n: number, more = {}) =>
    fireEvent.click(screen.getByRole('checkbox', { name: `Select Study ${n}` }), more);
  await tiles();
  click(1);
  click(3);
  click(6, { shiftKey: true });
  expect(selected()).toEqual([1, 3, 4, 5, 6]);
  click(4, { shiftKey: true });
  expect(selected()).toEqual([1, 3, 4]);
});

describe('bulk actions on sessions', () => {
  const select = async (...numbers: number[]) => {
    for (const n of numbers)
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select Study ${n}` }));
    return within(await screen.findByRole('region', { name: 'Selected sessions' }));
  };
  test('show before each action how many sessions it affects, and ask for a confirmation', async () => {
    show([session(1), session(2, { state: 'paused' }), session(3, { state: 'closed' })]);
    const bar = await select(1, 2);
    expect(bar.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Pause 1',
      'Resume 1',
      'Close 2',
      'Select all 3',
      'Clear selection',
    ]);
    fireEvent.click(bar.getByRole('button', { name: 'Close 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 2 sessions?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Study 1, Autumn',
      'Study 2, Autumn',
    ]);
    expect(changes()).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Close 2' }));
    expect(await screen.findByText('2 sessions are closed')).toBeVisible();
    expect(changes()).toEqual([
      [`/api/sessions/${id(1)}/`, { state: 'closed' }],
      [`/api/sessions/${id(2)}/`, { state: 'closed' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(selected()).toEqual([]);
    // The focus has returned to the list.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-tile'));
  });
  test('list failed sessions with the reason in the dialog, and retry only these', async () => {
    const refused = [id(2)];
    show([session(1), session(2)], refused);
    const bar = await select(1, 2);
    fireEvent.click(bar.getByRole('button', { name: 'Pause 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause 2 sessions?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Pause 2' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(
      /^1 session stayed as it was:Study 2, Autumn: Refused: session_closed/,
    );
    refused.length = 0;
    fireEvent.click(screen.getByRole('button', { name: 'Try these again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes().map(([path]) => path)).toEqual([
      `/api/sessions/${id(1)}/`,
      `/api/sessions/${id(2)}/`,
      `/api/sessions/${id(2)}/`,
    ]);
  });
});

describe('display settings of the dashboard', () => {
  test('show a table with a row for each session, which is updated live and shown again at the next visit', async () => {
    show([session(1), session(2)]);
    fireEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    const rows = await screen.findAllByRole('row', { name: /^Study/ });
    expect(rows).toHaveLength(2);
    expect(within(rows[0] as HTMLElement).getByText('4 of 10 spots taken')).toBeInTheDocument();
    const message = availability(
      session(1, { counts: { ...session(1).counts, enrolled: 2 }, spots_available: 5 }),
    );
    act(() => createLiveCache(queryClient).takeSessions([message]));
    expect(await screen.findByText('5 of 10 spots taken')).toBeInTheDocument();
    expect(localStorage.getItem('watching')).toContain('"view":"table"');
  });
  test('sort by a clicked heading, reverse the order at a second click, and move no rows at live updates', async () => {
    useDashboardOptions.getState().set({ view: 'table' });
    const counts = { ...session(1).counts, completed: 3 };
    show([session(1), session(2, { counts }), session(3)]);
    const titles = () =>
      screen
        .getAllByRole('row', { name: /^Study/ })
        .map((row) => within(row).getByRole('link').textContent);
    fireEvent.click(await screen.findByRole('button', { name: 'Completed' }));
    expect(titles()).toEqual(['Study 2', 'Study 1', 'Study 3']);
    const heading = screen.getByRole('columnheader', { name: 'Completed' });
    expect(heading).toHaveAttribute('aria-sort', 'descending');
    const more = session(3, { counts: { ...counts, completed: 5 } });
    act(() => createLiveCache(queryClient).takeSessions([availability(more)]));
    expect(await screen.findByText('7 of 10 spots taken')).toBeInTheDocument();
    expect(titles()).toEqual(['Study 2', 'Study 1', 'Study 3']);
    fireEvent.click(screen.getByRole('button', { name: 'Completed' }));
    expect(heading).toHaveAttribute('aria-sort', 'ascending');
    // When the order is chosen again, the list is sorted by the present numbers.
    expect(titles()).toEqual(['Study 1', 'Study 2', 'Study 3']);
  });
  test('include a table, in which arrow keys move between rows and Space selects', async () => {
    useDashboardOptions.getState().set({ view: 'table' });
    show([session(1), session(2)]);
    const rows = await screen.findAllByRole('row', { name: /^Study/ });
    act(() => rows[0]?.focus());
    press('ArrowDown');
    expect(rows[1]).toHaveFocus();
    press(' ');
    expect(selected()).toEqual([2]);
    expect(rows[1]).toHaveAttribute('aria-selected', 'true');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
    expect(selected()).toEqual([1, 2]);
  });
  test('make no sound by default; with sound, several taken seats within a moment make one tone', async () => {
    const tones: number[] = [];
    fakeSound(tones);
    show([session(1)]);
    const sound = await screen.findByRole('button', { name: 'A soft sound when a spot is taken' });
    const take = (enrolled: number, version: number) => {
      const counts = { ...session(1).counts, enrolled };
      const message = availability(session(1, { counts, spots_available: 7 - enrolled, version }));
      act(() => createLiveCache(queryClient).takeSessions([message]));
    };
    take(2, 11);
    expect(sound).toHaveAttribute('aria-pressed', 'false');
    expect(tones).toEqual([]);
    fireEvent.click(sound);
    expect(sound).toHaveAttribute('aria-pressed', 'true');
    expect(tones).toHaveLength(1);
    take(3, 12);
    take(4, 13);
    expect(await screen.findByText('7 of 10 spots taken')).toBeInTheDocument();
    expect(tones).toHaveLength(2);
    expect(localStorage.getItem('watching')).toContain('"sound":true');
  });
});
