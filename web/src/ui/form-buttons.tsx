import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  onCancel: () => void;
  isBusy: boolean;
  /** The label of the button that submits the form; by default "Save changes". */
  submit?: string;
}

/** The buttons at the end of a form in a dialog: one that cancels, and one that submits. */
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
