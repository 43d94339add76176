import { useQuery } from '@tanstack/react-query';
import { readSessionProgress } from '../../../../../contracts/session-insights';
import { listSessions, type Session } from '../../../../../contracts/sessions';
import type { Study } from '../../../../../contracts/studies';
import { query } from '../../../lib/http/api';
import { type Facts, factsOf } from './facts';

/** Fewer people have no median (contracts/session-insights.ts). */
const leastPeople = 5;

/** What people took in the newest session that enough of them completed. */
function useMedian({ _id, launched_version }: Study): Facts['median'] {
  const sessions = useQuery({
    ...query(listSessions, { query: { study: _id } }),
    enabled: launched_version !== null,
  });
  const newest = sessions.data?.items.find(({ counts }) => counts.completed >= leastPeople);
  const progress = useQuery({
    ...query(readSessionProgress, { params: { id: newest?._id ?? '' } }),
    enabled: newest !== undefined,
  });
  const minutes = progress.data?.minutes;
  return minutes?.plausible ? { minutes: minutes.median, people: minutes.people } : null;
}

/** What is known of a study, for a look at its consent form; it comes without the median first. */
export const useFacts = (study: Study, session?: Session): Facts =>
  factsOf(study, useMedian(study), session);
