/**
 * @lane quick
 * @engines both: Redis and PostgreSQL pass live messages between servers in different ways, so it
 * runs with both kinds of queue (Redis and PostgreSQL)
 */
import { revocationPollMs } from '../../../server/live/revocation-poller';
import { startApp, type RunningApp, TestClock } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';

/**
 * The server polls the tokens here, as in production; in the other tests of sockets this poll is
 * off.
 */
describe('A socket whose token ends while it is open', () => {
  let run: RunningApp;
  let workers: RunningWorkers;
  beforeAll(async () => {
    run = await startApp({ clock: new TestClock() });
    workers = await startTestWorkers(run);
  });
  afterAll(async () => {
    await workers.close();
    await run.close();
  });

  it('is checked by the server at least once a second', () =>
    expect(revocationPollMs).toBeLessThanOrEqual(1_000));

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'in the database',
      (id) =>
        run.source.query(
          `UPDATE identity.token SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
          [id],
        ),
    ],
    [
      'as the time passes',
      async (id) => {
        await run.source.query(`UPDATE identity.token SET expires_at = $2 WHERE account_id = $1`, [
          id,
          new Date(run.clock.now().getTime() + 60_000),
        ]);
        run.clock.advance(61_000);
      },
    ],
  ])(
    'gets a signed_out message, is disconnected, and receives nothing more: %s',
    async (_name, end) => {
      const person = await makePerson(run.source);
      const tab = await openTestSocket(run.url, person.token);
      tab.socket.io.reconnection(false);
      try {
        expect((await tab.watch('me')).ok).toBe(true);
        await end(person._id);
        await eventually(
          () => tab.socket.connected,
          (connected) => !connected,
        );
        expect(tab.messages.map((m) => m.name)).toEqual(['signed_out']);
        await expect(openTestSocket(run.url, person.token)).rejects.toThrow('unauthenticated');
      } finally {
        tab.close();
      }
    },
  );
});
