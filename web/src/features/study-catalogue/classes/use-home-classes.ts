import { useQuery } from '@tanstack/react-query';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { useClassStudies } from '../../../domain/class-building/class-studies';
import { useStudentAssignments } from '../../../domain/credits/own-assignments';
import { commonCreditRate } from '../../../domain/credits/rate.rule';
import { useStudentClasses } from '../../../domain/credits/student-classes';
import { query } from '../../../lib/http/api';
import { whenHomeClassesLoaded } from './classes-later';

/**
 * Loads what the catalogue shows to students: their open classes, credits and assignments. People
 * without a class load only the list of classes, which is empty.
 */
export function useHomeClasses() {
  const mine = useStudentClasses();
  const open = mine.classes.filter(({ state }) => state === 'open');
  const isMember = open.length > 0;
  const assignments = useStudentAssignments(open);
  const studies = useClassStudies(open);
  const credits = useQuery({ ...query(readOwnCredits), enabled: isMember });
  const parts = useQuery({
    queryKey: ['parts of classes'],
    queryFn: async () => (await whenHomeClassesLoaded()).length,
    enabled: isMember,
    staleTime: Infinity,
  });
  return {
    classes: open,
    isMember,
    rate: commonCreditRate(open),
    assignments: assignments.assignments,
    studies: studies.studies,
    credits: credits.data,
    error:
      mine.error ?? assignments.error ?? studies.error ?? (credits.data ? null : credits.error),
    retry: () => {
      void mine.refetch();
      assignments.refetch();
      studies.refetch();
      if (isMember) void credits.refetch();
    },
    /** Whether all lists are loaded. The page waits, since cards shown before that would move. */
    isHere:
      mine.isSettled &&
      (!isMember ||
        (assignments.isSettled &&
          studies.isSettled &&
          (!credits.isPending || credits.failureCount > 0) &&
          !parts.isPending)),
  };
}
export type HomeClasses = ReturnType<typeof useHomeClasses>;
