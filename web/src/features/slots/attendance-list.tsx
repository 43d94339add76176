import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPrinter } from '../../ui/icons/printer';
import { IconUsers } from '../../ui/icons/users';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { listAttendance, type AttendanceEntry, type Slot } from '../../../../contracts/slots/slots';
import { useCanPayCash } from '../../domain/payment/use-pays-cash';
import { ParticipationState } from '../../domain/participations/participation-state';
import { delayDecision, usePendingDecisionStore } from '../../domain/decisions/pending-decisions';
import { PendingDecisionNotice } from '../../domain/decisions/pending-notice';
import { useSendPendingDecisions } from '../../domain/decisions/use-pending-decisions';
import {
  groupSlotsByDay,
  slotDayKey,
  slotDayText,
  slotDayAndHoursText,
  browserZone,
  spacedParticipantTag,
  slotHoursAndZoneText,
} from '../../domain/slots/slot-time';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { StackingTable } from '../../ui/stacking-table';
import { ShowMore } from '../../ui/show-more';
import { serverNow } from '../../lib/http/server-clock';
import { CashPaymentAtDesk } from './desk-payment';
import { EarlyAttendanceDialog } from './early.dialog';

const steps = {
  enrolled: ['attend', 'no-show'],
  started: ['conclude'],
} as const satisfies Partial<Record<AttendanceEntry['state'], readonly string[]>>;
/** The states in which a participant can be recorded as done and paid in one step. */
const payable: ReadonlySet<AttendanceEntry['state']> = new Set(['started', 'completed']);
/**
 * Whether a slot has begun, since only then can a participant be recorded as absent. If the
 * reader may not see the time of the slot, it counts as begun when its day begins.
 */
const hasBegun = ({ starts_at, day }: AttendanceEntry): boolean =>
  Date.parse(starts_at ?? `${day}T00:00:00`) <= serverNow();
const stepsOf = (line: AttendanceEntry) =>
  line.state === 'enrolled' || line.state === 'started'
    ? steps[line.state].filter((step) => step !== 'no-show' || hasBegun(line))
    : [];

/**
 * The participants who are expected on a day, by tag. The list can be printed, to tick off who
 * came.
 */
