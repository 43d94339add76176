import { Button, FileButton, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '../../ui/icons/upload';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { MailDomain } from '../../../../contracts/base/mail-domain';
import {
  changeSamlConnection,
  createSamlConnection,
  listSamlConnections,
  NewSamlConnection,
  type SamlConnection,
} from '../../../../contracts/authentication/saml';
import { ApiError, call } from '../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { FormButtons } from '../../ui/form-buttons';

const split = (typed: string) =>
  typed
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter(Boolean);
const Domains = z
  .string()
  .refine((typed) => split(typed).length > 0, { error: 'required' })
  .refine((typed) => split(typed).length <= 50, { error: 'too_long' })
  .refine((typed) => split(typed).every((one) => MailDomain.safeParse(one).success), {
    error: 'invalid',
  });
const shape = { organization: NewSamlConnection.shape.organization, domains: Domains };
const NewForm = z.object({ ...shape, metadata_xml: NewSamlConnection.shape.metadata_xml });
/**
 * The form that changes a connection. The stored certificates and addresses stay unless new
 * metadata is entered.
 */
const ChangeForm = z.object({
  ...shape,
  metadata_xml: z.string().max(authenticationLimits.samlMetadata),
});

/**
 * Moves the errors of single domains to the form's field for all domains. The form has one text
 * field for all domains, while the API has an array.
 */
const atTheirField = (error: unknown) =>
  error instanceof ApiError && error.fields.length
    ? new ApiError(error.status, error.code, error.description, {
        fields: error.fields.map((one) => ({ ...one, path: one.path.split('.')[0] ?? '' })),
        requestId: error.requestId,
      })
    : error;

/** Returns the typed domains that the server refuses. */
const refusedDomain = (error: unknown, typed: string): string | undefined => {
  const refused =
    error instanceof ApiError
      ? error.fields.find(({ code }) => code === 'public_mail_domain')
      : undefined;
  return refused && split(typed)[Number(refused.path.split('.')[1])];
};

/** Returns the field that an error is about, by the code of the error. */
const fieldOf = (error: unknown) =>
  !(error instanceof ApiError)
    ? undefined
    : error.code === 'invalid_metadata'
      ? 'metadata_xml'
      : error.code === 'domain_taken'
        ? 'domains'
        : undefined;

export function SsoConnectionDialog({
  connection,
  onClose,
}: {
  connection: SamlConnection | undefined;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['administration', 'common']);
  const client = useQueryClient();
  const form = useContractForm(connection ? ChangeForm : NewForm, {
    organization: connection?.organization ?? '',
    domains: connection?.domains_shown.join(', ') ?? '',
    metadata_xml: '',
  });
  const field = useFieldProps(form);
  const [fileName, setFileName] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: ({
      organization,
      domains,
      metadata_xml,
    }: z.output<typeof ChangeForm>): Promise<SamlConnection> => {
      const body = { organization, domains: split(domains) };
      if (!connection)
        return call(createSamlConnection, { body: { ...body, metadata_xml, enabled: false } });
      return call(changeSamlConnection, {
        params: { id: connection._id },
        body: { ...body, ...(metadata_xml && { metadata_xml }) },
      });
    },
    onSuccess: async ({ waiting }) => {
      await client.invalidateQueries({ queryKey: [listSamlConnections.path] });
      const done = waiting ? 'administration:sso.saved_waits' : 'common:saved';
      showMessage(t(connection ? done : 'administration:sso.added'), {
        type: 'success',
        autoHideMs: 5000,
      });
      onClose();
    },
    onError: (error) => {
      const field = fieldOf(error);
      const refused = refusedDomain(error, form.getValues('domains'));
      if (refused)
        form.setError(
          'domains',
          { type: 'server', message: `${refused}: ${t('common:field.public_mail_domain')}` },
          { shouldFocus: true },
        );
      else if (field)
        form.setError(field, { type: 'server', message: error.message }, { shouldFocus: true });
      else showFieldErrors(form, atTheirField(error));
    },
  });
  const read = async (file: File | null) => {
    if (!file) return;
    setFileName(file.name);
    if (file.size > authenticationLimits.samlMetadata)
      return form.setError('metadata_xml', { message: 'too_long' });
    form.setValue('metadata_xml', await file.text(), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t(connection ? 'administration:sso.edit_title' : 'administration:sso.add')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
        noValidate
      >
        <Stack gap="md">
          <TextInput
            label={t('administration:sso.organization')}
            description={t('administration:sso.organization_hint')}
            {...field('organization')}
            data-autofocus
          />
          <TextInput
            label={t('administration:sso.domains')}
            description={t('administration:sso.domains_hint')}
            placeholder="uni.example, students.uni.example"
            autoCapitalize="none"
            spellCheck={false}
            {...field('domains')}
          />
          <Textarea
            label={t('administration:sso.metadata')}
            description={t(
              connection ? 'administration:sso.metadata_keep' : 'administration:sso.metadata_hint',
            )}
            autosize={false}
            rows={8}
            spellCheck={false}
            styles={{
              input: {
                fontFamily: 'var(--mantine-font-family-monospace)',
                fontSize: '0.8125rem',
                color: 'var(--mantine-color-text)',
              },
            }}
            {...field('metadata_xml')}
          />
          <Group gap="sm">
            <FileButton
              onChange={(file) => void read(file)}
              accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconUpload size={18} aria-hidden />}
                >
                  {t('administration:sso.upload')}
                </Button>
              )}
            </FileButton>
            {fileName && (
              <Text size="sm" c="dimmed" role="status">
                {fileName}
              </Text>
            )}
          </Group>
          {!fieldOf(save.error) && <ErrorNotice error={save.error} kept={t('common:error.kept')} />}
          <FormButtons
            onCancel={onClose}
            isBusy={save.isPending}
            submit={connection ? undefined : t('administration:sso.connect')}
          />
        </Stack>
      </form>
    </Modal>
  );
}
