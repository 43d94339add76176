import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/http/api';
import { saveFileFromAddress } from '../../../lib/http/save-address';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import type { ResourceEntry } from '../entries/entry.rule';
import {
  copyFileTo,
  deleteForGood,
  moveEntryBack,
  moveEntryTo,
  putIntoBin,
  restoreEntry,
} from './entry-calls';
import { runForEach } from '../entries/for-each-of';
import { refreshResources } from '../entries/refresh-resources';

/** How long the message about a change offers to undo it. */
const undoMs = 10_000;

type What = 'moved' | 'copied' | 'deleted' | 'restored' | 'purged';
interface Task {
  what: What;
  entries: readonly ResourceEntry[];
  act: (entry: ResourceEntry) => Promise<unknown>;
  undo?: (entry: ResourceEntry) => Promise<unknown>;
}

/**
 * Actions on several files and folders at once. Each action shows its progress, and which files or
 * folders failed.
 */
export function useResourceActions(onDone: () => void) {
  const { t } = useTranslation('resources');
  const [behind, setBehind] = useState(0);
  const report = (
    { what, undo }: Task,
    done: readonly ResourceEntry[],
    failed: readonly unknown[],
  ) => {
    const [error] = failed;
    if (error !== undefined) {
      const why = error instanceof ApiError && error.status > 0 ? error.description : '';
      return showMessage(`${t(`failed.${what}`, { count: failed.length })} ${why}`.trim(), {
        type: 'error',
        autoHideMs: null,
      });
    }
    const [first] = done;
    if (first === undefined) return;
    showMessage(
      done.length === 1
        ? t(`done_one.${what}`, { name: first.name })
        : t(`done.${what}`, { count: done.length }),
      {
        type: 'success',
        autoHideMs: undoMs,
        ...(undo && {
          action: {
            label: t('undo'),
            run: () => run.mutate({ what: 'restored', entries: done, act: undo }),
          },
        }),
      },
    );
  };
  const run = useMutation({
    mutationFn: async (task: Task) => {
      setBehind(0);
      const { done, failed } = await runForEach(task.entries, task.act, setBehind);
      await refreshResources();
      return { done: done.map(({ of }) => of), failed: failed.map(({ error }) => error) };
    },
    onSuccess: ({ done, failed }, task) => {
      report(task, done, failed);
      if (failed.length === 0) onDone();
    },
  });
  return {
    isBusy: run.isPending,
    /** How many files and folders are done, and how many there are. */
    progress: { behind, all: run.variables?.entries.length ?? 0 },
    remove: (entries: readonly ResourceEntry[]) =>
      run.mutate({ what: 'deleted', entries, act: putIntoBin, undo: restoreEntry }),
    move: (entries: readonly ResourceEntry[], folder: string) =>
      run.mutate({
        what: 'moved',
        entries,
        act: (entry) => moveEntryTo(entry, folder),
        undo: moveEntryBack,
      }),
    copy: (entries: readonly ResourceEntry[], folder: string) =>
      run.mutate({ what: 'copied', entries, act: (entry) => copyFileTo(entry, folder) }),
    restore: (entries: readonly ResourceEntry[]) =>
      run.mutate({ what: 'restored', entries, act: restoreEntry }),
    purge: (entries: readonly ResourceEntry[]) =>
      run.mutate({ what: 'purged', entries, act: deleteForGood }),
    /** Starts one download after the other; the browser may ask whether to allow several. */
    download: (entries: readonly ResourceEntry[]) => {
      const urls = entries.flatMap((one) => (one.kind === 'file' ? (one.file.url ?? []) : []));
      urls.forEach((url, i) => setTimeout(() => saveFileFromAddress(url), i * 300));
    },
  };
}
export type ResourceActions = ReturnType<typeof useResourceActions>;
