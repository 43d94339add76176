import { randomUUID } from 'node:crypto';
import * as batch from '../../../contracts/runtime/batch-session';
import { readConditions } from '../../../contracts/study-files/conditions';
import { listRunErrors, listRuns } from '../../../contracts/runtime/runs';
import { listRunFiles } from '../../../contracts/runtime/run-files';
import * as runtime from '../../../contracts/runtime/runtime';
import {
  runEnvironment,
  newWriterId,
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from '../runtime/running';
import type { MatrixCellFixtures } from './personas';
import { row, type AuthorisationRow } from './row';

/** Makes a participant with a seat in a study that runs here. */
async function seated(scene: MatrixCellFixtures): Promise<string> {
  const r = await launchHostedStudy(scene.run, { researcher: scene.cast.approved });
  const answer = await scene.run
    .http()
    .post(`/api/sessions/${r.session_id}/participations/`)
    .set(scene.cast.participant.headers)
    .send({ consent: r.consent })
    .expect(201);
  return (answer.body as { _id: string })._id;
}

/** Makes a participant with a seat in a study that runs here, and starts a run. */
async function started(scene: MatrixCellFixtures) {
  const id = await seated(scene);
  const writer = newWriterId();
  const { body } = await runRequestsOf(scene.run).start(id, scene.cast.participant, writer);
  return { id, writer, run_id: body._id };
}

const toParticipant = { participant: 200, 'everybody else': 'not_found' } as const;

const toWhoeverRunsIt = {
  pending: 200,
  failed: 200,
  approved: 200,
  'everybody else': 'not_found',
} as const;

export const runtimeMatrixRows: readonly AuthorisationRow[] = [
  row(runtime.startRun, toParticipant, async (scene) => ({
    params: { id: await seated(scene) },
    body: { writer: newWriterId(), environment: runEnvironment },
  })),
  row(runtime.storeRecords, toParticipant, async (scene) => {
    const { id, run_id, writer } = await started(scene);
    return { params: { id }, body: { run_id, writer, trials: recordsToSend(trialRecords(1)) } };
  }),
  row(batch.readBatchDocument, toParticipant, async (scene) => ({
    params: { id: (await started(scene)).id },
  })),
  row(batch.changeBatchDocument, toParticipant, async (scene) => {
    const { id, run_id, writer } = await started(scene);
    const patch = [{ op: 'add' as const, path: '/a', value: 1 }];
    return {
      params: { id },
      body: { run_id, writer, change_id: randomUUID(), patch, expects: [] },
    };
  }),
  row(batch.readSessionBatchDocument, toWhoeverRunsIt, async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(listRunFiles, { approved: 200, 'everybody else': 'not_found' }, async (scene) => {
    const options = { researcher: scene.cast.approved, privacy_level: 'roster_on_start' } as const;
    const t = await runRequestsOf(scene.run).take(await launchHostedStudy(scene.run, options));
    return { params: { id: t.run._id } };
  }),
  row(listRuns, toWhoeverRunsIt, async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(listRunErrors, toWhoeverRunsIt, async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
  row(readConditions, toWhoeverRunsIt, async (scene) => ({
    params: { id: (await scene.session()).session },
  })),
];
