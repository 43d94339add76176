import { useQuery } from '@tanstack/react-query';
import { readTermsAcceptance } from '../../../../contracts/operator/operator';
import { query } from '../../lib/http/api';
import { siteOperator } from '../../lib/operator';
import { useUser } from '../../lib/auth/user';

/**
 * Whether this site stores the versions of its terms of use. Other sites only link to terms at
 * another website.
 */
export const storesTermsOfUse = () => siteOperator().pages.terms === '/terms';

/**
 * Fetches which version of the terms the person has accepted. It fetches nothing if no account is
 * signed in, or if this site stores no terms.
 */
export function useTermsAcceptance() {
  const { user } = useUser();
  return useQuery({
    ...query(readTermsAcceptance),
    enabled: user !== null && storesTermsOfUse(),
    staleTime: Infinity,
  });
}
