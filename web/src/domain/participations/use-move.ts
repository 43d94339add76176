import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readConsent } from '../../../../contracts/studies/consents';
import {
  enrol,
  listParticipations,
  changeParticipationState,
  type Participation,
} from '../../../../contracts/enrolment/participations';
import { listPayments } from '../../../../contracts/payments/payments';
import { listStudies, readStudy } from '../../../../contracts/studies/studies';
import { mutation, query } from '../../lib/http/api';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';

export type ParticipationToChange = Pick<
  Participation,
  | '_id'
  | 'state'
  | 'study_title'
  | 'study_id'
  | 'session_id'
  | 'may_withdraw_data'
  | 'consent_withdrawn'
  | 'paused'
  | 'runs_outside'
  | 'runs_here'
  | 'by_appointment'
  | 'researcher_concludes'
> &
  Partial<Pick<Participation, 'reward' | 'part_due' | 'duration_minutes' | 'updated_at'>>;

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listParticipations, readStudy, listStudies, listPayments].map((e) =>
        client.invalidateQueries({ queryKey: [e.path] }),
      ),
    );
}

/**
 * Deletes what this browser has stored of a participation's runs. It does not fail if the storage
 * cannot be opened: then nothing is stored.
 */
async function forgetRuns(participation: string): Promise<void> {
  const { deleteStoredRuns } = await import('../../lib/stored-runs');
  await deleteStoredRuns(participation).catch(() => undefined);
}

export function useParticipationChange() {
  return useMutation({
    ...mutation(changeParticipationState),
    onSuccess: (_, { params, body }) =>
      body.action === 'withdraw' || body.action === 'withdraw-data'
        ? forgetRuns(params.id)
        : undefined,
    onSettled: useRefresh(),
  });
}

/**
 * Enrols again in the session that the participant has just left, with the consent that they gave
 * for it.
 */
export function useEnrolAgain() {
  const { t } = useTranslation('participation');
  const client = useQueryClient();
  const refresh = useRefresh();
  const again = useMutation({ ...mutation(enrol), onSettled: refresh });
  return async ({ study_id, session_id }: ParticipationToChange) => {
    try {
      const consent = await client.fetchQuery(
        query(readConsent, { params: { id: study_id }, query: { session: session_id } }),
      );
      await again.mutateAsync({
        params: { id: session_id },
        body: { consent: { _id: consent._id, sha256: consent.sha256 } },
      });
      showMessage(t('moved.accept'), { type: 'success' });
    } catch (error) {
      showMessage(error instanceof Error ? error.message : t('moved.not_undone'), {
        type: 'error',
        autoHideMs: null,
      });
    }
  };
}

/** Returns a function that asks the server whether a leaving participant can enrol again. */
export function useCanEnrolAgain() {
  const client = useQueryClient();
  return async ({ study_id, session_id }: ParticipationToChange): Promise<boolean> => {
    const study = await client.fetchQuery({
      ...query(readStudy, { params: { id: study_id }, query: { session: session_id } }),
      staleTime: 0,
    });
    return study.recruiting && study.spots_available > 0;
  };
}
