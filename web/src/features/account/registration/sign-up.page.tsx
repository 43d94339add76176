import { Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { register, SignUp } from '../../../../../contracts/accounts/accounts';
import { readOperatorPage } from '../../../../../contracts/operator/operator';
import { isApiErrorOf, mutation, query } from '../../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { useMutation } from '../../../lib/http/use-mutation';
import { useAuth } from '../../../lib/auth/auth.store';
import { storeRegistration, storePageAfterVerification } from '../../../lib/pending-registration';
import type { Language } from '../../../../../contracts/base/languages';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LegalDocumentLinks } from '../../../domain/operator/legal-line';
import { storesTermsOfUse } from '../../../domain/operator/use-terms';
import { AccountPageLayout } from '../account-frame';
import classes from '../account.module.css';
import { OtherSignInMethods } from '../sign-in/elsewhere/provider-buttons';
import { sendVerificationAgain } from './send-again';
import { VerificationMailNotice, type VerificationRecipient } from './mail-sent';
import { requireSamePasswords, PasswordFields } from '../password/password-fields';
import { emailInputProps } from '../../../lib/intl/email-input';
import { browserRegion } from '../../../lib/intl/account-region';
import { canonicalEmail } from '../../../../../contracts/base/email-address.rule';

export function SignUpPage() {
  const { t } = useTranslation(['account', 'common']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const sent = (location.state as { sent?: VerificationRecipient } | null)?.sent;
  const researcher = params.get('role') === 'researcher';
  // A visitor who comes from a study registers as a participant and sees no choice of role
  // (docs/specification.md, 2: a participant-only variant).
  const participantOnly = params.get('role') === 'participant';
  const form = useContractForm(requireSamePasswords(SignUp), {
    email: '',
    password: '',
    password_confirmation: '',
    first_name: '',
    last_name: '',
    is_researcher: researcher,
    invitation_code: researcher ? (params.get('invitation') ?? '') : undefined,
    language: i18next.resolvedLanguage as Language,
  });
  // The version of the terms to which this page links, and which the visitor accepts.
  const terms = useQuery({
    ...query(readOperatorPage, {
      params: { name: 'terms' },
      query: { language: i18next.resolvedLanguage as Language },
    }),
    enabled: storesTermsOfUse(),
  });
  const field = useFieldProps(form);
  const [isResearcher, firstName, lastName, email] = form.watch([
    'is_researcher',
    'first_name',
    'last_name',
    'email',
  ]);
  const create = useMutation({
    ...mutation(register),
    // The result is stored in the state of this page's history entry, so that a reload does not
    // show an empty form to a visitor who has just registered.
    onSuccess: ({ _id, email: to, is_researcher }) => {
      storePageAfterVerification(_id);
      void navigate(
        { search: location.search },
        { replace: true, state: { sent: { email: to, researcher: is_researcher } } },
      );
    },
    onError: (error) => {
      showFieldErrors(form, error);
      if (isApiErrorOf(register, error) && error.code === 'invalid_invitation')
        form.setError(
          'invitation_code',
          { type: 'server', message: error.description },
          { shouldFocus: true },
        );
    },
  });
  // A wrong invitation code is shown as an error of its field; the form's notice shows all other
  // errors.
  const atField =
    isApiErrorOf(register, create.error) && create.error.code === 'invalid_invitation';
  const choose = (role: string) => {
    form.setValue('is_researcher', role === 'researcher');
    // The contract accepts this field for researchers only, so it must be absent otherwise.
    form.setValue(
      'invitation_code',
      role === 'researcher' ? (form.getValues('invitation_code') ?? '') : undefined,
    );
    form.clearErrors('invitation_code');
  };

  /**
   * Checks what a sign-up through a provider needs: any visitor can register as a participant, but
   * a researcher needs an invitation (docs/specification.md, 2).
   */
  const wanted = () => {
    if (!isResearcher) return {};
    if (form.getValues('invitation_code')?.trim())
      return { is_researcher: true, invitation_code: form.getValues('invitation_code') };
    form.setError(
      'invitation_code',
      { type: 'required', message: 'required' },
      { shouldFocus: true },
    );
    return null;
  };
  const address = async () =>
    (await form.trigger('email', { shouldFocus: true })) ? form.getValues('email') : null;

  if (sent)
    return (
      <VerificationMailNotice
        {...sent}
        // Sending the mail again needs the password. The form knows it only until the page is
        // reloaded, so afterwards the button is absent.
        onAgain={
          canonicalEmail(form.getValues('email')) === sent.email && form.getValues('password')
            ? () => sendVerificationAgain(sent.email, form.getValues('password'))
            : undefined
        }
        onWrongAddress={() => void navigate({ search: location.search }, { replace: true })}
      />
    );
  return (
    <AccountPageLayout
      wide
      title={t('signup.title')}
      lead={t(participantOnly ? 'signup.lead_participant' : 'signup.lead')}
      foot={
        <>
          {t('signup.known')} <AppLink to="/signin">{t('common:action.sign_in')}</AppLink>
          {participantOnly && (
            <>
              {' · '}
              <AppLink to="/signup?role=researcher">{t('signup.researcher')}</AppLink>
            </>
          )}
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            const browser_secret = storeRegistration(useAuth.getState().redirectUrl);
            const terms_version = terms.data?.version;
            create.mutate({
              body: { ...values, ...browserRegion(), browser_secret, terms_version },
            });
          })(event)
        }
      >
        <Stack gap="md">
          {!participantOnly && (
            <Radio.Group
              label={t('signup.role')}
              value={isResearcher ? 'researcher' : 'participant'}
              onChange={choose}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
                {(['participant', 'researcher'] as const).map((role) => (
                  <Radio.Card key={role} value={role} p="md" radius="md" className={classes.choice}>
                    <Group wrap="nowrap" align="flex-start" gap="sm">
                      <Radio.Indicator />
                      <div>
                        <Text fw={600}>{t(`signup.${role}`)}</Text>
                        <Text size="sm" c="dimmed">
                          {t(`signup.${role}_text`)}
                        </Text>
                      </div>
                    </Group>
                  </Radio.Card>
                ))}
              </SimpleGrid>
            </Radio.Group>
          )}
          {isResearcher && (
            <TextInput
              label={t('invitation')}
              description={t('invitation_hint')}
              autoComplete="off"
              spellCheck={false}
              {...field('invitation_code')}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={t('first_name')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="given-name"
              {...field('first_name')}
            />
            <TextInput
              label={t('last_name')}
              description={t('one_name')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="family-name"
              {...field('last_name')}
            />
          </SimpleGrid>
          <TextInput
            label={t('email')}
            description={t('signup.email_hint')}
            {...emailInputProps}
            autoComplete="email"
            {...field('email')}
          />
          <PasswordFields
            control={form.control}
            field={field}
            label={t('password')}
            about={[firstName, lastName, email]}
          />
          <Text size="sm" c="dimmed">
            {t(isResearcher ? 'signup.privacy_researcher' : 'signup.privacy')}
          </Text>
          <LegalDocumentLinks />
          <ErrorNotice error={atField ? null : create.error} kept={t('common:error.kept')} />
          <Button type="submit" loading={create.isPending} fullWidth>
            {t('common:action.create_account')}
          </Button>
        </Stack>
      </form>
      <OtherSignInMethods
        words={participantOnly ? 'participant' : 'signup'}
        only={['google', 'microsoft']}
        wanted={wanted}
        email={address}
      />
    </AccountPageLayout>
  );
}
