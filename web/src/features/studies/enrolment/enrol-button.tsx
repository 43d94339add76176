import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { changeProfile } from '../../../../../contracts/accounts';
import type { Study } from '../../../../../contracts/studies';
import { mutation } from '../../../lib/http/api';
import { useAuth } from '../../../lib/auth.store';
import { keepWay } from '../../../lib/kept-registration';
import { showMessage, useUi } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { useUser } from '../../../lib/user';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { onDemand } from '../../../ui/on-demand';
import { enrolButton, type Step, thisBrowser, unmet } from './enrol-button.rule';

const ConsentDialog = onDemand(async () => (await import('./consent.dialog')).ConsentDialog);

/** The steps that are not the one to take, or not yet. */
const quiet: readonly Step[] = ['verify', 'waitlist', 'sign_in'];

/** The study page's main button, with a sentence that explains its state. */
export function EnrolButton({ study, sessionId }: { study: Study; sessionId: string | null }) {
  const { t } = useTranslation('studies');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const userId = useUser().user?._id;
  const [reading, setReading] = useState<'enrol' | 'waitlist' | null>(null);
  const [missedIt, setMissedIt] = useState(false);
  const sendAgain = useMutation({
    ...mutation(changeProfile),
    onSuccess: () => showMessage(t('verify.sent'), { type: 'success' }),
  });
  const missing = unmet(study.requirements, thisBrowser());
  const { step, label, hint, reasons } = enrolButton(study.enrolment, missing.length === 0);
  const verifies = step === 'verify';
  useEffect(() => {
    useUi.getState().set({ saysVerify: verifies });
    return () => useUi.getState().set({ saysVerify: false });
  }, [verifies]);
  // The link of the mail opens another tab, which leads back to this study.
  useEffect(() => {
    if (verifies && userId) keepWay(userId, pathname + search);
  }, [verifies, userId, pathname, search]);
  if (step === null || label === null) return null;

  const leave = (to: '/signin' | '/signup?role=participant') => {
    useAuth.getState().keepRedirect(pathname + search);
    void navigate(to);
  };
  const act = {
    enrol: () => {
      setMissedIt(false);
      setReading('enrol');
    },
    waitlist: () => {
      setMissedIt(false);
      setReading('waitlist');
    },
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
      {reasons.length > 0 && (
        <List size="sm" spacing={4}>
          {reasons
            .filter((r) => r !== 'browser')
            .map((reason) => (
              <List.Item key={reason}>
                {t(`reason.${reason}`)}
                {reason === 'missing_profile_field' && (
                  <>
                    {' '}
                    <AppLink
                      to={`/demographics/?redirect=${encodeURIComponent(pathname + search)}`}
                      inherit
                    >
                      {t('reason_fill_in')}
                    </AppLink>
                  </>
                )}
              </List.Item>
            ))}
          {reasons.includes('browser') &&
            (missing.length ? (
              missing.map((m) => <List.Item key={m}>{t(`browser.${m}`)}</List.Item>)
            ) : (
              <List.Item>{t('reason.browser')}</List.Item>
            ))}
        </List>
      )}
      {step === 'sign_in' && (
        <Button fullWidth onClick={() => leave('/signup?role=participant')} data-no-print>
          {t('button.sign_up')}
        </Button>
      )}
      <Button
        fullWidth
        onClick={act}
        onPointerEnter={step === 'enrol' ? ConsentDialog.fetch : undefined}
        onFocus={step === 'enrol' ? ConsentDialog.fetch : undefined}
        disabled={step === 'none' || (!sessionId && (step === 'enrol' || step === 'waitlist'))}
        loading={sendAgain.isPending}
        variant={quiet.includes(step) ? 'light' : 'filled'}
        aria-describedby={hint ? 'enrol-hint' : undefined}
        data-no-print
      >
        {t(label)}
      </Button>
      <ErrorNotice error={sendAgain.error} />
      {reading && sessionId && (
        <ConsentDialog
          study={study}
          sessionId={sessionId}
          waitlist={reading === 'waitlist'}
          onClose={() => setReading(null)}
          onMissing={() => setReading(null)}
          onFull={() => {
            setReading(null);
            setMissedIt(true);
          }}
        />
      )}
    </Stack>
  );
}
