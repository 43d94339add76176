import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Consent, readConsent, withdrawConsent } from '../../../../contracts/studies/consents';
import { listSessionMedianDurations } from '../../../../contracts/enrolment/session-insights';
import { readPricing } from '../../../../contracts/payments/pricing';
import type { SeatAvailability } from '../../../../contracts/live/live';
import {
  changeSession,
  listSessions,
  type Session,
} from '../../../../contracts/enrolment/sessions';
import { useAuth } from '../../lib/auth/auth.store';
import { createLiveCache } from '../../lib/live/live-cache';
import { queryClient } from '../../lib/query-client';
import { freshBrowser, renderPage } from '../../test/render-app';
import { aSession } from '../../test/a-session';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../test/fake-server';

const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const counts = {
  offered: 0,
  enrolled: 30,
  started: 5,
  completed: 2,
  waitlisted: 0,
  withdrawn: 1,
  timed_out: 0,
};
const session = (n: number, more: Partial<Session> = {}): Session =>
  aSession({
    _id: id(n),
    study_id: id(100 + n),
    study_title: `Study ${n}`,
    name: null,
    capacity: 50,
    spots_available: 13,
    counts,
    privacy_level: 'anonymous',
    reward: null,
    created_at: `2026-11-${String(20 - n).padStart(2, '0')}T00:00:00Z`,
    ...more,
  });
const consent: Consent = {
  _id: id(5),
  version: 2,
  sha256: 'a'.repeat(64),
  title: 'Consent',
  kind: 'markdown',
  body_markdown: 'I agree.',
  file_url: null,
  locale: null,
  comprehension: null,
  translations: [],
  created_at: '2026-10-01T10:00:00Z',
  withdrawn: null,
};
const message = (n: number, version: number, enrolled: number): SeatAvailability => ({
  session_id: id(n),
  study_id: id(100 + n),
  state: 'active',
  capacity: 50,
  spots_available: 43 - enrolled,
  version,
  counts: { ...counts, enrolled },
});

