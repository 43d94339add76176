import { Button, Notification } from '@mantine/core';
import { IconAlertTriangle } from '../icons/alert-triangle';
import { IconCheck } from '../icons/check';
import { IconInfoCircle } from '../icons/info-circle';
import { IconX } from '../icons/x';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUi } from '../../lib/ui.store';
import { DockedPart } from '../room/docked';
import { StillWorking } from './still-working';

const looks = {
  info: { color: 'teal', icon: <IconInfoCircle size={18} aria-hidden /> },
  success: { color: 'teal', icon: <IconCheck size={18} aria-hidden /> },
  warning: { color: 'orange', icon: <IconAlertTriangle size={18} aria-hidden /> },
  error: { color: 'red', icon: <IconX size={18} aria-hidden /> },
};

/**
 * The transient popup message of docs/specification.md, 3; its live region is always mounted, so
 * that screen readers announce it.
 */
export function PopupMessage() {
  const { t } = useTranslation('common');
  const message = useUi((s) => s.message);
  const hide = useUi((s) => s.hideMessage);
  useEffect(() => {
    if (message?.autoHideMs == null) return undefined;
    const timer = setTimeout(hide, message.autoHideMs);
    return () => clearTimeout(timer);
  }, [message, hide]);
  return (
    <DockedPart to="message">
      <div role="status" aria-live="polite">
        <StillWorking />
        {message && (
          <Notification
            maw={440}
            mx={{ base: 'md', sm: 'auto' }}
            mb="md"
            withBorder
            // The region around the message announces it politely; only an error interrupts.
            role={message.type === 'error' ? 'alert' : 'none'}
            {...looks[message.type]}
            onClose={hide}
            closeButtonProps={{ 'aria-label': t('action.close') }}
          >
            {message.text}
            {message.action && (
              <Button
                variant="subtle"
                size="compact-md"
                ml="xs"
                onClick={() => {
                  hide();
                  message.action?.run();
                }}
              >
                {message.action.label}
              </Button>
            )}
          </Notification>
        )}
      </div>
    </DockedPart>
  );
}
