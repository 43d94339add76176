import { rehearsalStallSeconds } from '../../../../contracts/runtime/rehearsal-limits';
import * as api from '../api';
import { LocalSharedDocument } from '../frame/local-shared-document';
import * as pages from '../pages/pages';
import * as calls from './calls';
import { SimulatedParticipant } from './simulated-participant';
import { RehearsalView } from './view';
import { t } from '../texts';

/**
 * If this many simulated participants in a row get stuck, the rehearsal ends, since the following
 * ones would get stuck, too.
 */
const mostStalled = 3;

/**
 * Simulates participants one after the other, until all are done or the researcher stops the
 * rehearsal.
 */
export async function rehearse(id: string): Promise<void> {
  const rehearsal = await calls.fetchRehearsal(id).catch((error: unknown) => {
    if (error instanceof api.CallError && error.status === 404) return undefined;
    throw error;
  });
  if (!rehearsal) return pages.showNotRunnable('no_rehearsal');
  const { title } = await api.fetchStudy(rehearsal.study_id);
  const result = `/experiments/details/${rehearsal.study_id}?tab=runs#rehearsal-${id}`;
  const view = new RehearsalView(title, rehearsal.participants, result);
  const shared = new LocalSharedDocument();
  for (let stalled = 0; stalled < mostStalled;) {
    const participant = new SimulatedParticipant(rehearsal, title, view, shared);
    const ended = await participant.takePart();
    if (ended.kind === 'elsewhere')
      return view.over('elsewhere', t('runner:rehearsal.elsewhere_text'));
    if (ended.kind === 'refused') return view.over('refused', ended.error.message);
    if (ended.kind !== 'outcome' || ended.outcome === 'stopped') break;
    stalled = ended.outcome === 'stalled' ? stalled + 1 : 0;
    if (stalled > 0) view.stalled(participant.at, rehearsalStallSeconds[rehearsal.mode]);
    if (participant.isLast) break;
  }
  location.replace(result);
}
