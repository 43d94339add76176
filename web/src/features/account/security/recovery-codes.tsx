import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconCheck } from '../../../ui/icons/check';
import { IconCopy } from '../../../ui/icons/copy';
import { IconDownload } from '../../../ui/icons/download';
import { IconPrinter } from '../../../ui/icons/printer';
import { useTranslation } from 'react-i18next';
import classes from './security.module.css';

function download(name: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * Shows the recovery codes once. A person who loses the phone can sign in with one of the codes.
 */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('security');
  const content = [t('recovery.file', { site: location.host }), '', ...codes, ''].join('\n');
  return (
    <Stack gap="md" data-print-alone>
      <Text className={classes.printed} fw={600}>
        {t('recovery.file', { site: location.host })}
      </Text>
      <Text data-no-print>{t('recovery.lead')}</Text>
      <ul className={classes.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} data-no-print>
        {t('recovery.once')}
      </Alert>
      <Group gap="xs" data-no-print>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
              }
              onClick={copy}
            >
              {t(copied ? 'recovery.copied' : 'recovery.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download('commonlab-recovery-codes.txt', content)}
        >
          {t('recovery.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('recovery.print')}
        </Button>
      </Group>
      <div className={classes.kept} data-no-print>
        <Button fullWidth onClick={onKept}>
          {t('recovery.kept')}
        </Button>
      </div>
    </Stack>
  );
}
