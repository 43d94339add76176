import type { AccountSteps } from '../../authentication/resolve-external-identity';
import type { Secrets } from '../../platform/security/secrets';
import { useInvitation } from '../../researchers/invitations/use-invitation';
import { endOtherRegistrations } from './end-other-registrations';

/** The steps of other contexts that a sign-in by an identity runs in its own transaction. */
export const accountSteps = (secrets: Secrets): AccountSteps => ({
  useInvitation: (tx, code) => useInvitation(tx, secrets, code),
  endOtherRegistrations,
});
