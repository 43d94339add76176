import { List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClassReview } from '../../../../../../contracts/teaching/class-studies';
import { changedFiles, changedParts } from './changed-parts.rule';

/** The highest number of paths that are listed. */
const mostFiles = 20;

/**
 * Shows what has changed since the approval or, if the study is not approved, since the submission.
 */
export function ChangesSinceApproval({ review }: { review: ClassReview }) {
  const { t } = useTranslation('class-building');
  const { approved, submitted, present } = review;
  const before = review.state === 'changed' ? approved : submitted;
  if (!before || before.digest === present.digest) return null;
  const parts = changedParts(before.content, present.content);
  const files = changedFiles(before.content, present.content);
  const title = t(before === approved ? 'changes.since_approval' : 'changes.since_submission');
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {parts.length === 0 ? (
        <Text size="sm">{t('changes.other')}</Text>
      ) : (
        <List size="sm" spacing={4}>
          {parts.map((part) => (
            <List.Item key={part}>
              {t(`part.${part}`)}
              {part === 'files' && (
                <List size="sm" listStyleType="none">
                  {files.slice(0, mostFiles).map((path) => (
                    <List.Item key={path} style={{ overflowWrap: 'anywhere' }}>
                      {path}
                    </List.Item>
                  ))}
                  {files.length > mostFiles && (
                    <List.Item>{t('changes.more', { count: files.length - mostFiles })}</List.Item>
                  )}
                </List>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
