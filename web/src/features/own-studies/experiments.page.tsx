import { Button, Group, Text } from '@mantine/core';
import { IconFileImport } from '../../ui/icons/file-import';
import { IconFlask } from '../../ui/icons/flask';
import { IconPlus } from '../../ui/icons/plus';
import { IconSearchOff } from '../../ui/icons/search-off';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useUser } from '../../lib/auth/user';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import classes from './experiments.page.module.css';
import { ImportStudyDialog } from './import-study.dialog';
import { OwnStudiesFilterBar } from './list-filters';
import { useOwnStudiesFilters, useOwnStudies } from './own-studies';
import { StudyRow } from './study-row';
import { ShowMore } from '../../ui/show-more';

const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** /experiments: a researcher's own studies. */
export function ExperimentsPage() {
  const { t } = useTranslation(['studies', 'own-studies']);
  const [params, setParams] = useSearchParams();
  const { filters, change, narrowed } = useOwnStudiesFilters();
  const { studies, alike, error, isPending, isPlaceholderData, refetch, ...more } =
    useOwnStudies(filters);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = more;
  const { user } = useUser();
  const search = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const links = () => [...(rows.current?.querySelectorAll<HTMLElement>('li > div a') ?? [])];
  // Arrow keys move between the links; Tab reaches the menus of the rows, which handle arrow keys
  // themselves.
  const step = (event: KeyboardEvent) => {
    const all = links();
    const at = all.indexOf(event.target as HTMLElement);
    const to = at < 0 ? undefined : steps[event.key]?.(at, all.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  const importing = (open: boolean) =>
    setParams(
      (now) => {
        now.delete('import');
        if (open) now.set('import', '1');
        return now;
      },
      { replace: !open },
    );
  const add = (
    // On a phone, the buttons are below each other, and the one for a new study comes first.
    <Group gap="sm" style={{ flexWrap: 'wrap-reverse' }}>
      {user?.is_researcher && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={18} aria-hidden />}
          onClick={() => importing(true)}
        >
          {t('own-studies:import.action')}
        </Button>
      )}
      <LinkButton to="/experiments/new" leftSection={<IconPlus size={18} aria-hidden />}>
        {t('studies:own.new')}
      </LinkButton>
    </Group>
  );
  const none = !isPending && studies.length === 0;
  const first = none && !narrowed;
  return (
    <Page
      title={t('studies:own.title')}
      lead={t(user?.is_researcher ? 'studies:own.lead' : 'own-studies:lead_for_class')}
      size="lg"
      actions={!first && !isPending && add}
    >
      <OwnStudiesFilterBar
        search={search}
        filters={filters}
        change={change}
        toRows={() => links()[0]?.focus()}
      />
      <Text role="status" size="sm" c="dimmed" className="numbers" mih="1.5em">
        {!isPending && !isPlaceholderData && !error && !first
          ? alike
            ? t('studies:home.alike', { text: filters.text })
            : t(hasNextPage ? 'own-studies:first' : 'own-studies:found', { count: studies.length })
          : ''}
      </Text>
      {error && (
        <ErrorNotice error={error} title={t('studies:own.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <LoadingRows count={5} height={72} />
      ) : first && !error ? (
        <EmptyState
          icon={IconFlask}
          title={t('studies:own.empty')}
          text={t(user?.is_researcher ? 'studies:own.empty_text' : 'own-studies:empty_for_class')}
          action={add}
        />
      ) : none && !error ? (
        <EmptyState
          icon={IconSearchOff}
          title={t('own-studies:nothing')}
          text={t('own-studies:nothing_text')}
          action={
            <Button variant="default" onClick={() => change({ text: '', state: 'current' })}>
              {t('own-studies:show_all')}
            </Button>
          }
        />
      ) : (
        <ul
          ref={rows}
          className={classes.list}
          aria-label={t('studies:own.title')}
          aria-busy={isPlaceholderData}
          onKeyDown={step}
        >
          {studies.map((study) => (
            <StudyRow key={study._id} study={study} onGone={() => search.current?.focus()} />
          ))}
        </ul>
      )}
      <ShowMore
        list={{ hasNextPage, isFetchingNextPage, fetchNextPage }}
        label={t('studies:own.more')}
      />
      {params.get('import') === '1' && user?.is_researcher && (
        <ImportStudyDialog onClose={() => importing(false)} />
      )}
    </Page>
  );
}
