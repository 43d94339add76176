import { useQuery } from '@tanstack/react-query';
import { listSessions } from '../../../../../contracts/enrolment/sessions';
import { listRehearsals } from '../../../../../contracts/runtime/rehearsals';
import type { Study } from '../../../../../contracts/studies/studies';
import { useClassroom } from '../../../domain/class-building/use-classroom';
import { query } from '../../../lib/http/api';
import { whenClassPartsLoaded } from './later';
import { useClassReview } from './review/use-class-review';

/**
 * Whether everything that the editor shows above its forms for a class's study is loaded: parts
 * that came later would move the forms. A failed request counts as loaded, so that it does not hold
 * the page back.
 */
export function useClassPartsLoaded(study: Study): boolean {
  const id = study._id;
  const parts = useQuery({
    queryKey: ['parts of the editor of a class'],
    queryFn: async () => (await whenClassPartsLoaded()).length,
    staleTime: Infinity,
  });
  const asked = [
    parts,
    useClassReview(study),
    useClassroom(study.classroom_id),
    useQuery(query(listSessions, { query: { study: id, limit: 200 } })),
    useQuery(query(listRehearsals, { params: { id } })),
  ];
  return asked.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
}
