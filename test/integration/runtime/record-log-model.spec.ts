/**
 * @lane slow: simulates many runs step by step
 * @long: `npm test -- long` simulates thousands of runs
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 */
import fc from 'fast-check';
import { SealRuns } from '../../../server/runtime/record-log/sealing/seal-runs';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { SimulatedRunPage, type PostToRun, type RunReply } from './paper-runner';
import {
  runEnvironment,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  type RecordContent,
} from './running';

/** The number of simulated runs; `npm test -- long` simulates thousands. */
const runs = Number(process.env.MODEL_RUNS ?? 40);

const clock = new TestClock();
let servers: SeparateApp[];
let r: RecruitingStudy;
let seal: SealRuns;
beforeAll(async () => {
  const first = await startApp({ clock });
  servers = [first, await startApp({ engines: first.engines, clock })];
  seal = first.app.get(SealRuns, { strict: false });
  r = await launchHostedStudy(first, { capacity: 100_000 });
});
afterAll(async () => {
  for (const server of [...servers].reverse()) await server.close();
});

const text = fc.oneof(
  { weight: 3, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '\u0000', '{"__proto__":1,"a":1,"a":2}', '"\\ud800"'),
  },
);
const made: fc.Arbitrary<RecordContent> = fc.record({
  kind: fc.constantFrom('trial', 'trial', 'text', 'amend', 'state', 'event'),
  data: text.filter((one) => !/\p{Surrogate}/u.test(one)),
});
const fates = ['arrives', 'is lost', 'answer lost', 'doubled', 'late', 'at both'] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(made, { minLength: 1, maxLength: 4 }) },
  {
    weight: 8,
    arbitrary: fc.record({
      fate: fc.constantFrom(...fates),
      most: fc.integer({ min: 1, max: 5 }),
      server: fc.nat({ max: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('reload', 'seal', 'complete', 'old request') },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('The log of a run', () => {
  it(
    'contains each record byte for byte and once after random losses of requests and answers',
    async () => {
      const { int } = printSeededRandom('the plays of records');
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => play(steps)),
        { numRuns: runs, seed: int(2 ** 31) },
      );
      // Time limit: each simulated run sends about thirty requests.
    },
    Math.max(120_000, runs * 1_000),
  );

  async function play(steps: readonly Step[]): Promise<void> {
    const [first, second] = servers;
    if (!first || !second) throw new Error('two servers');
    const ways = [runRequestsOf(first), runRequestsOf(second)] as const;
    const { person, id } = await ways[0].enrolled(r);
    const postAt =
      (server: number): PostToRun =>
      (path, body) =>
        (ways[server] ?? ways[0]).ask('POST', `/api/participations/${id}/${path}/`, person, {
          ...body,
          ...(path === 'runs' && { environment: runEnvironment }),
        });
    const post = postAt(0);
    const page = new SimulatedRunPage(post);
    expect(await page.open()).toBe(true);
    /** Requests that are not answered yet. */
    const late: (() => Promise<RunReply | undefined>)[] = [];

    for (const one of steps) {
      if (Array.isArray(one)) page.make(...one);
      else if (one === 'reload') await page.open();
      else if (one === 'seal') {
        clock.advance(61 * 60_000);
        await seal.run();
      } else if (one === 'complete') {
        const asked = await ways[0].move(id, person, 'complete');
        expect(asked).toMatchObject({ status: 409, body: { code: 'data_incomplete' } });
      } else if (one === 'old request') page.hear(await late.shift()?.());
      else {
        const request = page.next(one.most);
        if (!request) continue;
        const arrive = () => postAt(one.server)('trials', request);
        if (one.fate === 'late') late.push(arrive);
        if (one.fate === 'answer lost') await arrive();
        if (one.fate === 'arrives') page.hear(await arrive());
        if (one.fate === 'doubled') for (let n = 0; n < 2; n++) page.hear(await arrive());
        if (one.fate === 'at both')
          for (const answer of await Promise.all([
            postAt(0)('trials', request),
            postAt(1)('trials', request),
          ]))
            page.hear(answer);
      }
    }
    page.finish();
    for (let tries = 0; !page.isSaved; tries++) {
      expect(tries).toBeLessThan(200);
      const request = page.next(20);
      page.hear(request && (await post('trials', request)));
      if (tries % 2 === 1) page.hear(await late.shift()?.());
    }
    for (const arrive of late) page.hear(await arrive());
    expect((await ways[1].move(id, person, 'complete')).body.state).toBe('completed');

    const [run]: { id: string }[] = await first.source.query(
      `SELECT id FROM research.run WHERE participation_id = $1`,
      [id],
    );
    const path = `/api/participations/${id}/runs/${run?.id ?? ''}/records/`;
    const stored = ways[1].linesOf((await ways[1].text(path, person)).text);
    expect(stored).toEqual(
      recordsToSend(page.made).map(({ seq, kind, data }) => ({ seq, kind, data })),
    );
  }
});
