import type { Session } from '../../../../contracts/enrolment/sessions';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { insertRecruitingStudies } from '../../../support/people/recruiting';

interface Page {
  items: Session[];
  next_cursor: string | null;
}

describe('The pages of a dashboard', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await sharedApp()));
  afterAll(() => run.close());

  const pages = async (researcher: TestPerson, query: object) => {
    const items: Session[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Page = await bodyOf<Page>(
        run
          .http()
          .get('/api/sessions/')
          .query({ ...query, ...(cursor && { cursor }) })
          .set(researcher.headers)
          .expect(200),
      );
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  };

  it('list each session of the researcher once, the newest first, and no sessions of other researchers', async () => {
    const [one, other] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const own = await insertRecruitingStudies(run.source, one._id, 7, 3);
    await insertRecruitingStudies(run.source, other._id, 5, 3);
    const expected = own
      .map(({ session_id }) => session_id)
      .sort()
      .reverse();
    expect((await pages(one, { limit: 2 })).map(({ _id }) => _id)).toEqual(expected);

    const closed = expected.filter((_, i) => i % 2 === 0);
    await run.source.query(
      `UPDATE research.session SET state = 'closed', closed_at = now() WHERE id = ANY($1::uuid[])`,
      [closed],
    );
    expect((await pages(one, { limit: 2, state: 'closed' })).map(({ _id }) => _id)).toEqual(closed);
    const [first] = own;
    expect((await pages(one, { study: first?.study_id })).map(({ _id }) => _id)).toEqual([
      first?.session_id,
    ]);
    expect(await pages(other, { study: first?.study_id })).toEqual([]);
  });
});