export function AttendanceList({ session, slots }: { session: Session; slots: readonly Slot[] }) {
  const { t } = useTranslation('slots');
  const sessionId = session._id;
  const paysCash = useCanPayCash(session);
  const client = useQueryClient();
  useSendPendingDecisions(
    useCallback(() => void client.invalidateQueries({ queryKey: [listAttendance.path] }), [client]),
  );
  const days = groupSlotsByDay(slots);
  const next = slots.find((slot) => Date.parse(slot.ends_at) > serverNow()) ?? slots.at(-1);
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? (next ? slotDayKey(next) : '');
  const list = useInfiniteQuery(
    pagedQuery<AttendanceEntry>(listAttendance, {
      params: { id: sessionId },
      query: { day, limit: limits.pageSizeMax },
    }),
  );
  const bySlot = new Map(slots.map((slot) => [slot._id, slot]));
  const lines = itemsOfPages(list.data)
    .map((line) => ({ ...line, _id: line.tag }))
    .sort(
      (a, b) => (a.starts_at ?? '').localeCompare(b.starts_at ?? '') || (a.tag < b.tag ? -1 : 1),
    );
  const timeOf = ({ slot_id }: AttendanceEntry) => {
    const slot = slot_id === null ? undefined : bySlot.get(slot_id);
    return slot ? slotHoursAndZoneText(slot) : '';
  };
  const [isGathering, setGathering] = useState(false);
  /**
   * Fetches all pages of the list before printing, since paper cannot load more. An incomplete list
   * is not printed.
   */
  const print = async () => {
    setGathering(true);
    let all: Pick<typeof list, 'hasNextPage' | 'isError' | 'fetchNextPage'> = list;
    while (all.hasNextPage && !all.isError) all = await all.fetchNextPage();
    setGathering(false);
    // Prints only after the complete list is rendered.
    if (!all.isError) setTimeout(() => window.print(), 100);
  };
  const showsSlot = lines.some((line) => line.slot_id !== null);
  return (
    <Stack gap="md">
      <Group align="flex-end" justify="space-between" gap="sm">
        <Select
          label={t('people.day')}
          value={day}
          onChange={setChosen}
          allowDeselect={false}
          w={{ base: '100%', xs: 320 }}
          searchable
          data={days.map((one) => ({
            value: one.day,
            label: one.slots[0] ? slotDayText(one.slots[0]) : one.day,
          }))}
        />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void print()}
          loading={isGathering}
          data-no-print
        >
          {t('people.print')}
        </Button>
      </Group>
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending ? (
        <LoadingRows count={3} height={48} />
      ) : lines.length === 0 ? (
        !list.error && (
          <EmptyState icon={IconUsers} title={t('people.empty')} text={t('people.empty_text')} />
        )
      ) : (
        <StackingTable
          label={t('people.list')}
          items={lines}
          compact
          columns={[
            {
              name: 'tag',
              label: t('people.tag'),
              kind: 'heading',
              cell: (line) => <span className="numbers">{spacedParticipantTag(line.tag)}</span>,
            },
            ...(showsSlot ? [{ name: 'time', label: t('table.time'), cell: timeOf }] : []),
            {
              name: 'state',
              label: t('people.state'),
              cell: (line) => (
                <Group gap="xs">
                  <ParticipationState state={line.state} />
                  {line.reserve && <Text size="sm">{t('people.reserve')}</Text>}
                </Group>
              ),
            },
            {
              name: 'actions',
              label: t('table.actions'),
              kind: 'actions',
              cell: (line) => (
                <Steps
                  line={line}
                  session={session}
                  paysCash={paysCash}
                  slot={line.slot_id === null ? undefined : bySlot.get(line.slot_id)}
                />
              ),
            },
          ]}
        />
      )}
      <ShowMore list={list} label={t('people.more')} />
    </Stack>
  );
}

/** Whether the slot is on a day after today, in the slot's time zone. */
const isLater = ({ day }: AttendanceEntry, zone: string): boolean =>
  day > slotDayKey({ starts_at: new Date(serverNow()).toISOString(), ends_at: '', zone });

/**
 * The buttons that record a participant's attendance. Each choice is sent after ten seconds; until
 * then it can be undone.
 */
function Steps({
  line,
  session,
  paysCash,
  slot,
}: {
  line: AttendanceEntry;
  session: Session;
  paysCash: boolean;
  slot: Slot | undefined;
}) {
  const { t } = useTranslation('slots');
  const [asking, dialog] = useDisclosure();
  const held = usePendingDecisionStore((all) => all.held).find(
    (one) => one.sessionId === session._id && one.decisions.some(({ tag }) => tag === line.tag),
  );
  const note = (action: (typeof steps)[keyof typeof steps][number]) =>
    delayDecision(session._id, [{ tag: line.tag, decision: { action } }]);
  if (held) return <PendingDecisionNotice held={held} />;
  return (
    <Group gap="xs" justify="flex-end" data-no-print>
      {stepsOf(line).map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'no-show' ? 'subtle' : 'light'}
          color={action === 'no-show' ? 'gray' : undefined}
          onClick={() =>
            action === 'attend' && isLater(line, slot?.zone ?? browserZone())
              ? dialog.open()
              : note(action)
          }
          aria-label={t(`people.${action}_named`, { tag: spacedParticipantTag(line.tag) })}
        >
          {t(`people.${action}`)}
        </Button>
      ))}
      {paysCash && payable.has(line.state) && (
        <Suspense>
          <CashPaymentAtDesk session={session} line={line} />
        </Suspense>
      )}
      {asking && (
        <EarlyAttendanceDialog
          tag={line.tag}
          when={slot ? slotDayAndHoursText(slot) : line.day}
          onConfirm={() => note('attend')}
          onClose={dialog.close}
        />
      )}
    </Group>
  );
}
