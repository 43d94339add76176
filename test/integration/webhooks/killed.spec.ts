/**
 * @lane slow: kills workers repeatedly
 * @long: `npm test -- long` kills them more often
 * @engines one: deliveries are in their own tables and in no queue, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { startApp, type SeparateApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { makeResearcher } from '../../support/people/people';
import { endPrograms, startWorkersProgram, type StartedProgram } from '../../support/app/programs';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { newStudy } from '../studies/fixtures';
import { webhookRequestsOf } from './hooks';
import { WebhookReceiver } from './receiver';

// This file has its own application, since its workers are separate processes that handle every
// event of the database.
const environment = { WEBHOOK_ALLOW: '127.0.0.0/8:*' };
const changes = triesInTestRun(100, 250);
const kills = triesInTestRun(2, 12);
let run: SeparateApp;
let receiver: WebhookReceiver;
const programs: StartedProgram[] = [];
beforeAll(async () => {
  run = await startApp({ environment });
  receiver = await new WebhookReceiver().start();
});
afterAll(async () => {
  await endPrograms(programs);
  await receiver.stop();
  await run.close();
});

describe('Workers that are repeatedly killed (kill -9)', () => {
  it(
    'lose no change, and repeat messages only under the same webhook-id',
    async () => {
      const chance = printSeededRandom('when workers with webhooks are killed');
      const hooks = webhookRequestsOf(run);
      const researcher = await makeResearcher(run.source);
      const hook = await hooks.create(researcher, receiver.url, { kinds: ['study.changed'] });
      receiver.answer = (response) =>
        setTimeout(() => response.writeHead(204).end(), 50 + chance.int(100));
      const { _id: study } = await hooks.call<{ _id: string }>(
        researcher,
        'post',
        '/api/studies/',
        201,
        newStudy,
      );
      // Reads from the outbox how many events the changes made.
      for (let n = 0; n < changes; n++) await hooks.retitle(researcher, study, `Title ${n}`);
      const [{ events } = { events: 0 }]: { events: number }[] = await run.source.query(
        `SELECT count(*)::int AS events FROM platform.outbox
         WHERE name = 'studies.study-changed' AND data ->> 'study_id' = $1`,
        [study],
      );
      for (let n = 0; n <= kills; n++) {
        const workers = await startWorkersProgram(run.engines, environment);
        programs.push(workers);
        if (n === kills) break;
        const before = receiver.received.length;
        await eventually(
          () => receiver.received.length,
          (count) => count > before + chance.int(20) || count >= events,
        );
        await workers.kill();
        // Ends the minute for which the killed process had claimed its messages.
        await run.source.query(
          `UPDATE identity.webhook_message SET due_at = now() WHERE webhook_id = $1 AND state = 'waiting'`,
          [hook._id],
        );
      }
      const ids = await eventually(
        async () => {
          const rows: { id: string; state: string }[] = await run.source.query(
            `SELECT id, state FROM identity.webhook_message WHERE webhook_id = $1`,
            [hook._id],
          );
          return rows;
        },
        (rows) => rows.length === events && rows.every(({ state }) => state === 'delivered'),
        60_000,
      );
      expect(events).toBeGreaterThanOrEqual(changes);
      expect(new Set(receiver.received.map(({ id }) => id))).toEqual(
        new Set(ids.map(({ id }) => `msg_${id.replaceAll('-', '')}`)),
      );
      const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
      expect(receiver.received.every(({ id, body }) => bodies.get(id) === body)).toBe(true);
    },
    // Time limit: six starts of a program, on a busy machine.
    90_000,
  );
});
