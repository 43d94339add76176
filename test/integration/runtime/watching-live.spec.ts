/**
 * The tests move the application's clock by minutes, and to the next day.
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { SessionRunCounts } from '../../../contracts/runtime/live-runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { minutesUntilStalled } from '../../../contracts/runtime/stalled-run.rule';
import { RunCountsSender } from '../../../server/live/run-counts-sender';
import { RunCountsRead } from '../../../server/runtime/watching/run-counts.read';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { countLockWaits } from '../../support/engines/locks';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { collaboratorRequestsOf } from '../collaborators/calls';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
  type RecordContent,
} from './running';

const clock = new TestClock();
let run: RunningApp;
let watching: RunCountsSender;
const open: TestSocket[] = [];
const minute = 60_000;
const day = 1_440 * minute;
beforeAll(async () => {
  // The clock is set to the next noon, so that no day ends while minutes pass.
  clock.advance((1.5 * day - (clock.now().getTime() % day)) % day);
  run = await sharedApp({ clock });
  watching = run.app.get(RunCountsSender, { strict: false });
  // Switches the server's own poll off, so that only the tests poll.
  watching.onApplicationShutdown();
});
afterEach(() => open.splice(0).forEach((one) => one.close()));
afterAll(() => run.close());

const error: RecordContent = {
  kind: 'event',
  data: JSON.stringify({ type: 'error', message: 'x is not defined', file: 'task.js', line: 3 }),
};
const levelled = (privacy_level: PrivacyLevel) => launchHostedStudy(run, { privacy_level });

/** Opens a socket that watches the runs of a session. */
async function watches(r: RecruitingStudy, who: TestPerson = r.researcher) {
  const socket = await openTestSocket(run.url, who.token);
  open.push(socket);
  const answer = await socket.watch(`runs:${r.session_id}`);
  const told = () =>
    socket.messages
      .filter(({ name }) => name === 'runs.counted')
      .map(({ message }) => message as SessionRunCounts);
  return {
    socket,
    answer,
    told,
    /**
     * Lets the server poll.
     * @returns the newest message after that; undefined if the server sent none
     */
    async looked(): Promise<SessionRunCounts | undefined> {
      const before = told().length;
      const sent = await watching.look();
      // The server answers `beat` after all messages that it sent before.
      await socket.socket.timeout(20_000).emitWithAck('beat');
      return sent > 0 && told().length > before ? told().at(-1) : undefined;
    },
  };
}
const counted = (r: RecruitingStudy, running: number, stalled: number | null, errors: number) => ({
  session_id: r.session_id,
  running,
  stalled,
  errors,
});

/** Stores in the session's snapshot who may see the roster, as a launch would do now. */
const freezeOpenings = (r: RecruitingStudy) =>
  run.source.query(
    `UPDATE research.session SET snapshot = snapshot || jsonb_build_object('roster_openings', (
       SELECT jsonb_agg(c.roster_opening) FROM identity.study_collaborator c
       WHERE c.study_id = $2 AND c.roster_opening IS NOT NULL)) WHERE id = $1`,
    [r.session_id, r.study_id],
  );

