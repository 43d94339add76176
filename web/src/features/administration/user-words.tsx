import { Badge, Group } from '@mantine/core';
import { IconBan } from '../../ui/icons/ban';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconDoorExit } from '../../ui/icons/door-exit';
import { IconMailQuestion } from '../../ui/icons/mail-question';
import { IconMicroscope } from '../../ui/icons/microscope';
import { IconShield } from '../../ui/icons/shield';
import { IconTrash } from '../../ui/icons/trash';
import { IconUser } from '../../ui/icons/user';
import { useTranslation } from 'react-i18next';
import type { findUsers } from '../../../../contracts/accounts/accounts';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import { fullName } from '../../../../contracts/base/full-name.rule';

export type ListedUser = EndpointResponseBody<typeof findUsers>['items'][number];
export const listedUserName = (found: Pick<ListedUser, 'first_name' | 'last_name'>) =>
  fullName(found);

const states = {
  DISABLED: { color: 'red', Icon: IconBan },
  DELETING: { color: 'orange', Icon: IconTrash },
  LEAVING: { color: 'orange', Icon: IconDoorExit },
  NEW: { color: 'yellow', Icon: IconMailQuestion },
  ACTIVE: { color: 'teal', Icon: IconCircleCheck },
};
/** Returns the most urgent fact about the state of an account. */
export const accountStatusOf = ({
  disabled_at,
  deletion_at,
  deletion_requested_at,
  status,
}: Pick<ListedUser, 'disabled_at' | 'deletion_at' | 'status'> &
  Partial<Pick<ListedUser, 'deletion_requested_at'>>): keyof typeof states =>
  disabled_at
    ? 'DISABLED'
    : deletion_at
      ? 'DELETING'
      : deletion_requested_at
        ? 'LEAVING'
        : status === 'NEW'
          ? 'NEW'
          : 'ACTIVE';

export function UserStatus({ user }: { user: ListedUser }) {
  const { t } = useTranslation('administration');
  const status = accountStatusOf(user);
  const { color, Icon } = states[status];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
      {t(`users.status.${status}`)}
    </Badge>
  );
}

/**
 * Returns the state of the review (docs/specification.md, 3). A privilege of null means `pending`,
 * false means `failed`, and undefined means that the server did not send it (`unreviewed`).
 */
const researcherOf = ({ verified, organization, researcher_privilege: privilege }: ListedUser) =>
  verified
    ? 'researcher'
    : !organization
      ? 'unaffiliated'
      : privilege === null
        ? 'pending'
        : privilege === false
          ? 'failed'
          : 'unreviewed';

/** Shows the roles of an account. An administrator may also be a researcher or a participant. */
export function UserRoles({ user }: { user: ListedUser }) {
  const { t } = useTranslation('administration');
  return (
    <Group gap={6}>
      {user.role === 'ADMINISTRATOR' && (
        <Badge color="teal" leftSection={<IconShield size={12} stroke={2.2} aria-hidden />}>
          {t('users.role.ADMINISTRATOR')}
        </Badge>
      )}
      {user.is_researcher ? (
        <Badge color="blue" leftSection={<IconMicroscope size={12} stroke={2.2} aria-hidden />}>
          {t(`users.role.${researcherOf(user)}`)}
        </Badge>
      ) : (
        <Badge color="gray" leftSection={<IconUser size={12} stroke={2.2} aria-hidden />}>
          {t('users.role.participant')}
        </Badge>
      )}
    </Group>
  );
}
