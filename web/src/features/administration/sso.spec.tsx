import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SamlConnection } from '../../../../contracts/saml';
import { useAuth } from '../../lib/auth.store';
import { freshBrowser, renderApp } from '../../test/render-app';
import { fakeServer, someone } from '../../test/world';
import { between } from './audit.page';
import { certificateState } from './certificates';

jest.setTimeout(60_000);
const id = '0193a1b2-0000-7000-8000-000000000031';
const connection: SamlConnection = {
  _id: id,
  organization: 'Uni',
  domains: ['uni.example'],
  entity_id: 'https://idp.uni.example',
  sso_url: 'https://idp.uni.example/sso',
  certificates: [
    { subject: 'CN=idp', sha256_fingerprint: 'AB:CD', not_after: '2020-01-01T00:00:00Z' },
  ],
  enabled: false,
  last_test: { at: '2026-11-20T00:00:00Z', ok: false, code: 'no_email', detail: 'uid' },
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};
const service_provider = {
  entity_id: 'https://api.lab/api/saml/metadata/',
  acs_url: 'https://api.lab/api/saml/acs/',
  metadata_url: 'https://api.lab/api/saml/metadata/',
};
let asked: ReturnType<typeof fakeServer>;
let wrong = 'invalid';
const show = (address: string, items: SamlConnection[]) => {
  asked = fakeServer(({ method, path }) => {
    if (path === '/api/users/profile/')
      return { status: 200, body: someone({ role: 'ADMINISTRATOR' }) };
    if (path === '/api/saml/connections/' && method === 'POST')
      return {
        status: 400,
        body: {
          status: 400,
          code: 'validation_failed',
          description: 'No.',
          fields: [{ path: 'domains.1', code: wrong, description: 'x' }],
        },
      };
    if (path === '/api/saml/connections/')
      return { status: 200, body: { items, next_cursor: null, service_provider } };
    return { status: 200, body: connection };
  });
  Element.prototype.scrollIntoView = () => undefined;
  useAuth.getState().signedIn('t', '2099-01-01T00:00:00Z');
  renderApp(address);
};
beforeEach(() => {
  wrong = 'invalid';
  return freshBrowser();
});

test('domains are one field and a list on the wire, metadata comes from a file, and a refusal stands at its field', async () => {
  show('/admin/sso?edit=new', []);
  const dialog = await screen.findByRole('dialog', { name: 'Add a connection' });
  await userEvent.type(within(dialog).getByLabelText('Organization'), 'Uni');
  await userEvent.type(
    within(dialog).getByLabelText('Email domains'),
    '@Uni.example, students.uni.example',
  );
  const file = new File(['<EntityDescriptor/>'], 'idp.xml', { type: 'text/xml' });
  file.text = () => Promise.resolve('<EntityDescriptor/>');
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    file,
  );
  expect(await within(dialog).findByText('idp.xml')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      organization: 'Uni',
      domains: ['Uni.example', 'students.uni.example'],
      metadata_xml: '<EntityDescriptor/>',
      enabled: false,
    }),
  );
  await waitFor(() => expect(within(dialog).getByLabelText('Email domains')).toBeInvalid());
});

test('the result of a trial is told in words, with what to do', async () => {
  show(`/admin/sso?tested=${id}`, [connection]);
  expect(await screen.findByText('The test failed')).toBeVisible();
  expect(
    screen.getByText('The statement has no email address. Ask for the attribute “mail”.'),
  ).toBeVisible();
  expect(screen.getByText(/^Expired/)).toBeVisible();
});

test('a domain of a public mail provider is named at its field', async () => {
  wrong = 'public_mail_domain';
  show('/admin/sso?edit=new', []);
  const dialog = await screen.findByRole('dialog', { name: 'Add a connection' });
  await userEvent.type(within(dialog).getByLabelText('Organization'), 'Uni');
  await userEvent.type(within(dialog).getByLabelText('Email domains'), 'uni.example, gmail.com');
  await userEvent.type(within(dialog).getByLabelText('Metadata of the identity provider'), '<x/>');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
  expect(await within(dialog).findByText(/^gmail\.com: Anybody can get an address/)).toBeVisible();
});

test('who enables a connection is advised to test it first, and not kept from it', async () => {
  show('/admin/sso', [connection]);
  expect(
    await screen.findByText(/^Test the sign-on before you enable it/, {}, { timeout: 15_000 }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: true }),
  );
});

test('disabling asks first, since it signs people out', async () => {
  show('/admin/sso', [
    {
      ...connection,
      enabled: true,
      last_test: { at: '2026-11-20T00:00:00Z', ok: true, code: 'signed_on', detail: 'mail' },
    },
  ]);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Disable' }, { timeout: 15_000 }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Disable the connection of Uni?' });
  expect(within(dialog).getByText(/signed out at once/)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: false }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a change without new metadata sends none', async () => {
  show(`/admin/sso?edit=${id}`, [connection]);
  const dialog = await screen.findByRole('dialog', { name: 'Edit the connection' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      organization: 'Uni',
      domains: ['uni.example'],
    }),
  );
});

test('a certificate warns a month before its end', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  expect(
    ['2026-11-20T00:00:00Z', '2026-12-20T00:00:00Z', '2026-12-22T00:00:00Z'].map((end) =>
      certificateState(end, now),
    ),
  ).toEqual(['expired', 'soon', 'valid']);
});

test('the last day of a time counts whole, and half a date is none', () => {
  const { from, to } = between('2026-11-20', '2026-11-21');
  expect(Date.parse(to as string) - Date.parse(from as string)).toBe(2 * 86_400_000);
  expect(between('', '0002-11-21')).toEqual({});
});
