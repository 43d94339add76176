import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeNoticePreferences,
  readNoticePreferences,
  type NoticePreferences,
} from '../../../../contracts/notices/notices';
import type { EndpointRequest } from '../../../../contracts/base/endpoint';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';

export type PreferencesChange = NonNullable<
  EndpointRequest<typeof changeNoticePreferences>['body']
>;

const changed = (
  before: NoticePreferences,
  { wanted, zone, quiet }: PreferencesChange,
): NoticePreferences => ({
  wanted: { ...before.wanted, ...wanted },
  zone: zone ?? before.zone,
  quiet: quiet === undefined ? before.quiet : quiet,
});

/**
 * Shows each choice at once and saves the choices in their order. If a choice cannot be saved, the
 * page takes it back; later choices stay.
 */
export function usePreferences() {
  const client = useQueryClient();
  const { queryKey } = query(readNoticePreferences);
  const [saved, setSaved] = useState(false);
  const [last, setLast] = useState<PreferencesChange>();
  const [waiting, setWaiting] = useState<readonly PreferencesChange[]>([]);
  const save = useMutation({
    ...mutation(changeNoticePreferences),
    isQueued: true,
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (now) => {
      client.setQueryData(queryKey, now);
      setSaved(true);
    },
    // The page shows the new value a moment after `setQueryData`, in a later task. The choice is
    // removed after that task; otherwise the old value would appear for a moment.
    onSettled: (_data, _error, { body }) =>
      notifyManager.schedule(() => setWaiting((all) => all.filter((one) => one !== body))),
  });
  return {
    /**
     * Returns the server's values with the choices that the server has not confirmed yet.
     */
    shown: (known: NoticePreferences) => waiting.reduce(changed, known),
    choose: (body: PreferencesChange) => {
      // The choice is added here and not in `onMutate`, which runs later. Otherwise a second click
      // that comes before `onMutate` would start from the old values.
      setSaved(false);
      setLast(body);
      setWaiting((all) => [...all, body]);
      save.mutate({ body });
    },
    /** The last choice, to which `error` and `state` refer. */
    last,
    error: save.error,
    state: waiting.length > 0 ? ('saving' as const) : saved ? ('saved' as const) : undefined,
  };
}
