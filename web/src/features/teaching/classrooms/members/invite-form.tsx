import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Classroom,
  ClassroomRole,
  inviteMembers,
} from '../../../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../../../contracts/teaching/limits';
import { call } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconAlertTriangle } from '../../../../ui/icons/alert-triangle';
import classes from '../../teaching.module.css';
import { useRefreshClassroom } from '../refresh-classroom';
import { parseAddresses } from './addresses.rule';

const atOnce = teachingLimits.invitedAtOnce;
const roles = [...ClassroomRole.options].reverse();

/**
 * Invites the addresses of a pasted list. Entries that are not addresses stay in the field, to be
 * corrected.
 */
export function InviteStudentsForm({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation(['classrooms', 'common']);
  const refresh = useRefreshClassroom();
  const [pasted, setPasted] = useState('');
  const [role, setRole] = useState<ClassroomRole>('student');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const { addresses } = parseAddresses(pasted);
  const invite = useMutation({
    mutationFn: async (read: ReturnType<typeof parseAddresses>) => {
      let invited = 0;
      // Addresses leave the field as soon as they were sent: if a later request fails, none is lost
      // and none is invited twice.
      for (let i = 0; i < read.addresses.length; i += atOnce) {
        const emails = read.addresses.slice(i, i + atOnce);
        const answer = await call(inviteMembers, {
          params: { id: classroom._id },
          body: { emails, role },
        });
        invited += answer.invited;
        setPasted([...read.addresses.slice(i + atOnce), ...read.faults].join('\n'));
      }
      return { invited, known: read.addresses.length - invited };
    },
    onSuccess: ({ invited, known }, read) => {
      setFaults(read.faults);
      showMessage(
        [
          t('invite.done', { count: invited }),
          ...(known > 0 ? [t('invite.known', { count: known })] : []),
        ].join(' '),
        { type: 'success', autoHideMs: 6000 },
      );
    },
    onSettled: refresh,
  });
  const send = () => {
    const read = parseAddresses(pasted);
    setFaults(read.faults);
    setEmpty(read.addresses.length === 0 && read.faults.length === 0);
    if (read.addresses.length > 0) invite.mutate(read);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="invite">
      <Title order={2} size="h3" id="invite">
        {t('invite.title')}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        noValidate
      >
        <Stack gap="sm" maw="45rem">
          <Textarea
            label={t('invite.addresses')}
            description={t('invite.hint')}
            autosize
            minRows={3}
            maxRows={12}
            value={pasted}
            readOnly={invite.isPending}
            onChange={({ currentTarget }) => {
              setPasted(currentTarget.value);
              setFaults([]);
              setEmpty(false);
            }}
            error={isEmpty && t('common:field.required')}
          />
          {faults.length > 0 && (
            <Alert
              color="orange"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('invite.faults', { count: faults.length })}
            >
              <Stack gap={4}>
                <Text size="sm">{t('invite.faults_text')}</Text>
                <ul className={classes.faults}>
                  {faults.map((fault, i) => (
                    <li key={i}>{fault}</li>
                  ))}
                </ul>
              </Stack>
            </Alert>
          )}
          <ErrorNotice error={invite.error} kept={t('common:error.kept')} />
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label={t('invite.role')}
              value={role}
              onChange={({ currentTarget }) => setRole(ClassroomRole.parse(currentTarget.value))}
              data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            />
            <Button type="submit" loading={invite.isPending}>
              {addresses.length > 0
                ? t('invite.send', { count: addresses.length })
                : t('invite.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
