import { readRehearsalRows } from '../../../contracts/research-data/rehearsal-data';
import * as rehearsals from '../../../contracts/runtime/rehearsals';
import { rehearsingOf } from '../runtime/rehearsing';
import { environment, newWriter, sentOf, trials } from '../runtime/running';
import type { Scene } from './personas';
import { row, type Cell, type Row } from './row';

/** Policies `rehearsal.run` and `rehearsal.read`: for all others, the study has no rehearsals. */
const toOwner = (cell: Cell) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

/** Rehearses a draft, whose researcher needs no review for that. */
async function rehearsed(scene: Scene) {
  const { hosted, make } = rehearsingOf(scene.run);
  const { study } = await hosted({}, scene.researcher);
  return { study, id: (await make(study, scene.researcher)).body._id };
}
async function begun(scene: Scene) {
  const { id } = await rehearsed(scene);
  const simulated = await rehearsingOf(scene.run).next(id, scene.researcher);
  return { id, ...simulated };
}
const ofOne = async (scene: Scene) => ({ params: { id: (await rehearsed(scene)).id } });

export const rehearsalRows: readonly Row[] = [
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
    body: { writer: newWriter(), environment },
  })),
  row(rehearsals.storeRehearsalRecords, toOwner(200), async (scene) => {
    const { id, writer, run } = await begun(scene);
    return { params: { id }, body: { run_id: run._id, writer, trials: sentOf(trials(1)) } };
  }),
  row(rehearsals.endRehearsalRun, toOwner(200), async (scene) => {
    const { id, run } = await begun(scene);
    const how = { ms: 1, answers_ms: null, not_simulated: [], stuck_at: null };
    return { params: { id, run: run._id }, body: { outcome: 'stopped', ...how } };
  }),
];
