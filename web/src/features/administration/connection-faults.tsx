import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SamlConnection } from '../../../../contracts/authentication/saml';
import { TimeText } from '../../ui/when';

/**
 * Shows why the server refused sign-ins of a connection: each reason with the number of sign-ins
 * and the request id of the last sign-in, by which an operator finds it in the log.
 */
export function SsoConnectionFaults({ faults }: Pick<SamlConnection, 'faults'>) {
  const { t, i18n } = useTranslation('administration');
  if (faults.length === 0) return null;
  return (
    <>
      <dt>{t('sso.faults.title')}</dt>
      <dd>
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {faults.map(({ code, count, last_at, last_request_id }) => (
            <li key={code}>
              <Text size="sm">
                {i18n.exists(`sso.test.${code}`, { ns: 'administration' })
                  ? t(`sso.test.${code}`)
                  : t('sso.test.failed')}
              </Text>
              <Text size="xs" c="dimmed">
                {t('sso.faults.count', { count })} · <TimeText at={last_at} relative />
              </Text>
              <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {code} · {t('sso.faults.request', { id: last_request_id })}
              </Text>
            </li>
          ))}
        </Stack>
      </dd>
    </>
  );
}
