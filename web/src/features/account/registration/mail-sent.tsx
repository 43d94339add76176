import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountsLimits } from '../../../../../contracts/accounts/limits';
import { readPendingRegistration } from '../../../lib/pending-registration';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useHasElapsed } from '../../../ui/loading/after';
import { AccountPageLayout } from '../account-frame';
import { mailboxOf } from './mailboxes.rule';
import { readableEmail } from '../../../lib/intl/shown-email';

export interface VerificationRecipient {
  email: string;
  researcher: boolean;
}

/** The time after which the page assumes that the email may not have arrived. */
const missedAfterMs = 30_000;

/**
 * Asks a person who has signed up to open the mail. For half a minute no button stands out, since
 * the next step is in the mailbox. Then the page offers a button that sends the mail again.
 * @param onAgain sends the email again; absent if this page no longer knows the password
 */
export function VerificationMailNotice({
  email,
  researcher,
  onWrongAddress,
  onAgain,
}: VerificationRecipient & {
  onWrongAddress: () => void;
  onAgain?: (() => Promise<void>) | undefined;
}) {
  const { t } = useTranslation('account');
  const cameForStudy = readPendingRegistration()?.to.startsWith('/study/') === true;
  const mailbox = mailboxOf(email);
  const isMissed = useHasElapsed(missedAfterMs);
  return (
    <AccountPageLayout
      wide
      takesOver
      title={t('sent.title')}
      lead={t('sent.lead', { email: readableEmail(email) })}
    >
      <Stack gap="md">
        <Text>{t('sent.text', { hours: accountsLimits.verificationKeyHours })}</Text>
        <List type="ordered" spacing="xs">
          <List.Item>{t('sent.open')}</List.Item>
          <List.Item>{t('sent.sign_in')}</List.Item>
          <List.Item>
            {t(researcher ? 'sent.affiliation' : cameForStudy ? 'sent.study' : 'sent.choose')}
          </List.Item>
        </List>
        {mailbox && (
          <Group>
            <Button
              component="a"
              href={mailbox.url}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
            >
              {t('sent.mailbox', { name: mailbox.name })}
            </Button>
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t(onAgain ? 'sent.nothing' : 'sent.nothing_known')}
        </Text>
        {/* Reserves the button's height, so that nothing moves when it appears. */}
        {onAgain && (
          <div style={{ minHeight: 44 }}>{isMissed && <SendAgain onAgain={onAgain} />}</div>
        )}
        <Group gap="lg">
          <Anchor component="button" type="button" size="sm" onClick={onWrongAddress}>
            {t('sent.wrong_address')}
          </Anchor>
          <AppLink to="/signin" size="sm">
            {t('sent.action')}
          </AppLink>
        </Group>
      </Stack>
    </AccountPageLayout>
  );
}

function SendAgain({ onAgain }: { onAgain: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready');
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setState('busy');
    setError(null);
    try {
      await onAgain();
      setState('sent');
    } catch (problem) {
      setError(problem);
      setState('ready');
    }
  };
  return (
    <Stack gap="sm">
      <ErrorNotice error={error} />
      {state === 'sent' ? (
        <Text role="status" fw={600}>
          {t('sent.sent_again')}
        </Text>
      ) : (
        <Group>
          <Button onClick={() => void send()} loading={state === 'busy'}>
            {t('sent.again')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
