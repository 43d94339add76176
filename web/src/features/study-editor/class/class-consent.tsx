import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readConsent } from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { useClassroom } from '../../../domain/class-building/use-classroom';
import { ConsentText } from '../../../domain/consents/consent-text';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingText } from '../../../ui/loading/loading';
import { MarkdownText } from '../../../ui/reading/markdown';
import { PartComments } from './review/part-comments';

/**
 * Shows the consent form of a class's study, read-only. It is the version that the last submission
 * for review published. Before the first submission, it is the form of the class, which the
 * submission will publish.
 */
export function ClassConsent({ study, classroomId }: { study: Study; classroomId: string }) {
  const { t } = useTranslation('class-building');
  const classroom = useClassroom(classroomId);
  const params = { id: study._id };
  const inForce = useQuery({
    ...query(readConsent, { params }),
    enabled: study.consent !== null,
  });
  const text = classroom.data?.consent_in_force ?? null;
  const asked = study.consent === null ? classroom : inForce;
  return (
    <Stack gap="md" maw="44rem">
      <PartComments study={study} parts="consent" />
      <div>
        <Title order={2} size="h3">
          {t('consent.title')}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t(study.consent === null ? 'consent.comes' : 'consent.in_force')}
        </Text>
      </div>
      <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
      {asked.isPending && !asked.error && <LoadingText widths={[90, 96, 84, 60]} />}
      {inForce.data && <ConsentText consent={inForce.data} />}
      {study.consent === null &&
        classroom.data &&
        (text === null ? (
          <Text size="sm">{t('consent.none')}</Text>
        ) : (
          <MarkdownText>{text}</MarkdownText>
        ))}
    </Stack>
  );
}
