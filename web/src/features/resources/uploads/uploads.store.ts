import i18next from 'i18next';
import { create } from 'zustand';
import { listFiles, listFolders } from '../../../../../contracts/resources/files';
import { listUploads, type Upload } from '../../../../../contracts/resources/uploads';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { useAuth } from '../../../lib/auth/auth.store';
import type { FolderFile } from '../../../lib/folder-archive';
import { queryClient } from '../../../lib/query-client';
import { showMessage } from '../../../lib/ui.store';
import { type PaceSample, addPaceSample } from './pace.rule';
import { uploadCalls } from './upload-calls';
import type { NameTakenChoice, UploadItem } from './upload-item';
import { isUploadActive, uploadTotalOf } from './upload-order.rule';
import { UploadQueue } from './upload-queue';

/** Uploads do not belong to a page: they continue while the person visits other pages. */
interface Uploads {
  items: readonly UploadItem[];
  pace: readonly PaceSample[];
}
export const useUploads = create<Uploads>()(() => ({ items: [], pace: [] }));

/**
 * The shortest time between two renderings of a page that may show thousands of files, in
 * milliseconds.
 */
const shownEveryMs = 200;
const refreshEveryMs = 2000;

/** Combines all calls within `ms` milliseconds into one call at the end of that time. */
function seldom(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}

const publish = () => {
  const { items } = queue;
  const { sent } = uploadTotalOf(items);
  const wasBusy = useUploads.getState().items.some(isUploadActive);
  useUploads.setState(({ pace }) => ({
    items,
    pace: queue.isBusy ? addPaceSample(pace, { at: performance.now(), sent }) : [],
  }));
  if (wasBusy && !queue.isBusy) whenIdle(items);
};
const publishSoon = seldom(publish, shownEveryMs);

/**
 * Called when the last upload has ended: refetches the lists of files. If the person is on another
 * page of the app, a message says that all files are stored.
 */
function whenIdle(items: readonly UploadItem[]): void {
  refresh();
  const count = items.filter(({ state }) => state === 'done').length;
  const isWhole = items.length > 0 && count === items.length;
  if (isWhole && location.pathname !== '/resources')
    showMessage(i18next.t('resources:uploads.all_stored', { count }), { type: 'success' });
}

/** Refetches the lists that an upload changes. */
const refresh = () => {
  for (const { path } of [listFiles, listFolders, readStudyStorage, listUploads])
    void queryClient.invalidateQueries({ queryKey: [path] });
};
const refreshSoon = seldom(refresh, refreshEveryMs);

const queue = new UploadQueue(
  {
    calls: uploadCalls,
    hash: async (file) => (await import('./hash-thread')).hashInWorker(file),
    changed: publishSoon,
  },
  refreshSoon,
);

const askBeforeLeaving = (event: BeforeUnloadEvent) => {
  if (queue.isBusy) event.preventDefault();
};
const hurry = () => queue.hurry();
let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('beforeunload', askBeforeLeaving);
  addEventListener('online', hurry);
  // The next person at this browser must not see the names of the files that were being uploaded.
  useAuth.subscribe((now, before) => {
    if (now.token !== before.token) queue.forget();
    publish();
  });
}

/** Makes the effect of an action on uploads visible immediately. */
const shown =
  <A extends unknown[]>(act: (...given: A) => void) =>
  (...given: A): void => {
    act(...given);
    publish();
  };
export const uploadActions = {
  add: shown((folderId: string, files: readonly FolderFile[]) => {
    listen();
    queue.add(folderId, files);
  }),
  goOnWith: shown((upload: Upload, file: File) => {
    listen();
    queue.goOnWith(upload, file);
  }),
  pause: shown((key: string) => queue.pause(key)),
  pauseAll: shown(() => queue.pauseAll()),
  goOn: shown((key: string) => queue.goOn(key)),
  goOnAll: shown(() => queue.goOnAll()),
  giveUp: shown((key: string) => queue.giveUp(key)),
  giveUpAll: shown(() => queue.giveUpAll()),
  decide: shown((key: string, choice: NameTakenChoice, all: boolean) =>
    queue.decide(key, choice, all),
  ),
};
