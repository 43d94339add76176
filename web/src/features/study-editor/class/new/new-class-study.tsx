import { Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { useStudyBuildingClasses } from '../../../../domain/class-building/building-classes';
import { LinkButton } from '../../../../ui/app-link';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconSchool } from '../../../../ui/icons/school';
import { LoadingForm } from '../../../../ui/loading/loading';
import { Page } from '../../../../ui/page';
import { StartClassStudyForm } from './start-form';

/**
 * A new study for a class in which the person may build studies. The address
 * `?classroom={id}&template={id}` preselects the class and the template.
 */
export function NewClassStudy() {
  const { t } = useTranslation(['class-building', 'studies']);
  const { open, classes, error, isSettled, refetch } = useStudyBuildingClasses();
  const isEmpty = isSettled && !error && open.length === 0;
  return (
    <Page
      title={t('studies:new.title')}
      lead={isEmpty ? undefined : t('class-building:new.lead')}
      size="sm"
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!isSettled && <LoadingForm fields={[44, 120, 44]} />}
      {isEmpty && (
        <EmptyState
          icon={IconSchool}
          title={t(
            classes.length > 0 ? 'class-building:new.class_closed' : 'class-building:new.no_class',
          )}
          text={t('class-building:new.class_closed_text')}
          action={<LinkButton to="/experiments">{t('studies:editor.all')}</LinkButton>}
        />
      )}
      {open.length > 0 && <ForClass classes={open} />}
    </Page>
  );
}

function ForClass({ classes }: { classes: readonly Classroom[] }) {
  const { t } = useTranslation('class-building');
  const [params, setParams] = useSearchParams();
  const chosen =
    classes.find(({ _id }) => _id === params.get('classroom')) ??
    (classes.length === 1 ? classes[0] : undefined);
  return (
    <Stack gap="md">
      {classes.length > 1 ? (
        <Select
          label={t('new.classroom')}
          description={t('new.classroom_hint')}
          data={classes.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={chosen?._id ?? null}
          allowDeselect={false}
          onChange={(classroom) => setParams(classroom ? { classroom } : {}, { replace: true })}
        />
      ) : (
        <Text>{t('new.for', { classroom: chosen?.title ?? '' })}</Text>
      )}
      {chosen && (
        <StartClassStudyForm
          key={chosen._id}
          classroomId={chosen._id}
          asked={params.get('template')}
        />
      )}
    </Stack>
  );
}
