import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentSubmission } from '../../../../../contracts/teaching/assignments';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconFileTypePdf } from '../../../ui/icons/file-type-pdf';
import { saveSubmission } from './save-submission';

/** What the student handed in: the text, or a button that saves the PDF. */
export function SubmittedContent({
  submission: { _id, text, has_pdf },
}: {
  submission: StudentSubmission;
}) {
  const { t } = useTranslation('credits');
  const save = useMutation({ mutationFn: () => saveSubmission(_id) });
  if (has_pdf)
    return (
      <Stack gap="sm">
        <Group>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('submission.save_pdf')}
          </Button>
        </Group>
        <ErrorNotice error={save.error} />
      </Stack>
    );
  return (
    <Text className="measure" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}
