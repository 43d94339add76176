import { Badge } from '@mantine/core';
import { IconCalendarTime } from '../../ui/icons/calendar-time';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconFileOff } from '../../ui/icons/file-off';
import { IconPlayerPause } from '../../ui/icons/player-pause';
import { IconPlayerPlay } from '../../ui/icons/player-play';
import { IconUsersGroup } from '../../ui/icons/users-group';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';

const looks = {
  scheduled: { color: 'blue', Icon: IconCalendarTime },
  active: { color: 'teal', Icon: IconPlayerPlay },
  paused: { color: 'orange', Icon: IconPlayerPause },
  closed: { color: 'gray', Icon: IconCircleCheck },
  consent_withdrawn: { color: 'red', Icon: IconFileOff },
  full: { color: 'teal', Icon: IconUsersGroup },
};

type Shown = Pick<Session, 'state' | 'launched_at' | 'spots_available' | 'consent_withdrawn'>;

const isFull = ({ state, spots_available }: Shown) => state === 'active' && spots_available === 0;

/**
 * Returns the key of the label that shows a session's state. Three facts replace the state: the
 * session was never launched, it has no free spot, or its consent form was withdrawn, which pauses
 * it for good.
 */
const stateKey = (session: Shown) =>
  session.state === 'scheduled' && !session.launched_at
    ? 'unlaunched'
    : isFull(session)
      ? 'full'
      : session.consent_withdrawn && session.state !== 'closed'
        ? 'consent_withdrawn'
        : session.state;

export const SessionState = ({ session }: { session: Shown }) => (
  <StateBadge of={stateKey(session)} />
);

/**
 * Renders again only when the state changes, although the session's numbers may change each second.
 */
const StateBadge = memo(function StateBadge({ of: key }: { of: ReturnType<typeof stateKey> }) {
  const { t } = useTranslation('sessions');
  const { color, Icon } = looks[key === 'unlaunched' ? 'scheduled' : key];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {t(`state.${key}`)}
    </Badge>
  );
});
