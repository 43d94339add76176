import { useQuery } from '@tanstack/react-query';
import { readTermsAcceptance } from '../../../../contracts/operator/operator';
import { query } from '../../lib/http/api';
import { operator } from '../../lib/operator';
import { useUser } from '../../lib/auth/user';

/** Terms of use that are kept by version here; those behind an address elsewhere are only linked. */
export const hasTerms = () => operator().pages.terms === '/terms';

/** What the person accepted; not asked for where no account is signed in, or nothing is to be accepted. */
export function useTerms() {
  const { user } = useUser();
  return useQuery({
    ...query(readTermsAcceptance),
    enabled: user !== null && hasTerms(),
    staleTime: Infinity,
  });
}
