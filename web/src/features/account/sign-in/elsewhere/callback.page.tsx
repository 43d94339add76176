import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { showMessage } from '../../../../lib/ui.store';
import { useUser } from '../../../../lib/auth/user';
import { LinkButton } from '../../../../ui/app-link';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { BusyPage } from '../../../../ui/loading/loading';
import { AccountPageLayout } from '../../account-frame';
import { type ExternalSignInResult, secondFactorChallengeOf } from '../sign-in';
import { storedChallenge } from '../stored-challenge';
import { finishProviderSignIn } from './oidc';
import { LinkAccountForm } from './link-account';
import { SecondFactorStep } from '../second-factor-step';
import { finishOrganizationSignIn } from './sso';
import { RedirectAfterSignIn } from '../redirect-after-sign-in';

const begun = new Map<string, Promise<ExternalSignInResult>>();

/**
 * Finishes a sign-in exactly once, however often the page renders, since its code works only once.
 * It is not a query, because every sign-in refetches all queries.
 */
function useArrival(key: string, arrive: (key: string) => Promise<ExternalSignInResult>) {
  const [state, set] = useState<{ arrival?: ExternalSignInResult; error?: unknown }>({});
  useEffect(() => {
    let here = true;
    const way = begun.get(key) ?? arrive(key);
    begun.set(key, way);
    way.then(
      (arrival) => {
        if (here) set({ arrival });
      },
      (error: unknown) => {
        if (here) set({ error });
      },
    );
    return () => {
      here = false;
    };
  }, [key, arrive]);
  return state;
}

/** The redirect target of providers: finishes the sign-in that this tab began, then continues. */
function ArrivalPage({ arrive }: { arrive: (search: string) => Promise<ExternalSignInResult> }) {
  const { t } = useTranslation(['account', 'common']);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { user } = useUser();
  const [brought] = useState(search);
  const [done, setDone] = useState(false);
  // After a reload during the second step, the page continues with the challenge that this tab
  // stored, since the code in the address was already used.
  const [kept] = useState(() => (search === '' ? storedChallenge(pathname) : undefined));
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
    return <RedirectAfterSignIn />;
  if (linked) return <Navigate to="/profile/#sign-in-methods" replace />;
  if (arrival?.kind === 'proof')
    return <LinkAccountForm {...arrival} onDone={() => setDone(true)} />;
  if (kept?.proof)
    return (
      <LinkAccountForm {...kept.proof} challenge={kept.challenge} onDone={() => setDone(true)} />
    );
  const challenge = kept?.challenge ?? secondFactorChallengeOf(error);
  if (challenge)
    return (
      <SecondFactorStep
        challenge={challenge}
        onDone={() => setDone(true)}
        onAgain={() => void navigate('/signin', { replace: true })}
      />
    );
  if (!error) return <BusyPage label={t('arrival.busy')} />;
  return (
    <AccountPageLayout title={t(user ? 'arrival.not_linked' : 'arrival.failed')} takesOver>
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
    </AccountPageLayout>
  );
}

export const ProviderCallbackPage = () => <ArrivalPage arrive={finishProviderSignIn} />;
export const OrganizationCallbackPage = () => <ArrivalPage arrive={finishOrganizationSignIn} />;
