/**
 * @lane slow: kills the server repeatedly
 * @long: `npm test -- long` kills it at more moments
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 */
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePeople } from '../../support/people/people';
import {
  endPrograms,
  portOf,
  startServerProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { printSeededRandom } from '../../support/chance/seeded';
import { SimulatedRunPage, type PostToRun, type RunReply } from '../runtime/paper-runner';
import {
  runEnvironment,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from '../runtime/running';

/** How often the server is killed; `npm test -- long` does it twenty times. */
const moments = Number(process.env.KILL_MOMENTS ?? 1);

describe('A server that is killed while it stores records', () => {
  const chance = printSeededRandom('the moments of the kills');
  let run: RunningApp;
  const programs: StartedProgram[] = [];
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(async () => {
    await endPrograms(programs);
    await run.close();
  });

  it(
    'loses no record and doubles none: acknowledged records are stored, and the page sends the others a second time',
    async () => {
      const people = await makePeople(run.source, 8);
      const r = await launchHostedStudy(run, { capacity: people.length });
      const { ask, move, text, linesOf } = runRequestsOf(run);
      const start = async (port?: number) => {
        const server = await startServerProgram(run.engines, port === undefined ? {} : { port });
        programs.push(server);
        return server;
      };
      const first = await start();
      /** The server that runs, or the one that is starting in its place. */
      let server = Promise.resolve(first);
      let { url } = first;
      /** The server is killed once during this many requests. */
      const between = 64;
      let requests = 0;
      let unanswered = 0;
      let next = chance.int(between);
      let kills = 0;
      const killAtIts = () => {
        if (requests++ !== next || kills === moments) return;
        kills += 1;
        next = kills * between + chance.int(between);
        const isLast = kills === moments;
        server = server.then(async (one) => {
          for (let turns = chance.int(40); turns > 0; turns--)
            await new Promise((turn) => setImmediate(turn));
          await one.kill();
          if (!isLast) return start(portOf(one));
          // The application of the test is another server on the same database.
          ({ url } = run);
          return one;
        });
      };

      const taking = await Promise.all(
        people.map(async (person, n) => {
          const { body } = await ask<{ _id: string }>(
            'POST',
            `/api/sessions/${r.session_id}/participations/`,
            person,
            { consent: r.consent },
          );
          const post: PostToRun = async (path, sent) => {
            const answer = fetch(`${url}/api/participations/${body._id}/${path}/`, {
              method: 'POST',
              headers: { ...person.headers, 'Content-Type': 'application/json' },
              body: JSON.stringify({
                ...sent,
                ...(path === 'runs' && { environment: runEnvironment }),
              }),
            })
              .then(async (a) => ({ status: a.status, body: (await a.json()) as RunReply['body'] }))
              .catch(() => undefined);
            killAtIts();
            const came = await answer;
            if (came === undefined) unanswered += 1;
            return came;
          };
          const made = trialRecords(32 * moments, `${n}`);
          return { person, id: body._id, page: new SimulatedRunPage(post), post, made };
        }),
      );
      await Promise.all(
        taking.map(async ({ page, post, made }) => {
          const again = async <T>(what: () => Promise<T | undefined | false>): Promise<T> => {
            for (;;) {
              const done = await what();
              if (done) return done;
              await server;
            }
          };
          await again(() => page.open());
          while (made.length > 0 || !page.isSaved) {
            page.make(...made.splice(0, 1 + chance.int(4)));
            if (made.length === 0 && page.made.at(-1)?.kind !== 'finish') page.finish();
            const request = page.next(10);
            if (request) page.hear(await again(() => post('trials', request)));
          }
        }),
      );
      expect(kills).toBe(moments);
      expect(unanswered).toBeGreaterThan(0);
      for (const { person, id, page } of taking) {
        const [row]: { id: string }[] = await run.source.query(
          `SELECT id FROM research.run WHERE participation_id = $1`,
          [id],
        );
        const path = `/api/participations/${id}/runs/${row?.id ?? ''}/records/`;
        expect(linesOf((await text(path, person)).text)).toEqual(
          recordsToSend(page.made).map(({ seq, kind, data }) => ({ seq, kind, data })),
        );
        expect((await move(id, person, 'complete')).body.state).toBe('completed');
      }
      // Time limit: after each kill, people wait until the server has started again.
    },
    60_000 * (moments + 1),
  );
});
