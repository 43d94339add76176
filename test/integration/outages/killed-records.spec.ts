/**
 * @lane slow: kills the server again and again
 * @engines one: records are rows; no queue takes part
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startApp, TestClock, type RunningApp } from '../../support/app';
import { makePeople } from '../../support/people';
import { endAll, portOf, startServerProgram, type Program } from '../../support/programs';
import { seeded } from '../../support/seeded';
import { PaperRunner, type Post, type Reply } from '../runtime/paper-runner';
import { environment, recruitHosted, runningOf, sentOf, trials } from '../runtime/running';

describe('A server that is killed in the middle of records', () => {
  const chance = seeded('the moments of the kills');
  let run: RunningApp;
  const programs: Program[] = [];
  beforeAll(async () => {
    run = await startApp({ clock: new TestClock() });
  });
  afterAll(async () => {
    await endAll(programs);
    await run.close();
  });

  it('has lost and doubled none: what it acknowledged is stored, and a page sends the rest again', async () => {
    const people = await makePeople(run.source, 20);
    const r = await recruitHosted(run, { capacity: 20 });
    const { ask, move, text, linesOf } = runningOf(run);
    const start = async (port?: number) => {
      const server = await startServerProgram(run.engines, port === undefined ? {} : { port });
      programs.push(server);
      return server;
    };
    let server = await start();
    const { url } = server;
    let unanswered = 0;

    const taking = await Promise.all(
      people.map(async (person, n) => {
        const { body } = await ask<{ _id: string }>(
          'POST',
          `/api/sessions/${r.session_id}/participations/`,
          person,
          { consent: r.consent },
        );
        const post: Post = async (path, sent) => {
          const answer = await fetch(`${url}/api/participations/${body._id}/${path}/`, {
            method: 'POST',
            headers: { ...person.headers, 'Content-Type': 'application/json' },
            body: JSON.stringify({ ...sent, ...(path === 'runs' && { environment }) }),
          })
            .then(async (a) => ({ status: a.status, body: (await a.json()) as Reply['body'] }))
            .catch(() => undefined);
          if (!answer) unanswered += 1;
          return answer;
        };
        return {
          person,
          id: body._id,
          page: new PaperRunner(post),
          post,
          made: trials(60, `${n}`),
        };
      }),
    );
    let ended = 0;
    const working = Promise.all(
      taking.map(async ({ page, post, made }) => {
        const again = async <T>(what: () => Promise<T | undefined | false>): Promise<T> => {
          for (;;) {
            const done = await what();
            if (done) return done;
            await wait(20 + chance.random() * 40);
          }
        };
        await again(() => page.open());
        while (made.length > 0 || !page.isSaved) {
          page.make(...made.splice(0, 1 + chance.int(4)));
          if (made.length === 0 && page.made.at(-1)?.kind !== 'finish') page.finish();
          const request = page.next(10);
          if (request) page.hear(await again(() => post('trials', request)));
          await wait(chance.random() * 30);
        }
        ended += 1;
      }),
    );
    for (let kills = 0; kills < 2; kills++) {
      await wait(150 + chance.random() * 250);
      expect(ended).toBeLessThan(taking.length);
      await server.kill();
      server = await start(portOf(server));
    }
    await working;
    expect(unanswered).toBeGreaterThan(0);
    for (const { person, id, page } of taking) {
      const [row]: { id: string }[] = await run.source.query(
        `SELECT id FROM research.run WHERE participation_id = $1`,
        [id],
      );
      const path = `/api/participations/${id}/runs/${row?.id ?? ''}/records/`;
      expect(linesOf((await text(path, person)).text)).toEqual(
        sentOf(page.made).map(({ seq, kind, data }) => ({ seq, kind, data })),
      );
      expect((await move(id, person, 'complete')).body.state).toBe('completed');
    }
    // Three starts of the server, and twenty people who wait for each.
  }, 180_000);
});
