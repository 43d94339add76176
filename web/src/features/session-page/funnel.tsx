import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import { formatNumber } from '../../lib/intl/format';
import { PercentageBar } from '../../ui/share-bar';
import classes from './session-page.module.css';

const stages = ['enrolled', 'started', 'completed', 'approved'] as const;

/**
 * Shows how many participants reached each step, whatever their present state is, as bars beside
 * numbers.
 */
export function Funnel({ funnel, resolution }: Pick<SessionProgress, 'funnel' | 'resolution'>) {
  const { t } = useTranslation('session-page');
  const most = Math.max(1, funnel.enrolled);
  return (
    <>
      <table className={classes.funnel} aria-label={t('funnel.title')}>
        <thead>
          <tr>
            <th scope="col">{t('funnel.stage')}</th>
            <th scope="col">{t('funnel.people')}</th>
            <th scope="col" colSpan={2}>
              {t('funnel.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage}>
              <th scope="row">{t(`funnel.${stage}`)}</th>
              <td className="numbers">{formatNumber(funnel[stage])}</td>
              <td>
                <PercentageBar part={funnel[stage]} whole={most} className={classes.bar} />
              </td>
              <td className="numbers">
                {t('funnel.percent', { number: Math.round((funnel[stage] / most) * 100) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {resolution === 'day' && (
        <Text size="sm" c="dimmed">
          {t('funnel.as_of')}
        </Text>
      )}
    </>
  );
}
