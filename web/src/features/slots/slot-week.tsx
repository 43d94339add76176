import { ActionIcon, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '../../ui/icons/chevron-left';
import { IconChevronRight } from '../../ui/icons/chevron-right';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelSlot,
  listAttendance,
  listSlots,
  type Slot,
} from '../../../../contracts/slots/slots';
import {
  groupSlotsByDay,
  slotDayKey,
  slotDayText,
  slotDayAndHoursText,
  slotHoursAndZoneText,
} from '../../domain/slots/slot-time';
import { formatDate } from '../../lib/intl/format';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { StackingTable } from '../../ui/stacking-table';
import { ChangeSlotDialog } from './change-slot.dialog';
import { serverNow } from '../../lib/http/server-clock';

/** Returns the Monday of the week of a slot, as `2027-05-03`. */
function weekOf(slot: Slot): string {
  const day = new Date(`${slotDayKey(slot)}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

interface Props {
  slots: readonly Slot[];
  mayPlan: boolean;
  isVideo: boolean;
}

/** The slots week by week; the first shown is the present week, or the next one with slots. */
export function SlotWeek({ slots, mayPlan, isVideo }: Props) {
  const { t } = useTranslation('slots');
  const weeks = [...new Set(slots.map(weekOf))].sort();
  const [chosen, choose] = useState<string | null>(null);
  const [cancelling, setCancelling] = useState<Slot | null>(null);
  const [changing, setChanging] = useState<Slot | null>(null);
  const next = slots.find((slot) => Date.parse(slot.ends_at) > serverNow());
  const wanted = chosen ?? (next ? weekOf(next) : weeks.at(-1));
  const at = Math.max(0, weeks.indexOf(wanted ?? ''));
  const days = groupSlotsByDay(slots.filter((slot) => weekOf(slot) === weeks[at]));
  const step = (by: -1 | 1, label: string, Icon: typeof IconChevronLeft) => {
    const to = weeks[at + by];
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={label}
        disabled={to === undefined}
        onClick={() => to !== undefined && choose(to)}
        data-no-print
      >
        <Icon aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap">
        {step(-1, t('week.before'), IconChevronLeft)}
        <Title order={2} size="h3" aria-live="polite">
          {t('week.of', { day: formatDate(`${weeks[at]}T12:00:00`) })}
        </Title>
        {step(1, t('week.after'), IconChevronRight)}
      </Group>
      {days.map(({ day, slots: of }) => (
        <Stack key={day} gap="xs">
          <Title order={3} size="h4">
            {of[0] && slotDayText(of[0])}
          </Title>
          <Day
            slots={of}
            plans={mayPlan ? { onChange: setChanging, onCancel: setCancelling } : null}
          />
        </Stack>
      ))}
      {changing && (
        <ChangeSlotDialog slot={changing} isVideo={isVideo} onClose={() => setChanging(null)} />
      )}
      {cancelling && <CancelDialog slot={cancelling} onClose={() => setCancelling(null)} />}
    </Stack>
  );
}

interface Plans {
  onChange: (slot: Slot) => void;
  onCancel: (slot: Slot) => void;
}

function Day({ slots, plans }: { slots: Slot[]; plans: Plans | null }) {
  const { t } = useTranslation('slots');
  return (
    <StackingTable
      label={slots[0] ? slotDayText(slots[0]) : ''}
      items={slots}
      columns={[
        {
          name: 'time',
          label: t('table.time'),
          kind: 'heading',
          cell: (slot) => <span className="numbers">{slotHoursAndZoneText(slot)}</span>,
        },
        {
          name: 'place',
          label: t('table.place'),
          cell: (slot) => slot.place ?? slot.link ?? t('table.no_place'),
        },
        { name: 'booked', label: t('table.booked'), cell: (slot) => <Booked slot={slot} /> },
        {
          name: 'actions',
          label: t('table.actions'),
          kind: 'actions',
          cell: (slot) =>
            plans !== null &&
            Date.parse(slot.starts_at) > serverNow() && (
              <Group gap={4} wrap="nowrap" display="inline-flex" data-no-print>
                {(['change', 'cancel'] as const).map((what) => (
                  <Button
                    key={what}
                    variant="subtle"
                    color="gray"
                    size="xs"
                    onClick={() => (what === 'change' ? plans.onChange : plans.onCancel)(slot)}
                    aria-label={t(`${what}.named`, { time: slotDayAndHoursText(slot) })}
                  >
                    {t(`${what}.confirm`)}
                  </Button>
                ))}
              </Group>
            ),
        },
      ]}
    />
  );
}

function Booked({ slot: { booked, seats, reserves, reserve_seats } }: { slot: Slot }) {
  const { t } = useTranslation('slots');
  return (
    <Stack gap={4} miw={120}>
      <Text size="sm" className="numbers">
        {t('table.of', { booked, seats })}
        {reserve_seats > 0 && ` · ${t('table.reserves', { reserves, seats: reserve_seats })}`}
      </Text>
      <Progress value={(100 * booked) / seats} size="sm" aria-hidden />
    </Stack>
  );
}

function CancelDialog({ slot, onClose }: { slot: Slot; onClose: () => void }) {
  const { t } = useTranslation('slots');
  const client = useQueryClient();
  const cancel = useMutation({
    ...mutation(cancelSlot),
    onSettled: () =>
      Promise.all(
        [listSlots, listAttendance].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      ),
  });
  const go = () =>
    cancel.mutate(
      { params: { id: slot._id } },
      {
        onSuccess: () => {
          showMessage(t('cancel.done'), { type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={go}
      title={t('cancel.title', { time: slotDayAndHoursText(slot) })}
      confirm={t('cancel.confirm')}
      danger
      busy={cancel.isPending}
      notice={<ErrorNotice error={cancel.error} />}
    >
      <Text>{t('cancel.text', { count: slot.booked + slot.reserves })}</Text>
    </ConfirmDialog>
  );
}
