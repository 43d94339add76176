import { Button } from '@mantine/core';
import { IconListSearch } from '../../ui/icons/list-search';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { auditActions, type AuditRecord, readAudit } from '../../../../contracts/audit/audit';
import { Id } from '../../../../contracts/base/fields';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { AuditFilters } from './audit-filters';
import { AuditLine } from './audit-line';
import classes from './audit.module.css';
import { knownValueAmong, useFilters } from '../../lib/navigation/use-filters';
import { ShowMore } from '../../ui/show-more';

export type AuditEntry = z.output<typeof AuditRecord>;

/**
 * Returns the instants at which a period of days starts and ends, in the reader's time zone. The
 * period contains the whole last day.
 */
export function instantsOfDays(from: string, to: string): { from?: string; to?: string } {
  const start = (day: string, more = 0) => {
    const [y, m, d] = day.split('-').map(Number);
    return new Date(y ?? 0, (m ?? 1) - 1, (d ?? 1) + more);
  };
  const isDay = (day: string) =>
    /^2\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(start(day).getTime());
  return {
    ...(isDay(from) && { from: start(from).toISOString() }),
    ...(isDay(to) && { to: start(to, 1).toISOString() }),
  };
}

/** /admin/audit: the audit log, newest first. */
export function AuditPage() {
  const { t } = useTranslation('administration');
  const { filters, change } = useFilters('action', 'person', 'from', 'to');
  const action = knownValueAmong(filters.action, auditActions);
  const person = Id.safeParse(filters.person).data;
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    ...pagedQuery<AuditEntry>(readAudit, {
      query: {
        ...(action && { action }),
        ...(person && { person }),
        ...instantsOfDays(filters.from, filters.to),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const entries = itemsOfPages(data);
  const any = Object.values(filters).some(Boolean);
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')} size="lg">
      <AuditFilters filters={filters} change={change} />
      {error && (
        <ErrorNotice error={error} title={t('audit.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <LoadingRows count={8} height={56} />
      ) : entries.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconListSearch}
            title={t('audit.empty')}
            text={t(any ? 'audit.empty_filtered' : 'audit.empty_text')}
            action={
              any && (
                <Button
                  variant="default"
                  onClick={() => change({ action: '', person: '', from: '', to: '' })}
                >
                  {t('audit.show_all')}
                </Button>
              )
            }
          />
        )
      ) : (
        <ol className={classes.list} aria-label={t('audit.title')} aria-busy={isPlaceholderData}>
          {entries.map((entry) => (
            <AuditLine key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('more')} />
    </Page>
  );
}
