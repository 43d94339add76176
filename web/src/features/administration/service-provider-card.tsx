import {
  ActionIcon,
  Anchor,
  Card,
  Code,
  CopyButton,
  Group,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ServiceProvider } from '../../../../contracts/saml';

function Line({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('administration');
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" px={8} py={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {value}
        </Code>
        <CopyButton value={value} timeout={2000}>
          {({ copied, copy }) => (
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={t(copied ? 'sso.copied' : 'sso.copy', { name })}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}

/** The values that the administrator of the identity provider needs. */
export function ServiceProviderCard({
  provider: { entity_id, acs_url, metadata_url },
}: {
  provider: z.output<typeof ServiceProvider>;
}) {
  const { t } = useTranslation('administration');
  return (
    <Card component="section" aria-labelledby="service-provider">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h3" id="service-provider">
            {t('sso.provider.title')}
          </Title>
          <Text size="sm" c="dimmed" className="measure">
            {t('sso.provider.text')}
          </Text>
        </div>
        <Line name={t('sso.provider.entity_id')} value={entity_id} />
        <Line name={t('sso.provider.acs')} value={acs_url} />
        <Text size="sm">
          <Anchor href={metadata_url} target="_blank" rel="noopener noreferrer">
            {t('sso.provider.metadata')}
          </Anchor>
        </Text>
      </Stack>
    </Card>
  );
}
