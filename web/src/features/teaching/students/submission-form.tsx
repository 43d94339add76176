import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Assignment,
  listAssignments,
  submitAssignment,
} from '../../../../../contracts/teaching/assignments';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { fieldErrorText } from '../../../lib/form-fields';
import { ApiError, call } from '../../../lib/http/api';
import { uploadFile } from '../../../lib/http/upload';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconEyeOff } from '../../../ui/icons/eye-off';
import { PdfField } from './pdf-field';
import { useSubmissionDraft } from './use-draft';

type As = 'text' | 'pdf';
/** When fewer characters than this are left, the page shows their number. */
const nearLimit = 1_000;

interface Props {
  assignment: Assignment;
  accountId: string;
  onDone: () => void;
}

/**
 * The form with which a student hands in an alternative (an assignment instead of a study): a text,
 * whose draft the browser stores, or a PDF.
 */
export function SubmissionForm({ assignment, accountId, onDone }: Props) {
  const { t } = useTranslation(['credits', 'common']);
  const client = useQueryClient();
  const { submission } = assignment;
  const draft = useSubmissionDraft(accountId, assignment._id, submission?.text ?? '');
  const [as, setAs] = useState<As>(submission?.has_pdf && !draft.isKept ? 'pdf' : 'text');
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const handIn = useMutation({
    mutationFn: async () => {
      const params = { id: assignment._id };
      if (as === 'pdf' && file) await uploadFile(submitAssignment, { params, file }, setPart);
      else await call(submitAssignment, { params, body: { text: draft.text } });
    },
    onSuccess: () => {
      draft.forget();
      showMessage(t('credits:submission.done'), { type: 'success' });
    },
    // Fetches the assignment again after a refusal, too: an instructor may have accepted the
    // submission in the meantime.
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: [listAssignments.path] });
      if (!error) onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacks = as === 'pdf' ? !file : draft.text.trim() === '';
    setMissing(lacks);
    if (lacks) {
      if (as === 'text') field.current?.focus();
      return;
    }
    setPart(0);
    handIn.mutate();
  };
  const wrong =
    handIn.error instanceof ApiError
      ? fieldErrorText(t, handIn.error.fields.find(({ path }) => path === 'text')?.code)
      : undefined;
  const left = teachingLimits.submissionText - draft.text.length;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Alert
          role="note"
          icon={<IconEyeOff aria-hidden />}
          title={t('credits:blind.title')}
          className="measure"
        >
          {t('credits:blind.text')}
        </Alert>
        <Radio.Group
          label={t('credits:form.as')}
          value={as}
          onChange={(next) => {
            setAs(next);
            setMissing(false);
          }}
        >
          <Group gap="lg" mt={6}>
            <Radio value="text" size="md" label={t('credits:form.text')} />
            <Radio value="pdf" size="md" label={t('credits:form.pdf')} />
          </Group>
        </Radio.Group>
        {as === 'text' ? (
          <Textarea
            ref={field}
            label={t('credits:form.your_text')}
            description={t(draft.isKept ? 'credits:form.kept' : 'credits:form.is_kept')}
            autosize
            minRows={10}
            maxRows={30}
            maxLength={teachingLimits.submissionText}
            value={draft.text}
            onChange={({ currentTarget }) => {
              draft.change(currentTarget.value);
              setMissing(false);
            }}
            error={isMissing ? t('common:field.required') : wrong}
          />
        ) : (
          <PdfField
            file={file}
            onChange={(next) => {
              setFile(next);
              setMissing(false);
              handIn.reset();
            }}
            isMissing={isMissing}
            part={handIn.isPending ? part : null}
          />
        )}
        {!wrong && <ErrorNotice error={handIn.error} kept={t('common:error.kept')} />}
        <Group justify="space-between" gap="sm">
          <Button type="submit" loading={handIn.isPending}>
            {t(submission ? 'credits:form.again' : 'credits:form.hand_in')}
          </Button>
          <Text size="sm" c="dimmed" className="numbers">
            {as === 'text' && left < nearLimit && t('credits:form.left', { count: left })}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
