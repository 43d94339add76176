import { useQuery } from '@tanstack/react-query';
import { readSessionProgress } from '../../../../../contracts/enrolment/session-insights';
import { listSessions, type Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { query } from '../../../lib/http/api';
import { type StudyFacts, studyFactsOf } from './facts';

/**
 * The server reports a median only if at least this many people completed the session
 * (contracts/enrolment/session-insights.ts).
 */
const leastPeople = 5;

/**
 * Returns the median minutes of the newest session that at least `leastPeople` participants
 * completed.
 */
function useMedian({ _id, launched_version }: Study): StudyFacts['median'] {
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

/**
 * Returns the facts of a study that the check of its consent form needs. `median` is null until it
 * has loaded.
 */
export const useStudyFacts = (study: Study, session?: Session): StudyFacts =>
  studyFactsOf(study, useMedian(study), session);
