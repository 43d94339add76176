import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCalendarDown } from '../../ui/icons/calendar-down';
import { IconCalendarEvent } from '../../ui/icons/calendar-event';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import type { LiveTopic } from '../../../../contracts/live/live-topics';
import {
  bookSlot,
  cancelBooking,
  readBookingCalendar,
  readSlotBookingOptions,
  type SlotBookingOptions,
} from '../../../../contracts/slots/slots';
import { formatDateTime } from '../../lib/intl/format';
import { call, mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { useLiveTopics } from '../../lib/live/live-context';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { downloadCalendarFile } from './save-calendar';
import { SlotPicker } from './slot-picker';
import {
  slotDayText,
  timeInOtherZone,
  slotDayAndHoursText,
  spacedParticipantTag,
  slotHoursAndZoneText,
} from './slot-time';
import { CardShape } from '../../ui/loading/shapes';
import { serverNow } from '../../lib/http/server-clock';

type Booking = NonNullable<SlotBookingOptions['booking']>;

/** Shows a participant's booking, and lets them book, move or cancel a slot. */
export function ParticipantSlot({ participationId }: { participationId: string }) {
  const { t } = useTranslation('slots');
  const client = useQueryClient();
  const params = { id: participationId };
  const asked = query(readSlotBookingOptions, { params });
  const { data, error, refetch } = useQuery(asked);
  useLiveTopics(...(data?.may_book ? [`slots:${data.session_id}` as LiveTopic] : []));
  const [choosing, setChoosing] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const settled = {
    onSuccess: (now: SlotBookingOptions) => client.setQueryData(asked.queryKey, now),
    onSettled: () =>
      Promise.all(
        [readSlotBookingOptions, listParticipations].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  };
  const book = useMutation({ ...mutation(bookSlot), ...settled });
  const giveUp = useMutation({ ...mutation(cancelBooking), ...settled });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardShape height={96} />;
  const { booking, former, may_book, slots, change_until_hours } = data;
  if (!booking && !former && !may_book) return null;
  const moves = booking !== null;
  const choose = (slot_id: string, reserve: boolean) =>
    book.mutate(
      { params, body: { slot_id, ...(reserve && { reserve }) } },
      {
        onSuccess: () => {
          setChoosing(false);
          showMessage(t(moves ? 'own.moved' : 'own.booked'), {
            type: 'success',
            ...(moves && { autoHideMs: 7_000 }),
          });
        },
      },
    );
  const cancel = () =>
    giveUp.mutate(
      { params },
      {
        onSuccess: () => {
          setCancelling(false);
          showMessage(t('own.cancelled'), { type: 'success' });
        },
      },
    );
  const mayChange = booking !== null && may_book && Date.parse(booking.change_until) > serverNow();
  const picks = may_book && (choosing || !booking);
  return (
    <Stack gap="sm">
      {booking && <Booked booking={booking} tag={data.tag} />}
      {booking && (
        <Group gap="sm" data-no-print>
          <SaveButton params={params} label={t('own.save')} />
          {mayChange && (
            <>
              <Button variant="default" size="sm" onClick={() => setChoosing(!choosing)}>
                {t(choosing ? 'own.keep' : 'own.move')}
              </Button>
              <Button variant="subtle" color="gray" size="sm" onClick={() => setCancelling(true)}>
                {t('own.cancel')}
              </Button>
            </>
          )}
        </Group>
      )}
      {former && <Former former={former} params={params} hasSeat={may_book} />}
      {picks && (
        <>
          <Text size="sm">{t('own.until', { count: change_until_hours })}</Text>
          <ErrorNotice error={book.error} />
          <SlotPicker
            slots={slots.filter((slot) => slot._id !== booking?.slot._id)}
            busy={book.isPending}
            onChoose={choose}
          />
        </>
      )}
      <ConfirmDialog
        opened={cancelling}
        onClose={() => setCancelling(false)}
        onConfirm={cancel}
        title={t('own.cancel_title')}
        confirm={t('own.cancel')}
        danger
        busy={giveUp.isPending}
        notice={<ErrorNotice error={giveUp.error} />}
      >
        <Text>{t('own.cancel_text')}</Text>
      </ConfirmDialog>
    </Stack>
  );
}

function Booked({
  booking: { slot, reserve, change_until },
  tag,
}: {
  booking: Booking;
  tag: string;
}) {
  const { t } = useTranslation('slots');
  const there = timeInOtherZone(slot);
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <IconCalendarEvent aria-hidden style={{ flex: 'none' }} />
        <Stack gap={4} miw={0}>
          <Text fw={600}>{slotDayText(slot)}</Text>
          <Text className="numbers">{slotHoursAndZoneText(slot)}</Text>
          {there && <Text size="sm">{t('own.elsewhere', { time: there })}</Text>}
          {slot.place && <Text size="sm">{slot.place}</Text>}
          {slot.link && (
            <Anchor href={slot.link} target="_blank" rel="noopener noreferrer" size="sm">
              {t('own.join')}
            </Anchor>
          )}
          {reserve && (
            <Alert color="orange" p="xs">
              {t('own.reserve')}
            </Alert>
          )}
          <Text size="sm">
            {t('own.tag')} <strong className="numbers">{spacedParticipantTag(tag)}</strong>
          </Text>
          <Text size="sm" c="dimmed">
            {t('own.change_until', { time: formatDateTime(change_until) })}
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}

/** Shows a former slot of the participant, which may still be in their calendar. */
function Former({
  former: { slot, called_off },
  params,
  hasSeat,
}: {
  former: NonNullable<SlotBookingOptions['former']>;
  params: { id: string };
  /**
   * Whether the participant has a seat at present. Without a seat, this component says that the
   * slot ended, because no other text on the page does.
   */
  hasSeat: boolean;
}) {
  const { t } = useTranslation('slots');
  const time = slotDayAndHoursText(slot);
  const takeOut = <SaveButton params={params} givenUp={slot._id} label={t('own.take_out')} />;
  if (!called_off)
    return (
      <Stack gap="xs" align="flex-start" data-no-print>
        {!hasSeat && <Text size="sm">{t('own.off', { time })}</Text>}
        {takeOut}
      </Stack>
    );
  return (
    <Alert color="orange" title={t('own.called_off_title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('own.called_off', { time })}</Text>
        {takeOut}
      </Stack>
    </Alert>
  );
}

function SaveButton({
  params,
  givenUp,
  label,
}: {
  params: { id: string };
  /**
   * The id of a former slot: the saved calendar file then removes that slot from the calendar. If
   * undefined, the file adds the present booking.
   */
  givenUp?: string;
  label: string;
}) {
  const save = useMutation({
    mutationFn: () =>
      call(readBookingCalendar, { params, query: givenUp ? { given_up: givenUp } : {} }),
    onSuccess: downloadCalendarFile,
    onError: (error) => showMessage(error.message, { type: 'error' }),
  });
  return (
    <Button
      variant="light"
      size="sm"
      leftSection={<IconCalendarDown size={18} aria-hidden />}
      onClick={() => save.mutate()}
      loading={save.isPending}
    >
      {label}
    </Button>
  );
}
