import type { TFunction } from 'i18next';
import type { Session } from '../../../../contracts/sessions';
import { formatShortDay } from '../../lib/format';

/**
 * What a session is called: by its researcher, else by its number in the study and the day on which it
 * was launched or made. A study often has several on one day.
 */
export const sessionName = (
  t: TFunction<'sessions'>,
  { name, number, launched_at, created_at }: Session,
): string =>
  name ?? t('name_of', { number, date: formatShortDay(new Date(launched_at ?? created_at)) });

/** The same where the study is not told beside it: for the names of buttons, and for what happened. */
export const sessionTitle = (t: TFunction<'sessions'>, session: Session): string =>
  `${session.study_title}, ${sessionName(t, session)}`;
