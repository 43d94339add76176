import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlotChoice } from '../../../../contracts/slots';
import { byDay, dayOf, elsewhere, hoursOf } from './slot-time';

type Open = SlotChoice['slots'][number];
const daysAtOnce = 5;

interface Props {
  slots: readonly Open[];
  busy: boolean;
  onChoose: (id: string, reserve: boolean) => void;
}

/** The slots to choose from, a few days at a time; a full one stays, since a seat may become free. */
export function SlotPicker({ slots, busy, onChoose }: Props) {
  const { t } = useTranslation('slots');
  const [shown, setShown] = useState(daysAtOnce);
  const days = byDay(slots);
  if (days.length === 0) return <Text>{t('pick.none')}</Text>;
  return (
    <Stack gap="md">
      {days.slice(0, shown).map(({ day, slots: of }) => (
        <Stack key={day} gap="xs">
          <Text fw={600} id={`day-${day}`}>
            {of[0] && dayOf(of[0])}
          </Text>
          <Stack
            gap="xs"
            component="ul"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-labelledby={`day-${day}`}
          >
            {of.map((slot) => (
              <Choice key={slot._id} slot={slot} busy={busy} onChoose={onChoose} />
            ))}
          </Stack>
        </Stack>
      ))}
      {days.length > shown && (
        <Group>
          <Button variant="default" size="sm" onClick={() => setShown(shown + daysAtOnce)}>
            {t('pick.more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Choice({ slot, busy, onChoose }: Omit<Props, 'slots'> & { slot: Open }) {
  const { t } = useTranslation('slots');
  const { seats_left, reserve_seats_left } = slot;
  const there = elsewhere(slot);
  const time = `${dayOf(slot)}, ${hoursOf(slot)}`;
  const asReserve = seats_left === 0;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <Text className="numbers">
          {hoursOf(slot)} ({slot.zone})
        </Text>
        <Text size="sm" c="dimmed">
          {[slot.place, there && t('own.elsewhere', { time: there })].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {asReserve && reserve_seats_left === 0 ? (
        <Text size="sm" c="dimmed">
          {t('pick.full')}
        </Text>
      ) : (
        <Button
          variant="light"
          size="sm"
          disabled={busy}
          onClick={() => onChoose(slot._id, asReserve)}
          aria-label={t(asReserve ? 'pick.reserve_named' : 'pick.book_named', { time })}
        >
          {asReserve ? t('pick.reserve') : t('pick.book', { count: seats_left })}
        </Button>
      )}
    </Group>
  );
}
