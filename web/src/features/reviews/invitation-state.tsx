import { Badge } from '@mantine/core';
import { IconBan } from '../../ui/icons/ban';
import { IconCheck } from '../../ui/icons/check';
import { IconClockOff } from '../../ui/icons/clock-off';
import { IconUsersMinus } from '../../ui/icons/users-minus';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../../../contracts/researchers/researchers';
import { serverNow } from '../../lib/http/server-clock';

const looks = {
  open: { color: 'teal', Icon: IconCheck },
  used_up: { color: 'gray', Icon: IconUsersMinus },
  expired: { color: 'gray', Icon: IconClockOff },
  revoked: { color: 'red', Icon: IconBan },
};

export function invitationState(
  {
    expires_at,
    max_uses,
    uses,
    revoked_at,
  }: Pick<Invitation, 'expires_at' | 'max_uses' | 'uses' | 'revoked_at'>,
  now = serverNow(),
): keyof typeof looks {
  if (revoked_at) return 'revoked';
  if (max_uses !== null && uses >= max_uses) return 'used_up';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'open';
}

export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('reviews');
  const state = invitationState(invitation);
  const { color, Icon } = looks[state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.2} aria-hidden />}>
      {t(`invitation.${state}`)}
    </Badge>
  );
}
