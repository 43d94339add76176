import { useQueryClient } from '@tanstack/react-query';
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
 * Saves each choice at once, and shows it before the server has answered. If saving fails, the
 * choice is reverted; later choices stay.
 */
export function usePreferences() {
  const client = useQueryClient();
  const { queryKey } = query(readNoticePreferences);
  const [saved, setSaved] = useState(false);
  const [last, setLast] = useState<PreferencesChange>();
  const [waiting, setWaiting] = useState<readonly PreferencesChange[]>([]);
  const save = useMutation({
    ...mutation(changeNoticePreferences),
    each: ({ body }) => JSON.stringify(body),
    onMutate: ({ body }) => {
      setSaved(false);
      setLast(body);
      setWaiting((all) => [...all, body as PreferencesChange]);
      return client.cancelQueries({ queryKey });
    },
    onSuccess: (now) => {
      client.setQueryData(queryKey, now);
      setSaved(true);
    },
    onSettled: (_data, _error, { body }) =>
      setWaiting((all) => all.filter((one) => one !== (body as PreferencesChange))),
  });
  return {
    /**
     * Returns the server's values with the choices that the server has not confirmed yet.
     */
    shown: (known: NoticePreferences) => waiting.reduce(changed, known),
    choose: (body: PreferencesChange) => save.mutate({ body }),
    /** The last choice, to which `error` and `state` refer. */
    last,
    error: save.error,
    state: waiting.length > 0 ? ('saving' as const) : saved ? ('saved' as const) : undefined,
  };
}
