import { screen, waitFor, within } from '@testing-library/react';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  redeliverWebhookMessage,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookMessage,
} from '../../../../contracts/webhooks/webhooks';
import { useAuth } from '../../lib/auth/auth.store';
import { aStudy, asResearcherStudy } from '../../test/a-study';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { fill, user } from '../../test/user';

const id = '0193a1b2-0000-7000-8000-000000000051';
const message = '0193a1b2-0000-7000-8000-000000000052';
const study = aStudy({ title: 'Naps', state: 'ready' });
const hook = (more: Partial<Webhook> = {}): Webhook => ({
  _id: id,
  url: 'https://lab.test/hook',
  kinds: ['study.changed'],
  study_id: null,
  state: 'active',
  created_at: new Date().toISOString(),
  failing_since: null,
  former_secret_until: null,
  ...more,
});
const sent = (more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  _id: message,
  webhook_id: 'msg_1',
  kind: 'study.changed',
  state: 'failed',
  created_at: new Date().toISOString(),
  next_at: null,
  body: '{"type":"study.changed"}',
  attempts: [
    {
      at: new Date().toISOString(),
      status: 500,
      problem: 'wrong_status',
      answer: 'out of order',
      duration_ms: 12,
    },
  ],
  ...more,
});
let hooks: Webhook[];
let messages: WebhookMessage[];
let asked: ReturnType<typeof fakeServer>;

const show = (start: Webhook[], log: WebhookMessage[] = []) => {
  hooks = start;
  messages = log;
  asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listStudies).answer({
      status: 200,
      body: { items: [asResearcherStudy(study)], next_cursor: null },
    }),
    on(readStudy).answer({ status: 200, body: study }),
    on(listWebhooks).answer(() => ({ status: 200, body: { items: hooks, next_cursor: null } })),
    on(createWebhook).answer(({ body }) => {
      if (body.url.includes('inner'))
        return refusal('validation_failed', {
          fields: [{ path: 'url', code: 'invalid_url', description: 'x' }],
        });
      const made = hook({ url: body.url, kinds: body.kinds, study_id: body.study_id });
      hooks = [...hooks, made];
      return { status: 201, body: { ...made, secret: 'whsec_first' } };
    }),
    on(changeWebhook).answer(({ body }) => {
      hooks = hooks.map((one) => ({ ...one, ...body }));
      return { status: 200, body: hooks[0] ?? hook() };
    }),
    on(renewWebhookSecret).answer({ status: 201, body: { ...hook(), secret: 'whsec_second' } }),
    on(deleteWebhook).answer(() => {
      hooks = [];
      return { status: 204 };
    }),
    on(testWebhook).answer(() => {
      messages = [sent({ kind: 'webhook.test', state: 'delivered' }), ...messages];
      return { status: 202 };
    }),
    on(listWebhookMessages).answer(() => ({
      status: 200,
      body: { items: messages, next_cursor: null },
    })),
    on(redeliverWebhookMessage).answer(() => {
      messages = messages.map((one) => ({ ...one, state: 'waiting' as const }));
      return { status: 202 };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/webhooks');
};
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
beforeEach(() => freshBrowser());

test('adding a webhook shows its secret', async () => {
  show([]);
  await press('Add a webhook');
  await fill(screen.getByRole('textbox', { name: /Address/ }), 'https://lab.test/hook');
  await press('Add');
  expect(await screen.findByText('whsec_first')).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'https://lab.test/hook' })).toBeVisible();
});

test('a webhook can be limited to a study found by its title, which is then shown', async () => {
  show([]);
  await press('Add a webhook');
  await fill(screen.getByRole('textbox', { name: /Address/ }), 'https://lab.test/hook');
  await user.click(screen.getByRole('combobox', { name: 'One study' }));
  await user.click(await screen.findByRole('option', { name: study.title }));
  await press('Add');
  expect(await screen.findByText(new RegExp(`Only “${study.title}”`))).toBeVisible();
  const made = asked.find(({ method }) => method === 'POST');
  expect(made?.body).toMatchObject({ study_id: study._id });
});

test('address and event kinds can be changed in place', async () => {
  show([hook()]);
  await press('Change');
  const form = within(screen.getByRole('form', { name: 'Change the webhook' }));
  const address = form.getByRole('textbox', { name: /Address/ });
  expect(address).toHaveValue('https://lab.test/hook');
  await user.clear(address);
  await fill(address, 'https://lab.test/other');
  await user.click(form.getByRole('checkbox', { name: 'A session changed' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('listitem', { name: 'https://lab.test/other' })).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    url: 'https://lab.test/other',
    kinds: ['study.changed', 'session.changed'],
  });
  expect(screen.queryByRole('form')).toBeNull();
});

test('a refused address is marked at its field', async () => {
  show([]);
  await press('Add a webhook');
  await fill(screen.getByRole('textbox', { name: /Address/ }), 'https://inner/hook');
  await press('Add');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /Address/ })).toHaveAttribute(
      'aria-invalid',
      'true',
    ),
  );
});

test('the log shows the message and the server’s response, and can send it again', async () => {
  show([hook()], [sent()]);
  await press('Show the log');
  const log = await screen.findByRole('region', { name: 'Log' });
  expect(await within(log).findByText('out of order')).toBeVisible();
  expect(within(log).getByText('{"type":"study.changed"}')).toBeVisible();
  await press('Send again');
  expect(await within(log).findByText('Waiting')).toBeVisible();
});

test('sending a test opens the log', async () => {
  show([hook()]);
  await press('Send a test');
  expect(await screen.findByText('Delivered')).toBeVisible();
});

test('a webhook that the server disabled is marked as such, and can be resumed', async () => {
  show([hook({ state: 'disabled' })]);
  expect(await screen.findByText(/nothing got through/)).toBeVisible();
  await press('Resume');
  expect(await screen.findByText('Active')).toBeVisible();
});

test('renewing the secret and deleting the webhook ask for a confirmation', async () => {
  show([hook()]);
  await press('Renew the secret');
  const renew = await screen.findByRole('dialog');
  expect(within(renew).getByText(hook().url)).toBeVisible();
  await user.click(within(renew).getByRole('button', { name: 'Renew the secret' }));
  expect(await screen.findByText('whsec_second')).toBeVisible();
  await press('Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete this webhook?' });
  expect(within(question).getByText(hook().url)).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