let asked: ReturnType<typeof fakeServer>;
const show = (items: Session[], ...more: FakeRoute[]) => {
  asked = fakeServer(
    ...more,
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listSessions).answer({ status: 200, body: { items, next_cursor: null } }),
    on(changeSession).answer(() =>
      items[0] ? { status: 200, body: { ...items[0], state: 'paused' } } : refusal('not_found'),
    ),
    on(readConsent).answer({ status: 200, body: consent }),
    on(withdrawConsent).answer({ status: 200, body: consent }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/sessions/dashboard');
};
beforeEach(() => freshBrowser());

test('a tile shows the fill beside its bar, and ignores older messages', async () => {
  show([session(1)]);
  expect(await screen.findByText('37 of 50 spots taken')).toBeInTheDocument();
  expect(screen.getByText(/^37/, { selector: '.numbers' })).toHaveTextContent('37 / 50');
  const cache = createLiveCache(queryClient);
  act(() => cache.takeSessions([message(1, 11, 31)]));
  expect(await screen.findByText('38 of 50 spots taken')).toBeInTheDocument();
  act(() => cache.takeSessions([message(1, 9, 3)]));
  expect(screen.getByText('38 of 50 spots taken')).toBeInTheDocument();
});
test('tiles and rows show the pay per hour, from the median if there is one, and warn below the fair minimum', async () => {
  const reward = { amount: 300, currency: 'EUR' };
  const fair_pay = [{ currency: 'EUR', floor: 960, recommended: 1450 }];
  show(
    [session(1, { reward }), session(2, { reward }), session(3)],
    on(listSessionMedianDurations).answer({
      status: 200,
      body: { items: [{ session_id: id(2), minutes: 20 }], next_cursor: null },
    }),
    on(readPricing).answer({ status: 200, body: { ...pricingWithoutFee, fair_pay } }),
  );
  const below = await screen.findByText('Below the fair minimum of €9.60');
  expect(below.closest('li')).toHaveTextContent('Study 2');
  expect(screen.getByText('€9.00 an hour by the median')).toBeVisible();
  expect(screen.getByText('€18.00 an hour as stated')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Top up Study 2' })).toHaveAttribute('tabindex', '-1');
  fireEvent.click(screen.getByText('Table'));
  const row = await screen.findByRole('row', { name: /^Study 2/ });
  expect(within(row).getByText('€9.00/h by the median')).toBeVisible();
  expect(within(row).getByText('Below €9.60')).toBeVisible();
  expect(within(row).getByRole('link', { name: 'Top up Study 2' })).toHaveAttribute(
    'href',
    `/sessions/${id(2)}?top-up=320#payments`,
  );
  // The browser stores the chosen view.
  fireEvent.click(screen.getByText('Tiles'));
});
test('a dashboard without paid sessions asks for no medians', async () => {
  show([session(1)]);
  expect(await screen.findByText('37 of 50 spots taken')).toBeInTheDocument();
  expect(asked.filter(({ path }) => path === listSessionMedianDurations.path)).toEqual([]);
});
test('a session without a free spot is marked as full, and the colours of the bar have a legend', async () => {
  show([{ ...session(1), spots_available: 0 }, session(2)]);
  const full = await screen.findByRole('listitem', { name: /^Study 1/ });
  expect(within(full).getByText('Full')).toBeVisible();
  const other = screen.getByRole('listitem', { name: /^Study 2/ });
  expect(within(other).queryByText('Full')).toBeNull();
  const legend = screen.getByRole('list', { name: 'The bar' });
  expect(within(legend).getAllByRole('listitem')).toHaveLength(3);
});
test('the arrow keys move between tiles, and the tab key stops at one tile', async () => {
  show([session(1), session(2), session(3)]);
  const tiles = await screen.findAllByRole('listitem', { name: /^Study/ });
  expect(tiles.map((tile) => tile.tabIndex)).toEqual([0, -1, -1]);
  act(() => tiles[0]?.focus());
  fireEvent.keyDown(tiles[0] as HTMLElement, { key: 'ArrowRight' });
  expect(tiles[1]).toHaveFocus();
  await waitFor(() => expect(tiles.map((tile) => tile.tabIndex)).toEqual([-1, 0, -1]));
  fireEvent.keyDown(tiles[1] as HTMLElement, { key: 'End' });
  expect(tiles[2]).toHaveFocus();
});
test('closing a session asks once, and says what is lost', async () => {
  show([session(1)]);
  fireEvent.click(
    await screen.findByRole('button', { name: /^More actions for Study 1, Session 1 / }),
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Close session' }));
  expect(await screen.findByText('13 free spots are lost.')).toBeVisible();
  expect(screen.getByText('37 participations are kept.')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Close session' }));
  await waitFor(() =>
    expect(
      asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body })),
    ).toEqual([{ path: `/api/sessions/${id(1)}/`, body: { state: 'closed' } }]),
  );
});
test('withdrawing the consent form requires a reason, which participants read', async () => {
  show([session(1)]);
  fireEvent.click(
    await screen.findByRole('button', { name: /^More actions for Study 1, Session 1 / }),
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw consent form' }));
  expect(await screen.findByText('Consent, version 2')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the form' }));
  expect(await screen.findByText('Say why: participants read it.')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Another wording is needed.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the form' }));
  await waitFor(() =>
    expect(
      asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body })),
    ).toEqual([
      {
        path: `/api/studies/${id(101)}/consent/${id(5)}/`,
        body: { state: 'invalid', reason: 'Another wording is needed.' },
      },
    ]),
  );
});
test('a session whose consent form was withdrawn is marked, and cannot be resumed', async () => {
  show([session(1, { state: 'paused', consent_withdrawn: true })]);
  expect(await screen.findByText('Consent withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
});
test('changing the number of spots sends only the changed value', async () => {
  show([session(1)]);
  fireEvent.click(
    await screen.findByRole('button', { name: /^More actions for Study 1, Session 1 / }),
  );
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change spots or dates' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Spots' }), {
    target: { value: '80' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { capacity: 80 },
    ]),
  );
});
test('the empty dashboard explains its purpose and links to the studies', async () => {
  show([]);
  expect(await screen.findByRole('link', { name: 'Go to your studies' })).toHaveAttribute(
    'href',
    '/experiments',
  );
});
test('a notice appears when the last seat is taken, but not for a session that was already full', async () => {
  show([
    session(1, { capacity: 38, spots_available: 1 }),
    session(2, { capacity: 37, spots_available: 0 }),
  ]);
  await screen.findByText('37 of 38 spots taken');
  expect(screen.queryByRole('complementary', { name: /seat/ })).not.toBeInTheDocument();
  const cache = createLiveCache(queryClient);
  act(() => cache.takeSessions([{ ...message(1, 11, 31), capacity: 38, spots_available: 0 }]));
  const card = within(await screen.findByRole('complementary', { name: 'Every spot is taken' }));
  expect(card.getByText(/^Study 1, Session 1/)).toBeVisible();
  fireEvent.click(card.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('complementary', { name: /seat/ })).not.toBeInTheDocument();
});
test('the researcher’s tasks are listed above the sessions, with one action each', async () => {
  show([
    session(1, { spots_available: 0, counts: { ...counts, waitlisted: 2 } }),
    session(2, { closes_at: new Date(Date.now() + 3_600_000).toISOString() }),
    session(3),
  ]);
  const needs = within(await screen.findByRole('list', { name: '2 things need you' }));
  expect(needs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Full, and 2 people waitStudy 1 · Session 1/),
    expect.stringMatching(/^Closes .* with 13 free spotsStudy 2 · Session 1/),
  ]);
  expect(needs.getAllByRole('link', { name: /^Open: Study/ })[0]).toHaveAttribute(
    'href',
    `/sessions/${id(1)}`,
  );
});
test('the button for a new session leads to its study, chosen from a menu if there are several', async () => {
  show([session(1), session(2)]);
  fireEvent.click(await screen.findByRole('button', { name: 'New session' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Study 1',
    'Study 2',
    'Another study',
  ]);
  expect(menu.getByRole('menuitem', { name: 'Study 2' })).toHaveAttribute(
    'href',
    `/experiments/details/${id(102)}?tab=sessions`,
  );
});
test('tasks that do not fit into one row are folded, so that the sessions do not move', async () => {
  show(
    [1, 2, 3, 4].map((n) =>
      session(n, { spots_available: 0, counts: { ...counts, waitlisted: n } }),
    ),
  );
  const needs = within(await screen.findByRole('list', { name: '4 things need you' }));
  expect(needs.getAllByRole('listitem')).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(needs.getAllByRole('listitem')).toHaveLength(4);
});
