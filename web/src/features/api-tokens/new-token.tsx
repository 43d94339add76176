import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A token, shown once: the server tells it never again. */
export function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('api-tokens');
  return (
    <Alert title={t('secret.title')} role="status">
      <Stack gap="sm">
        <Text size="sm">{t('secret.text')}</Text>
        <Group gap="sm">
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {token}
          </Code>
          <CopyButton value={token} timeout={2000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'secret.copied' : 'secret.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}
