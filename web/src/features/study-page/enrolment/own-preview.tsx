import { Button, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '../../../ui/icons/external-link';
import { IconEye } from '../../../ui/icons/eye';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../contracts/studies/studies';
import { LinkButton } from '../../../ui/app-link';
import { sampleLink } from '../../../domain/studies/sample-link';

/** A link to the preview of a study, for the people who work on it and cannot take part in it. */
export function OwnStudyPreviewLink({ study, form }: { study: Study; form: string }) {
  const { t } = useTranslation('studies');
  const outside =
    study.runtime?.kind === 'external' ? sampleLink(study.runtime.url, study.runtime.names) : null;
  return (
    <Stack gap="sm" data-no-print>
      <Text size="sm">{t('preview.text')}</Text>
      {study.consent && (
        <LinkButton
          to={form}
          variant="default"
          fullWidth
          leftSection={<IconEye size={18} aria-hidden />}
        >
          {t('preview.consent')}
        </LinkButton>
      )}
      {outside && (
        <Button
          component="a"
          href={outside}
          target="_blank"
          rel="noopener"
          variant="default"
          fullWidth
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('preview.study')}
        </Button>
      )}
    </Stack>
  );
}
