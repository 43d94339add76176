import type { Study } from '../../../contracts/studies/studies';
import * as api from './api';
import { preloadFiles } from './preload/preload-files';
import { fileCalls } from './files/file-calls';
import { aroundStudy } from './life/around-study';
import * as pages from './pages/pages';
import type { Calls, Stage } from './stage';
import { confirmStop } from './way-out/have-you-finished';

/**
 * @param shares whether the participant has read that the study's pages pass data on to the pages
 * of other participants
 */
export const participantCalls = (id: string, shares?: boolean): Calls => ({
  start: (body) => api.start(id, body),
  store: (body, keepalive) => api.store(id, body, keepalive),
  storedRecords: (run) => api.storedRecords(id, run),
  complete: () => api.complete(id),
  shared: async () => (await import('./shared/shared-at-server')).sharedCalls(id, shares),
  fileCalls: fileCalls(id),
});

const reload = () => location.reload();

/** The pages that a participant sees around a study. @param id of the participation */
export const participantStage = (study: Study, id: string): Stage => ({
  loading: pages.showLoading,
  files: preloadFiles,
  ...aroundStudy(id, async () => {
    await api.withdraw(id);
    (await import('./life/withdrawn-page')).showWithdrawn(study);
  }),
  sending: pages.showSending,
  filesGone: pages.showMissingFiles,
  done: (mine) => mine && pages.done(study, mine),
  stopped: pages.showStopped,
  wantsToStop: (run, done) => confirmStop(run, reload, done),
  takenOver: () => pages.showTakenOver(reload),
  problem: pages.problem,
  unreached: () => pages.showUnreachable(reload),
});
