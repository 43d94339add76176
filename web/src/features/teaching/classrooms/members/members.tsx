import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../../contracts/base/limits';
import {
  type Classroom,
  listMembers,
  type ClassroomMember,
} from '../../../../../../contracts/teaching/classrooms';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { formatNumber } from '../../../../lib/intl/format';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import { mayManageClassroom } from '../may-manage.rule';
import { ClassroomInvitations, useClassroomInvitations } from './invitations';
import { InviteStudentsForm } from './invite-form';
import { MemberTable } from './member-table';
import { RemoveMember } from './remove-member';
import { RoleDialog } from './role.dialog';

type Ask = { what: 'role' | 'remove'; member: ClassroomMember };

/** The members of a classroom, the invited people, and the button to leave the classroom. */
export function Members({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const [ask, setAsk] = useState<Ask | null>(null);
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(
    pagedQuery<ClassroomMember>(listMembers, {
      params: { id: classroom._id },
      query: { limit: limits.pageSizeMax },
    }),
  );
  // Members and invitations are shown together: if the invitations came later, they would push the
  // members down.
  const areBothHere = !useClassroomInvitations(classroom).isPending && !isPending;
  const members = itemsOfPages(data);
  const own = members.find((member) => member.own);
  const { counts, role, state } = classroom;
  const close = () => setAsk(null);
  return (
    <Stack gap="xl">
      {mayManageClassroom(classroom) && <InviteStudentsForm classroom={classroom} />}
      {areBothHere && <ClassroomInvitations classroom={classroom} />}
      {areBothHere ? (
        <Stack gap="sm" component="section" aria-labelledby="members">
          <Title order={2} size="h3" id="members">
            {t('members.title')}
          </Title>
          {counts && (
            <Text size="sm" c="dimmed" className="numbers">
              {t('members.counts', {
                instructors: formatNumber(counts.instructors),
                assistants: formatNumber(counts.assistants),
                students: formatNumber(counts.students),
              })}
            </Text>
          )}
          {error && (
            <ErrorNotice error={error} title={t('members.failed')} onRetry={() => void refetch()} />
          )}
          {members.length > 0 && (
            <MemberTable
              members={members}
              onRole={
                mayManageClassroom(classroom) || (role === 'instructor' && state === 'closed')
                  ? (member) => setAsk({ what: 'role', member })
                  : undefined
              }
              onRemove={
                role === 'instructor' ? (member) => setAsk({ what: 'remove', member }) : undefined
              }
            />
          )}
          <ShowMore list={more} label={t('more')} />
        </Stack>
      ) : (
        <LoadingRows count={6} height={52} />
      )}
      {areBothHere && own && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsk({ what: 'remove', member: own })}>
            {t('leave.action')}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {t('leave.hint')}
          </Text>
        </Group>
      )}
      {ask?.what === 'role' && (
        <RoleDialog classroom={classroom} member={ask.member} onClose={close} />
      )}
      {ask?.what === 'remove' && (
        <RemoveMember classroom={classroom} member={ask.member} onClose={close} />
      )}
    </Stack>
  );
}
