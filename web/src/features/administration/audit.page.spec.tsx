import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { findUsers } from '../../../../contracts/accounts/accounts';
import { readAudit } from '../../../../contracts/audit/audit';
import { useAuth } from '../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../test/render-app';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';

const common = [
  profileRoute(aUser({ role: 'ADMINISTRATOR' })),
  on(findUsers).answer({ status: 200, body: emptyList }),
  ...emptyServerRoutes,
];
beforeEach(() => freshBrowser());

test('the audit log shows the time to the minute, and an administrator’s reason for a deletion', async () => {
  const [alex, ada] = [
    { _id: '0193a1b2-0000-7000-8000-000000000001', first_name: 'Alex', last_name: 'Admin' },
    { _id: '0193a1b2-0000-7000-8000-000000000002', first_name: 'Ada', last_name: 'Person' },
  ];
  const record = {
    _id: '0193a1b2-0000-7000-8000-000000000003',
    sequence: 7,
    at: '2026-11-21T10:04:00.000Z',
    action: 'deletion-requested',
    actor: alex,
    subject: ada,
    details: { reason: 'Left the institute' },
    request_id: 'r-1',
  } as const;
  fakeServer(
    common,
    on(readAudit).answer({ status: 200, body: { items: [record], next_cursor: null } }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/admin/audit');
  const line = within(await screen.findByRole('list', { name: 'Audit log' })).getByRole('listitem');
  expect(line).toHaveTextContent(/:04(?!:)/);
  expect(line).toHaveTextContent('Alex Admin asked for the deletion of the account of Ada Person');
  expect(line).toHaveTextContent('Reason: Left the institute');
});

test('an action unknown to the web app is shown by its code', async () => {
  const record = {
    _id: '0193a1b2-0000-7000-8000-000000000003',
    sequence: 8,
    at: '2026-11-21T10:04:00.000Z',
    action: 'moon-landed-on',
    actor: null,
    subject: null,
    details: {},
    request_id: null,
  };
  fakeServer(
    common,
    on(readAudit).answer({ status: 200, body: { items: [record], next_cursor: null } }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/admin/audit');
  const line = within(await screen.findByRole('list', { name: 'Audit log' })).getByRole('listitem');
  expect(line).toHaveTextContent('An action without words here: moon-landed-on');
});

test('both days of a period are kept when they are set at the same time; a first day after the last is reported as empty', async () => {
  fakeServer(common, on(readAudit).answer({ status: 200, body: emptyList }));
  useAuth.getState().signedIn('tok', distantFuture);
  const app = renderPage('/admin/audit');
  const [from, to] = [await screen.findByLabelText('From'), screen.getByLabelText('To')];
  act(() => {
    fireEvent.change(from, { target: { value: '2026-11-20' } });
    fireEvent.change(to, { target: { value: '2026-11-10' } });
  });
  await waitFor(() => expect(app.at()).toBe('/admin/audit?from=2026-11-20&to=2026-11-10'));
  expect(
    await screen.findByText('This is before the first day: nothing lies between.'),
  ).toBeVisible();
});
