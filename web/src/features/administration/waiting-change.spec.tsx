import { screen, waitFor, within } from '@testing-library/react';
import {
  decideSamlConnectionChange,
  listSamlConnections,
  testSamlConnection,
  type SamlChange,
  type SamlConnection,
} from '../../../../contracts/authentication/saml';
import { useAuth } from '../../lib/auth/auth.store';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';

const id = '0193a1b2-0000-7000-8000-000000000031';
const certificate = (fingerprint: string) => ({
  subject: `CN=${fingerprint}`,
  sha256_fingerprint: fingerprint,
  not_after: '2030-01-01T00:00:00Z',
});
/** An example change of each field. The type requires an example for every field. */
const changes: { readonly [F in SamlChange['field']]: SamlChange & { field: F } } = {
  enabled: { field: 'enabled', before: false, after: true },
  entity_id: { field: 'entity_id', before: 'https://was.example', after: 'https://is.example' },
  sso_url: {
    field: 'sso_url',
    before: 'https://was.example/sso',
    after: 'https://is.example/login',
  },
  certificates: {
    field: 'certificates',
    added: [certificate('AA:AA')],
    removed: [certificate('BB:BB')],
    kept: [certificate('CC:CC')],
  },
  domains: {
    field: 'domains',
    added: ['new.example'],
    removed: ['old.example'],
    kept: ['same.example'],
  },
  organization: { field: 'organization', before: 'Uni was', after: 'Uni is' },
};
const textsOf = (change: SamlChange): string[] => {
  if (change.field === 'enabled') return ['Disabled', 'Enabled'];
  if (change.field === 'certificates')
    return [...change.added, ...change.removed, ...change.kept].map(
      (one) => `SHA-256 ${one.sha256_fingerprint}`,
    );
  if (change.field === 'domains') return [...change.added, ...change.removed, ...change.kept];
  return [change.before, change.after];
};
const titles = {
  enabled: 'Enabling waits',
  entity_id: 'Another identity provider waits',
  sso_url: 'Another sign-on address waits',
  certificates: 'Other certificates wait',
  domains: 'Several changes wait',
  organization: 'Several changes wait',
};

type Waiting = NonNullable<SamlConnection['waiting']>;
const waitingOf = (wanted: SamlChange[], more: Partial<Waiting> = {}): Waiting => ({
  provider: { entity_id: 'https://is.example', sso_url: 'https://is.example', certificates: [] },
  enables: false,
  changes: wanted,
  last_test: null,
  asked_by: '0193a1b2-0000-7000-8000-0000000000ff',
  asked_by_name: 'Alex Admin',
  asked_at: '2026-11-20T10:00:00.000Z',
  in_force_at: '2026-11-21T10:00:00.000Z',
  ...more,
});
let asked: ReturnType<typeof fakeServer>;
const show = (
  waiting: Waiting,
  { address = '/admin/sso', last_test = null as SamlConnection['last_test'] } = {},
) => {
  const connection: SamlConnection = {
    _id: id,
    organization: 'Uni',
    domains: ['uni.example'],
    domains_shown: ['uni.example'],
    entity_id: 'https://in-force.example',
    sso_url: 'https://in-force.example/sso',
    certificates: [certificate('DD:DD')],
    enabled: true,
    waiting,
    last_test,
    faults: [],
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
  };
  asked = fakeServer(
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    on(listSamlConnections).answer({
      status: 200,
      body: {
        items: [connection],
        next_cursor: null,
        service_provider: { entity_id: 'e', acs_url: 'a', metadata_url: 'm' },
      },
    }),
    on(decideSamlConnectionChange).answer({ status: 200, body: connection }),
    on(testSamlConnection).answer({ status: 200, body: { redirect_url: '#trial' } }),
    emptyServerRoutes,
  );
  Element.prototype.scrollIntoView = () => undefined;
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
};
beforeEach(() => freshBrowser());

test.each(Object.values(changes))(
  'page and confirmation show the old and new value of $field, under its own title',
  async (change) => {
    show(waitingOf([change]));
    const note = await screen.findByRole('note', { name: titles[change.field] });
    const list = within(note).getByRole('region', { name: 'What changes' });
    expect(within(list).getAllByRole('region')).toHaveLength(1);
    for (const text of textsOf(change)) expect(within(list).getByText(text)).toBeVisible();
    await user.click(within(note).getByRole('button', { name: 'Put in force now' }));
    const dialog = await screen.findByRole('dialog');
    for (const text of textsOf(change)) expect(within(dialog).getByText(text)).toBeVisible();
  },
);

test('several changed fields form one list under a general title', async () => {
  show(waitingOf([changes.sso_url, changes.certificates]));
  const note = await screen.findByRole('note', { name: 'Several changes wait' });
  for (const text of [...textsOf(changes.sso_url), ...textsOf(changes.certificates)])
    expect(within(note).getByText(text)).toBeVisible();
  expect(within(note).getByText(/Nothing else changes/)).toBeVisible();
});

test('a test of a waiting change is requested as such, and its result names the change', async () => {
  show(
    waitingOf([changes.certificates], {
      last_test: {
        at: '2026-11-20T11:00:00Z',
        ok: false,
        code: 'wrong_signature',
        detail: null,
      },
    }),
    { address: `/admin/sso?tested=${id}&of=waiting` },
  );
  expect(await screen.findByText('The test of the change failed')).toBeVisible();
  expect(screen.getByText(/does not fit any certificate of this change/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Test the change' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.query.get('waiting')).toBe('true'),
  );
});

test('a sign-in connection says that its current settings were tested, and that new certificates wait for a test', async () => {
  show(waitingOf([changes.certificates]), {
    last_test: { at: '2026-11-20T11:00:00Z', ok: false, code: 'wrong_signature', detail: null },
  });
  expect(await screen.findByText(/Other certificates wait: test those/)).toBeVisible();
  expect(screen.getByText(/What is in force was tested/)).toBeVisible();
  expect(screen.getByText('This change was never tested.')).toBeVisible();
});

test.each([
  ['http://www.w3.org/2001/04/xmlenc#aes128-cbc', /assertion\.encryption/],
  ['http://www.w3.org/2001/04/xmlenc#tripledes-cbc', /no encryption for this service/],
  ['http://www.w3.org/2001/04/xmlenc#rsa-1_5', /signed and not encrypted/],
])('the result gives advice for a provider that encrypts with %s', async (detail, words) => {
  show(waitingOf([changes.enabled]), {
    last_test: { at: '2026-11-20T11:00:00Z', ok: false, code: 'unknown_encryption', detail },
  });
  expect(await screen.findByText(words)).toBeVisible();
});
