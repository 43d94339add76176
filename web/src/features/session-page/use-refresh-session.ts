import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readSessionProgress } from '../../../../contracts/enrolment/session-insights';
import { readRoster } from '../../../../contracts/enrolment/rosters';
import { readSession } from '../../../../contracts/enrolment/sessions';

/** Refetches a session's figures and participants after decisions. */
export function useRefreshSession(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const endpoint of [readSession, readSessionProgress, readRoster])
      void client.invalidateQueries({ queryKey: [endpoint.path] });
  }, [client]);
}
