import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { requestReset, ResetRequest } from '../../../../contracts/authentication/passwords';
import { mutation } from '../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { emailInputProps } from '../../lib/intl/email-input';

interface Props {
  email: string;
  onSent: (email: string) => void;
  /**
   * Called when the visitor says that they already have a code. The page then requests no new one,
   * which would invalidate the code that they have.
   */
  onHasCode: (email: string) => void;
}

export function RequestResetCode({ email, onSent, onHasCode }: Props) {
  const { t } = useTranslation(['account', 'common']);
  const form = useContractForm(ResetRequest, { email });
  const field = useFieldProps(form);
  const ask = useMutation({
    ...mutation(requestReset),
    onSuccess: (_, { body }) => onSent(body.email),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((body) => ask.mutate({ body }))(event)}
    >
      <Stack gap="md">
        <TextInput
          label={t('email')}
          {...emailInputProps}
          autoComplete="username"
          {...field('email')}
        />
        <ErrorNotice error={ask.error} />
        <Button type="submit" loading={ask.isPending} fullWidth>
          {t('reset.send')}
        </Button>
        <Text size="sm" component="div" ta="center">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => onHasCode(form.getValues('email').trim())}
          >
            {t('reset.have_code')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
