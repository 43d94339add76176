import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Course, CourseState, listCourses } from '../../../../../contracts/teaching/courses';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { useDebouncedOnPage } from '../../../lib/navigation/use-debounced-on-page';
import { useFilters, knownValueAmong } from '../../../lib/navigation/use-filters';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconBook } from '../../../ui/icons/book';
import { IconPlus } from '../../../ui/icons/plus';
import { IconSearchOff } from '../../../ui/icons/search-off';
import { LoadingRows } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { SearchField } from '../../../ui/search-field';
import { ShowMore } from '../../../ui/show-more';
import { CourseDialog } from './course.dialog';
import { CourseDrawer } from './course.drawer';
import { CourseTable } from './course-table';

const states = CourseState.options;

/** /courses: the courses of all terms, for administrators. */
export function CoursesPage() {
  const { t } = useTranslation('courses');
  const { filters, change } = useFilters('text', 'state', 'course');
  const [adding, dialog] = useDisclosure();
  const [typed, setTyped] = useState(filters.text);
  const search = useRef<HTMLInputElement>(null);
  const look = useDebouncedOnPage((text: string) => change({ text: text.trim() }), 250);
  const state = knownValueAmong(filters.state, states);
  const { data, error, isPending, isPlaceholderData, refetch, ...more } = useInfiniteQuery({
    ...pagedQuery<Course>(listCourses, {
      query: { ...(filters.text && { text: filters.text }), ...(state && { state }) },
    }),
    placeholderData: keepPreviousData,
  });
  const courses = itemsOfPages(data);
  const isNarrowed = filters.text !== '' || state !== undefined;
  const find = (text: string) => {
    setTyped(text);
    look(text);
  };
  const showAll = () => {
    setTyped('');
    change({ text: '', state: '' });
  };
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      {t('new.action')}
    </Button>
  );
  const isEmpty = !isPending && !error && courses.length === 0;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      size="xl"
      actions={!(isEmpty && !isNarrowed) && !isPending && add}
    >
      <Group gap="sm" role="search" aria-label={t('find')}>
        <SearchField
          field={search}
          label={t('search')}
          value={typed}
          onChange={find}
          onClear={() => find('')}
        />
        <NativeSelect
          flex="1 1 9rem"
          maw={{ sm: '13rem' }}
          aria-label={t('column.state')}
          data={[
            { value: '', label: t('any_state') },
            ...states.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          value={state ?? ''}
          onChange={(event) => change({ state: event.currentTarget.value })}
        />
      </Group>
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      <Text role="status" size="sm" c="dimmed" className="numbers" mih="1.5em">
        {data && !isPlaceholderData && courses.length > 0
          ? t(more.hasNextPage ? 'first' : 'found', { count: courses.length })
          : ''}
      </Text>
      {isPending ? (
        <LoadingRows count={5} height={56} />
      ) : isEmpty && isNarrowed ? (
        <EmptyState
          icon={IconSearchOff}
          title={t('nothing')}
          text={t('nothing_text')}
          action={
            <Button variant="default" onClick={showAll}>
              {t('show_all')}
            </Button>
          }
        />
      ) : isEmpty ? (
        <EmptyState icon={IconBook} title={t('empty')} text={t('empty_text')} action={add} />
      ) : (
        courses.length > 0 && (
          <CourseTable
            courses={courses}
            busy={isPlaceholderData}
            onOpen={({ _id }) => change({ course: _id })}
          />
        )
      )}
      <ShowMore list={more} label={t('more')} />
      <CourseDrawer
        id={filters.course}
        listed={courses}
        onOpen={({ _id }) => change({ course: _id })}
        onClose={() => change({ course: '' })}
      />
      {adding && (
        <CourseDialog onClose={dialog.close} onSaved={({ _id }) => change({ course: _id })} />
      )}
    </Page>
  );
}
