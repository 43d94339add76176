import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '../icons/calendar';
import { type FocusEvent, type Ref, useState } from 'react';
import { onDemand } from '../on-demand';
import type { CalendarProps } from './calendar';
import { TextPlaceholder } from '../loading/shapes';

/**
 * The calendar's file is fetched when a person first opens the calendar, since people who type a
 * date do not need it.
 */
const Calendar = onDemand<CalendarProps>(() => import('./calendar').then((m) => m.Calendar));

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection' | 'children'> {
  value: string;
  onChange: (typed: string) => void;
  /** The label of the button that opens the calendar. */
  opens: string;
  calendar: Omit<CalendarProps, 'onPick' | 'time'>;
  onPick: (day: string) => void;
  /**
   * The time, if the field has a day and a time. Without it, the calendar closes as soon as the
   * person picks a day.
   */
  time?: { value: string; change: (time: string) => void };
  ref?: Ref<HTMLInputElement>;
}

/**
 * Escape must close the calendar and not the dialog around it: Mantine's dialogs listen on the window, and ignore events of elements with
 * this attribute.
 */
const ownEscape = ({ target }: FocusEvent<HTMLElement>) =>
  target.setAttribute('data-mantine-stop-propagation', 'true');

/**
 * A field for a date that is typed or picked (docs/specification.md, 5). The typed form is the same in each language and browser; the
 * field's description may show the date in words.
 */
export function DatePickerField({
  value,
  onChange,
  opens,
  calendar,
  onPick,
  time,
  ...input
}: Props) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const done = () => {
    close();
    button?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => {
        if (!open) close();
      }}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      // If the calendar has the focus, it stays open even when the page is scrolled under it.
      hideDetached={false}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          {...input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          rightSectionWidth={44}
          rightSection={
            <ActionIcon
              ref={setButton}
              variant="subtle"
              color="gray"
              size={40}
              onClick={toggle}
              onPointerEnter={Calendar.fetch}
              onFocus={Calendar.fetch}
              aria-haspopup="dialog"
              aria-expanded={opened}
              aria-label={opens}
            >
              <IconCalendar size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={opens} onFocusCapture={ownEscape}>
        <Calendar
          {...calendar}
          onPick={(day) => {
            onPick(day);
            if (!time) done();
          }}
          {...(time && { time: { ...time, done } })}
          waiting={<TextPlaceholder w={301} h={time ? 424 : 345} />}
          onMissing={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
