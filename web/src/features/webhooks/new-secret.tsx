import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VerbatimText } from './verbatim';

/** A new secret. It is shown once; the server never returns it again. */
export function NewSecret({ secret }: { secret: string }) {
  const { t } = useTranslation('webhooks');
  return (
    <Alert title={t('secret.title')} role="status">
      <Stack gap="sm">
        <Text size="sm">{t('secret.text')}</Text>
        <Group gap="sm">
          <VerbatimText>{secret}</VerbatimText>
          <CopyButton value={secret} timeout={2000}>
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
