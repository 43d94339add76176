import type { z } from 'zod';
import type { RosterEntry } from '../../../../contracts/enrolment/rosters';
import { encodeCursor } from '../../../../server/platform/http/cursor';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { moveStepsToYesterday } from '../../../support/people/a-day-ago';
import { bodyOf } from '../../../support/app/body-of';
import { makePeople, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';

interface Page {
  items: z.output<typeof RosterEntry>[];
  next_cursor: string | null;
}

describe('The pages of a roster', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await sharedApp()));
  afterAll(() => run.close());

  const start = async (r: RecruitingStudy, who: TestPerson) => {
    const { _id } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${_id}/`)
      .set(who.headers)
      .send({ action: 'start' })
      .expect(200);
    return _id;
  };
  const page = (r: RecruitingStudy, query: object) =>
    bodyOf<Page>(
      run
        .http()
        .get(`/api/sessions/${r.session_id}/roster/`)
        .query(query)
        .set(r.researcher.headers)
        .expect(200),
    );
  const sawNameOf = async (who: TestPerson) =>
    (
      await bodyOf<{ items: object[] }>(
        run.http().get('/api/roster-accesses/').set(who.headers).expect(200),
      )
    ).items.length > 0;

  it('list every participant once and in one order while others enrol', async () => {
    const r = await recruit(run, { capacity: 30, privacy_level: 'roster_on_start' });
    const people = await makePeople(run.source, 24);
    const [before, meanwhile] = [people.slice(0, 12), people.slice(12)];
    await Promise.all(before.map((who) => start(r, who)));
    const present = (await page(r, { limit: 200 })).items.map((entry) => entry.tag);
    const paged: Page['items'] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, next_cursor }: Page = await page(r, { limit: 3, ...(cursor && { cursor }) });
      expect(items.length).toBeLessThanOrEqual(3);
      paged.push(...items);
      cursor = next_cursor;
      await Promise.all(meanwhile.splice(0, 3).map((who) => start(r, who)));
    }
    const ids = paged.map((entry) => entry.tag);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(present));
    const whole = (await page(r, { limit: 200 })).items.map((entry) => entry.tag);
    expect(whole.filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('record an access only for the names that they show', async () => {
    const r = await recruit(run, { capacity: 5, privacy_level: 'roster_on_start' });
    const people = await makePeople(run.source, 4);
    await Promise.all(people.map((who) => start(r, who)));
    const first = await page(r, { limit: 2 });
    const shown = people.map((who) => first.items.some((entry) => entry.email === who.email));
    expect(await Promise.all(people.map(sawNameOf))).toEqual(shown);
    expect(shown.filter(Boolean)).toHaveLength(2);
    const second = await page(r, { limit: 2, cursor: first.next_cursor });
    expect(second.next_cursor).toBeNull();
    expect(await Promise.all(people.map(sawNameOf))).toEqual([true, true, true, true]);
  });

  it('continue at the right line when the last line shown has moved to a different session of its study', async () => {
    const r = await recruit(run, {
      capacity: 5,
      allow_repeats: true,
      privacy_level: 'roster_on_start',
    });
    await Promise.all((await makePeople(run.source, 3)).map((who) => start(r, who)));
    const { items, next_cursor } = await page(r, { limit: 1 });
    const tags = async () =>
      (await page(r, { cursor: next_cursor })).items.map((entry) => entry.tag);
    const rest = await tags();
    const { _id: other } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/studies/${r.study_id}/sessions/`)
        .set(r.researcher.headers)
        .send({ capacity: 5 })
        .expect(201),
    );
    await run.source.query('UPDATE research.participation SET session_id = $2 WHERE id = $1', [
      items[0]?.participation_id,
      other,
    ]);
    expect(await tags()).toEqual(rest);
  });

  it('refuse a cursor of another roster, and put no participation id into a cursor', async () => {
    const r = await recruit(run, { capacity: 5 });
    const elsewhere = await recruit(run, { researcher: r.researcher });
    const ids = await Promise.all((await makePeople(run.source, 2)).map((who) => start(r, who)));
    await moveStepsToYesterday(run, r.session_id);
    const { next_cursor } = await page(r, { limit: 1 });
    const position = Buffer.from(next_cursor ?? '', 'base64url').toString();
    const { entry } = JSON.parse(position) as { entry: string };
    const inside = `${position} ${Buffer.from(entry, 'base64url').toString('latin1')}`;
    for (const id of ids) expect(inside).not.toContain(id);
    const refused = async (session: string, cursor: string) =>
      (
        await run
          .http()
          .get(`/api/sessions/${session}/roster/`)
          .query({ cursor })
          .set(r.researcher.headers)
      ).status;
    for (const cursor of ['nonsense', encodeCursor({ entry: ids[0] })])
      expect(await refused(r.session_id, cursor)).toBe(400);
    expect(await refused(elsewhere.session_id, next_cursor ?? '')).toBe(400);
  });
});
