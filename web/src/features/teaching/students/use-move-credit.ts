import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type Credit,
  type CourseCredits,
  moveCredit,
  readOwnCredits,
} from '../../../../../contracts/teaching/credits';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';

interface Move {
  credit: Credit;
  /** The course to which the credit is moved. */
  to: string;
  /** The course in which the credit counted before; null if it cannot be moved back. */
  back: string | null;
}

/**
 * Moves credits between the student's courses. The message after a move offers to move the credit
 * back.
 */
export function useMoveCredit(courses: readonly CourseCredits[]) {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  const move = useMutation({
    each: ({ credit }: Move) => credit._id,
    mutationFn: ({ credit, to }: Move) =>
      call(moveCredit, { params: { id: credit._id }, body: { course_id: to } }),
    onSuccess: (_, { credit, to, back }) => {
      const course = courses.find((one) => one.course._id === to)?.course.title ?? '';
      showMessage(t('move.done', { course }), {
        type: 'success',
        autoHideMs: 8000,
        ...(back !== null && {
          action: {
            label: t('move.undo'),
            run: () => move.mutate({ credit, to: back, back: null }),
          },
        }),
      });
    },
    // Fetches the credits again after a refusal, too: a deadline may have passed, or another tab
    // may have moved the credit.
    onSettled: () => client.invalidateQueries({ queryKey: [readOwnCredits.path] }),
  });
  const start = (credit: Credit, to: string) => {
    const former = courses.find(({ course }) => course._id === credit.course_id);
    move.mutate({ credit, to, back: former?.open ? former.course._id : null });
  };
  return {
    start,
    error: move.error,
    isBusy: ({ _id }: Credit) => move.isPending && move.variables.credit._id === _id,
  };
}
