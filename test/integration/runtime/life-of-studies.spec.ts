/**
 * @engines one: calls the job itself, without a queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listRunErrors, listRuns } from '../../../contracts/runtime/runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { NeverBeganJob } from '../../../server/runtime/never-began/never-began.job';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { collaboratorRequestsOf } from '../collaborators/calls';
import {
  finishRecordOf,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
  type RecordContent,
  type RunParticipation,
} from './running';

const clock = new TestClock();
let run: RunningApp;
const day = 86_400_000;
beforeAll(async () => {
  clock.advance((1.5 * day - (clock.now().getTime() % day)) % day);
  run = await sharedApp({ clock });
});
afterAll(() => run.close());

const levelled = (privacy_level: PrivacyLevel) =>
  launchHostedStudy(run, { privacy_level, maximum_minutes: 60 });
const event = (data: object): RecordContent => ({ kind: 'event', data: JSON.stringify(data) });
const notStarted = event({ type: 'not_started' });

const blocked = event({
  type: 'blocked',
  address: 'https://a.example.org/x',
  directive: 'img-src',
});
/** Advances the clock past the deadline of all participants, and ends the overdue runs. */
const sweptOver = async () => {
  clock.advance(1.1 * 3_600_000);
  await run.app.get(DeadlineEnforcer, { strict: false }).endOverdue();
};

const seenBy = async (r: RecruitingStudy, who = r.researcher) => {
  const { ask } = runRequestsOf(run);
  const at = `/api/sessions/${r.session_id}`;
  const { body: list } = await ask<EndpointResponseBody<typeof listRuns>>(
    'GET',
    `${at}/runs/`,
    who,
  );
  const { body: errors } = await ask<EndpointResponseBody<typeof listRunErrors>>(
    'GET',
    `${at}/run-errors/`,
    who,
  );
  return { totals: list.totals, lines: list.items, errors: errors.items };
};
const job = () => new NeverBeganJob(run.source, run.app.get(UnitOfWork), clock);
/** Runs the job. @returns the accounts to which it has sent an email about this session */
const told = async ({ session_id }: RecruitingStudy): Promise<string[]> => {
  await job().run();
  const rows: { account_id: string }[] = await run.source.query(
    `SELECT data->>'account_id' AS account_id FROM platform.outbox
     WHERE name = 'runtime.never-began' AND data->>'session_id' = $1`,
    [session_id],
  );
  return rows.map(({ account_id }) => account_id).sort();
};
const give = async (r: RecruitingStudy, role: 'editor' | 'viewer'): Promise<TestPerson> => {
  const person = await makeResearcher(run.source);
  await collaboratorRequestsOf(run).join(r.researcher, r.study_id, person, role);
  return person;
};

describe('A resource that the policy or the network blocked', () => {
  it('is listed by address and directive, without the query, with the number of runs', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const [first, second] = [await take(r), await take(r)];
    const blocked = (query = '') =>
      event({
        ...{ type: 'blocked', directive: 'script-src-elem' },
        address: `https://cdn.example.org/a.js${query}`,
      });
    const failed = event({ type: 'load_failed', address: 'img/a.png', element: 'img' });
    await send(first, recordsToSend([blocked('?person=7'), failed, ...trialRecords(1)]));
    await send(second, recordsToSend([blocked(), blocked('#x')]));
    const { errors, lines } = await seenBy(r);
    expect(errors).toMatchObject([
      {
        ...{ kind: 'blocked', message: 'script-src-elem', runs: 2, line: null },
        file: 'https://cdn.example.org/a.js',
      },
      { kind: 'load_failed', message: 'img', file: 'img/a.png', runs: 1 },
    ]);
    // The list shows only the number of errors of each run, because names of files can reveal
    // conditions.
    expect(lines.map(({ errors: count }) => count).sort()).toEqual([1, 2]);
  });

  it('is listed once if the version lacks the file, as reported by the server', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const t = await take(r);
    await send(
      t,
      recordsToSend([event({ type: 'load_failed', address: 'a.png', element: 'img' })]),
    );
    await run.source.query(
      `INSERT INTO research.run_error (run_id, hash, kind, message, file)
       VALUES ($1, '\\x01', 'missing_file', '', 'a.png')`,
      [t.run._id],
    );
    const { errors } = await seenBy(r);
    expect(errors).toMatchObject([{ kind: 'missing_file', file: 'a.png' }]);
  });

  it('is listed for an anonymous session on the day after the run', async () => {
    const { take, send, move } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const t = await take(r);
    await send(
      t,
      recordsToSend([
        event({ type: 'blocked', address: 'https://a.example.org/x', directive: 'img-src' }),
      ]),
    );
    await move(t.id, t.person, 'withdraw');
    expect((await seenBy(r)).errors).toEqual([]);
    clock.advance(day);
    expect((await seenBy(r)).errors).toMatchObject([{ kind: 'blocked', runs: 1 }]);
  });
});

