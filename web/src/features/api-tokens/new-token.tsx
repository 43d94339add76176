import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows a new token. The server never returns it again. */
export function NewTokenSecret({ token }: { token: string }) {
  const { t } = useTranslation('api-tokens');
  const copyButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  // This notice has replaced the form, which had the focus, so the copy button takes the focus.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <Alert title={t('secret.title')} role="status">
      <Stack gap="sm">
        <Text size="sm" id={id}>
          {t('secret.text')}
        </Text>
        <Group gap="sm">
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {token}
          </Code>
          <CopyButton value={token} timeout={2000}>
            {({ copied, copy }) => (
              <Button ref={copyButton} variant="default" onClick={copy} aria-describedby={id}>
                {t(copied ? 'secret.copied' : 'secret.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}
