import { Button, SimpleGrid, Text } from '@mantine/core';
import { IconFlask } from '../../ui/icons/flask';
import { IconSearchOff } from '../../ui/icons/search-off';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { LoadingGrid } from '../../ui/loading/loading';
import { useCatalogue, useFilters } from './catalogue';
import { CatalogueFilters } from './catalogue-filters';
import { StudyCard } from './study-card';
import { useFits } from './use-fits';
import { useOwnStates } from './use-own-states';
import { ShowMore } from '../../ui/show-more';

/** /home: the studies that recruit now, readable in ten seconds. */
export function HomePage() {
  const { t } = useTranslation('studies');
  const { filters, change, any } = useFilters();
  const {
    cards,
    alike,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = useCatalogue(filters);
  const fits = useFits(cards.map((card) => card.session_id));
  const own = useOwnStates();
  const showAll = () => change({ text: '', minutes: null, paid: false });
  return (
    <Page title={t('home.title')} lead={t('home.lead')} size="xl">
      <CatalogueFilters filters={filters} change={change} />
      <Text role="status" size="sm" c="dimmed" className="numbers" mih="1.5em">
        {!isPending && !isPlaceholderData && !error && (any || cards.length > 0)
          ? alike
            ? t('home.alike', { text: filters.text })
            : t(hasNextPage ? 'home.first' : 'home.found', { count: cards.length })
          : ''}
      </Text>
      {error && cards.length === 0 ? (
        <ErrorNotice error={error} title={t('home.failed')} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingGrid count={6} height={272} />
      ) : cards.length === 0 ? (
        any ? (
          <EmptyState
            icon={IconSearchOff}
            title={t('home.nothing_found')}
            text={t('home.nothing_found_text')}
            action={
              <Button variant="default" onClick={showAll}>
                {t('home.show_all')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={IconFlask} title={t('home.empty')} text={t('home.empty_text')} />
        )
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" aria-busy={isPlaceholderData}>
          {cards.map((card) => (
            <StudyCard
              key={card._id}
              card={card}
              fit={fits.get(card.session_id)}
              mine={own.get(card._id)}
            />
          ))}
        </SimpleGrid>
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('home.more')} />
      {error && cards.length > 0 && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}
