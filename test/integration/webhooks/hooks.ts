import type { Webhook, WebhookMessage } from '../../../contracts/webhooks/webhooks';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';

export type CreatedWebhook = Webhook & { secret: string };
type Method = 'get' | 'post' | 'put' | 'delete';

/** Makes functions that send requests about webhooks to an application. */
export const webhookRequestsOf = (run: RunningApp) => {
  const call = async <T>(
    person: TestPerson,
    method: Method,
    path: string,
    expected: number,
    body?: object,
  ): Promise<T> => {
    const request = run.http()[method](path).set(person.headers);
    const answer = await (body ? request.send(body) : request);
    if (answer.status !== expected)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  };
  return {
    call,
    create: (person: TestPerson, url: string, more: object = {}) =>
      call<CreatedWebhook>(person, 'post', '/api/webhooks/', 201, {
        url,
        kinds: ['study.changed', 'session.changed', 'participation.changed'],
        ...more,
      }),
    read: async (person: TestPerson, id: string) =>
      (await call<{ items: Webhook[] }>(person, 'get', '/api/webhooks/', 200)).items.find(
        ({ _id }) => _id === id,
      ),
    log: async (person: TestPerson, id: string) =>
      (await call<{ items: WebhookMessage[] }>(person, 'get', `/api/webhooks/${id}/messages/`, 200))
        .items,
    change: (person: TestPerson, id: string, body: object) =>
      call<Webhook>(person, 'put', `/api/webhooks/${id}/`, 200, body),
    renew: (person: TestPerson, id: string) =>
      call<CreatedWebhook>(person, 'post', `/api/webhooks/${id}/secrets/`, 201),
    test: (person: TestPerson, id: string) =>
      call<unknown>(person, 'post', `/api/webhooks/${id}/tests/`, 202),
    again: (person: TestPerson, id: string, message: string) =>
      call<unknown>(person, 'post', `/api/webhooks/${id}/messages/${message}/deliveries/`, 202),
    retitle: (person: TestPerson, study: string, title: string) =>
      call<unknown>(person, 'put', `/api/studies/${study}/`, 200, { title }),
  };
};
