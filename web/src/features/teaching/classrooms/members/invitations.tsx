import { Button, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../../contracts/base/limits';
import {
  type Classroom,
  type ClassroomInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../../../../../contracts/teaching/classrooms';
import { mutation } from '../../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { useMutation } from '../../../../lib/http/use-mutation';
import { readableEmail } from '../../../../lib/intl/shown-email';
import { showMessage } from '../../../../lib/ui.store';
import { TimeWithZone } from '../../../../ui/dates/agreed';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { ShowMore } from '../../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { useFoldedList } from '../../../../ui/use-fold';
import { useRefreshClassroom } from '../refresh-classroom';

export const useClassroomInvitations = (classroom: Classroom) =>
  useInfiniteQuery(
    pagedQuery<ClassroomInvitation>(listInvitations, {
      params: { id: classroom._id },
      query: { limit: limits.pageSizeMax },
    }),
  );

/** The invitations that were not answered yet. Renders nothing if there are none. */
export function ClassroomInvitations({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const refresh = useRefreshClassroom();
  const { data, error, refetch, ...more } = useClassroomInvitations(classroom);
  const { shown, ...fold } = useFoldedList(itemsOfPages(data), 5, 10);
  const withdraw = useMutation({
    ...mutation(withdrawInvitation),
    each: ({ params }) => params.invitation,
    onSuccess: () => showMessage(t('invitation.withdrawn'), { type: 'success', autoHideMs: 5000 }),
    onSettled: refresh,
  });
  if (error)
    return (
      <ErrorNotice error={error} title={t('invitation.failed')} onRetry={() => void refetch()} />
    );
  if (shown.length === 0) return null;
  const columns: StackingTableColumn<ClassroomInvitation>[] = [
    {
      name: 'email',
      label: t('members.email'),
      kind: 'heading',
      cell: ({ email }) => readableEmail(email),
    },
    { name: 'role', label: t('members.role'), cell: ({ role }) => t(`role.${role}`) },
    {
      name: 'expires',
      label: t('invitation.expires'),
      cell: ({ expires_at }) => <TimeWithZone at={expires_at} />,
    },
    ...(classroom.role === 'instructor'
      ? [
          {
            name: 'actions',
            label: t('members.actions'),
            kind: 'actions' as const,
            cell: ({ _id, email }: ClassroomInvitation) => (
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                mih={44}
                aria-label={t('invitation.withdraw_of', { email: readableEmail(email) })}
                loading={withdraw.isPending && withdraw.variables.params.invitation === _id}
                onClick={() => withdraw.mutate({ params: { id: classroom._id, invitation: _id } })}
              >
                {t('invitation.withdraw')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Stack gap="sm" component="section" aria-labelledby="invitations">
      <Title order={2} size="h3" id="invitations">
        {t('invitation.title')}
      </Title>
      <ErrorNotice error={withdraw.error} />
      <StackingTable label={t('invitation.title')} columns={columns} items={shown} />
      <ShowMore list={more} fold={fold} label={t('more')} />
    </Stack>
  );
}
