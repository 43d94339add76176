/**
 * These tests move the application's clock, because the effects that they test become visible only
 * when a day (UTC) is over.
 */
import type { TestPerson } from '../../support/people/people';
import { makePerson } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { injectedRequestsOf } from '../enrolment/direct-requests';
import { csvOf, externalDataRequestsOf } from './external-data';

const clock = new TestClock();
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp({ clock });
});
afterAll(() => run.close());
const day = 86_400_000;

/** Reads the tags of a session's roster as the researcher. */
async function tagsOf(session: string, who: TestPerson): Promise<string[]> {
  const answer = await run
    .http()
    .get(`/api/sessions/${session}/roster/`)
    .set(who.headers)
    .expect(200);
  return (answer.body as { items: { tag: string }[] }).items.map(({ tag }) => tag);
}

describe('A dry run of external data in an anonymous session', () => {
  it('gives the same answer about a roster tag before and after its participant starts', async () => {
    const { check, recruit } = externalDataRequestsOf(run);
    const asking = injectedRequestsOf(run);
    const r = await recruit({ privacy_level: 'anonymous' });
    const person = await makePerson(run.source);
    const { _id } = (await asking.enrol(r, person)).body;
    clock.advance(day);
    const [tag = ''] = await tagsOf(r.session_id, r.researcher);
    const asked = () =>
      check(r.study_id, r.researcher, csvOf('participant,answer', [['nobody', tag]]), {
        leave_unknown: 'true',
      });
    const before = await asked();
    expect(tag).toMatch(/^[0-9a-f]{16}$/);
    expect(before.columns[1]?.reason).toBe('roster');
    await asking.transition(_id, person, 'start');
    expect(await asked()).toEqual(before);
  });

  it('shows a withdrawal on the day after it', async () => {
    const { check, recruit, tookPart, withdraw } = externalDataRequestsOf(run);
    const r = await recruit({ privacy_level: 'anonymous' });
    const [stays, goes] = [await tookPart(r), await tookPart(r)];
    clock.advance(day);
    const missing = async () => {
      const csv = csvOf('participant,answer', [['nobody', 1]]);
      const told = await check(r.study_id, r.researcher, csv, { leave_unknown: 'true' });
      return told.missing;
    };
    const both = [stays, goes].map(({ sent }) => sent.participant).sort();
    expect(await missing()).toEqual(both);
    await withdraw(goes);
    expect(await missing()).toEqual(both);
    clock.advance(day);
    expect(await missing()).toEqual([stays.sent.participant]);
  });
});
