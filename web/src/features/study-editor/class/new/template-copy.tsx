import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { copyStudy } from '../../../../../../contracts/studies/own-studies';
import { listStudies } from '../../../../../../contracts/studies/studies';
import type { Template } from '../../../../../../contracts/teaching/templates';
import { call } from '../../../../lib/http/api';
import { newIdempotencyKey } from '../../../../lib/http/new-key';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { FormButtons } from '../../../../ui/form-buttons';
import { MarkdownText } from '../../../../ui/reading/markdown';

/**
 * Creates a class's study as a copy of a template, with its texts, files and descriptions of
 * variables.
 */
export function TemplateCopy({
  template,
  classroomId,
}: {
  template: Template;
  classroomId: string;
}) {
  const { t } = useTranslation('class-building');
  const navigate = useNavigate();
  const client = useQueryClient();
  // The idempotency key stays the same until the copy exists, so that a retry after a lost answer
  // finds the copy instead of making another.
  const key = useRef<string | null>(null);
  const copy = useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      return call(
        copyStudy,
        { params: { id: template.study_id }, query: { template: 'true', classroom: classroomId } },
        { headers: { 'idempotency-key': key.current } },
      );
    },
    onSuccess: async (made) => {
      key.current = null;
      await client.invalidateQueries({ queryKey: [listStudies.path] });
      void navigate(`/experiments/details/${made._id}`, { replace: true });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        copy.mutate();
      }}
    >
      <Stack gap="md">
        <MarkdownText>{template.description}</MarkdownText>
        <Text size="sm">{t('new.copied')}</Text>
        {template.pooled && <Text size="sm">{t('new.pooled_text')}</Text>}
        <ErrorNotice error={copy.error} />
        <FormButtons
          onCancel={() => void navigate('/experiments')}
          isBusy={copy.isPending}
          submit={t('new.from_template')}
        />
      </Stack>
    </form>
  );
}
