import type { Study } from '../../../contracts/studies/studies';
import * as api from './api';
import { preloadFiles } from './preload/preload-files';
import { fileCalls } from './files/file-calls';
import { stageWithLivenessCheck } from './life/around-study';
import * as pages from './pages/pages';
import type { RunCalls, RunStage } from './stage';
import { confirmStudyStop } from './way-out/have-you-finished';

/**
 * @param shares whether the participant has read that the study's pages pass data on to the pages
 * of other participants
 */
export const participantCalls = (id: string, shares?: boolean): RunCalls => ({
  start: (body) => api.startParticipationRun(id, body),
  store: (body, keepalive) => api.sendRunRecords(id, body, keepalive),
  storedRecords: (run) => api.fetchStoredRecords(id, run),
  complete: () => api.completeParticipation(id),
  shared: async () => (await import('./shared/shared-at-server')).sharedDocumentCalls(id, shares),
  fileCalls: fileCalls(id),
});

const reload = () => location.reload();

/**
 * Makes the pages that a participant sees before, around and after a study.
 * @param id the id of the participation
 */
export const participantStage = (study: Study, id: string): RunStage => ({
  loading: pages.showLoading,
  files: preloadFiles,
  ...stageWithLivenessCheck(id, async () => {
    await api.withdrawParticipation(id);
    (await import('./life/withdrawn-page')).showWithdrawnPage(study);
  }),
  sending: pages.showSendingData,
  filesGone: pages.showMissingRunFiles,
  done: (mine) => mine && pages.showStudyCompleted(study, mine),
  stopped: pages.showStoppedRun,
  wantsToStop: (run, done) => confirmStudyStop(run, reload, done),
  takenOver: () => pages.showRunTakenOver(reload),
  problem: pages.showProblem,
  unreached: () => pages.showStudyUnreachable(reload),
});
