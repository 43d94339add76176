import { useQuery } from '@tanstack/react-query';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import { query } from '../../lib/http/api';
import { useUser } from '../../lib/auth/user';

const shown = ['waitlisted', 'offered', 'enrolled', 'started'] as const;
/** A state of the reader's own participation that a card shows. */
export type OwnParticipationState = (typeof shown)[number];

/**
 * Returns the states of the signed-in person's participations, by study; empty until they are
 * loaded.
 */
export function useOwnParticipationStates(): ReadonlyMap<string, OwnParticipationState> {
  const { user } = useUser();
  const { data } = useQuery({
    ...query(listParticipations, { query: { limit: 200 } }),
    enabled: user !== null,
  });
  const states = new Map<string, OwnParticipationState>();
  for (const { study_id, state } of data?.items ?? [])
    if ((shown as readonly string[]).includes(state))
      states.set(study_id, state as OwnParticipationState);
  return states;
}
