import {
  mayLinkProvider,
  type IdentityProvider,
} from '../../../contracts/authentication/identities';
import type { AccessPolicy } from '../../access/access-policies';
import type { Person } from '../../access/person';
import { DomainError } from '../../platform/errors/errors';

/**
 * Checks that the caller may link an identity of this provider. A handler calls this function
 * before it redirects the browser to the provider.
 * @throws DomainError forbidden
 */
export function mustBeAllowedToLink(
  { is_researcher }: Pick<Person, 'is_researcher'>,
  provider: IdentityProvider,
): void {
  if (!mayLinkProvider(provider, is_researcher)) throw new DomainError('forbidden');
}

export const signInPolicies: readonly AccessPolicy[] = [
  {
    name: 'identity.link',
    means: 'A person links an identity to the own account, of a provider that the account may use.',
    decidedBy: 'thing',
  },
  {
    name: 'sign-in.own',
    means: 'People end their own sign-ins; others do not find them.',
    decidedBy: 'thing',
  },
];
