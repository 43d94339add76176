import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlotBookingOptions } from '../../../../contracts/slots/slots';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { bookingChoiceOf, commonPlaceAndZone } from './slot-choice.rule';
import classes from './slot-picker.module.css';
import {
  groupSlotsByDay,
  slotDayText,
  timeInOtherZone,
  slotHoursText,
  slotDayAndHoursText,
  slotStartText,
  slotHoursAndZoneText,
} from './slot-time';

type Open = SlotBookingOptions['slots'][number];
const daysAtOnce = 5;

interface Props {
  slots: readonly Open[];
  busy: boolean;
  onChoose: (id: string, reserve: boolean) => void;
}
interface Chosen {
  slot: Open;
  asReserve: boolean;
}

/**
 * Lets a participant choose a slot. If all slots share a place or a time zone, the picker shows it
 * once above the list. At first, the list contains the slots of a few days. A full slot stays in
 * the list, since a seat may become free.
 */
export function SlotPicker({ slots, busy, onChoose }: Props) {
  const { t } = useTranslation('slots');
  const [shown, setShown] = useState(daysAtOnce);
  const [asking, setAsking] = useState(false);
  /** The slot that the dialog is about; it keeps its value while the dialog closes. */
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const days = groupSlotsByDay(slots);
  if (days.length === 0) return <Text>{t('pick.none')}</Text>;
  const { place, zone } = commonPlaceAndZone(slots);
  const ask = (one: Chosen) => {
    setChosen(one);
    setAsking(true);
  };
  return (
    <Stack gap="md">
      {(place || zone) && (
        <Text size="sm">
          {[place, zone && t('pick.zone', { zone })].filter(Boolean).join(' · ')}
        </Text>
      )}
      {days.slice(0, shown).map(({ day, slots: of }) => (
        <div key={day}>
          <Text fw={600} id={`day-${day}`}>
            {of[0] && slotDayText(of[0])}
          </Text>
          <ul className={classes.times} aria-labelledby={`day-${day}`}>
            {of.map((slot) => (
              <li key={slot._id}>
                <Time
                  slot={slot}
                  choice={bookingChoiceOf(slot, of)}
                  busy={busy}
                  beside={[place ? null : slot.place, zone ? null : slot.zone]}
                  onAsk={ask}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {days.length > shown && (
        <Group>
          <Button variant="default" size="sm" onClick={() => setShown(shown + daysAtOnce)}>
            {t('pick.more')}
          </Button>
        </Group>
      )}
      {chosen && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onChoose(chosen.slot._id, chosen.asReserve);
          }}
          title={t(chosen.asReserve ? 'pick.reserve_title' : 'pick.title')}
          confirm={t(chosen.asReserve ? 'pick.reserve' : 'pick.confirm')}
        >
          <Facts {...chosen} />
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Time({
  slot,
  choice,
  busy,
  beside,
  onAsk,
}: {
  slot: Open;
  choice: ReturnType<typeof bookingChoiceOf>;
  busy: boolean;
  /**
   * The place and the time zone of this slot. A value that all slots share is null, since the
   * picker shows it above the list.
   */
  beside: readonly (string | null)[];
  onAsk: (chosen: Chosen) => void;
}) {
  const { t } = useTranslation('slots');
  const time = slotDayAndHoursText(slot);
  const words = (
    <span className={classes.words}>
      <span className="numbers">{slotStartText(slot)}</span>
      {beside.map((one) => one && <small key={one}>{one}</small>)}
      {choice === 'reserve' && <small>{t('pick.as_reserve')}</small>}
      {choice === 'full' && <small>{t('pick.full')}</small>}
    </span>
  );
  if (choice === 'full')
    return (
      <span className={classes.full} title={slotHoursText(slot)}>
        {words}
      </span>
    );
  const asReserve = choice === 'reserve';
  return (
    <Button
      variant="default"
      className={classes.time}
      disabled={busy}
      onClick={() => onAsk({ slot, asReserve })}
      aria-label={t(asReserve ? 'pick.reserve_named' : 'pick.book_named', { time })}
      title={slotHoursText(slot)}
    >
      {words}
    </Button>
  );
}

/** Shows the facts of a slot before the participant books it. */
function Facts({ slot, asReserve }: Chosen) {
  const { t } = useTranslation('slots');
  const there = timeInOtherZone(slot);
  return (
    <Stack gap={4}>
      <Text fw={600}>{slotDayText(slot)}</Text>
      <Text className="numbers">{slotHoursAndZoneText(slot)}</Text>
      {there && <Text size="sm">{t('own.elsewhere', { time: there })}</Text>}
      {slot.place && <Text size="sm">{slot.place}</Text>}
      <Text size="sm">
        {asReserve ? t('own.reserve') : t('pick.left', { count: slot.seats_left })}
      </Text>
    </Stack>
  );
}
