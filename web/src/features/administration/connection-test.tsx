import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { useTranslation } from 'react-i18next';
import type { SamlConnection } from '../../../../contracts/authentication/saml';
import { TimeText } from '../../ui/when';

type Test = NonNullable<SamlConnection['last_test']>;
interface Props {
  test: Test | null;
  /** Which settings were tested: those in force, or those of the change that waits for approval. */
  of: 'force' | 'waiting';
  /** Whether new certificates, which this test did not use, wait for approval. */
  othersWait?: boolean;
  just?: boolean;
}

/** Returns the translation key below `sso.test.`: the test's code, or one for a special case. */
function wordsOf({ code, detail }: Test, { of, othersWait }: Props): string {
  if (code === 'unknown_encryption' && detail?.endsWith('-cbc') === true)
    return 'unknown_encryption_cbc';
  if (code === 'wrong_signature' && of === 'waiting') return 'wrong_signature_tried';
  return code === 'wrong_signature' && othersWait === true ? 'wrong_signature_waiting' : code;
}

/** Shows the result of a test: what was tested, when, and what to do. */
export function SsoTestResult(props: Props) {
  const { t, i18n } = useTranslation('administration');
  const { test, of, just = false } = props;
  if (!test)
    return (
      <Text size="sm">{t(of === 'waiting' ? 'sso.waiting.never_tested' : 'sso.never_tested')}</Text>
    );
  const said = wordsOf(test, props);
  const words = test.ok
    ? t('sso.test.worked')
    : i18n.exists(`sso.test.${said}`, { ns: 'administration' })
      ? t(`sso.test.${said}`)
      : t('sso.test.failed');
  const isOneOfTwo = of === 'waiting' || props.othersWait === true;
  const told = (
    <>
      {words} {isOneOfTwo && t(`sso.test.of_${of}`)}
      {test.detail && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {test.ok ? t('sso.test.attributes', { names: test.detail }) : test.detail}
        </Text>
      )}
      {!test.ok && (
        <Text size="xs" c="dimmed" ff="monospace">
          {test.code}
        </Text>
      )}
    </>
  );
  const ending = of === 'waiting' ? ('_waiting' as const) : ('' as const);
  if (just)
    return (
      <Alert
        role="status"
        color={test.ok ? 'teal' : 'red'}
        icon={test.ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={t(test.ok ? `sso.test.title_ok${ending}` : `sso.test.title_failed${ending}`)}
      >
        {told}
      </Alert>
    );
  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      {test.ok ? (
        <IconCircleCheck size={18} color="var(--lab-accent)" aria-hidden style={{ flex: 'none' }} />
      ) : (
        <IconAlertTriangle
          size={18}
          color="var(--mantine-color-error)"
          aria-hidden
          style={{ flex: 'none' }}
        />
      )}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" component="div">
          {told}
        </Text>
        <Text size="xs" c="dimmed">
          <TimeText at={test.at} relative />
        </Text>
      </div>
    </Group>
  );
}
