import { useQueryClient } from '@tanstack/react-query';
import { readConsent } from '../../../../../contracts/studies/consents';
import {
  enrol,
  listParticipations,
  type Participation,
} from '../../../../../contracts/enrolment/participations';
import { listStudies, readStudy, type Study } from '../../../../../contracts/studies/studies';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';

const buttons: Partial<Record<Participation['state'], Study['enrolment']['button']>> = {
  waitlisted: 'waitlisted',
  offered: 'offered',
  enrolled: 'enrolled',
  started: 'started',
  completed: 'finished',
};

/**
 * Takes a seat, or a place on the waiting list. The page continues only after the server's
 * response, so that it never shows a seat before the participant has it.
 */
export function useEnrol(studyId: string) {
  const client = useQueryClient();
  return useMutation({
    ...mutation(enrol),
    onSuccess: (mine) => {
      client.setQueryData(
        query(readStudy, { params: { id: studyId } }).queryKey,
        (study: Study | undefined) => {
          const button = buttons[mine.state];
          return study && button
            ? {
                ...study,
                enrolment: {
                  ...study.enrolment,
                  button,
                  reasons: [],
                  missing_fields: [],
                  session_id: mine.session_id,
                  participation_id: mine._id,
                },
              }
            : study;
        },
      );
    },
    onSettled: () =>
      Promise.all(
        [readStudy, readConsent, listParticipations, listStudies].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
}
