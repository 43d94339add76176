import { Stack, Table, Text, Title } from '@mantine/core';
import { IconChevronRight } from '../../../../ui/icons/chevron-right';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type DataPreview as Shown,
  previewStudyData,
} from '../../../../../../contracts/research-data/study-data-preview';
import { query } from '../../../../lib/http/api';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../../ui/loading/loading';
import classes from './preview.module.css';

/** The first rows of the data, as an export would contain them. */
export function DataPreview({ studyId }: { studyId: string }) {
  const { t } = useTranslation('hosted-study');
  const { data, error, isPending, refetch } = useQuery(
    query(previewStudyData, { params: { id: studyId } }),
  );
  return (
    <section aria-labelledby="data-preview">
      <Stack gap="sm">
        <Title order={3} size="h5" id="data-preview">
          {t('data.preview.title')}
        </Title>
        {isPending && (
          <div data-arriving>
            <LoadingRows count={4} height={36} />
          </div>
        )}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {data &&
          (data.rows.length > 0 ? <Rows shown={data} /> : <Text>{t('data.preview.none')}</Text>)}
      </Stack>
    </section>
  );
}

function Rows({ shown }: { shown: Shown }) {
  const { t } = useTranslation('hosted-study');
  const { columns, rows, row_count, runs, more_runs, more_columns } = shown;
  return (
    <>
      <Text size="sm">
        {t(more_runs ? 'data.preview.of_some' : 'data.preview.of_all', {
          shown: rows.length,
          rows: t('data.rows', { count: row_count }),
          runs: t('data.runs', { count: runs }),
        })}{' '}
        {t('data.preview.rules')}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        maxHeight={360}
        type="native"
        tabIndex={0}
        role="region"
        aria-labelledby="data-preview"
      >
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, type }) => (
                <Table.Th key={name} scope="col">
                  {name}
                  <Text size="xs" c="dimmed" fw={400}>
                    {t(`data.preview.type.${type}`)}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, row) => (
              <Table.Tr key={row}>
                {columns.map(({ name, type }, i) => (
                  <Table.Td
                    key={name}
                    data-number={type === 'integer' || type === 'number' || undefined}
                  >
                    {cells[i]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <details className={classes.columns}>
        <summary>
          <IconChevronRight size={18} aria-hidden />
          {t('data.preview.columns', { count: columns.length })}
        </summary>
        <dl>
          {columns.map(({ name, type, description, unit }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {[t(`data.preview.type.${type}`), unit, description].filter(Boolean).join(' · ')}
              </dd>
            </div>
          ))}
        </dl>
        {more_columns && <Text size="sm">{t('data.preview.more_columns')}</Text>}
      </details>
    </>
  );
}
