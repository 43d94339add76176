import { screen, within } from '@testing-library/react';
import {
  endApiToken,
  listApiTokens,
  makeApiToken,
  type ApiToken,
} from '../../../../contracts/api-tokens/api-tokens';
import { listStudies } from '../../../../contracts/studies/studies';
import { useAuth } from '../../lib/auth/auth.store';
import { aStudy, asResearcherStudy } from '../../test/a-study';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { fill, user } from '../../test/user';

const id = '0193a1b2-0000-7000-8000-000000000061';
const study = '0193a1b2-0000-7000-8000-000000000062';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const token = (more: Partial<ApiToken> = {}): ApiToken => ({
  _id: id,
  name: 'Night job',
  start: 'clab_a1B2',
  scopes: ['read'],
  studies: null,
  created_at: inDays(-1),
  expires_at: inDays(29),
  last_used_on: null,
  ...more,
});
const secret = `clab_${'a'.repeat(36)}`;
let tokens: ApiToken[];
let asked: ReturnType<typeof fakeServer>;

const show = (start: ApiToken[], refused?: 'recent_sign_in_required' | 'too_many_api_tokens') => {
  tokens = start;
  asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listApiTokens).answer(() => ({ status: 200, body: { items: tokens, next_cursor: null } })),
    on(makeApiToken).answer(({ body }) => {
      if (refused) return refusal(refused);
      const made = token({ name: body.name, scopes: body.scopes });
      tokens = [made, ...tokens];
      return { status: 201, body: { ...made, token: secret } };
    }),
    on(endApiToken).answer(() => {
      tokens = [];
      return { status: 204 };
    }),
    on(listStudies).answer(() => ({
      status: 200,
      body: {
        items: [asResearcherStudy(aStudy({ _id: study, title: 'Naps', state: 'ready' }))],
        next_cursor: null,
      },
    })),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/api-tokens');
};
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const form = () => screen.getByRole('region', { name: 'Make a token' });
const nameField = () => within(form()).getByRole('textbox', { name: /Name/ });
const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
beforeEach(() => freshBrowser());

test('a token is created with the chosen name, scopes and lifetime, and is shown only once', async () => {
  show([]);
  await press('Make a token');
  await user.type(nameField(), '  Night job ');
  await user.click(screen.getByRole('checkbox', { name: /Export/ }));
  await user.click(screen.getByRole('radio', { name: '365 days' }));
  await press('Make the token');
  expect(await screen.findByText(secret)).toBeVisible();
  expect(sent()).toEqual([
    { name: 'Night job', scopes: ['read', 'export'], days: 365, study_ids: null },
  ]);
  const card = screen.getByRole('listitem', { name: 'Night job' });
  expect(within(card).getByText('Read · Export')).toBeVisible();
  expect(within(card).getByText('Never used')).toBeVisible();
});

test('a token is limited to the chosen studies', async () => {
  show([]);
  await press('Make a token');
  await fill(nameField(), 'One study');
  await user.click(screen.getByRole('radio', { name: /Only studies/ }));
  await press('Make the token');
  expect(await screen.findByText('Choose at least one study.')).toBeVisible();
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('combobox', { name: 'Studies' }));
  await user.click(await screen.findByRole('option', { name: 'Naps' }));
  await press('Make the token');
  await screen.findByText(secret);
  expect(sent()).toMatchObject([{ study_ids: [study] }]);
});

test('a missing name or scope is reported at its field, and nothing is sent', async () => {
  show([]);
  await press('Make a token');
  await user.click(screen.getByRole('checkbox', { name: /Read/ }));
  await press('Make the token');
  expect(await screen.findByText('Choose at least one.')).toBeVisible();
  expect(nameField()).toHaveAttribute('aria-invalid', 'true');
  await user.click(screen.getByRole('checkbox', { name: /Manage/ }));
  await press('Make the token');
  expect(sent()).toEqual([]);
  await fill(nameField(), 'Night job');
  await press('Make the token');
  expect(await screen.findByText(secret)).toBeVisible();
});

test('a sign-in that is too old leads to a new sign-in and back to the page of tokens', async () => {
  show([], 'recent_sign_in_required');
  await press('Make a token');
  await fill(nameField(), 'Late');
  await press('Make the token');
  expect(await screen.findByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/logout?again=1&redirect=%2Fapi-tokens',
  );
});

test('a refusal for a reason other than an old sign-in is shown in the form', async () => {
  show([token()], 'too_many_api_tokens');
  await press('Make a token');
  await fill(nameField(), 'One more');
  await press('Make the token');
  expect(await within(form()).findByRole('alert')).toBeVisible();
});

test('the list shows the scopes of a token, its last use and its end', async () => {
  show([
    token({ name: 'Old', expires_at: inDays(-2), last_used_on: '2026-03-28' }),
    token({ _id: study, name: 'Soon', expires_at: inDays(3), studies: [{ _id: id, title: null }] }),
  ]);
  const old = within(await screen.findByRole('listitem', { name: 'Old' }));
  expect(old.getByText('Expired')).toBeVisible();
  expect(old.getByText(/· Expired/)).toBeVisible();
  expect(old.getByText('Last used March 28, 2026')).toBeVisible();
  expect(old.getByText('All your studies')).toBeVisible();
  const soon = within(screen.getByRole('listitem', { name: 'Soon' }));
  expect(soon.getByText('Ends soon')).toBeVisible();
  expect(soon.getByText('A study that you may not read any more')).toBeVisible();
});

test('a token is revoked after a confirmation', async () => {
  show([token()]);
  await press('End “Night job”');
  const question = await screen.findByRole('dialog', { name: 'End “Night job”?' });
  expect(within(question).getByText(/^Works until|Works until/)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('No API tokens yet')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
