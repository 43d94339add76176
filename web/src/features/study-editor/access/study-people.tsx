import { Badge, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconUserMinus } from '../../../ui/icons/user-minus';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  changeCollaborator,
  CollaboratorRole,
  readCollaborators,
  removeCollaborator,
  withdrawStudyInvitation,
  type Collaborator,
} from '../../../../../contracts/collaborators/collaborators';
import { listStudies, type Study } from '../../../../../contracts/studies/studies';
import { formatDate } from '../../../lib/intl/format';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { useUser } from '../../../lib/auth/user';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { InviteCollaboratorForm } from './invite-form';
import { StudyOfferNotice } from './offered-study';
import { PassOnStudy } from './pass-on';
import { RosterSwitch } from './roster-switch';
import classes from './study-people.module.css';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import { readableEmail } from '../../../lib/intl/shown-email';

/** The people who have access to a study; its owner also sees who is invited. */
export function StudyPeople({ study }: { study: Study }) {
  const { t } = useTranslation('collaborators');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useUser();
  const [leaving, setLeaving] = useState<Collaborator | null>(null);
  const params = { id: study._id };
  const { data, error, isPending, refetch } = useQuery(query(readCollaborators, { params }));
  const again = () => client.invalidateQueries({ queryKey: [readCollaborators.path] });
  const change = useMutation({ ...mutation(changeCollaborator), onSuccess: again });
  const withdraw = useMutation({ ...mutation(withdrawStudyInvitation), onSettled: again });
  const remove = useMutation({ ...mutation(removeCollaborator) });
  const isOwner = study.role === 'owner';
  const isOfClass = study.classroom_id !== null;
  const isMe = ({ _id }: Collaborator) => _id === user?._id;
  const nameOf = (one: Collaborator) => fullName(one);
  const choices = CollaboratorRole.options.map((value) => ({ value, label: t(`role.${value}`) }));
  const end = (one: Collaborator) =>
    remove.mutate(
      { params: { ...params, account: one._id } },
      {
        onSuccess: () => {
          setLeaving(null);
          showMessage(
            t(isMe(one) ? 'left' : 'removed', { name: nameOf(one), title: study.title }),
            {
              type: 'success',
            },
          );
          if (!isMe(one)) return void again();
          void client.invalidateQueries({ queryKey: [listStudies.path] });
          void navigate('/experiments');
        },
      },
    );
  if (isPending) return <LoadingRows count={2} height={64} />;
  if (!data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="xl" maw="45rem">
      {!isOwner && !isOfClass && <StudyOfferNotice study={study} access={data} onChanged={again} />}
      <Stack gap="md">
        <Text c="dimmed">
          {t(isOwner ? (isOfClass ? 'group.lead_owner' : 'lead_owner') : 'lead')}
        </Text>
        <ErrorNotice error={change.error ?? withdraw.error} />
        <Stack component="ul" gap={0} p={0} m={0} className={classes.list} aria-label={t('title')}>
          {data.people.map((one) => (
            <Group key={one._id} component="li" gap="sm" className={classes.person}>
              <Text className={classes.name}>
                {nameOf(one)}
                {isMe(one) && (
                  <Text span c="dimmed">
                    {' '}
                    {t('you')}
                  </Text>
                )}
              </Text>
              {isOwner && one.role !== 'owner' ? (
                <Select
                  aria-label={t('role_of', { name: nameOf(one) })}
                  data={choices}
                  value={one.role}
                  allowDeselect={false}
                  w="10rem"
                  comboboxProps={{ width: '20rem', position: 'bottom-end' }}
                  renderOption={({ option: { value, label } }) => (
                    <div>
                      <Text>{label}</Text>
                      <Text size="sm" c="dimmed">
                        {t(`${isOfClass ? 'group.may' : 'may'}.${CollaboratorRole.parse(value)}`)}
                      </Text>
                    </div>
                  )}
                  onChange={(next) => {
                    const role = CollaboratorRole.safeParse(next);
                    if (role.success)
                      change.mutate({
                        params: { ...params, account: one._id },
                        body: { role: role.data },
                      });
                  }}
                />
              ) : (
                <Badge variant="light">{t(`role.${one.role}`)}</Badge>
              )}
              {one.role !== 'owner' && (isOwner || isMe(one)) && (
                <Button
                  variant="subtle"
                  color="gray"
                  leftSection={<IconUserMinus size={18} aria-hidden />}
                  aria-label={isMe(one) ? undefined : t('remove_name', { name: nameOf(one) })}
                  onClick={() => setLeaving(one)}
                >
                  {t(isMe(one) ? 'leave' : 'remove')}
                </Button>
              )}
              {isOwner && !isOfClass && one.role !== 'owner' && (
                <div className={classes.names}>
                  <RosterSwitch study={study} person={one} onChanged={again} />
                </div>
              )}
              {!isOwner && one.sees_roster_since && (
                <Text size="sm" c="dimmed" className={classes.names}>
                  {t('roster.reads', { day: formatDate(one.sees_roster_since) })}
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      </Stack>
      {data.invitations.length > 0 && (
        <Stack gap="sm" component="section" aria-label={t('invited')}>
          <Title order={2} size="h4">
            {t('invited')}
          </Title>
          {data.invitations.map((one) => (
            <Group key={one._id} justify="space-between">
              <div>
                <Text className={classes.address}>{readableEmail(one.email)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`role.${one.role}`)} · {t('until')} <TimeWithZone at={one.expires_at} />
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={t('withdraw_address', { email: readableEmail(one.email) })}
                onClick={() => withdraw.mutate({ params: { ...params, invitation: one._id } })}
              >
                {t('withdraw')}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      {isOwner && study.state !== 'archived' && (
        <InviteCollaboratorForm
          study={study._id}
          isOfClass={isOfClass}
          onInvited={() => void again()}
        />
      )}
      {isOwner && !isOfClass && <PassOnStudy study={study._id} access={data} onChanged={again} />}
      {leaving && (
        <ConfirmDialog
          opened
          danger
          busy={remove.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() => end(leaving)}
          title={isMe(leaving) ? t('leave_title') : t('remove_name', { name: nameOf(leaving) })}
          confirm={t(isMe(leaving) ? 'leave' : 'remove')}
          notice={<ErrorNotice error={remove.error} />}
        >
          <Text>{t(isMe(leaving) ? 'leave_text' : 'remove_text')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
