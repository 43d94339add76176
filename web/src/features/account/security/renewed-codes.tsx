import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from './recovery-codes';

/**
 * The dialog with new recovery codes. It closes only when the person confirms having saved them,
 * since they are never shown again.
 */
export function RenewedCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('security');
  return (
    <Modal
      opened
      onClose={onKept}
      title={t('recovery.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <RecoveryCodes codes={codes} onKept={onKept} />
    </Modal>
  );
}
