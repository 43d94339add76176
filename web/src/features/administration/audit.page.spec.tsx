import { screen, within } from '@testing-library/react';
import { useAuth } from '../../lib/auth.store';
import { freshBrowser, renderApp } from '../../test/render-app';
import { fakeServer, someone } from '../../test/world';

jest.setTimeout(60_000);
beforeEach(() => freshBrowser());

test('the audit log says when to the second, and why an administrator asked for a deletion', async () => {
  const [alex, ada] = [{ _id: '0193a1b2-0000-7000-8000-000000000001', first_name: 'Alex', last_name: 'Admin' }, { _id: '0193a1b2-0000-7000-8000-000000000002', first_name: 'Ada', last_name: 'Person' }];
  const record = { _id: '0193a1b2-0000-7000-8000-000000000003', sequence: 7, at: '2026-11-21T10:04:37.123Z', action: 'deletion-requested', actor: alex, subject: ada, details: { reason: 'Left the institute' }, request_id: 'r-1' };
  fakeServer(({ path }) => {
    if (path === '/api/users/profile/') return { status: 200, body: someone({ role: 'ADMINISTRATOR' }) };
    return path === '/api/audit/' ? { status: 200, body: { items: [record], next_cursor: null } } : undefined;
  });
  useAuth.getState().signedIn('t', '2099-01-01T00:00:00Z');
  renderApp('/admin/audit');
  const line = within(await screen.findByRole('list', { name: 'Audit log' })).getByRole('listitem');
  expect(line).toHaveTextContent(/:04:37\b/);
  expect(line).toHaveTextContent('Alex Admin asked for the deletion of the account of Ada Person');
  expect(line).toHaveTextContent('Reason: Left the institute');
});
