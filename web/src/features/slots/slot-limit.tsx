import { Button, Group, NumberInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listSlots, setSlotChangeDeadline } from '../../../../contracts/slots/slots';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';

/**
 * The field for the booking limit: a number of hours before the start of a slot. After this limit,
 * participants can no longer book, move or cancel the slot.
 */
export function BookingLimitField({ sessionId, hours }: { sessionId: string; hours: number }) {
  const { t } = useTranslation(['slots', 'common']);
  const client = useQueryClient();
  const [typed, setTyped] = useState<number | null>(null);
  const set = useMutation({
    ...mutation(setSlotChangeDeadline),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [listSlots.path] });
      setTyped(null);
      showMessage(t('slots:limit.saved'), { type: 'success' });
    },
  });
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    if (typed !== null)
      set.mutate({ params: { id: sessionId }, body: { change_until_hours: typed } });
  };
  return (
    <form onSubmit={save} data-no-print>
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={t('slots:limit.label')}
          description={t('slots:limit.hint')}
          value={typed ?? hours}
          onChange={(value) => setTyped(value === '' ? null : Number(value))}
          min={0}
          max={336}
          allowDecimal={false}
          maw="22rem"
        />
        <Button
          type="submit"
          variant="default"
          disabled={typed === null || typed === hours}
          loading={set.isPending}
        >
          {t('common:action.save')}
        </Button>
      </Group>
      <ErrorNotice error={set.error} />
    </form>
  );
}
