import { Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../../contracts/base/full-name.rule';
import {
  changeMember,
  type Classroom,
  ClassroomRole,
  type ClassroomMember,
} from '../../../../../../contracts/teaching/classrooms';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { useRefreshClassroom } from '../refresh-classroom';

interface Props {
  classroom: Classroom;
  member: ClassroomMember;
  onClose: () => void;
}

export function RoleDialog({ classroom, member, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['classrooms', 'common']);
  const refresh = useRefreshClassroom();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    ...mutation(changeMember),
    onSuccess: async () => {
      await refresh();
      showMessage(t('members.role_changed', { name: fullName(member), role: t(`role.${role}`) }), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('members.role_of', { name: fullName(member) })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (role === member.role) onClose();
          else change.mutate({ params: { id: classroom._id }, body: { member: member._id, role } });
        }}
      >
        <Stack gap="md">
          <Radio.Group
            label={t('members.role')}
            value={role}
            onChange={(next) => setRole(ClassroomRole.parse(next))}
          >
            <Stack gap="xs" mt="xs">
              {ClassroomRole.options.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`role.${one}`)}
                  description={t(`role_text.${one}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <ErrorNotice error={change.error} />
          <FormButtons onCancel={onClose} isBusy={change.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
