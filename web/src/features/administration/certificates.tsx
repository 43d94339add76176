import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconCertificate } from '../../ui/icons/certificate';
import { IconCertificateOff } from '../../ui/icons/certificate-off';
import { useTranslation } from 'react-i18next';
import type { SamlConnection } from '../../../../contracts/authentication/saml';
import { TimeText } from '../../ui/when';
import { serverNow } from '../../lib/http/server-clock';

const warnDays = 30;
/**
 * Returns the state of a certificate. Single sign-on stops when the certificate expires, so the
 * state is `soon` from a month before.
 */
export function certificateState(
  notAfter: string,
  now = serverNow(),
): 'valid' | 'soon' | 'expired' {
  const left = Date.parse(notAfter) - now;
  return left <= 0 ? 'expired' : left < warnDays * 86_400_000 ? 'soon' : 'valid';
}
const looks = {
  valid: { Icon: IconCertificate, color: 'var(--mantine-color-dimmed)' },
  soon: {
    Icon: IconAlertTriangle,
    color: 'light-dark(var(--mantine-color-orange-8), var(--mantine-color-orange-4))',
  },
  expired: { Icon: IconCertificateOff, color: 'var(--mantine-color-error)' },
};

export function Certificates({ certificates }: Pick<SamlConnection, 'certificates'>) {
  const { t } = useTranslation('administration');
  return (
    <Stack gap={8}>
      {certificates.map(({ subject, sha256_fingerprint, not_after }) => {
        const state = certificateState(not_after);
        const { Icon, color } = looks[state];
        return (
          <Group key={sha256_fingerprint} gap={8} wrap="nowrap" align="flex-start">
            <Icon
              size={18}
              stroke={1.8}
              color={color}
              aria-hidden
              style={{ flex: 'none', marginTop: 1 }}
            />
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={state === 'valid' ? undefined : 600}>
                {t(`sso.certificate.${state}`)}{' '}
                <TimeText at={not_after} relative={state !== 'valid'} />
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {subject}
              </Text>
              <Text
                size="xs"
                c="dimmed"
                ff="monospace"
                title={sha256_fingerprint}
                style={{ overflowWrap: 'anywhere' }}
              >
                SHA-256 {sha256_fingerprint}
              </Text>
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}
