import { apiTokensLimits } from '../../../contracts/api-tokens/limits';
import { hours, minutes } from '../../../server/platform/concurrency/clock';
import { startApp, type SeparateApp } from '../../support/app/app';
import { captureLog } from '../../support/app/captured-log';
import { makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { apiTokenRequestsOf } from './tokens';

// The tests need their own application: it has rate limits, the tests read its log, and they move
// its clock until the limits no longer apply.
const { log, lines } = captureLog('trace', 'test');
let run: SeparateApp;
let tokens: ReturnType<typeof apiTokenRequestsOf>;
afterEach(() => run.clock.reset());
beforeAll(async () => {
  run = await startApp({ environment: { RATE_LIMITS: 'on' }, log });
  tokens = apiTokenRequestsOf(run);
});
afterAll(() => run.close());

describe('Requests with an API token', () => {
  it('are limited for each token and minute, including refused ones', async () => {
    const researcher = await makeResearcher(run.source);
    const [busy, idle] = [await tokens.make(researcher), await tokens.make(researcher)];
    const statuses = new Map<number, number>();
    for (let i = 0; i < apiTokensLimits.apiTokenRequestsPerMinute + 2; i++) {
      const path = i % 2 === 0 ? '/api/sessions/' : '/api/users/profile/';
      const { status } = await tokens.call(busy.token, path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const half = apiTokensLimits.apiTokenRequestsPerMinute / 2;
    expect(Object.fromEntries(statuses)).toEqual({ 200: half, 403: half, 429: 2 });
    expect((await tokens.call(idle.token, '/api/sessions/')).status).toBe(200);
    run.clock.advance(minutes(1));
    expect((await tokens.call(busy.token, '/api/sessions/')).status).toBe(200);
  }, 30_000); // The test sends three hundred requests, one after the other.

  it('for rosters are limited for each hour and researcher, over all tokens', async () => {
    const { researcher, session_id } = await recruit(run);
    const scopes = ['read', 'export'];
    const [{ token }, other] = [
      await tokens.make(researcher, { scopes }),
      await tokens.make(researcher, { scopes }),
    ];
    const roster = async (by = token) =>
      (await tokens.call(by, `/api/sessions/${session_id}/roster/`)).status;
    for (let i = 0; i < apiTokensLimits.apiTokenExportsPerHour; i++)
      expect(await roster()).toBe(200);
    expect(await roster()).toBe(429);
    expect(await roster(other.token)).toBe(429);
    expect((await tokens.call(token, `/api/sessions/${session_id}/`)).status).toBe(200);
    run.clock.advance(hours(1));
    expect(await roster()).toBe(200);
  }, 30_000); // The test sends some hundred requests, one after the other.

  it('leave no token in the log, even if the address contained it', async () => {
    const { token } = await tokens.make(await makeResearcher(run.source));
    await tokens.call(token, '/api/sessions/');
    await tokens.call(token, `/api/studies/?access_token=${token}`);
    await tokens.call(token, `/api/studies/${token}/`);
    await tokens.call(token, `/api/nowhere/${token}/`);
    await tokens.call(token, `/nowhere/${token}`);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
  });
});
