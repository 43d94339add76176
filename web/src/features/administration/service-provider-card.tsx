import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ServiceProvider } from '../../../../contracts/authentication/saml';
import { ValueToCopy } from '../../ui/value-to-copy';

function Line({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('administration');
  return (
    <ValueToCopy
      name={name}
      value={value}
      copy={t('sso.copy', { name })}
      copied={t('sso.copied', { name })}
    />
  );
}

/**
 * Shows the values that identify this installation. An organization's administrator must enter
 * these values at the identity provider of the organization.
 */
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
