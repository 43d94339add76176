import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { rehearsalLimits } from '../../../../../contracts/runtime/rehearsal-limits';
import { listRehearsals } from '../../../../../contracts/runtime/rehearsals';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { RehearsalForm } from './rehearsal-form';
import { RehearsalResult } from './rehearsal-result';
import classes from './rehearsal.module.css';

interface Props {
  studyId: string;
  /** Undefined for people who may only read the study: they see the results, but no form. */
  edits?: {
    readonly versionId: string;
    /**
     * Saves the study.
     * @returns whether all of its changes are saved
     */
    readonly save: () => Promise<boolean>;
    readonly onExpected: (records: number) => void;
  };
}

/** The rehearsals of a study with simulated participants: a form to start one, and the results. */
export function Rehearsals({ studyId, edits }: Props) {
  const { t } = useTranslation('rehearsals');
  const { hash } = useLocation();
  const { data, error, isPending, refetch } = useQuery(
    query(listRehearsals, { params: { id: studyId } }),
  );
  const items = data?.items ?? [];
  const asked = items.find(({ _id }) => hash === `#rehearsal-${_id}`)?._id ?? items[0]?._id;
  return (
    <Stack gap="md" component="section" aria-labelledby="rehearsals">
      <div>
        <Title order={3} size="h4" id="rehearsals">
          {t('title')}
        </Title>
        <Text size="sm" className="measure" mt={4}>
          {t('text', { days: rehearsalLimits.keptDays, kept: rehearsalLimits.kept })}
        </Text>
      </div>
      {edits && <RehearsalForm studyId={studyId} {...edits} />}
      {isPending && <LoadingRows count={1} height={64} />}
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {!edits && data && items.length === 0 && <Text size="sm">{t('none')}</Text>}
      {items.length > 0 && (
        <ul className={classes.results} aria-label={t('results')}>
          {items.map((one) => (
            <RehearsalResult
              key={one._id}
              rehearsal={one}
              open={one._id === asked}
              onExpected={edits?.onExpected}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}
