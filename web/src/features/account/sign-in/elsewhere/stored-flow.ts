import { z } from 'zod';
import { OidcProvider } from '../../../../../../contracts/authentication/identities';

/** Whether the visitor signs in, or adds a sign-in method to the signed-in account. */
const purpose = z.enum(['sign-in', 'link']);
const Oidc = z.object({
  kind: z.literal('oidc'),
  provider: OidcProvider,
  purpose,
  flow_key: z.string(),
});
const Sso = z.object({
  kind: z.literal('sso'),
  purpose,
  /** The value that the organization must return (SAML's RelayState). */
  state: z.string().nullable(),
  email: z.string(),
  remember: z.boolean(),
  is_researcher: z.boolean(),
  invitation_code: z.string().optional(),
});
type Kept = { oidc: z.output<typeof Oidc>; sso: z.output<typeof Sso> };
const schemas = { oidc: Oidc, sso: Sso };
const storageKey = (kind: keyof Kept) => `commonlab-${kind}`;

/**
 * Stores, in this tab only, the sign-in flow that was begun here. A callback of a flow that was
 * begun elsewhere is refused (login CSRF).
 */
export const storeSignInFlow = (flow: Kept[keyof Kept]) =>
  sessionStorage.setItem(storageKey(flow.kind), JSON.stringify(flow));

/** Returns the flow that was begun in this tab, and removes it. */
export function takeSignInFlow<K extends keyof Kept>(kind: K): Kept[K] | undefined {
  const kept = sessionStorage.getItem(storageKey(kind));
  sessionStorage.removeItem(storageKey(kind));
  try {
    return schemas[kind].parse(JSON.parse(kept ?? '')) as Kept[K];
  } catch {
    return undefined;
  }
}
