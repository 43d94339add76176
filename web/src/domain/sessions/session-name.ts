import type { TFunction } from 'i18next';
import type { Session } from '../../../../contracts/sessions';
import { formatDate } from '../../lib/format';

/** What a session is called: by its researcher, else by the day on which it opens or was made. */
export const sessionName = (
  t: TFunction<'sessions'>,
  { name, opens_at, launched_at, created_at }: Session,
): string => name ?? t('name_of', { date: formatDate(opens_at ?? launched_at ?? created_at) });
