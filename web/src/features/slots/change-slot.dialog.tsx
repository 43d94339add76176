import { Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { changeSlot, listSlots, type Slot } from '../../../../contracts/slots/slots';
import { slotDayAndHoursText } from '../../domain/slots/slot-time';
import { fieldErrorText } from '../../lib/form-fields';
import { ApiError, mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';

interface Props {
  slot: Slot;
  isVideo: boolean;
  onClose: () => void;
}

/** The dialog that changes a slot's place and seats; the time of a slot never changes. */
export function ChangeSlotDialog({ slot, isVideo, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['slots', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const [where, setWhere] = useState((isVideo ? slot.link : slot.place) ?? '');
  const [seats, setSeats] = useState<number | string>(slot.seats);
  const [reserves, setReserves] = useState<number | string>(slot.reserve_seats);
  const change = useMutation({
    ...mutation(changeSlot),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [listSlots.path] });
      showMessage(t('slots:change.done'), { type: 'success' });
      onClose();
    },
  });
  const faults = change.error instanceof ApiError ? change.error.fields : [];
  const errorAt = (path: string) =>
    fieldErrorText(common, faults.find((fault) => fault.path === path)?.code);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const at = where.trim() === '' ? null : where.trim();
    change.mutate({
      params: { id: slot._id },
      body: {
        ...(isVideo ? { link: at } : { place: at }),
        ...{ seats: Number(seats), reserve_seats: Number(reserves) },
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('slots:change.named', { time: slotDayAndHoursText(slot) })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('slots:change.time_stays')}</Text>
          <TextInput
            type={isVideo ? 'url' : 'text'}
            label={t(isVideo ? 'slots:new.link' : 'slots:new.place')}
            description={t(isVideo ? 'slots:new.link_hint' : 'slots:new.place_hint')}
            maxLength={isVideo ? 2000 : limits.title}
            value={where}
            onChange={({ currentTarget }) => setWhere(currentTarget.value)}
            error={errorAt(isVideo ? 'link' : 'place')}
            data-autofocus
          />
          <Group align="flex-start" gap="md">
            <NumberInput
              label={t('slots:change.seats')}
              value={seats}
              onChange={setSeats}
              min={1}
              allowDecimal={false}
              clampBehavior="none"
              error={errorAt('seats')}
              flex="1 1 9rem"
            />
            <NumberInput
              label={t('slots:change.reserves')}
              value={reserves}
              onChange={setReserves}
              min={0}
              allowDecimal={false}
              clampBehavior="none"
              error={errorAt('reserve_seats')}
              flex="1 1 9rem"
            />
          </Group>
          {slot.booked + slot.reserves > 0 && (
            <Text size="sm" c="dimmed">
              {t('slots:change.told', { count: slot.booked + slot.reserves })}
            </Text>
          )}
          <ErrorNotice error={change.error} />
          <FormButtons onCancel={onClose} isBusy={change.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
