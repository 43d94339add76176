import { Button, Radio, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CollaboratorRole,
  inviteCollaborator,
} from '../../../../../contracts/collaborators/collaborators';
import { fieldErrorText } from '../../../lib/form';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { emailInputProps } from '../../../lib/intl/email-input';
import { readableEmail } from '../../../lib/intl/shown-email';

/** Invites a person by mail, whether or not the address has an account. */
export function InviteCollaboratorForm({
  study,
  isOfClass,
  onInvited,
}: {
  study: string;
  /** Whether only classmates can accept the invitation. */
  isOfClass: boolean;
  onInvited: () => void;
}) {
  const { t } = useTranslation('collaborators');
  const { t: common } = useTranslation('common');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<CollaboratorRole>(isOfClass ? 'editor' : 'viewer');
  const invite = useMutation(mutation(inviteCollaborator));
  const wrong =
    invite.error instanceof ApiError
      ? fieldErrorText(common, invite.error.fields.find(({ path }) => path === 'email')?.code)
      : undefined;
  return (
    <form
      noValidate
      aria-label={t(isOfClass ? 'group.invite' : 'invite.title')}
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate(
          { params: { id: study }, body: { email, role } },
          {
            onSuccess: ({ email: sent }) => {
              showMessage(t('invite.done', { email: readableEmail(sent) }), { type: 'success' });
              setEmail('');
              onInvited();
            },
          },
        );
      }}
    >
      <Stack gap="md" align="flex-start">
        <Title order={2} size="h4">
          {t(isOfClass ? 'group.invite' : 'invite.title')}
        </Title>
        <TextInput
          {...emailInputProps}
          required
          w="100%"
          maw="28rem"
          label={t('invite.email')}
          description={t(isOfClass ? 'group.email_hint' : 'invite.email_hint')}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={wrong}
        />
        <Radio.Group
          label={t('role_label')}
          value={role}
          onChange={(next) => setRole(CollaboratorRole.catch('viewer').parse(next))}
        >
          <Stack gap="xs" mt="xs">
            {CollaboratorRole.options.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`role.${one}`)}
                description={t(`${isOfClass ? 'group.may' : 'may'}.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {!wrong && <ErrorNotice error={invite.error} />}
        <Button type="submit" loading={invite.isPending}>
          {t('invite.send')}
        </Button>
      </Stack>
    </form>
  );
}
