import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesLimits } from '../../../../contracts/messages/limits';
import type { ConversationMessages } from '../../../../contracts/messages/messages';
import { fieldErrorText } from '../../lib/form';
import { ApiError } from '../../lib/http/api';
import { newIdempotencyKey } from '../../lib/http/new-key';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import type { ConversationActions } from './sides';

/** Texts that were typed but not sent, kept until the app is closed. */
const drafts = new Map<string, string>();

/**
 * The field in which a participant and a researcher write messages to each other. A text that could
 * not be sent stays in the field, and the server never stores it twice.
 */
export function MessageComposer({
  of,
  about,
}: {
  of: ConversationActions;
  about: ConversationMessages;
}) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const draft = JSON.stringify(of.read.queryKey);
  const [text, setText] = useState(drafts.get(draft) ?? '');
  const [aware, setAware] = useState(false);
  const [unaware, setUnaware] = useState(false);
  // The idempotency key stays the same until the message is stored, so that a retry after a lost
  // answer finds the stored message.
  const key = useRef<string | null>(null);
  const change = (next: string) => {
    key.current = null;
    drafts.set(draft, next);
    setText(next);
  };
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // The page scrolls to this form, so that a long conversation opens at its end.
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), []);
  const mustConfirm = about.anonymous && !about.confirmed;
  const send = useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      return of.write({ text, ...(mustConfirm && { ends_anonymity: true }) }, key.current);
    },
    onSuccess: async () => {
      change('');
      // The button is disabled until the person types again, so the field takes the focus.
      field.current?.focus();
      await client.invalidateQueries({ queryKey: of.read.queryKey });
    },
  });
  const submit = () => {
    setUnaware(mustConfirm && !aware);
    if (text.trim() === '' || (mustConfirm && !aware) || send.isPending) return;
    send.mutate();
  };
  if (about.ended)
    return (
      <Alert variant="light" color="gray" title={t('write.ended')}>
        {t('write.ended_text')}
      </Alert>
    );
  const wrong =
    send.error instanceof ApiError
      ? fieldErrorText(common, send.error.fields.find(({ path }) => path === 'text')?.code)
      : undefined;
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('write.label')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        {mustConfirm && (
          <Alert icon={<IconEyeOff aria-hidden />} color="yellow" title={t('write.anonymous')}>
            <Stack gap="sm">
              <Text size="sm">{t(`write.anonymous_${of.side}`)}</Text>
              <Checkbox
                label={t('write.aware')}
                checked={aware}
                onChange={({ currentTarget }) => {
                  setAware(currentTarget.checked);
                  setUnaware(false);
                }}
                error={unaware && t('write.unaware')}
              />
            </Stack>
          </Alert>
        )}
        <Textarea
          ref={field}
          label={t('write.text')}
          description={t('write.hint')}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={messagesLimits.message}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
          error={wrong}
        />
        {!wrong && <ErrorNotice error={send.error} />}
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" className="numbers">
            {text.length > messagesLimits.message - 500 &&
              t('write.left', { count: messagesLimits.message - text.length })}
          </Text>
          <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
            {t('write.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
