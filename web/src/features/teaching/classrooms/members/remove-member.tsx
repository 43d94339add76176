import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fullName } from '../../../../../../contracts/base/full-name.rule';
import {
  type Classroom,
  type ClassroomMember,
  removeMember,
} from '../../../../../../contracts/teaching/classrooms';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ConfirmDialog } from '../../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { useRefreshClassroom } from '../refresh-classroom';

interface Props {
  classroom: Classroom;
  /** The member to remove. If a person leaves the classroom, it is their own membership. */
  member: ClassroomMember;
  onClose: () => void;
}

/**
 * Explains the consequences, asks for confirmation, and removes a member. A person who leaves is
 * then led to the list of classrooms.
 */
export function RemoveMember({ classroom, member, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation('classrooms');
  const navigate = useNavigate();
  const refresh = useRefreshClassroom();
  const name = fullName(member);
  const remove = useMutation({
    ...mutation(removeMember),
    onSuccess: async () => {
      onClose();
      showMessage(member.own ? t('leave.done') : t('members.removed', { name }), {
        type: 'success',
        autoHideMs: 5000,
      });
      if (member.own) await navigate('/classrooms');
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: classroom._id, member: member._id } })}
      title={member.own ? t('leave.title') : t('members.remove_title', { name })}
      confirm={t(member.own ? 'leave.action' : 'members.remove')}
      danger
      busy={remove.isPending}
      notice={<ErrorNotice error={remove.error} />}
    >
      {member.own ? t('leave.text') : t('members.remove_text', { name })}
    </ConfirmDialog>
  );
}
