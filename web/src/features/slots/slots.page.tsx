import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarDown } from '../../ui/icons/calendar-down';
import { IconCalendarPlus } from '../../ui/icons/calendar-plus';
import { IconCalendarOff } from '../../ui/icons/calendar-off';
import { IconPlus } from '../../ui/icons/plus';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readSession } from '../../../../contracts/enrolment/sessions';
import { listAttendance, listSlots, readSlotCalendar } from '../../../../contracts/slots/slots';
import { ConnectionState } from '../../domain/sessions/connection-state';
import { downloadCalendarFile } from '../../domain/slots/save-calendar';
import { call, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { useLiveConnectionState, useLiveTopics, useLiveSession } from '../../lib/live/live-context';
import { showMessage } from '../../lib/ui.store';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { emptyLeadPlaceholder, Page } from '../../ui/page';
import { AttendanceList } from './attendance-list';
import { NewSlotsDialog } from './new-slots.dialog';
import { BookingLimitField } from './slot-limit';
import { SlotWeek } from './slot-week';
import classes from './slots.module.css';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/** /sessions/{id}/slots: the calendar of a session, updated live, and the expected participants. */
export function SlotsPage() {
  const { t } = useTranslation('slots');
  const { id = '' } = useParams();
  const params = { id };
  useLiveTopics(`session:${id}`);
  useSeatsToo(id);
  const [adding, dialog] = useDisclosure();
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(query(listSlots, { params }));
  const connection = useLiveConnectionState();
  const session = useQuery(query(readSession, { params }));
  // The page shows only what the server allows the person. People who run the session plan slots.
  // The owner, and collaborators whom the owner allows to see names, read who is expected.
  const role = session.data?.role;
  const mayPlan = mayManageStudy(role);
  const seesPeople = role === 'owner' || session.data?.sees_names === true;
  const save = useMutation({
    mutationFn: () => call(readSlotCalendar, { params }),
    onSuccess: downloadCalendarFile,
    onError: (failure) => showMessage(failure.message, { type: 'error' }),
  });
  // The session and its slots are shown together. If the session came later, its introduction and
  // its buttons at the top would move the slots.
  const isHere = !isPending && !session.isPending;
  const hasSlots = isHere && (data?.slots.length ?? 0) > 0;
  const add = mayPlan && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open} data-no-print>
      {t('page.add')}
    </Button>
  );
  return (
    <Page
      title={t('page.title')}
      lead={(isHere && data?.study_title) || emptyLeadPlaceholder}
      actions={
        hasSlots && (
          <Group gap="sm" data-no-print>
            <Button
              variant="default"
              leftSection={<IconCalendarDown size={18} aria-hidden />}
              onClick={() => save.mutate()}
              loading={save.isPending}
            >
              {t('page.save')}
            </Button>
            {add}
          </Group>
        )
      }
    >
      {error && (
        <ErrorNotice error={error} title={t('page.failed')} onRetry={() => void refetch()} />
      )}
      {!isHere ? (
        <LoadingRows count={5} height={56} />
      ) : !data ? null : data.kind === null ? (
        <EmptyState
          icon={IconCalendarOff}
          title={t('page.elsewhere')}
          text={t('page.elsewhere_text')}
        />
      ) : !hasSlots ? (
        <EmptyState
          icon={IconCalendarPlus}
          title={t('page.empty')}
          text={t(mayPlan ? 'page.empty_text' : 'page.empty_viewer')}
          action={add}
        />
      ) : (
        <Tabs defaultValue="slots" keepMounted={false}>
          <Tabs.List mb="md" data-no-print>
            <Tabs.Tab value="slots" className="numbers">
              {t('page.slots', { count: data.slots.length })}
            </Tabs.Tab>
            {seesPeople && <Tabs.Tab value="people">{t('page.people')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="slots">
            <Stack gap="lg">
              {role !== 'owner' && !seesPeople && (
                <Text className="measure">{t(mayPlan ? 'page.as_editor' : 'page.as_viewer')}</Text>
              )}
              <ConnectionState readAt={dataUpdatedAt} />
              <div
                className={classes.watched}
                data-old={connection === 'silent' || connection === 'reconnecting' || undefined}
              >
                <SlotWeek slots={data.slots} mayPlan={mayPlan} isVideo={data.kind === 'video'} />
              </div>
              {mayPlan && <BookingLimitField sessionId={id} hours={data.change_until_hours} />}
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="people">
            <Stack gap="md">
              <Text size="sm" className="measure">
                {t(`people.shows_${data.shows}`)}
              </Text>
              {session.data && <AttendanceList session={session.data} slots={data.slots} />}
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
      {adding && data && (
        <NewSlotsDialog
          sessionId={id}
          isVideo={data.kind === 'video'}
          place={data.study_place}
          onClose={dialog.close}
        />
      )}
    </Page>
  );
}

/**
 * Refetches the slots when seats change: if a participant leaves the study, their slot becomes free
 * as well, but the server announces only the seat.
 */
function useSeatsToo(id: string) {
  const client = useQueryClient();
  const version = useLiveSession(id)?.version;
  useEffect(() => {
    if (version === undefined) return;
    for (const { path } of [listSlots, listAttendance])
      void client.invalidateQueries({ queryKey: [path] });
  }, [client, version]);
}
