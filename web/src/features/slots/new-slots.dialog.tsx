import {
  Chip,
  Group,
  Input,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { slotsLimits } from '../../../../contracts/slots/limits';
import { slotGridMinutes, type AddedSlots } from '../../../../contracts/slots/slot-plans';
import { addSlots, listSlots } from '../../../../contracts/slots/slots';
import { browserZone } from '../../domain/slots/slot-time';
import { fieldErrorText } from '../../lib/form-fields';
import { ApiError, mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LazySelect } from '../../ui/fields/lazy-select';
import { DayField } from '../../ui/dates/day-field';
import { localDay } from '../../ui/dates/local-moment';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';
import { AddedSlotsNotice } from './added-notice';
import {
  newSlotsBodyOf,
  emptyNewSlotsValues,
  slotStartFault,
  type NewSlotsValues,
} from './plan.rule';

const zones = Intl.supportedValuesOf('timeZone');
/** The name of a weekday (1 is Monday), taken from January 2024, whose first day was a Monday. */
const weekdayName = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  );

interface Props {
  sessionId: string;
  isVideo: boolean;
  /** The study's place. */
  place: string | null;
  onClose: () => void;
}

/** Adds slots from a weekly pattern, or a single one. */
export function NewSlotsDialog({ sessionId, isVideo, place, onClose }: Props) {
  useFocusReturn();
  const { t, i18n } = useTranslation(['slots', 'common', 'dates']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const [plan, setPlan] = useState<NewSlotsValues>(() =>
    emptyNewSlotsValues(browserZone(), isVideo ? '' : (place ?? '')),
  );
  const [added, setAdded] = useState<AddedSlots | null>(null);
  const add = useMutation({
    ...mutation(addSlots),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: [listSlots.path] });
      if (answer.skipped.length + answer.twice.length > 0) return setAdded(answer);
      showMessage(t('slots:new.added', { count: answer.added }), { type: 'success' });
      onClose();
    },
  });
  const set = (change: Partial<NewSlotsValues>) => setPlan({ ...plan, ...change });
  const failed = add.error instanceof ApiError ? add.error.fields : [];
  const codeAt = (...paths: string[]) =>
    failed.find(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}.`)))
      ?.code;
  const errorAt = (...paths: string[]) => fieldErrorText(common, codeAt(...paths));
  const start = slotStartFault(plan, codeAt('starts'));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    add.mutate({ params: { id: sessionId }, body: newSlotsBodyOf(plan, isVideo) });
  };
  const number = (
    name: 'duration_minutes' | 'gap_minutes' | 'seats' | 'reserve_seats',
    min = 0,
  ) => ({
    value: plan[name],
    onChange: (value: string | number) => set({ [name]: value === '' ? min : Number(value) }),
    min,
    allowDecimal: false,
    clampBehavior: 'none' as const,
    error: errorAt(name),
    flex: '1 1 9rem',
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('slots:new.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {added ? (
        <AddedSlotsNotice added={added} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <SegmentedControl
              value={plan.kind}
              onChange={(kind) => set({ kind })}
              data={[
                { value: 'weekly', label: t('slots:new.weekly') },
                { value: 'one', label: t('slots:new.one') },
              ]}
              aria-label={t('slots:new.how')}
            />
            {plan.kind === 'one' ? (
              <Group align="flex-start" gap="md">
                <DayField
                  label={t('slots:people.day')}
                  value={plan.day}
                  onChange={(day) => set({ day })}
                  min={localDay()}
                  error={fieldErrorText(common, start.day)}
                />
                <TimeField
                  label={t('slots:new.starts')}
                  value={plan.begin}
                  onChange={(begin) => set({ begin })}
                  error={fieldErrorText(common, start.begin)}
                />
              </Group>
            ) : (
              <>
                <Group align="flex-start" gap="md">
                  {(['from', 'to'] as const).map((name) => (
                    <DayField
                      key={name}
                      label={t(`slots:new.day_${name}`)}
                      value={plan[name]}
                      onChange={(day) => set({ [name]: day })}
                      min={localDay()}
                      error={errorAt(name)}
                      isFirst={name === 'from'}
                    />
                  ))}
                </Group>
                <Input.Wrapper label={t('slots:new.weekdays')} error={errorAt('weekdays')}>
                  <Chip.Group
                    multiple
                    value={plan.weekdays.map(String)}
                    onChange={(days) => set({ weekdays: days.map(Number).sort() })}
                  >
                    <Group gap="xs" mt={4} role="group" aria-label={t('slots:new.weekdays')}>
                      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                        <Chip key={day} value={String(day)}>
                          {weekdayName(day, i18n.language)}
                        </Chip>
                      ))}
                    </Group>
                  </Chip.Group>
                </Input.Wrapper>
                <Group align="flex-start" gap="md">
                  {(['begin', 'end'] as const).map((name) => (
                    <TimeField
                      key={name}
                      label={t(`slots:new.${name}`)}
                      description={
                        name === 'end' && plan.end !== '' && plan.end <= plan.begin
                          ? t('slots:new.next_day')
                          : undefined
                      }
                      value={plan[name]}
                      onChange={(time) => set({ [name]: time })}
                      error={errorAt(name === 'begin' ? 'times.0.from' : 'times.0.to')}
                    />
                  ))}
                  <NumberInput
                    label={t('slots:new.gap')}
                    step={slotGridMinutes}
                    {...number('gap_minutes')}
                  />
                </Group>
              </>
            )}
            <Group align="flex-start" gap="md">
              <NumberInput
                label={t('slots:new.duration')}
                step={slotGridMinutes}
                max={slotsLimits.slotMinutes}
                {...number('duration_minutes', slotGridMinutes)}
              />
              <NumberInput label={t('slots:new.seats')} {...number('seats', 1)} />
              <NumberInput label={t('slots:new.reserves')} {...number('reserve_seats')} />
            </Group>
            <LazySelect
              label={t('slots:new.zone')}
              description={t('slots:new.zone_hint')}
              value={plan.zone}
              onChange={(zone) => zone && set({ zone })}
              data={zones.includes(plan.zone) ? zones : [plan.zone, ...zones]}
              error={errorAt('zone')}
            />
            <TextInput
              type={isVideo ? 'url' : 'text'}
              label={t(isVideo ? 'slots:new.link' : 'slots:new.place')}
              description={t(isVideo ? 'slots:new.link_hint' : 'slots:new.place_hint')}
              placeholder={isVideo ? 'https://' : undefined}
              maxLength={isVideo ? 2000 : limits.title}
              value={plan.where}
              onChange={({ currentTarget }) => set({ where: currentTarget.value })}
              error={errorAt('link', 'place')}
            />
            <ErrorNotice error={add.error} />
            <FormButtons onCancel={onClose} isBusy={add.isPending} submit={t('slots:page.add')} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
  description?: string | undefined;
  error?: string | undefined;
}
function TimeField({ onChange, ...input }: TimeFieldProps) {
  return (
    <TextInput
      {...input}
      type="time"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      step={slotGridMinutes * 60}
      flex="1 1 9rem"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
