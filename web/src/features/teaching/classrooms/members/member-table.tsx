import { ActionIcon, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../../contracts/base/full-name.rule';
import type { ClassroomMember } from '../../../../../../contracts/teaching/classrooms';
import { readableEmail } from '../../../../lib/intl/shown-email';
import { IconDots } from '../../../../ui/icons/dots';
import { MenuButton } from '../../../../ui/menu-button';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { formatUtcDay } from '../../format-day';

interface Props {
  members: readonly ClassroomMember[];
  /** Called to change a member's role; undefined if the reader may not do that. */
  onRole: ((member: ClassroomMember) => void) | undefined;
  /** Called to remove a member; undefined if the reader may not do that. */
  onRemove: ((member: ClassroomMember) => void) | undefined;
}

export function MemberTable({ members, onRole, onRemove }: Props) {
  const { t } = useTranslation('classrooms');
  const columns: StackingTableColumn<ClassroomMember>[] = [
    {
      name: 'name',
      label: t('members.name'),
      kind: 'heading',
      cell: (member) => (
        <>
          {fullName(member)}{' '}
          {member.own && (
            <Text span c="dimmed" inherit>
              {t('members.you')}
            </Text>
          )}
        </>
      ),
    },
    { name: 'role', label: t('members.role'), cell: ({ role }) => t(`role.${role}`) },
    { name: 'email', label: t('members.email'), cell: ({ email }) => readableEmail(email) },
    {
      name: 'number',
      label: t('members.number'),
      extra: true,
      cell: ({ student_number }) =>
        student_number ?? (
          <Text span c="dimmed" inherit>
            –
          </Text>
        ),
    },
    {
      name: 'joined',
      label: t('members.joined'),
      extra: true,
      cell: ({ joined_on }) => formatUtcDay(joined_on),
    },
    ...(onRole || onRemove
      ? [
          {
            name: 'actions',
            label: t('members.actions'),
            kind: 'actions' as const,
            cell: (member: ClassroomMember) => (
              <MenuButton
                position="bottom-end"
                target={
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={44}
                    aria-label={t('members.actions_of', { name: fullName(member) })}
                  >
                    <IconDots size={20} aria-hidden />
                  </ActionIcon>
                }
                entries={[
                  ...(onRole
                    ? [{ label: t('members.change_role'), onClick: () => onRole(member) }]
                    : []),
                  ...(onRemove
                    ? [
                        {
                          label: t(member.own ? 'leave.action' : 'members.remove'),
                          onClick: () => onRemove(member),
                        },
                      ]
                    : []),
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  return <StackingTable label={t('members.title')} columns={columns} items={members} />;
}
