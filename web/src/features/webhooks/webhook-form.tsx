import { Button, Card, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import {
  changeWebhook,
  createWebhook,
  type Webhook,
  webhookKinds,
} from '../../../../contracts/webhooks/webhooks';
import { fieldErrorText } from '../../lib/form';
import { ApiError, mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { StudyField } from './study-field';

type Values = Pick<Webhook, 'url' | 'kinds'>;

interface FormProps {
  label: string;
  /** The label of the button that submits the form. */
  submit: string;
  first: Values;
  error: Error | null;
  busy: boolean;
  onSubmit: (values: Values) => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** The form of a webhook: its address and its events. */
function Form({ label, submit, first, error, busy, onSubmit, onCancel, children }: FormProps) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const [url, setUrl] = useState(first.url);
  const [kinds, setKinds] = useState(first.kinds);
  const wrong = (path: string) =>
    error instanceof ApiError
      ? fieldErrorText(common, error.fields.find((field) => field.path === path)?.code)
      : undefined;
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ url: url.trim(), kinds });
      }}
    >
      <Stack gap="md">
        <TextInput
          type="url"
          required
          data-autofocus
          label={t('new.url')}
          description={t('new.url_hint')}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={wrong('url')}
        />
        <Checkbox.Group
          label={t('new.kinds')}
          description={t('kind_hint')}
          value={kinds}
          onChange={(chosen) => setKinds(webhookKinds.filter((kind) => chosen.includes(kind)))}
          error={wrong('kinds')}
        >
          <Stack gap="xs" mt="xs">
            {webhookKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {children}
        {!wrong('url') && !wrong('kinds') && <ErrorNotice error={error} />}
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates a webhook, for all studies or for one. */
export function NewWebhookForm({
  onCreated,
  onCancel,
}: {
  onCreated: (made: EndpointResponseBody<typeof createWebhook>) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const [study, setStudy] = useState<string | null>(null);
  const create = useMutation({ ...mutation(createWebhook), onSuccess: onCreated });
  return (
    <Card component="section" aria-label={t('new.open')}>
      <Form
        label={t('new.open')}
        submit={t('new.create')}
        first={{ url: '', kinds: ['study.changed', 'session.changed'] }}
        error={create.error}
        busy={create.isPending}
        onSubmit={(values) => create.mutate({ body: { ...values, study_id: study } })}
        onCancel={onCancel}
      >
        <StudyField value={study} onChange={setStudy} />
      </Form>
    </Card>
  );
}

/** The form that changes the address or the events; the secret and the study stay. */
export function ChangeWebhookForm({
  hook,
  onChanged,
  onCancel,
}: {
  hook: Webhook;
  onChanged: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const change = useMutation({ ...mutation(changeWebhook), onSuccess: onChanged });
  return (
    <Form
      label={t('edit.title')}
      submit={t('edit.save')}
      first={hook}
      error={change.error}
      busy={change.isPending}
      onSubmit={(values) => change.mutate({ params: { id: hook._id }, body: values })}
      onCancel={onCancel}
    />
  );
}
