import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../../../contracts/base/fields';
import {
  type ExpenseLine,
  ExpenseFilter,
  listExpenses,
} from '../../../../../contracts/payments/expenses';
import { useMutation } from '../../../lib/http/use-mutation';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { knownValueAmong } from '../../../lib/navigation/use-filters';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDownload } from '../../../ui/icons/download';
import { LoadingRows } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { StackingTable } from '../../../ui/stacking-table';
import classes from './expenses.module.css';
import { expenseLineColumns } from './line-columns';
import { ExpenseLineFilters, type ExpenseLineFilterValues } from './line-filters';
import { saveExpenses } from './save-expenses';

interface Props {
  study: string | undefined;
  filters: ExpenseLineFilterValues;
  change: (next: Partial<ExpenseLineFilterValues>) => void;
}

/** Lists the transactions of the person's own money, newest day first. */
export function ExpenseLines({ study, filters, change }: Props) {
  const { t } = useTranslation('expenses');
  const kind = knownValueAmong(filters.kind, ExpenseFilter.shape.kind.unwrap().options);
  const [from, to] = [filters.from, filters.to].map((day) => Day.safeParse(day).data);
  const filter: ExpenseFilter = {
    ...(study && { study }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const list = useInfiniteQuery({
    ...pagedQuery<ExpenseLine>(listExpenses, { query: filter }),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => saveExpenses(filter, `${t('title')}.csv`),
    onError: (error) => showMessage(error.message, { type: 'error' }),
  });
  const lines = itemsOfPages(list.data);
  const hasGiftCodes = lines.some(({ gift_codes }) => gift_codes !== 0);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <Stack gap="md" component="section" aria-labelledby="lines">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3" id="lines">
          {t('lines.title')}
        </Title>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => save.mutate()}
          loading={save.isPending}
          disabled={lines.length === 0}
        >
          {t('lines.download')}
        </Button>
      </Group>
      <ExpenseLineFilters filters={filters} change={change} />
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('lines.failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <LoadingRows count={6} height={44} />}
      {!list.isPending && !list.error && lines.length === 0 && (
        <Text c="dimmed">{t(isFiltered ? 'lines.none_so' : 'lines.none')}</Text>
      )}
      {lines.length > 0 && (
        <>
          <div className={classes.amounts}>
            <StackingTable
              compact
              label={t('lines.title')}
              columns={expenseLineColumns(t, hasGiftCodes)}
              items={lines}
              busy={list.isPlaceholderData}
            />
          </div>
          <Text size="sm" c="dimmed">
            {t('lines.hint')}
          </Text>
        </>
      )}
      <ShowMore list={list} label={t('lines.more')} />
    </Stack>
  );
}
