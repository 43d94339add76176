import type { TFunction } from 'i18next';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatShortDay } from '../../lib/intl/format';

/**
 * Returns the name of a session: the name that the researcher gave; otherwise its number in the
 * study and the day of its launch or creation. The number is needed because several sessions of a
 * study may begin on one day.
 */
export const sessionName = (
  t: TFunction<'sessions'>,
  { name, number, launched_at, created_at }: Session,
): string =>
  name ?? t('name_of', { number, date: formatShortDay(new Date(launched_at ?? created_at)) });

/** Adds the study's title to the session's name, for labels and messages without the title. */
export const sessionTitle = (t: TFunction<'sessions'>, session: Session): string =>
  `${session.study_title}, ${sessionName(t, session)}`;
