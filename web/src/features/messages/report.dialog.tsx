import { Blockquote, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesLimits } from '../../../../contracts/messages/limits';
import type { Message } from '../../../../contracts/messages/messages';
import { fieldErrorText } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';

interface Props {
  message: Message;
  onReport: (message: string, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why a message is reported to the administrators, and says what they will see. */
export function ReportDialog({ message, onReport, onClose }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['messages', 'common']);
  const { t: common } = useTranslation('common');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const report = useMutation({
    mutationFn: () => onReport(message._id, reason),
    onSuccess: () => {
      showMessage(t('messages:report.done'), { type: 'success' });
      onClose();
    },
  });
  const missing = asked && reason.trim() === '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messages:report.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (reason.trim() !== '') report.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('messages:report.text')}</Text>
          <Blockquote p="sm" color="gray" style={{ overflowWrap: 'anywhere' }}>
            {message.text.length > 300 ? `${message.text.slice(0, 300)} …` : message.text}
          </Blockquote>
          <Textarea
            label={t('messages:report.reason')}
            autosize
            minRows={3}
            maxLength={messagesLimits.messageReport}
            data-autofocus
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={missing && fieldErrorText(common, 'required')}
          />
          <ErrorNotice error={report.error} />
          <FormButtons
            onCancel={onClose}
            isBusy={report.isPending}
            submit={t('messages:report.send')}
          />
        </Stack>
      </form>
    </Modal>
  );
}
