import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import classes from './history-tabs.module.css';

const tabs = ['participation', 'credits'] as const;

/** Tabs for switching between the two pages of the participant's history. */
export function ParticipantHistoryTabs() {
  const { t } = useTranslation('studies');
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('history.pages')} className={classes.tabs}>
      {tabs.map((name) => {
        const to = `/history/${name}`;
        return (
          <Link
            key={name}
            to={to}
            className={classes.tab}
            aria-current={pathname.startsWith(to) ? 'page' : undefined}
          >
            {t(`history.${name}`)}
          </Link>
        );
      })}
    </nav>
  );
}
