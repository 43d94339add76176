import { readRehearsalRows } from '../../../contracts/research-data/rehearsal-data';
import * as rehearsals from '../../../contracts/runtime/rehearsals';
import { rehearsalRequestsOf } from '../runtime/rehearsing';
import { runEnvironment, newWriterId, recordsToSend, trialRecords } from '../runtime/running';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from './row';

/**
 * The expected answers where the policies `rehearsal.run` and `rehearsal.read` decide: people other
 * than the owner get `not_found`.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

/** Rehearses a draft. The researcher needs no approval for that. */
async function rehearsed(scene: MatrixCellFixtures) {
  const { hosted, make } = rehearsalRequestsOf(scene.run);
  const { study } = await hosted({}, scene.researcher);
  return { study, id: (await make(study, scene.researcher)).body._id };
}
async function begun(scene: MatrixCellFixtures) {
  const { id } = await rehearsed(scene);
  const simulated = await rehearsalRequestsOf(scene.run).next(id, scene.researcher);
  return { id, ...simulated };
}
const ofOne = async (scene: MatrixCellFixtures) => ({
  params: { id: (await rehearsed(scene)).id },
});

export const rehearsalMatrixRows: readonly AuthorisationRow[] = [
  row(rehearsals.makeRehearsal, toOwner(201), async (scene) => ({
    params: { id: (await rehearsed(scene)).study },
    body: { participants: 2, mode: 'data-only' },
  })),
  row(rehearsals.listRehearsals, toOwner(200), async (scene) => ({
    params: { id: (await rehearsed(scene)).study },
  })),
  row(rehearsals.readRehearsal, toOwner(200), ofOne),
  row(readRehearsalRows, toOwner(200), ofOne),
  row(rehearsals.deleteRehearsal, toOwner(204), ofOne),
  row(rehearsals.startRehearsalRun, toOwner(200), async (scene) => ({
    ...(await ofOne(scene)),
    body: { writer: newWriterId(), environment: runEnvironment },
  })),
  row(rehearsals.storeRehearsalRecords, toOwner(200), async (scene) => {
    const { id, writer, run } = await begun(scene);
    return {
      params: { id },
      body: { run_id: run._id, writer, trials: recordsToSend(trialRecords(1)) },
    };
  }),
  row(rehearsals.endRehearsalRun, toOwner(200), async (scene) => {
    const { id, run } = await begun(scene);
    const how = { ms: 1, answers_ms: null, not_simulated: [], stuck_at: null };
    return { params: { id, run: run._id }, body: { outcome: 'stopped', ...how } };
  }),
];
