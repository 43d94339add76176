import { Badge } from '@mantine/core';
import {
  IconCalendarTime,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../contracts/sessions';

const looks = {
  scheduled: { color: 'blue', Icon: IconCalendarTime },
  active: { color: 'teal', Icon: IconPlayerPlay },
  paused: { color: 'orange', Icon: IconPlayerPause },
  closed: { color: 'gray', Icon: IconCircleCheck },
};

/** The state's label: a session that was never launched is shown to its researcher as a draft. */
export const stateKey = ({ state, launched_at }: Pick<Session, 'state' | 'launched_at'>) =>
  state === 'scheduled' && !launched_at ? 'unlaunched' : state;

export function SessionState({ session }: { session: Pick<Session, 'state' | 'launched_at'> }) {
  const { t } = useTranslation('sessions');
  const { color, Icon } = looks[session.state];
  return (
    <Badge color={color} leftSection={<Icon size={12} stroke={2.4} aria-hidden />}>
      {t(`state.${stateKey(session)}`)}
    </Badge>
  );
}
