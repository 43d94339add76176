import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Id } from '../../../../../contracts/base/fields';
import { type Classroom, readClassroom } from '../../../../../contracts/teaching/classrooms';
import { StateBadge } from '../state-badge';
import { ApiError, query } from '../../../lib/http/api';
import { useLiveTopics } from '../../../lib/live/live-context';
import { useFilters, knownValueAmong } from '../../../lib/navigation/use-filters';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconSchool } from '../../../ui/icons/school';
import { LoadingForm } from '../../../ui/loading/loading';
import { emptyLeadPlaceholder, Page } from '../../../ui/page';
import { Assignments } from './assignments';
import { Gradebook } from './gradebook/gradebook';
import { Members } from './members/members';
import { Overview } from './overview/overview';
import { SubmissionReading } from './reading/reading';
import { ClassroomStudies, useStudiesOfClassroom } from './studies/studies';

const tabs = ['overview', 'members', 'assignments', 'studies', 'reading', 'gradebook'] as const;

function Parts({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const { filters, change } = useFilters('tab', 'read');
  useLiveTopics(`classroom:${classroom._id}`);
  const studies = useStudiesOfClassroom(classroom._id);
  const hasStudies = classroom.students_build || (studies.data?.items.length ?? 0) > 0;
  const tab = knownValueAmong(filters.tab, tabs) ?? 'overview';
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next === 'overview' ? '' : (next ?? ''), read: '' })}
      keepMounted={false}
    >
      <Tabs.List mb="lg" aria-label={t('tab.label')}>
        {tabs
          .filter((one) => one !== 'studies' || hasStudies || tab === 'studies')
          .map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview classroom={classroom} />
      </Tabs.Panel>
      <Tabs.Panel value="members">
        <Members classroom={classroom} />
      </Tabs.Panel>
      <Tabs.Panel value="assignments">
        <Assignments classroom={classroom} />
      </Tabs.Panel>
      <Tabs.Panel value="studies">
        <ClassroomStudies classroom={classroom} />
      </Tabs.Panel>
      <Tabs.Panel value="reading">
        <SubmissionReading
          classroom={classroom}
          state={filters.read}
          onState={(read) => change({ read })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="gradebook">
        <Gradebook classroom={classroom} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** /classrooms/{id}: a classroom, for its instructors and assistants. */
export function ClassroomPage() {
  const { t } = useTranslation('classrooms');
  const { id = '' } = useParams();
  const isId = Id.safeParse(id).success;
  const { data, error, refetch } = useQuery({
    ...query(readClassroom, { params: { id } }),
    enabled: isId,
  });
  const isAbsent =
    !isId || (error instanceof ApiError && (error.status === 404 || error.status === 403));
  if (isAbsent || data?.role === 'student')
    return (
      <Page title={t('absent')}>
        <EmptyState
          icon={IconSchool}
          title={t(isAbsent ? 'absent' : 'as_student')}
          text={t(isAbsent ? 'absent_text' : 'as_student_text')}
          action={<LinkButton to="/classrooms">{t('to_list')}</LinkButton>}
        />
      </Page>
    );
  return (
    <Page
      title={data?.title ?? emptyLeadPlaceholder}
      lead={
        data && (
          <Group gap="sm">
            <StateBadge state={data.state} label={t(`state.${data.state}`)} />
            <Text span>
              {data.course
                ? `${data.course.title} · ${data.course.code} · ${data.course.term}`
                : t('no_course')}
            </Text>
          </Group>
        )
      }
    >
      {data ? (
        <Parts classroom={data} />
      ) : error ? (
        <ErrorNotice error={error} title={t('failed_one')} onRetry={() => void refetch()} />
      ) : (
        <LoadingForm fields={[44, 120, 160]} />
      )}
    </Page>
  );
}
