import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  onCancel: () => void;
  isBusy: boolean;
  /** What the form does; saves changes, where absent. */
  submit?: string;
}

/** The end of a form in a dialog: leave it, or send it. */
export function FormButtons({ onCancel, isBusy, submit }: Props) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit ?? t('action.save')}
      </Button>
    </Group>
  );
}
