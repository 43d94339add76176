import { Button, SimpleGrid, Text } from '@mantine/core';
import { IconFlask } from '../../ui/icons/flask';
import { IconSearchOff } from '../../ui/icons/search-off';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { LoadingGrid } from '../../ui/loading/loading';
import { useCatalogue, useCatalogueFilters } from './catalogue';
import { CatalogueFilters } from './catalogue-filters';
import { shownAlternatives, shownClassStudies, interleave } from './classes/beside-studies.rule';
import {
  LazyAlternativeCard,
  LazyClassStudyCard,
  LazyStudentCourses,
} from './classes/classes-later';
import { useHomeClasses } from './classes/use-home-classes';
import { serverNow } from '../../lib/http/server-clock';
import { StudyCard } from './study-card';
import { useEligibilityBySession } from './use-fits';
import { useOwnParticipationStates } from './use-own-states';
import { ShowMore } from '../../ui/show-more';

/** /home: the studies that recruit now, in a form that can be read in ten seconds. */
export function HomePage() {
  const { t } = useTranslation('studies');
  const { filters, change, any } = useCatalogueFilters();
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
  const fits = useEligibilityBySession(cards.map((card) => card.session_id));
  const own = useOwnParticipationStates();
  const mine = useHomeClasses();
  const alternatives = shownAlternatives(mine.assignments, filters, serverNow());
  const isLoading = isPending || !mine.isHere;
  const ofClasses = shownClassStudies(mine.studies, filters);
  const count = cards.length + ofClasses.length;
  const shown = interleave(cards, interleave(ofClasses, alternatives));
  const showAll = () => change({ text: '', minutes: null, paid: false, credit: false });
  return (
    <Page title={t('home.title')} lead={t('home.lead')} size="xl">
      <CatalogueFilters filters={filters} change={change} />
      {!isLoading && mine.isMember && <LazyStudentCourses home={mine} />}
      {mine.error && (
        <ErrorNotice error={mine.error} title={t('home.classes_failed')} onRetry={mine.retry} />
      )}
      <Text role="status" size="sm" c="dimmed" className="numbers" mih="1.5em">
        {!isLoading && !isPlaceholderData && !error && (any || count > 0)
          ? alike
            ? t('home.alike', { text: filters.text })
            : t(hasNextPage ? 'home.first' : 'home.found', { count })
          : ''}
      </Text>
      {error && shown.length === 0 ? (
        <ErrorNotice error={error} title={t('home.failed')} onRetry={() => void refetch()} />
      ) : isLoading ? (
        <LoadingGrid count={6} height={272} />
      ) : shown.length === 0 ? (
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
          {shown.map((one) =>
            'assignment' in one ? (
              <LazyAlternativeCard key={one.assignment._id} own={one} />
            ) : 'study' in one ? (
              <LazyClassStudyCard
                key={one.study._id}
                of={one}
                mine={own.get(one.study._id)}
                rate={mine.rate}
              />
            ) : (
              <StudyCard
                key={one._id}
                card={one}
                fit={fits.get(one.session_id)}
                mine={own.get(one._id)}
                rate={mine.rate}
              />
            ),
          )}
        </SimpleGrid>
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('home.more')} />
      {error && shown.length > 0 && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}
