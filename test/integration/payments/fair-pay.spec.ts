/**
 * @engines one: writes and reads rows, and uses no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */

import type { SessionMedianDuration } from '../../../contracts/enrolment/session-insights';
import type { RosterEntry } from '../../../contracts/enrolment/rosters';
import type { Session } from '../../../contracts/enrolment/sessions';
import type { Pricing } from '../../../contracts/payments/pricing';
import type { ReceiptBodyOf } from '../../../contracts/payments/receipts/receipts';
import type { Study, StudyCard } from '../../../contracts/studies/studies';
import type { z } from 'zod';
import { days } from '../../../server/platform/concurrency/clock';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { unique } from '../../support/chance/unique';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { rejectDecision } from './decisions';
import { receiptRequestsOf } from './receipts/receipts-rig';

let run: RunningApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const get = <T>(path: string, who?: TestPerson) =>
  bodyOf<T>(
    run
      .http()
      .get(path)
      .set(who?.headers ?? {})
      .expect(200),
  );
/** Lets people complete the session now, each after this number of minutes. */
async function complete(r: RecruitingStudy, ...minutes: readonly number[]) {
  const people = await makePeople(run.source, minutes.length);
  for (const [n, who] of people.entries()) {
    const { _id } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent })
        .expect(201),
    );
    for (const action of ['start', 'complete'])
      await run
        .http()
        .put(`/api/participations/${_id}/`)
        .set(who.headers)
        .send({ action })
        .expect(200);
    await run.source.query(
      `UPDATE research.participation p SET started_at = m.at - $2::float8 * interval '1 minute'
       FROM research.participation_move m
       WHERE p.id = $1 AND m.participation_id = p.id AND m.to_state = 'completed'`,
      [_id, minutes[n]],
    );
  }
}
const median = async (r: RecruitingStudy) =>
  (await get<{ items: SessionMedianDuration[] }>('/api/session-medians/', r.researcher)).items.find(
    ({ session_id }) => session_id === r.session_id,
  )?.minutes;
const onPage = async (r: RecruitingStudy, who?: TestPerson) =>
  (await get<Study>(`/api/studies/${r.study_id}/`, who)).median_minutes;
const onCard = async (r: RecruitingStudy, title: string) =>
  (await get<{ items: StudyCard[] }>(`/api/studies/?text=${encodeURIComponent(title)}`)).items.find(
    ({ _id }) => _id === r.study_id,
  )?.median_minutes;
const receipt = async (r: RecruitingStudy) =>
  (
    (await receiptRequestsOf(run).body(
      'session',
      r.session_id,
      r.researcher,
    )) as ReceiptBodyOf<'session'>
  ).hourly;
const tags = async (r: RecruitingStudy) =>
  (
    await get<{ items: z.output<typeof RosterEntry>[] }>(
      `/api/sessions/${r.session_id}/roster/?names=false`,
      r.researcher,
    )
  ).items.map(({ tag }) => tag);

