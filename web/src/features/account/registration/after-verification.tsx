import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import { homePathOf } from '../../../lib/navigation/guard.rule';
import { LinkButton } from '../../../ui/app-link';
import { LoadingForm } from '../../../ui/loading/loading';
import { onDemand } from '../../../ui/on-demand';

const AffiliationLater = onDemand(
  async () => (await import('./affiliation-first')).AffiliationStep,
);

/** Whether a researcher has not entered an affiliation yet, without which no review can begin. */
export const lacksAffiliation = ({
  is_researcher,
  organization,
}: Pick<User, 'is_researcher' | 'organization'>) => is_researcher && !organization;

/** The next step after an address was verified. A researcher first enters the affiliation. */
export function StepAfterVerification({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'verify']);
  // The form for the affiliation stays on the page after it is submitted, and then shows that the
  // review is pending.
  const [asks] = useState(() => lacksAffiliation(user));
  const waiting = <LoadingForm fields={[44, 96]} />;
  return asks ? (
    <Suspense fallback={waiting}>
      <AffiliationLater user={user} waiting={waiting} />
    </Suspense>
  ) : (
    <LinkButton to={homePathOf(user)} fullWidth>
      {t(user.is_researcher ? 'verify:to_studies' : 'verify:to_home')}
    </LinkButton>
  );
}