describe('The live counts of a session’s runs', () => {
  it('show working, stalled and failing runs, each change once, if names are shown from the start', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const screen = await watches(r);
    expect(screen.answer).toEqual({ ok: true, snapshot: counted(r, 0, 0, 0) });
    const [t, other] = [await take(r), await take(r)];
    expect(await screen.looked()).toEqual(counted(r, 2, 0, 0));
    expect(await screen.looked()).toBeUndefined();
    await send(t, recordsToSend([error, ...trialRecords(2)]));
    expect(await screen.looked()).toEqual(counted(r, 2, 0, 1));
    // A further error of the same run changes no count.
    await send(t, recordsToSend([error], 4));
    expect(await screen.looked()).toBeUndefined();
    clock.advance(minutesUntilStalled * minute);
    expect(await screen.looked()).toEqual(counted(r, 0, 2, 1));
    await send(other, recordsToSend([finishRecordOf([])]));
    await send(t, recordsToSend(trialRecords(1), 5));
    expect(await screen.looked()).toEqual(counted(r, 1, 0, 1));
    expect(screen.told()).toHaveLength(4);
  });

  it.each(['anonymous', 'roster_on_completion'] as const)(
    'of a session that is %s show working runs, but no moment of an error or a stall',
    async (level) => {
      const { take, send } = runRequestsOf(run);
      const r = await levelled(level);
      const screen = await watches(r);
      const [t, other] = [await take(r), await take(r)];
      expect(await screen.looked()).toEqual(counted(r, 2, null, 0));
      await send(t, recordsToSend([error]));
      await send(other, recordsToSend([error]));
      expect(await screen.looked()).toBeUndefined();
      clock.advance(minutesUntilStalled * minute);
      expect(await screen.looked()).toBeUndefined();
      await send(t, recordsToSend([finishRecordOf([error.data])], 2));
      // The end is shown immediately; the error is shown with the list, on the next day.
      expect(await screen.looked()).toEqual(counted(r, 1, null, 0));
      clock.advance(day);
      expect(await screen.looked()).toEqual(counted(r, 1, null, 1));
    },
  );

  it('show errors and stalls to a collaborator while the roster is open to them, and not afterwards', async () => {
    const { take, send } = runRequestsOf(run);
    const access = collaboratorRequestsOf(run);
    const r = await levelled('roster_on_start');
    const { researcher: owner, study_id } = r;
    const editor = await access.joined(owner, study_id, 'editor');
    await access.setRoster(owner, study_id, editor);
    await freezeOpenings(r);
    const theirs = await watches(r, editor);
    await send(await take(r), recordsToSend([error]));
    expect(await theirs.looked()).toEqual(counted(r, 1, 0, 1));
    await access.setRoster(owner, study_id, editor, false);
    expect(await theirs.looked()).toEqual(counted(r, 1, null, 0));
  });

  it('change with the present role and review of the reader', async () => {
    const { take, send } = runRequestsOf(run);
    const access = collaboratorRequestsOf(run);
    const r = await levelled('roster_on_start');
    const editor = await makeResearcher(run.source);
    await access.join(r.researcher, r.study_id, editor, 'editor');
    const [mine, theirs] = [await watches(r), await watches(r, editor)];
    await send(await take(r), recordsToSend([error]));
    await mine.looked();
    expect([mine.told(), theirs.told()]).toEqual([
      [counted(r, 1, 0, 1)],
      // Only the owner sees names, so all other people get the counts of an anonymous session.
      [counted(r, 1, null, 0)],
    ]);
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = NULL WHERE id = $1`,
      [r.researcher._id],
    );
    expect(await mine.looked()).toEqual(counted(r, 1, null, 0));
    await access.told(
      r.researcher,
      'delete',
      `/api/studies/${r.study_id}/collaborators/${editor._id}/`,
    );
    const before = theirs.told().length;
    await take(r);
    expect(await mine.looked()).toEqual(counted(r, 2, null, 0));
    await theirs.socket.socket.timeout(20_000).emitWithAck('beat');
    expect(theirs.told()).toHaveLength(before);
    expect(await theirs.socket.watch(`runs:${r.session_id}`)).toEqual({
      ok: false,
      code: 'not_found',
    });
  });
});

describe('The live topic of a session’s runs', () => {
  it('is refused to visitors, participants, other researchers and viewers', async () => {
    const { take } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    const viewer = await makeResearcher(run.source);
    await collaboratorRequestsOf(run).join(r.researcher, r.study_id, viewer, 'viewer');
    const visitor = await openTestSocket(run.url);
    open.push(visitor);
    const codes = [
      await visitor.watch(`runs:${r.session_id}`),
      (await watches(r, t.person)).answer,
      (await watches(r, await makeResearcher(run.source))).answer,
      (await watches(r, viewer)).answer,
      await (await watches(r)).socket.watch('runs:none'),
    ].map((answer) => (answer.ok ? 'ok' : answer.code));
    expect(codes).toEqual([
      'unauthenticated',
      'forbidden',
      'not_found',
      'forbidden',
      'validation_failed',
    ]);
  });
});

describe('Watching the runs of a session', () => {
  it('costs nothing without watchers, and stops when the last watcher leaves', async () => {
    const r = await levelled('anonymous');
    const [one, other] = [await watches(r), await watches(r)];
    expect(watching.size).toBe(2);
    await one.socket.socket.emitWithAck('unwatch', { topic: `runs:${r.session_id}` });
    other.socket.close();
    await eventually(
      () => watching.size,
      (size) => size === 0,
    );
    expect(await watching.look()).toBe(0);
  });

  it('reads the database twice at most, however many start to watch at the same time', async () => {
    const r = await levelled('anonymous');
    const other = await levelled('anonymous');
    const sockets = await Promise.all(
      Array.from({ length: 30 }, () => openTestSocket(run.url, r.researcher.token)),
    );
    const lone = await openTestSocket(run.url, other.researcher.token);
    open.push(...sockets, lone);
    const read = jest.spyOn(run.app.get(RunCountsRead, { strict: false }), 'levels');
    const holder = run.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE research.run IN ACCESS EXCLUSIVE MODE');
    const [first = lone, ...rest] = sockets;
    const begun = [first.watch(`runs:${r.session_id}`)];
    await eventually(
      () => countLockWaits(run.source),
      (waiting) => waiting > 0,
    );
    begun.push(...rest.map((socket) => socket.watch(`runs:${r.session_id}`)));
    begun.push(lone.watch(`runs:${other.session_id}`));
    await eventually(
      () => watching.asking,
      (asking) => asking === rest.length + 1,
    );
    await holder.commitTransaction();
    await holder.release();
    for (const answer of await Promise.all(begun)) expect(answer.ok).toBe(true);
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
  });

  it('reads nothing for watchers who leave before their turn', async () => {
    const r = await levelled('anonymous');
    const [one, gone] = [
      await openTestSocket(run.url, r.researcher.token),
      await openTestSocket(run.url, r.researcher.token),
    ];
    open.push(one, gone);
    const topic = `runs:${r.session_id}`;
    const holder = run.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE research.run IN ACCESS EXCLUSIVE MODE');
    const first = one.watch(topic);
    await eventually(
      () => countLockWaits(run.source),
      (waiting) => waiting > 0,
    );
    const second = gone.watch(topic);
    await eventually(
      () => watching.asking,
      (asking) => asking === 1,
    );
    await gone.socket.emitWithAck('unwatch', { topic });
    await holder.commitTransaction();
    await holder.release();
    expect([(await first).ok, await second]).toEqual([true, { ok: false, code: 'not_found' }]);
    await eventually(
      () => watching.size,
      (size) => size === 1,
    );
  });

  it('answers a second watch of the same topic with the last state that was sent', async () => {
    const { take } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const screen = await watches(r);
    await take(r);
    const again = await screen.socket.watch(`runs:${r.session_id}`);
    expect(again).toEqual({ ok: true, snapshot: counted(r, 0, null, 0) });
    expect(await screen.looked()).toEqual(counted(r, 1, null, 0));
  });

  it('sends no older state after a newer one while runs and pages come and go', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const first = await watches(r);
    const looks = Array.from({ length: 12 }, async () => {
      const t = await take(r);
      const [screen] = await Promise.all([watches(r), watching.look()]);
      await send(t, recordsToSend([finishRecordOf([])]));
      await watching.look();
      return screen;
    });
    const screens = await Promise.all(looks);
    await first.looked();
    for (const { socket, told, answer } of [first, ...screens]) {
      await socket.socket.timeout(20_000).emitWithAck('beat');
      const all = [...(answer.ok ? [answer.snapshot as SessionRunCounts] : []), ...told()];
      expect(all.at(-1)).toEqual(counted(r, 0, 0, 0));
      // No client gets the same state twice.
      all.slice(1).forEach((one, n) => expect(one).not.toEqual(all[n]));
    }
  });
});