describe('The measure of fair pay', () => {
  it('has rates in the minor units of each currency, the published ones by default', async () => {
    expect((await get<Pricing>('/api/pricing/')).fair_pay).toEqual([
      { currency: 'USD', floor: 800, recommended: 1200 },
      { currency: 'GBP', floor: 600, recommended: 900 },
    ]);
  });

  it('is computed from the stated minutes below five people, and from their median from then on', async () => {
    const r = await recruit(run, { capacity: 9, privacy_level: 'roster_on_start' });
    const [told] = (await get<{ items: Session[] }>('/api/sessions/', r.researcher)).items;
    expect(told?.stated_minutes).toBe(20);
    await complete(r, 10, 30, 30, 50);
    expect(await median(r)).toBeUndefined();
    expect(await receipt(r)).toEqual({ amount: 1350, by: 'stated', seconds: 1200 });
    await complete(r, 31);
    expect(await median(r)).toBe(30);
    // The receipt stays valid until the money of the session changes. A further completion does not
    // change the money.
    expect(await receipt(r)).toMatchObject({ by: 'stated' });
    const [tag] = await tags(r);
    await run
      .http()
      .post(`/api/sessions/${r.session_id}/decisions/`)
      .set(r.researcher.headers)
      .send({ decisions: [{ tag, decision: { action: 'approve' } }] })
      .expect(200);
    expect(await receipt(r)).toEqual({ amount: 900, by: 'median', seconds: 1800 });
  });

  it('shows participants and visitors the median of the days before, whatever happens today', async () => {
    const title = unique();
    const r = await recruit(run, { capacity: 20, privacy_level: 'roster_on_start', title });
    const participant = await makePerson(run.source);
    await complete(r, 30, 30, 30, 30, 30);
    const seen = async () => [
      await onPage(r),
      await onPage(r, participant),
      await onCard(r, title),
    ];
    expect(await seen()).toEqual([null, null, null]);
    clock.advance(days(1));
    // Yesterday five participants completed the session in 30 minutes each. Today the researcher
    // rejects one of them, and seven more participants complete it in 50 minutes each. The study's
    // page and card do not show the effect of these events before tomorrow.
    const [tag] = await tags(r);
    await complete(r, 50, 50, 50, 50, 50, 50, 50);
    await run
      .http()
      .post(`/api/sessions/${r.session_id}/decisions/`)
      .set(r.researcher.headers)
      .send({ decisions: [{ tag, decision: rejectDecision }] })
      .expect(200);
    expect(await seen()).toEqual([30, 30, 30]);
    expect(await median(r)).toBe(50);
    clock.advance(days(1));
    expect(await seen()).toEqual([50, 50, 50]);
  });

  it('adds people to the median for participants five at a time, so that no change reveals the minutes of one', async () => {
    const r = await recruit(run, { capacity: 20, privacy_level: 'roster_on_start' });
    await complete(r, 10, 20, 30, 40, 50);
    clock.advance(days(1));
    expect(await onPage(r)).toBe(30);
    await complete(r, 60);
    expect(await median(r)).toBe(35);
    clock.advance(days(1));
    expect(await onPage(r)).toBe(30);
    await complete(r, 60, 60, 60, 60);
    clock.advance(days(1));
    expect(await onPage(r)).toBe(55);
  });

  it('shows nobody the median of an anonymous session before its day is over', async () => {
    const r = await recruit(run, { capacity: 20 });
    await complete(r, 30, 30, 30, 30, 30);
    expect([await median(r), await onPage(r)]).toEqual([undefined, null]);
    expect(await receipt(r)).toMatchObject({ by: 'stated' });
    clock.advance(days(1));
    await complete(r, 50, 50, 50, 50, 50, 50, 50);
    expect([await median(r), await onPage(r)]).toEqual([30, 30]);
  });

  it('lists no median that is not plausible, of an unpaid session, or of another researcher', async () => {
    const quick = await recruit(run, { capacity: 9, privacy_level: 'roster_on_start' });
    await complete(quick, 0.5, 0.5, 0.5, 0.5, 0.5);
    const unpaid = await recruit(run, {
      capacity: 9,
      privacy_level: 'roster_on_start',
      reward: null,
    });
    await complete(unpaid, 30, 30, 30, 30, 30);
    const paid = await recruit(run, { capacity: 9, privacy_level: 'roster_on_start' });
    await complete(paid, 30, 30, 30, 30, 30);
    expect([await median(quick), await median(unpaid), await median(paid)]).toEqual([
      undefined,
      undefined,
      30,
    ]);
    expect(await median({ ...paid, researcher: quick.researcher })).toBeUndefined();
    clock.advance(days(1));
    expect([await onPage(quick), await onPage(unpaid), await onPage(paid)]).toEqual([
      null,
      null,
      30,
    ]);
  });

  it('lists medians page by page, without empty pages', async () => {
    const first = await recruit(run, { capacity: 5, privacy_level: 'roster_on_start' });
    const { researcher } = first;
    await complete(first, 20, 20, 20, 20, 20);
    await recruit(run, { researcher });
    const last = await recruit(run, { researcher, capacity: 5, privacy_level: 'roster_on_start' });
    await complete(last, 40, 40, 40, 40, 40);
    const page = (cursor = '') =>
      get<{ items: SessionMedianDuration[]; next_cursor: string | null }>(
        `/api/session-medians/?limit=1${cursor && `&cursor=${cursor}`}`,
        researcher,
      );
    const one = await page();
    const two = await page(one.next_cursor ?? 'none');
    expect([one.items, two.items, two.next_cursor]).toEqual([
      [{ session_id: last.session_id, minutes: 40 }],
      [{ session_id: first.session_id, minutes: 20 }],
      null,
    ]);
  });
});
