import type { SeparateApp } from '../../../support/app/app';
import { eventually } from '../../../support/chance/wait';
import {
  runRequestsOf,
  recordsToSend,
  sha256Of,
  newWriterId,
  trialRecords,
  type RecordContent,
} from '../../runtime/running';
import {
  finishRun,
  type SessionKind,
  type PersonOfYesterday,
  type SessionOfYesterday,
} from './yesterday';

/**
 * What one participant does today in one of the two compared histories (worlds), and not in the
 * other.
 */
export interface ParticipantAct {
  readonly in: readonly SessionKind[];
  readonly play: (run: SeparateApp, stage: SessionOfYesterday) => Promise<void>;
}

/** Makes requests about the session of the act, from an IP address that no observer has. */
async function did(
  run: SeparateApp,
  method: 'POST' | 'PUT',
  url: string,
  { person }: Pick<PersonOfYesterday, 'person'>,
  payload: object,
) {
  const answer = await run.app.inject({
    method,
    url,
    headers: person.headers,
    payload,
    remoteAddress: '198.51.100.7',
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.payload}`);
}
const moved =
  (action: string) =>
  (of: 'seated' | 'working' | 'done') =>
  (run: SeparateApp, stage: SessionOfYesterday) =>
    did(run, 'PUT', `/api/participations/${stage[of].id}/`, stage[of], { action });

/** Stores further records of the participant whose run is open. */
async function sent(
  run: SeparateApp,
  { working }: SessionOfYesterday,
  made: readonly RecordContent[],
) {
  if (!working.run) throw new Error('no run');
  const { _id: run_id, writer, datas } = working.run;
  await did(run, 'POST', `/api/participations/${working.id}/trials/`, working, {
    run_id,
    writer,
    trials: recordsToSend(made, datas.length + 1),
  });
}
const event = (data: object): RecordContent => ({ kind: 'event', data: JSON.stringify(data) });

export const participantActs: Readonly<Record<string, ParticipantAct>> = {
  enrolled: {
    in: ['hosted', 'external'],
    play: (run, { r, newcomer }) =>
      did(
        run,
        'POST',
        `/api/sessions/${r.session_id}/participations/`,
        { person: newcomer },
        { consent: r.consent },
      ),
  },
  started: {
    in: ['hosted', 'external'],
    play: (run, stage) =>
      stage.kind === 'external'
        ? moved('start')('seated')(run, stage)
        : did(run, 'POST', `/api/participations/${stage.seated.id}/runs/`, stage.seated, {
            writer: newWriterId(),
            environment: { device: 'phone', browser: 'safari', isolated: true },
          }),
  },
  withdrew: { in: ['hosted', 'external'], play: moved('withdraw')('working') },
  'gave up the seat': {
    in: ['hosted', 'external'],
    play: moved('withdraw')('seated'),
  },
  'went on to another session': {
    in: ['hosted', 'external'],
    async play(run, stage) {
      await moved('withdraw')('seated')(run, stage);
      const { person } = stage.seated;
      await did(
        run,
        'POST',
        `/api/sessions/${stage.other}/participations/`,
        { person },
        { consent: stage.r.consent },
      );
    },
  },
  'sent records': {
    in: ['hosted'],
    play: (run, stage) => sent(run, stage, trialRecords(7)),
  },
  failed: {
    in: ['hosted'],
    play: (run, stage) =>
      sent(run, stage, [
        event({ type: 'error', message: 'no stimulus', file: 'trial.js', line: 3 }),
      ]),
  },
  'uploaded a file': {
    in: ['hosted'],
    async play(run, stage) {
      const bytes = Buffer.from('a recording of a voice');
      const sha256 = sha256Of(bytes).toString('hex');
      const file = { name: 'voice.webm', type: 'audio/webm', bytes: bytes.length, sha256 };
      await sent(run, stage, [{ kind: 'file', data: JSON.stringify(file) }]);
      const { person, id } = stage.working;
      const answer = await run.app.inject({
        method: 'PATCH',
        url: `/api/participations/${id}/recordings/${sha256}/`,
        headers: {
          ...person.headers,
          'content-type': 'application/partial-upload',
          'upload-offset': '0',
        },
        payload: bytes,
        remoteAddress: '198.51.100.7',
      });
      if (answer.statusCode >= 300) throw new Error(answer.payload);
    },
  },
  completed: {
    in: ['hosted', 'external'],
    async play(run, stage) {
      if (stage.kind === 'hosted') {
        await finishRun(run, stage.working);
        return moved('complete')('working')(run, stage);
      }
      const { person, r, id } = { ...stage, ...stage.working };
      const { codes } = (
        await runRequestsOf(run).ask<{ codes: { completed: string } }>(
          'GET',
          `/api/sessions/${r.session_id}/external-returns/`,
          r.researcher,
        )
      ).body;
      await did(
        run,
        'POST',
        `/api/participations/${id}/external/`,
        { person },
        { code: codes.completed },
      );
    },
  },
  'wrote a message': {
    in: ['hosted', 'external'],
    play: (run, { seated }) =>
      did(run, 'POST', `/api/participations/${seated.id}/messages/`, seated, {
        text: 'When does it begin?',
        ends_anonymity: true,
      }),
  },
  'was late': {
    in: ['hosted', 'external'],
    // Moves the deadline for the start into the past, as if the participant had enrolled earlier on
    // the previous day.
    play: (run, { seated }) => late(run, seated, 'enrolled'),
  },
  'took too long': {
    in: ['hosted', 'external'],
    play: (run, { working }) => late(run, working, 'started'),
  },
  'had the data deleted': {
    in: ['hosted', 'external'],
    play: moved('withdraw-data')('done'),
  },
  'gave the payment up': {
    in: ['hosted', 'external'],
    async play(run, { done }) {
      const [payment]: { id: string }[] = await run.source.query(
        `SELECT id FROM research.payment WHERE participation_id = $1`,
        [done.id],
      );
      await did(run, 'PUT', `/api/payments/${payment?.id}/`, done, { action: 'waive' });
    },
  },
};

async function late(run: SeparateApp, { id }: PersonOfYesterday, from: string) {
  await run.source.query(`UPDATE research.participation SET due_at = $2 WHERE id = $1`, [
    id,
    new Date(run.clock.now().getTime() - 1_000),
  ]);
  await eventually(
    () =>
      run.source.query<[{ state: string }]>(
        `SELECT state FROM research.participation WHERE id = $1`,
        [id],
      ),
    ([{ state }]) => state !== from,
  );
}
