import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { createHmac } from 'node:crypto';
import type { ExternalReturns } from '../../../contracts/external-returns/external-returns';
import {
  finishRecordOf,
  chainHeadOf,
  newWriterId,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from './running';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const incomplete = { status: 409, body: { code: 'data_incomplete' } };

describe('A participation in a study that runs on this server', () => {
  it('starts once with its run, whose seed and records stay the same when a second page takes over', async () => {
    const { enrolled, start, send, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const { person, id } = await enrolled(r);
    const [writer, another] = [newWriterId(), newWriterId()];
    const [a, b] = await Promise.all([start(id, person, writer), start(id, person, writer)]);
    expect(a.body).toMatchObject({ attempt: 1, state: 'open', stored_through: 0, condition: null });
    expect(a.body.head).toBe('0'.repeat(64));
    expect(a.body.resume).toEqual({ mode: 'trial', hours: 24 });
    expect({ ...b.body, url: '' }).toEqual({ ...a.body, url: '' });
    const moves: { to_state: string }[] = await run.source.query(
      `SELECT to_state FROM research.participation_move WHERE participation_id = $1 ORDER BY id`,
      [id],
    );
    expect(moves.map(({ to_state }) => to_state)).toEqual(['enrolled', 'started']);

    const first = { r, person, id, writer, run: a.body };
    const made = trialRecords(4);
    await send(first, recordsToSend(made.slice(0, 2)));
    const second = await start(id, person, another);
    expect(second.body).toMatchObject({ _id: a.body._id, seed: a.body.seed, stored_through: 2 });
    expect(second.body.head).toBe(chainHeadOf(made.slice(0, 2).map(({ data }) => data)));
    expect(await send(first, recordsToSend(made.slice(2), 3))).toMatchObject({
      status: 409,
      body: { code: 'taken_over' },
    });
    const taken = await send({ ...first, writer: another }, recordsToSend(made.slice(2), 3));
    expect(taken.body).toEqual({ stored_through: 4 });
    expect(await own(first, 3)).toEqual([{ seq: 4, ...made[3] }]);
  });

  it('can start a second attempt; the first attempt stays and accepts no more records', async () => {
    const { take, start, send, own } = runRequestsOf(run);
    const t = await take(await launchHostedStudy(run));
    await send(t, recordsToSend(trialRecords(2)));
    const anew = await start(t.id, t.person, t.writer, { attempt: 2 });
    expect(anew.body).toMatchObject({ attempt: 2, stored_through: 0 });
    expect(anew.body.seed).not.toBe(t.run.seed);
    const again = await start(t.id, t.person, t.writer, { attempt: 2 });
    expect(again.body._id).toBe(anew.body._id);
    expect(await send(t, recordsToSend(trialRecords(1), 3))).toMatchObject({
      body: { code: 'run_ended' },
    });
    expect(await own(t)).toHaveLength(2);
    expect((await start(t.id, t.person, t.writer, { attempt: 4 })).body.code).toBe('run_ended');
  });

  it('cannot be completed before all data are stored: not by a click, and not by a server of another website', async () => {
    const { take, send, move, ask, start } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const t = await take(r);
    const made = trialRecords(3);
    const datas = made.map(({ data }) => data);
    expect(await move(t.id, t.person, 'complete')).toMatchObject(incomplete);
    await send(t, recordsToSend(made.slice(0, 2)));
    expect(await move(t.id, t.person, 'complete')).toMatchObject(incomplete);

    // Reads the proofs that an external study would send.
    const { body: proofs } = await ask<ExternalReturns>(
      'GET',
      `/api/sessions/${r.session_id}/external-returns/`,
      r.researcher,
    );
    const [{ participant } = { participant: '' }]: { participant: string }[] =
      await run.source.query(
        `SELECT encode(pseudonym, 'hex') AS participant FROM research.participation WHERE id = $1`,
        [t.id],
      );
    const said = { session: r.session_id, participant, outcome: 'completed' };
    const signature = createHmac('sha256', proofs.secret)
      .update(`${said.session}.${participant}.completed`)
      .digest('hex');
    const returned = await ask('POST', '/api/external-returns/', undefined, { ...said, signature });
    expect(returned.body).toMatchObject({ result: 'refused', reason: 'unknown_participant' });
    expect(await move(t.id, t.person, 'complete')).toMatchObject(incomplete);

    // The hash in the `finish` record does not match the records. So the server refuses the
    // request, and stores nothing of it.
    const forged = { kind: 'finish' as const, data: `{"count":3,"head":"${'a'.repeat(64)}"}` };
    const sent = recordsToSend([...made.slice(2), forged], 3);
    expect(await send(t, sent)).toMatchObject({
      status: 409,
      body: { code: 'record_differs', stored_through: 2 },
    });
    expect(await move(t.id, t.person, 'complete')).toMatchObject(incomplete);

    expect(
      await send(t, recordsToSend([...made.slice(2), finishRecordOf(datas)], 3)),
    ).toMatchObject({
      body: { stored_through: 4 },
    });
    expect(await send(t, recordsToSend(trialRecords(1), 5))).toMatchObject({
      body: { code: 'run_ended' },
    });
    expect((await move(t.id, t.person, 'complete')).body.state).toBe('completed');
    // Acts as a page that died before it got the last answer. It starts again, and finds the run
    // finished.
    expect((await start(t.id, t.person, newWriterId())).body.state).toBe('finished');
    expect(await send(t, recordsToSend(made))).toMatchObject({ body: { stored_through: 4 } });
  });

  it('that is completed concurrently with its last records has them stored whenever the answer is 200', async () => {
    const { take, send, move, own } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const all = await Promise.all(Array.from({ length: 16 }, () => take(r)));
    const made = trialRecords(2);
    const last = recordsToSend([...made, finishRecordOf(made.map(({ data }) => data))]);
    await Promise.all(
      all.map(async (t, n) => {
        const storing = send(t, last);
        // For small `n` the completion is sent at the same time as the records. For larger `n` it
        // is sent while the server's statement stores the records.
        for (let turns = 0; turns < n; turns++) await new Promise((next) => setImmediate(next));
        const asked = await move(t.id, t.person, 'complete');
        if (asked.status === 200) expect(await own(t)).toHaveLength(3);
        else expect(asked).toMatchObject(incomplete);
        expect((await storing).body).toEqual({ stored_through: 3 });
        expect((await move(t.id, t.person, 'complete')).body.state).toBe('completed');
      }),
    );
  });

  it('accepts no records after the participant left, but accepts late records after a timeout', async () => {
    const { take, send, move } = runRequestsOf(run);
    const r = await launchHostedStudy(run);
    const left = await take(r);
    await move(left.id, left.person, 'withdraw');
    expect(await send(left, recordsToSend(trialRecords(1)))).toMatchObject({
      body: { code: 'run_ended' },
    });

    const late = await take(r);
    await run.source.query(
      `UPDATE research.participation SET state = 'timed_out', moved_by = 'system', due_at = NULL
       WHERE id = $1`,
      [late.id],
    );
    expect(await send(late, recordsToSend(trialRecords(1)))).toMatchObject({
      body: { stored_through: 1 },
    });
  });
});
