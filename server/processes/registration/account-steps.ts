import type { AccountSteps } from '../../authentication/resolve-external-identity';
import type { Secrets } from '../../platform/security/secrets';
import { useInvitation } from '../../researchers/invitations/use-invitation';
import { endOtherRegistrations } from './end-other-registrations';

/** What signing in by an identity needs of other contexts, in its own transaction. */
export const accountSteps = (secrets: Secrets): AccountSteps => ({
  useInvitation: (tx, code) => useInvitation(tx, secrets, code),
  endOtherRegistrations,
});
