import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '../../../ui/icons/info-circle';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import type { Study } from '../../../../../contracts/studies/studies';
import { mutation } from '../../../lib/http/api';
import { useAuth } from '../../../lib/auth/auth.store';
import { storePageAfterVerification } from '../../../lib/pending-registration';
import { showMessage, useUi } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { useUser } from '../../../lib/auth/user';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LazyBrowserNeeds } from '../../../domain/requirements/needs-later';
import { useUnmetRequirements } from '../../../domain/requirements/use-unmet';
import { consentPath } from '../consent-path.rule';
import { linkKeyIn } from '../link-key.rule';
import { enrolButton, type EnrolStep } from './enrol-button.rule';

/** Actions for which the button is less prominent. */
const quiet: readonly EnrolStep[] = ['verify', 'waitlist', 'sign_in'];

/** The study page's main button, with a sentence that explains its state. */
export function EnrolButton({ study, sessionId }: { study: Study; sessionId: string | null }) {
  const { t } = useTranslation('studies');
  const navigate = useNavigate();
  const here = useLocation();
  const { pathname, search } = here;
  // The consent page sets `missed` if the session has filled up meanwhile, and leads back here.
  const missedIt = (here.state as { missed?: boolean } | null)?.missed === true;
  const [params] = useSearchParams();
  const userId = useUser().user?._id;
  const sendAgain = useMutation({
    ...mutation(changeProfile),
    onSuccess: () => showMessage(t('verify.sent'), { type: 'success' }),
  });
  const missing = useUnmetRequirements(study.requirements);
  const { step, label, hint, reasons } = enrolButton(study.enrolment, !missing?.length);
  const told = missing?.length && reasons.includes('browser') ? missing : null;
  const words = told ? reasons.filter((r) => r !== 'browser') : reasons;
  const verifies = step === 'verify';
  useEffect(() => {
    useUi.getState().set({ saysVerify: verifies });
    return () => useUi.getState().set({ saysVerify: false });
  }, [verifies]);
  // The link in the verification mail opens another tab. This study's address is stored, so that
  // the other tab leads back to it.
  useEffect(() => {
    if (verifies && userId) storePageAfterVerification(userId, pathname + search);
  }, [verifies, userId, pathname, search]);
  if (step === null || label === null) return null;

  const leave = (to: '/signin' | '/signup?role=participant') => {
    useAuth.getState().keepRedirect(pathname + search);
    void navigate(to);
  };
  const read = () => navigate(consentPath(study._id, sessionId, linkKeyIn(params)));
  const act = {
    enrol: read,
    waitlist: read,
    sign_in: () => leave('/signin'),
    verify: () => sendAgain.mutate({ body: { action: 'email-verify' } }),
    none: () => undefined,
  }[step];
  return (
    <Stack gap="sm">
      {missedIt && (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} role="alert">
          {t('full_meanwhile')}
        </Alert>
      )}
      {hint && (
        <Text size="sm" id="enrol-hint">
          {t(hint)}
        </Text>
      )}
      {words.length > 0 && (
        <List size="sm" spacing={4}>
          {words.map((reason) => (
            <List.Item key={reason}>
              {t(`reason.${reason}`)}
              {reason === 'missing_profile_field' &&
                study.enrolment.missing_fields.map((field) => (
                  <Fragment key={field}>
                    {' '}
                    <AppLink
                      to={`/demographics/?redirect=${encodeURIComponent(pathname + search)}#${field}`}
                      inherit
                    >
                      {t('reason_answer', { name: t(`answer_about.${field}`) })}
                    </AppLink>
                  </Fragment>
                ))}
            </List.Item>
          ))}
        </List>
      )}
      {told && <LazyBrowserNeeds of={told} studyId={study._id} />}
      {step === 'sign_in' && (
        <Button fullWidth onClick={() => leave('/signup?role=participant')} data-no-print>
          {t('button.sign_up')}
        </Button>
      )}
      <Button
        fullWidth
        onClick={() => void act()}
        disabled={
          step === 'none' || ((!sessionId || !missing) && (step === 'enrol' || step === 'waitlist'))
        }
        loading={sendAgain.isPending}
        variant={quiet.includes(step) ? 'light' : 'filled'}
        aria-describedby={hint ? 'enrol-hint' : undefined}
        data-no-print
      >
        {t(label)}
      </Button>
      <ErrorNotice error={sendAgain.error} />
    </Stack>
  );
}
