import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AppLink } from '../../../ui/app-link';
import { AccountPageLayout } from '../account-frame';
import { RequestResetCode } from '../ask-for-code';
import { forgetReset, storeReset, storedReset } from './stored-reset';
import { NewPassword } from './new-password';
import { readableEmail } from '../../../lib/intl/shown-email';

const atCode = '/reset-password?step=code';
/** Reads the address that the visitor typed on the previous page, from the navigation state. */
const typedBefore = (state: unknown) => {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : undefined;
};

/**
 * Resets a password: the person enters their email, and then the code from the mail
 * (docs/specification.md, 2). The address of the page contains the step, so the mail can link to
 * the second step, a reload stays at the same step, and a visitor with a code need not request a
 * new one.
 */
export function ResetPasswordPage() {
  const { t } = useTranslation(['account', 'common']);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const [{ email, asked }, setFor] = useState(
    () => storedReset() ?? { email: typedBefore(location.state) ?? '', asked: false },
  );
  const hasCode = params.get('step') === 'code';
  const goOn = (to: string, sent: boolean) => {
    if (to || sent) storeReset(to, sent);
    else forgetReset();
    setFor({ email: to, asked: sent });
    void navigate(atCode);
  };
  const other = () => {
    forgetReset();
    setFor({ email, asked: false });
    void navigate('/reset-password', { replace: true });
  };
  const lead = !hasCode
    ? t('reset.lead')
    : asked
      ? t('reset.sent', { email: readableEmail(email) })
      : t('reset.have_code_lead');
  return (
    <AccountPageLayout
      title={t('reset.title')}
      lead={lead}
      foot={<AppLink to="/signin">{t('reset.back')}</AppLink>}
    >
      {hasCode ? (
        <NewPassword
          key={asked ? email : ''}
          email={email}
          known={asked}
          onAsked={(to) => {
            storeReset(to, true);
            setFor({ email: to, asked: true });
          }}
          onDone={forgetReset}
          onOtherEmail={other}
        />
      ) : (
        <RequestResetCode
          email={typedBefore(location.state) ?? email}
          onSent={(to) => goOn(to, true)}
          onHasCode={(to) => goOn(to, false)}
        />
      )}
    </AccountPageLayout>
  );
}
