/**
 * These tests start their own application, which limits the rate of requests and has a fixed clock.
 */
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../../../contracts/runtime/json-patch.rule';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { launchHostedStudy, runRequestsOf, type RunParticipation } from './running';

/** A fixed clock, so that no budget refills between two changes, however slow the machine is. */
class StillClock extends TestClock {
  private at = Date.now();
  override now(): Date {
    return new Date(this.at);
  }
  override advance(ms: number): void {
    this.at += ms;
  }
}
const clock = new StillClock();
let run: SeparateApp;
beforeAll(async () => {
  run = await startApp({ clock, environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => run.close());

const recruited = () => launchHostedStudy(run, { capacity: 100, privacy_level: 'roster_on_start' });
const path = ({ id }: RunParticipation) => `/api/participations/${id}/batch-session/`;
const change = (one: RunParticipation, patch: object[]) =>
  runRequestsOf(run).ask<{ outcome: string; document: JsonValue }>('POST', path(one), one.person, {
    ...{ run_id: one.run._id, writer: one.writer, change_id: randomUUID(), patch, expects: [] },
  });
const documentOf = async (one: RunParticipation) =>
  (await runRequestsOf(run).ask<{ document: JsonValue }>('GET', path(one), one.person)).body
    .document;
const add = (at: string, value: JsonValue) => ({ op: 'add', path: at, value });

describe('Changes of a large shared document', () => {
  const large = 'x'.repeat(99_000);
  const untilRefused = async (one: RunParticipation) => {
    for (let n = 0; n < 60; n++) {
      const answer = await change(one, [add('/n', n)]);
      if (answer.status !== 200) return { answer, n };
    }
    throw new Error('it was never refused');
  };

  it('are refused for a while when a session uses too much of the server, and nothing is lost', async () => {
    const r = await recruited();
    const { take } = runRequestsOf(run);
    const [one, two, elsewhere] = [await take(r), await take(r), await take(await recruited())];
    await change(one, [add('/large', large)]);
    const { answer, n } = await untilRefused(one);
    // Each participant has a share of the session's budget. While participant `two` sends nothing,
    // participant `one` may use the complete budget: about twenty changes of the largest document.
    expect(n).toBeGreaterThan(15);
    expect(n).toBeLessThan(25);
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    // Participant `two` can still read, which costs almost nothing. Each session has a separate
    // budget.
    expect(await documentOf(two)).toEqual({ large, n: n - 1 });
    expect((await change(elsewhere, [add('/a', 1)])).body.outcome).toBe('applied');
    clock.advance(30_000);
    expect((await change(one, [add('/n', 'again')])).body).toMatchObject({
      ...{ outcome: 'applied', document: { large, n: 'again' } },
    });
  });

  it('are shared fairly: a participant who sends many cannot block the others', async () => {
    const r = await recruited();
    const { take } = runRequestsOf(run);
    const [greedy, other] = [await take(r), await take(r)];
    await change(other, [add('/large', large)]);
    for (let round = 0; round < 3; round++) {
      await untilRefused(greedy);
      clock.advance(2_000);
      expect((await change(other, [add('/other', round)])).body.outcome).toBe('applied');
    }
  });
});
