import { Alert } from '@mantine/core';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readDemographics } from '../../../../contracts/accounts/demographics';
import { query } from '../../lib/http/api';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingForm } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { DemographicsForm } from './demographics-form';

/**
 * /demographics/, "My Profile" (docs/specification.md, 2). The page says who sees the answers
 * before it asks the first question.
 */
export function DemographicsPage() {
  const { t } = useTranslation('demographics');
  const { data, error, refetch } = useQuery(query(readDemographics));
  return (
    <Page title={t('title')} lead={t('lead')} size="sm">
      <Alert
        color="teal"
        icon={<IconEyeOff aria-hidden />}
        title={t('who.title')}
        className="measure"
      >
        {t('who.text')}
      </Alert>
      {error && !data && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {!error && !data && <LoadingForm fields={[44, 44, 44]} />}
      {data && <DemographicsForm known={data} />}
    </Page>
  );
}
