import { act, screen, waitFor, within } from '@testing-library/react';
import { user } from '../../test/user';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import {
  type DataExport,
  deleteExport,
  listExports,
  listRosterAccesses,
  readExport,
  requestExport,
} from '../../../../contracts/data-rights/data-rights';
import { useAuth } from '../../lib/auth/auth.store';
import { createLiveCache } from '../../lib/live/live-cache';
import { queryClient } from '../../lib/query-client';
import { freshBrowser, renderPage } from '../../test/render-app';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';

const id = '0193a1b2-0000-7000-8000-000000000042';
const copy = (more: Partial<DataExport> = {}): DataExport => ({
  _id: id,
  state: 'waiting',
  progress: 0,
  size: null,
  requested_at: new Date().toISOString(),
  ready_at: null,
  expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  download_url: null,
  ...more,
});
let copies: DataExport[];
let asked: ReturnType<typeof fakeServer>;

type Seen = EndpointResponseBody<typeof listRosterAccesses>['items'][number];
const show = (start: DataExport[], { seen = [] as Seen[], researcher = false } = {}) => {
  copies = start;
  const researcherNow = {
    is_researcher: researcher,
    organization: 'X',
    researcher_privilege: true,
  };
  asked = fakeServer(
    profileRoute(aUser(researcherNow)),
    on(listRosterAccesses).answer({ status: 200, body: { items: seen, next_cursor: null } }),
    on(requestExport).answer(() => {
      const made = copy();
      copies = [made, ...copies];
      return { status: 202, body: made };
    }),
    on(listExports).answer(() => ({ status: 200, body: { items: copies, next_cursor: null } })),
    on(deleteExport).answer(() => {
      copies = [];
      return { status: 204 };
    }),
    on(readExport).answer(({ params }) => {
      const found = copies.find(({ _id }) => _id === params.id);
      if (!found) return refusal('not_found');
      const download_url = '/api/exports/fresh/file?signature=fresh';
      return { status: 200, body: { ...found, download_url } };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/profile/privacy');
};
const live = createLiveCache(queryClient);
beforeEach(() => freshBrowser());

test('a copy is requested, shows live progress, and can be downloaded when ready', async () => {
  show([]);
  await user.click(await screen.findByRole('button', { name: 'Make a copy' }));
  expect(await screen.findByText('Your copy is about to be made')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make a copy' })).not.toBeInTheDocument();
  act(() => live.exportProgress({ _id: id, progress: 60 }));
  expect(await screen.findByText('Your copy is being made')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
  copies = [
    copy({ state: 'ready', progress: 100, size: 1_240_000, download_url: '/api/exports/old/file' }),
  ];
  act(() => live.exportChanged());
  expect(await screen.findByText('Your copy is ready')).toBeVisible();
  expect(screen.getByText(/1\.2 MB/)).toBeVisible();
});

test('the progress of a copy is shown again after a reload', async () => {
  show([copy({ state: 'running', progress: 35 })]);
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '35');
});

test('the download requests a fresh link', async () => {
  const clicked: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.href);
  });
  show([copy({ state: 'ready', progress: 100, size: 10, download_url: '/api/exports/old/file' })]);
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await waitFor(() =>
    expect(clicked).toEqual([
      new URL('/api/exports/fresh/file?signature=fresh', location.origin).href,
    ]),
  );
  jest.restoreAllMocks();
});

test('deleting a copy asks first, and says that the data itself stays', async () => {
  show([copy({ state: 'ready', progress: 100, size: 10 })]);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this copy?' });
  expect(dialog).toHaveTextContent('Your data itself stays');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Your copy is ready')).not.toBeInTheDocument());
  expect(
    asked.some(({ method, path }) => method === 'DELETE' && path === `/api/exports/${id}/`),
  ).toBe(true);
});

test('the open page shows when the server deleted a copy, and a new one can be requested', async () => {
  show([copy({ state: 'ready', progress: 100, size: 10 })]);
  expect(await screen.findByText('Your copy is ready')).toBeVisible();
  copies = [copy({ state: 'expired', progress: 100 })];
  act(() => live.exportChanged());
  expect(await screen.findByText('Your copy expired')).toBeVisible();
  expect(screen.getByText(/Ask for another copy/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Make a copy' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Your copy expired')).not.toBeInTheDocument());
  expect(
    asked.some(({ method, path }) => method === 'DELETE' && path === `/api/exports/${id}/`),
  ).toBe(true);
});

test('the page refreshes by itself when a copy expires', async () => {
  show([
    copy({
      state: 'ready',
      progress: 100,
      size: 10,
      expires_at: new Date(Date.now() + 300).toISOString(),
    }),
  ]);
  expect(await screen.findByText('Your copy is ready')).toBeVisible();
  copies = [copy({ state: 'expired', progress: 100 })];
  // The page refetches the list half a second after the copy has expired.
  expect(await screen.findByText('Your copy expired', {}, { timeout: 8_000 })).toBeVisible();
});

test('an expired copy is not shown beside a newer one', async () => {
  show([
    copy({ state: 'ready', progress: 100, size: 10 }),
    copy({ _id: id.replace('42', '41'), state: 'expired', progress: 100 }),
  ]);
  expect(await screen.findByText('Your copy is ready')).toBeVisible();
  expect(screen.queryByText('Your copy expired')).not.toBeInTheDocument();
});

test('the page shows who opened a list that contains the person’s name', async () => {
  show([], {
    seen: [
      {
        _id: id,
        at: '2026-11-01T10:00:00Z',
        times: 1,
        study: { _id: id, title: 'Words' },
        researcher: {
          _id: id,
          first_name: 'Emmy',
          last_name: 'Noether',
          organization: 'Göttingen',
        },
      },
    ],
  });
  const table = await screen.findByRole('table', { name: 'Who saw your name' });
  expect(within(table).getByText('Emmy Noether')).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Words' })).toHaveAttribute(
    'href',
    `/study/details/${id}`,
  );
});
test('the page says so if no list with the person’s name was ever opened', async () => {
  show([]);
  expect(await screen.findByRole('heading', { name: 'Nobody saw your name' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Delete account' })).toHaveAttribute(
    'href',
    '/profile/#delete',
  );
});
test('a researcher reads that an administrator deletes the account', async () => {
  show([], { researcher: true });
  expect(await screen.findByText(/an administrator deletes a researcher/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Delete account' })).not.toBeInTheDocument();
});
