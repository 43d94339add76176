import type { ApiToken, ApiTokenWithSecret } from '../../../contracts/api-tokens/api-tokens';
import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import type { TestPerson } from '../../support/people/people';

/** Sends requests that manage API tokens, and requests that use them, to one application. */
export const apiTokenRequestsOf = (run: RunningApp) => ({
  ask: (person: TestPerson, body: object = {}) =>
    run
      .http()
      .post('/api/api-tokens/')
      .set(person.headers)
      .send({ name: 'R script', scopes: ['read'], days: 30, ...body }),
  async make(person: TestPerson, body: object = {}): Promise<ApiTokenWithSecret> {
    const answer = await this.ask(person, body);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body as ApiTokenWithSecret;
  },
  async list(person: TestPerson): Promise<ApiToken[]> {
    const list = run.http().get('/api/api-tokens/').set(person.headers).expect(200);
    return (await bodyOf<{ items: ApiToken[] }>(list)).items;
  },
  /**
   * Sends a request with this token.
   * @returns its status and error code
   */
  async call(
    token: string,
    path: string,
    method: 'get' | 'post' | 'put' | 'delete' = 'get',
    body?: object,
  ): Promise<{ status: number; code?: string; scope?: string; body: unknown }> {
    const request = run.http()[method](path).set('authorization', `Bearer ${token}`);
    const answer = await (body ? request.send(body) : request);
    const { code, scope } = (answer.body ?? {}) as { code?: string; scope?: string };
    return { status: answer.status, code, scope, body: answer.body as unknown };
  },
});
