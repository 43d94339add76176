import { Alert, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/http/api';
import { AppLink } from '../../ui/app-link';
import { IconSchool } from '../../ui/icons/school';

/**
 * The codes with which the server refuses to launch or submit a study of a class. For each: the
 * part of the study's editor in which the author can remove the reason; null if there is none.
 */
const ways = {
  review_needed: 'review',
  version_changed: 'review',
  consent_missing: 'review',
  sandbox_only: 'runs',
  classroom_closed: null,
} as const;
type Code = keyof typeof ways;

/** The code of a refusal that `ClassStudyRefusal` explains; null for other errors. */
export const classStudyRefusalOf = (error: unknown): Code | null =>
  error instanceof ApiError && error.code in ways ? (error.code as Code) : null;

/** Explains why a study of a class cannot be launched or submitted, and what to do. */
export function ClassStudyRefusal({
  code,
  studyId,
  onLeave,
}: {
  code: Code;
  studyId: string;
  /** Called when the person follows the link into the study's editor. */
  onLeave?: () => void;
}) {
  const { t } = useTranslation('sessions');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [code]);
  const way = ways[code];
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="orange"
      icon={<IconSchool aria-hidden />}
      title={t(`class.refused.${code}`)}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`class.refused_text.${code}`)}</Text>
        {way && (
          <AppLink to={`/experiments/details/${studyId}?tab=${way}`} size="sm" onClick={onLeave}>
            {t(`class.to.${way}`)}
          </AppLink>
        )}
      </Stack>
    </Alert>
  );
}
