import { useQueryClient } from '@tanstack/react-query';
import { changeSession, listSessions } from '../../../../contracts/enrolment/sessions';
import { listWallets } from '../../../../contracts/payments/funding';
import { readSessionCost } from '../../../../contracts/payments/session-cost';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';

/**
 * Launches, pauses, closes or changes a session. Queries that depend on the session are fetched
 * again, even if the live connection delivers the change, too.
 */
export function useSessionChange() {
  const client = useQueryClient();
  return useMutation({
    ...mutation(changeSession),
    onSettled: () =>
      Promise.all(
        [listSessions, listStudies, readStudy, readSessionCost, listWallets].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
}
