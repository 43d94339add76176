import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { joinClassroom, type JoinPreview } from '../../../../../contracts/teaching/joining';
import { readOwnCredits } from '../../../../../contracts/teaching/credits';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { formatCredits } from '../../../domain/credits/format-credits';
import type { User } from '../../../lib/auth/user';
import { fieldErrorText } from '../../../lib/form-fields';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { formatList } from '../../../lib/intl/format';
import { readableEmail } from '../../../lib/intl/shown-email';
import { showMessage } from '../../../lib/ui.store';
import { LinkButton } from '../../../ui/app-link';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconEye } from '../../../ui/icons/eye';
import { Page } from '../../../ui/page';
import { FactList } from '../facts';

/** What the student joins: the classroom, who teaches it, and what its course requires. */
function AboutClassroom({ preview: { instructors, course } }: { preview: JoinPreview }) {
  const { t } = useTranslation('join');
  const asks = course !== null && course.required_credits > 0 ? course : null;
  return (
    <FactList
      facts={[
        [
          t('facts.instructors', { count: instructors.length }),
          instructors.length > 0 ? formatList(instructors) : null,
        ],
        [
          t('facts.course'),
          course &&
            [course.title, course.code, course.term, course.organization]
              .filter(Boolean)
              .join(' · '),
        ],
        [
          t('facts.credits'),
          asks &&
            t('facts.required', {
              credits: formatCredits(asks.required_credits),
              hourly: formatCredits(asks.credits_per_hour),
            }),
        ],
        [t('facts.deadline'), asks && <TimeWithZone at={asks.deadline} />],
      ]}
    />
  );
}

interface Props {
  code: string;
  preview: JoinPreview;
  user: User;
}

/** Shows the classroom to which a code belongs, what joining means, and the button to join. */
export function JoinForm({ code, preview, user }: Props) {
  const { t } = useTranslation(['join', 'common']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const isStudent = preview.role === 'student';
  const join = useMutation({
    ...mutation(joinClassroom),
    onSuccess: async ({ _id, title }) => {
      await Promise.all(
        [listClassrooms, readOwnCredits].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      );
      showMessage(t('join:done', { title }), { type: 'success', autoHideMs: 5000 });
      void navigate(isStudent ? '/home' : `/classrooms/${_id}`);
    },
  });
  if (preview.classroom_id !== null)
    return (
      <Page title={preview.title} lead={t('join:member')} size="sm">
        <AboutClassroom preview={preview} />
        <Group>
          <LinkButton to={isStudent ? '/home' : `/classrooms/${preview.classroom_id}`}>
            {t(isStudent ? 'join:to_studies' : 'join:to_class')}
          </LinkButton>
        </Group>
      </Page>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const student_number = number.trim();
    join.mutate({ body: { code, ...(isStudent && student_number && { student_number }) } });
  };
  const wrong =
    join.error instanceof ApiError
      ? fieldErrorText(t, join.error.fields.find(({ path }) => path === 'student_number')?.code)
      : undefined;
  return (
    <Page title={preview.title} lead={t(`join:lead.${preview.role}`)} size="sm">
      <form noValidate onSubmit={submit}>
        <Stack gap="lg">
          <AboutClassroom preview={preview} />
          {isStudent && (
            <>
              <Alert
                icon={<IconEye aria-hidden />}
                role="note"
                title={t('join:seen.title')}
                className="measure"
              >
                <Text size="sm">{t('join:seen.text')}</Text>
                <Text size="sm" mt={6}>
                  {t('join:seen.you', {
                    name: fullName(user),
                    email: readableEmail(user.email),
                  })}
                </Text>
              </Alert>
              <TextInput
                label={t('join:number.label')}
                description={t('join:number.hint')}
                autoComplete="off"
                maxLength={teachingLimits.studentNumber}
                maw="22rem"
                value={number}
                onChange={({ currentTarget }) => setNumber(currentTarget.value)}
                error={wrong}
              />
            </>
          )}
          {!wrong && <ErrorNotice error={join.error} kept={t('common:error.kept')} />}
          <Group gap="sm">
            <Button type="submit" loading={join.isPending}>
              {t('join:join')}
            </Button>
            <LinkButton to="/home" variant="default">
              {t('join:not_now')}
            </LinkButton>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
