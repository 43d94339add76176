import { Group } from '@mantine/core';
import { IconEye } from '../../ui/icons/eye';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../contracts/studies/studies';
import { LinkButton } from '../../ui/app-link';
import { formatAboutMinutes } from '../../ui/duration';
import { PayLine } from '../../ui/money';
import { StudyState } from '../../domain/studies/study-state';

/** The line below a study's title, for the researchers who run it. */
export function StudySummaryLine({ study }: { study: Study }) {
  const { t } = useTranslation('common');
  return (
    <Group gap="sm" component="span">
      <StudyState study={study} />
      {study.classroom_id === null ? (
        <PayLine reward={study.reward} minutes={study.duration_minutes} />
      ) : (
        formatAboutMinutes(t, study.duration_minutes)
      )}
    </Group>
  );
}

/** A link to the study as participants see it. */
export function PreviewLink({ study }: { study: Study }) {
  const { t } = useTranslation('studies');
  return (
    <LinkButton
      to={`/study/details/${study._id}`}
      variant="default"
      leftSection={<IconEye size={18} aria-hidden />}
    >
      {t('studies:editor.preview')}
    </LinkButton>
  );
}
