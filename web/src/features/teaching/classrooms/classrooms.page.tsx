import { Button, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type Classroom,
  ClassroomState,
  listClassrooms,
} from '../../../../../contracts/teaching/classrooms';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { useFilters, knownValueAmong } from '../../../lib/navigation/use-filters';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconPlus } from '../../../ui/icons/plus';
import { IconSchool } from '../../../ui/icons/school';
import { IconSearchOff } from '../../../ui/icons/search-off';
import { LoadingRows } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { ShowMore } from '../../../ui/show-more';
import { ClassroomDialog } from './classroom.dialog';
import { ClassroomTable } from './classroom-table';

const states = ClassroomState.options;
const roles = ['instructor', 'assistant'] as const;

const useClassrooms = (role: (typeof roles)[number], state: ClassroomState | undefined) =>
  useInfiniteQuery({
    ...pagedQuery<Classroom>(listClassrooms, { query: { role, ...(state && { state }) } }),
    placeholderData: keepPreviousData,
  });

/** /classrooms: the classrooms in which a researcher teaches or assists. */
export function ClassroomsPage() {
  const { t } = useTranslation('classrooms');
  const navigate = useNavigate();
  const { filters, change } = useFilters('state');
  const [adding, dialog] = useDisclosure();
  const state = knownValueAmong(filters.state, states);
  const lists = {
    instructor: useClassrooms('instructor', state),
    assistant: useClassrooms('assistant', state),
  };
  const both = roles.map((role) => lists[role]);
  const error = both.find((list) => list.error)?.error;
  const isPending = both.some((list) => list.isPending);
  const count = both.reduce((sum, { data }) => sum + itemsOfPages(data).length, 0);
  const isEmpty = !isPending && !error && count === 0;
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      {t('new.action')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={!isPending && !(isEmpty && state === undefined) && add}
    >
      <Group>
        <NativeSelect
          w={{ base: '100%', xs: '14rem' }}
          label={t('column.state')}
          data={[
            { value: '', label: t('any_state') },
            ...states.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          value={state ?? ''}
          onChange={(event) => change({ state: event.currentTarget.value })}
        />
      </Group>
      {error && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          onRetry={() => void Promise.all(both.map((list) => list.refetch()))}
        />
      )}
      {isPending ? (
        <LoadingRows count={4} height={56} />
      ) : isEmpty && state !== undefined ? (
        <EmptyState
          icon={IconSearchOff}
          title={t('nothing')}
          text={t('nothing_text')}
          action={
            <Button variant="default" onClick={() => change({ state: '' })}>
              {t('show_all')}
            </Button>
          }
        />
      ) : isEmpty ? (
        <EmptyState icon={IconSchool} title={t('empty')} text={t('empty_text')} action={add} />
      ) : (
        roles.map((role) => {
          const { data, isPlaceholderData, ...more } = lists[role];
          const classrooms = itemsOfPages(data);
          if (classrooms.length === 0) return null;
          return (
            <Stack key={role} gap="sm" component="section" aria-labelledby={`list-${role}`}>
              <Title order={2} size="h3" id={`list-${role}`}>
                {t(`list.${role}`)}
              </Title>
              <ClassroomTable
                label={t(`list.${role}`)}
                classrooms={classrooms}
                busy={isPlaceholderData}
              />
              <ShowMore list={more} label={t('more')} />
            </Stack>
          );
        })
      )}
      {adding && (
        <ClassroomDialog
          onClose={dialog.close}
          onSaved={({ _id }) => void navigate(`/classrooms/${_id}`)}
        />
      )}
    </Page>
  );
}
