import './runner.css';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import * as api from './api';
import * as pages from './pages/pages';
import { Runner } from './runner';
import { participantCalls, participantStage } from './participant-stage';
import { loadTexts } from './load-texts';
import { readToken } from '../lib/http/token';
import { deleteStoredRuns } from '../lib/stored-runs';

/*
 * The page /run/{participation} around a study that runs on this platform; with `?rehearsal`, the
 * id is that of a rehearsal. It is a separate document and not a page of the app, since it is
 * isolated from all other origins and has a policy of its own (docs/decisions/study-sandbox.md).
 */

const id = /^\/run\/([\da-f-]{36})\/?$/i.exec(location.pathname)?.[1];

/**
 * Stores the address of this page. The app's sign-in page reads it and leads back to it
 * (web/src/lib/auth/auth.store.ts).
 */
function signIn(): void {
  const state = { redirectUrl: location.pathname + location.search };
  try {
    sessionStorage.setItem('commonlab-redirect', JSON.stringify({ state, version: 0 }));
  } catch {
    /* Without storage, the person finds the study again in the history of their participations. */
  }
  location.replace('/signin');
}

const over = /^(completed|approved)$/;
const open = /^(enrolled|started)$/;

async function main(): Promise<void> {
  await loadTexts();
  // Without a secure context (HTTPS), the browser has no locks, no hashes and no isolation, so the
  // study cannot run.
  if (!self.isSecureContext) return pages.showNotRunnable('insecure');
  if (!readToken()) return signIn();
  pages.showLoading();
  try {
    if (id && new URLSearchParams(location.search).has('rehearsal'))
      return await (await import('./rehearsal/rehearse')).rehearse(id);
    const participation = id && (await api.fetchOwnParticipation(id));
    if (!participation) return pages.showNotRunnable('not_found');
    const study = await api.fetchStudy(participation.study_id);
    if (over.test(participation.state)) return pages.showStudyCompleted(study, participation);
    if (!open.test(participation.state)) {
      await deleteStoredRuns(id).catch(() => undefined);
      return pages.showNotRunnable('over');
    }
    const { runtime } = study;
    if (!isHostedRuntime(runtime)) return pages.showNotRunnable('not_hosted');
    const runner = await Runner.open(
      { id, title: study.title, needs: runtime.needs, simulation: null },
      participantCalls(id, runtime.shares),
      participantStage(study, id),
    );
    addEventListener('pagehide', () => runner.leave());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) runner.leave();
      else runner.hurry();
    });
    addEventListener('online', () => runner.hurry());
    const begin = () => void runner.begin();
    pages.showBeforeStudy(
      study,
      { ...runtime, isStarted: participation.state === 'started' },
      begin,
    );
  } catch (error) {
    if (!(error instanceof api.CallError)) throw error;
    if (error.status === 401) return signIn();
    pages.showProblem(error, () => location.reload());
  }
}

void main();
