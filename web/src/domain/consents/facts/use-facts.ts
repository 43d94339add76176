import { useQuery } from '@tanstack/react-query';
import { readSessionProgress } from '../../../../../contracts/enrolment/session-insights';
import { listSessions, type Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { query } from '../../../lib/http/api';
import { type StudyFacts, studyFactsOf } from './facts';

/** The lowest number of people with a median (contracts/enrolment/session-insights.ts). */
const leastPeople = 5;

/** The median minutes of the newest session that enough people completed. */
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

/** The facts of a study for the check of its consent form; the median is missing until it has loaded. */
export const useStudyFacts = (study: Study, session?: Session): StudyFacts =>
  studyFactsOf(study, useMedian(study), session);