describe('A run that never began', () => {
  it('is counted separately from the listed runs until it begins', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const [first, second] = [await take(r), await take(r)];
    await send(first, recordsToSend([notStarted, event({ type: 'not_started', told: 'yes' })]));
    await send(second, recordsToSend(trialRecords(1)));
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 1, listed: 2 });
    expect((await seenBy(r)).errors.map(({ kind, message }) => [kind, message]).sort()).toEqual([
      ['not_started', ''],
      ['not_started', 'told'],
    ]);
    await send(first, recordsToSend([event({ type: 'began' })], 3));
    const seen = await seenBy(r);
    expect(seen.totals).toMatchObject({ never_began: 0, listed: 2 });
    expect(seen.errors.map(({ kind }) => kind)).not.toContain('began');
  });

  it('is reported to owner and editors by one email for each session, and not to viewers', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    await give(r, 'viewer');
    const [first, second] = [await take(r), await take(r)];
    expect(await told(r)).toEqual([]);
    await send(first, recordsToSend([notStarted]));
    expect(await told(r)).toEqual([r.researcher._id]);
    await send(second, recordsToSend([notStarted]));
    expect(await told(r)).toEqual([r.researcher._id]);
  });

  it('is reported to an editor who reads no names on the day after the run ended', async () => {
    const { take, send, move } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const editor = await give(r, 'editor');
    const t = await take(r);
    await send(t, recordsToSend([notStarted]));
    expect(await told(r)).toEqual([r.researcher._id]);
    await move(t.id, t.person, 'withdraw');
    expect(await told(r)).toEqual([r.researcher._id]);
    clock.advance(day);
    expect(await told(r)).toEqual([r.researcher._id, editor._id].sort());
  });

  it('is reported for an anonymous session on the day after it ended, unless the run began later', async () => {
    const { take, send, move } = runRequestsOf(run);
    const [r, other] = [await levelled('anonymous'), await levelled('anonymous')];
    const [t, began] = [await take(r), await take(other)];
    await send(t, recordsToSend([notStarted]));
    await move(t.id, t.person, 'withdraw');
    await send(began, recordsToSend([notStarted, event({ type: 'began' }), ...trialRecords(1)]));
    await move(began.id, began.person, 'withdraw');
    expect([await told(r), await told(other)]).toEqual([[], []]);
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 0, listed: 0 });
    clock.advance(day);
    expect([await told(r), await told(other)]).toEqual([[r.researcher._id], []]);
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 1, listed: 1 });
  });

  it.each(['anonymous', 'roster_on_completion'] as const)(
    'is reported on the day after the timeout if its participant closed the tab, in a session with %s',
    async (level) => {
      const { take, send } = runRequestsOf(run);
      const r = await levelled(level);
      const taking = [await take(r), await take(r), await take(r)];
      const error = event({ type: 'error', message: 'lab is not defined', file: 'a.js', line: 3 });
      for (const t of taking.slice(0, 2)) await send(t, recordsToSend([error, notStarted]));
      await send(taking[2] as RunParticipation, recordsToSend([...trialRecords(1), error]));
      await sweptOver();
      expect((await seenBy(r)).totals).toMatchObject({ never_began: 0, timed_out: 0, open: 3 });
      expect([await told(r), (await seenBy(r)).errors]).toEqual([[], []]);
      clock.advance(day);
      expect(await told(r)).toEqual([r.researcher._id]);
      const { totals, errors, lines } = await seenBy(r);
      expect(totals).toMatchObject({ never_began: 2, timed_out: 3, listed: 0, open: 3 });
      expect(errors.map(({ kind, runs }) => [kind, runs])).toEqual([
        ['error', 3],
        ['not_started', 2],
      ]);
      expect(lines).toEqual([]);
    },
  );

  it('changes nothing that researchers read until the next day if its participant returns late', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await levelled('anonymous');
    const [one, other] = [await take(r), await take(r)];
    for (const t of [one, other]) await send(t, recordsToSend([notStarted]));
    await sweptOver();
    clock.advance(day);
    const before = await seenBy(r);
    expect(before.totals).toMatchObject({ never_began: 2, timed_out: 2 });
    const made: RecordContent[] = [event({ type: 'began' }), ...trialRecords(2)];
    const late = event({ type: 'error', message: 'too late', line: 1 });
    await send(one, recordsToSend([...made, late, notStarted, blocked], 2));
    expect(await seenBy(r)).toEqual(before);
    const datas = [notStarted, ...made, late, notStarted, blocked].map(({ data }) => data);
    await send(one, recordsToSend([finishRecordOf(datas)], datas.length + 1));
    const { totals, ...rest } = await seenBy(r);
    // The totals count a finished run at once, at each privacy level.
    expect({ ...totals, open: 0, finished: 0 }).toEqual({ ...before.totals, open: 0, finished: 0 });
    expect(rest).toEqual({ lines: before.lines, errors: before.errors });
    clock.advance(day);
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 1, timed_out: 1, listed: 1 });
  });

  it('counts as begun if a later attempt began or stored an answer', async () => {
    const { take, send, start } = runRequestsOf(run);
    const r = await levelled('roster_on_start');
    const again = async (later: readonly RecordContent[]) => {
      const t = await take(r);
      await send(t, recordsToSend([notStarted]));
      const { body } = await start(t.id, t.person, t.writer, { attempt: 2 });
      if (later.length > 0) await send({ ...t, run: body }, recordsToSend(later));
    };
    await again([notStarted]);
    // Neither attempt began, so the total counts both.
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 2 });
    await again([event({ type: 'began' })]);
    await again(trialRecords(1));
    await again([event({ type: 'blur' })]);
    // The total does not count the first two of these participants, because their second attempts
    // began. It counts one attempt of the third participant: `blur` does not show that a run began.
    expect((await seenBy(r)).totals).toMatchObject({ never_began: 3 });
  });
});
