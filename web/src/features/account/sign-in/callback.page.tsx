import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { showMessage } from '../../../lib/ui.store';
import { useUser } from '../../../lib/user';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { Waiting } from '../../../ui/feedback/loading';
import { AccountFrame } from '../account-frame';
import { challengeOf } from './sign-in';
import { type Arrival, useArrival } from './callback';
import { keptChallenge } from './stored-challenge';
import { arriveFromProvider } from './oidc';
import { ProofOfAccount } from './link-account';
import { SecondFactorStep } from './second-factor-step';
import { arriveFromOrganization } from './sso';
import { WayOn } from './redirect-after-sign-in';

/** The redirect target of providers: finishes the sign-in that this tab began, then continues. */
function ArrivalPage({ arrive }: { arrive: (search: string) => Promise<Arrival> }) {
  const { t } = useTranslation(['account', 'common']);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { user } = useUser();
  const [brought] = useState(search);
  const [done, setDone] = useState(false);
  // Reloaded during the second step: the code in the address was used already.
  const [kept] = useState(() => (search === '' ? keptChallenge(pathname) : undefined));
  const { arrival, error } = useArrival(brought, arrive);
  // The code can be used once: it is removed from the address bar and the history.
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  const linked = arrival?.kind === 'linked' ? arrival.provider : undefined;
  useEffect(() => {
    if (linked)
      showMessage(t('proof.linked', { name: t(`provider.${linked}`) }), {
        type: 'success',
        autoHideMs: 5000,
      });
  }, [linked, t]);

  if (done || arrival?.kind === 'entered' || (brought === '' && user && !kept?.proof))
    return <WayOn />;
  if (linked) return <Navigate to="/profile/#sign-in-methods" replace />;
  if (arrival?.kind === 'proof')
    return <ProofOfAccount {...arrival} onDone={() => setDone(true)} />;
  if (kept?.proof)
    return (
      <ProofOfAccount {...kept.proof} challenge={kept.challenge} onDone={() => setDone(true)} />
    );
  const challenge = kept?.challenge ?? challengeOf(error);
  if (challenge)
    return (
      <SecondFactorStep
        challenge={challenge}
        onDone={() => setDone(true)}
        onAgain={() => void navigate('/signin', { replace: true })}
      />
    );
  if (!error) return <Waiting label={t('arrival.busy')} />;
  return (
    <AccountFrame title={t(user ? 'arrival.not_linked' : 'arrival.failed')} takesOver>
      <Stack gap="md">
        <ErrorNotice error={error} />
        {user ? (
          <LinkButton to="/profile/#sign-in-methods" fullWidth>
            {t('arrival.back_to_profile')}
          </LinkButton>
        ) : (
          <LinkButton to="/signin" fullWidth>
            {t('reset.back')}
          </LinkButton>
        )}
      </Stack>
    </AccountFrame>
  );
}

export const ProviderArrivalPage = () => <ArrivalPage arrive={arriveFromProvider} />;
export const OrganizationArrivalPage = () => <ArrivalPage arrive={arriveFromOrganization} />;
