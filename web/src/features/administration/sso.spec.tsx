import { screen, waitFor, within } from '@testing-library/react';
import { fill, user } from '../../test/user';
import {
  changeSamlConnection,
  createSamlConnection,
  decideSamlConnectionChange,
  listSamlConnections,
  type SamlConnection,
} from '../../../../contracts/authentication/saml';
import { useAuth } from '../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../test/render-app';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { instantsOfDays } from './audit.page';
import { certificateState } from './certificates';

const id = '0193a1b2-0000-7000-8000-000000000031';
const connection: SamlConnection = {
  _id: id,
  organization: 'Uni',
  domains: ['uni.example'],
  domains_shown: ['uni.example'],
  entity_id: 'https://idp.uni.example',
  sso_url: 'https://idp.uni.example/sso',
  certificates: [
    { subject: 'CN=idp', sha256_fingerprint: 'AB:CD', not_after: '2020-01-01T00:00:00Z' },
  ],
  enabled: false,
  waiting: null,
  last_test: { at: '2026-11-20T00:00:00Z', ok: false, code: 'no_email', detail: 'uid' },
  faults: [],
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
  asked = fakeServer(
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    on(createSamlConnection).answer(() =>
      refusal('validation_failed', {
        fields: [{ path: 'domains.1', code: wrong, description: 'x' }],
      }),
    ),
    on(listSamlConnections).answer({
      status: 200,
      body: { items, next_cursor: null, service_provider },
    }),
    on(changeSamlConnection).answer({ status: 200, body: connection }),
    on(decideSamlConnectionChange).answer({ status: 200, body: connection }),
    emptyServerRoutes,
  );
  Element.prototype.scrollIntoView = () => undefined;
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
};
beforeEach(() => {
  wrong = 'invalid';
  return freshBrowser();
});

test('domains are entered in one field, metadata comes from a file, and a refusal is shown at its field', async () => {
  show('/admin/sso?edit=new', []);
  const dialog = await screen.findByRole('dialog', { name: 'Add a connection' });
  await fill(within(dialog).getByLabelText('Organization'), 'Uni');
  await fill(within(dialog).getByLabelText('Email domains'), '@Uni.example, students.uni.example');
  const file = new File(['<EntityDescriptor/>'], 'idp.xml', { type: 'text/xml' });
  file.text = () => Promise.resolve('<EntityDescriptor/>');
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    file,
  );
  expect(await within(dialog).findByText('idp.xml')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Add connection' }));
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

test('the result of a test is explained in words, with advice', async () => {
  show(`/admin/sso?tested=${id}`, [connection]);
  expect(await screen.findByText('The test failed')).toBeVisible();
  expect(
    screen.getByText('The statement has no email address. Ask for the attribute “mail”.'),
  ).toBeVisible();
  expect(screen.getByText(/^Expired/)).toBeVisible();
});

test('the reasons of refused sign-ins are explained, with their number and the id to look for', async () => {
  show('/admin/sso', [
    {
      ...connection,
      faults: [
        {
          code: 'unknown_encryption',
          count: 3,
          last_at: '2026-11-20T10:07:00Z',
          last_request_id: '0b0f6f0e-2a53-4b0e-9d3c-6a4f0c1d2e3f',
        },
      ],
    },
  ]);
  expect(await screen.findByText('Refused sign-ons, last 30 days')).toBeVisible();
  expect(screen.getByText(/^The statement was encrypted by a method/)).toBeVisible();
  expect(screen.getByText(/^3 times/)).toBeVisible();
  expect(screen.getByText(/0b0f6f0e-2a53-4b0e-9d3c-6a4f0c1d2e3f/)).toBeVisible();
});

test('a domain of a public mail provider is reported at its field', async () => {
  wrong = 'public_mail_domain';
  show('/admin/sso?edit=new', []);
  const dialog = await screen.findByRole('dialog', { name: 'Add a connection' });
  await fill(within(dialog).getByLabelText('Organization'), 'Uni');
  await fill(within(dialog).getByLabelText('Email domains'), 'uni.example, gmail.com');
  await fill(within(dialog).getByLabelText('Metadata of the identity provider'), '<x/>');
  await user.click(within(dialog).getByRole('button', { name: 'Add connection' }));
  expect(await within(dialog).findByText(/^gmail\.com: Anybody can get an address/)).toBeVisible();
});

test('enabling an untested connection shows advice to test it first, but is possible', async () => {
  show('/admin/sso', [connection]);
  expect(await screen.findByText(/^Test the sign-on before you enable it/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enable' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: true }),
  );
});

test('disabling a connection asks first, because it signs people out', async () => {
  show('/admin/sso', [
    {
      ...connection,
      enabled: true,
      last_test: { at: '2026-11-20T00:00:00Z', ok: true, code: 'signed_on', detail: 'mail' },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disable the connection of Uni?' });
  expect(within(dialog).getByText(/signed out at once/)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: false }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the approval of a waiting change names the change that was shown', async () => {
  const asked_at = '2026-11-20T10:00:00.000Z';
  show('/admin/sso', [
    {
      ...connection,
      waiting: {
        provider: null,
        enables: true,
        changes: [{ field: 'enabled', before: false, after: true }],
        last_test: null,
        asked_by: '0193a1b2-0000-7000-8000-0000000000ff',
        asked_by_name: 'Somebody Else',
        asked_at,
        in_force_at: '2026-11-21T10:00:00.000Z',
      },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Put in force now' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Put in force now' }),
  );
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ method: 'PUT', body: { action: 'approve', asked_at } }),
    ),
  );
});

test('a change without new metadata sends no metadata', async () => {
  show(`/admin/sso?edit=${id}`, [connection]);
  const dialog = await screen.findByRole('dialog', { name: 'Edit the connection' });
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      organization: 'Uni',
      domains: ['uni.example'],
    }),
  );
});

test('a certificate is marked a month before it expires', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  expect(
    ['2026-11-20T00:00:00Z', '2026-12-20T00:00:00Z', '2026-12-22T00:00:00Z'].map((end) =>
      certificateState(end, now),
    ),
  ).toEqual(['expired', 'soon', 'valid']);
});

test('the last day of a period counts in full, and an incomplete date is ignored', () => {
  const { from, to } = instantsOfDays('2026-11-20', '2026-11-21');
  expect(Date.parse(to as string) - Date.parse(from as string)).toBe(2 * 86_400_000);
  expect(instantsOfDays('', '0002-11-21')).toEqual({});
});
