import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link';
import { AccountFrame } from './account-frame';
import { AskForCode } from './ask-for-code';
import { NewPassword } from './new-password';

/** SPEC 2: the email first, then the code that came by mail. */
export function ResetPasswordPage() {
  const { t } = useTranslation(['account', 'common']);
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <AccountFrame title={t('reset.title')} lead={asked ? t('reset.sent', { email }) : t('reset.lead')} foot={<AppLink to="/signin">{t('reset.back')}</AppLink>}>
      {asked
        ? <NewPassword email={email} onOtherEmail={() => setAsked(false)} />
        : <AskForCode email={email} onSent={(to) => { setEmail(to); setAsked(true); }} />}
    </AccountFrame>
  );
}
