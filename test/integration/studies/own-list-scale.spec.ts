/** @lane slow */
import { Client } from 'pg';
import { ownStudiesPageSql } from '../../../server/catalogue/own-studies.read';
import type { OwnStudy } from '../../../contracts/studies/studies';
import { studyListFilters, studyOrders } from '../../../contracts/studies/study-list';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';

const own = 2_000;
const others = 48_000;
let run: RunningApp;
let who: TestPerson;
// The tests need their own application, since 50,000 studies would slow the others.
beforeAll(async () => {
  run = await startApp();
  who = await makeResearcher(run.source);
  const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes,
         privacy_level, state, updated_at)
       SELECT gen_random_uuid(), CASE WHEN n <= $2 THEN $1 ELSE md5((n % 500)::text)::uuid END,
         'Study ' || n || ' of memory', repeat('What it is about. ', 40), 20, 60, 'anonymous',
         (ARRAY['draft', 'ready', 'archived'])[1 + n % 3], now() - n * interval '1 minute'
       FROM generate_series(1, $2::int + $3::int) AS n`,
      [who._id, own, others],
    );
    await owner.query(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, enrolled,
         start_within_minutes, maximum_minutes)
       SELECT gen_random_uuid(), id, 'closed', 'panel', 'anonymous', 20, 7, 1440, 60
       FROM research.study, generate_series(1, 2)`,
    );
    await owner.query('ANALYZE research.study, research.session, research.consent');
  } finally {
    await owner.end();
  }
}, 120_000);
afterAll(() => run.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Lists the nodes of the executed plan that read studies or sessions. */
async function scansOf(parameters: readonly unknown[]): Promise<Node[]> {
  const [row]: [{ 'QUERY PLAN': [{ Plan: Node }] }] = await run.source.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${ownStudiesPageSql}`,
    [who._id, ...parameters, null, null, null, 51],
  );
  return nodesOf(row['QUERY PLAN'][0].Plan).filter(({ 'Relation Name': name = '' }) =>
    ['study', 'session'].includes(name),
  );
}

test.each(studyOrders)(
  'of 50,000 studies, a page by %s reads only the 2,000 of its owner, by index, for every search',
  async (sort) => {
    for (const state of [null, ...studyListFilters])
      for (const words of [[], ['memory'], ['memroy', '17']]) {
        const scans = await scansOf([words, state, sort]);
        expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
        const read = scans
          .filter((node) => node['Relation Name'] === 'study')
          .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
        expect(read).toBeGreaterThan(0);
        expect(read).toBeLessThanOrEqual(own + 51);
      }
  },
);

test('three pages by seats have fifty rows each, with the counts of their sessions', async () => {
  const pages: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null && pages.length < 3;) {
    const answer = await run
      .http()
      .get('/api/studies/')
      .query({ scope: 'mine', state: 'current', sort: 'seats', ...(cursor && { cursor }) })
      .set(who.headers)
      .expect(200);
    const page = answer.body as { items: OwnStudy[]; next_cursor: string | null };
    expect(page.items.every(({ sessions }) => sessions === 2)).toBe(true);
    pages.push(page.items.length);
    cursor = page.next_cursor;
  }
  expect(pages).toEqual([50, 50, 50]);
});
