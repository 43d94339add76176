import { z } from 'zod';
import { OidcProvider } from '../../../../../contracts/identities';

/** Is somebody coming in, or adding a further way to an account that is signed in? */
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
  /** What the organization has to hand back (SAML's RelayState). */ state: z.string().nullable(),
  email: z.string(),
  remember: z.boolean(),
  is_researcher: z.boolean(),
  invitation_code: z.string().optional(),
});
type Kept = { oidc: z.output<typeof Oidc>; sso: z.output<typeof Sso> };
const schemas = { oidc: Oidc, sso: Sso };
const storageKey = (kind: keyof Kept) => `commonlab-${kind}`;

/**
 * Remembers, in this tab alone, what was begun here: whoever comes back with something that was
 * begun elsewhere is refused (login CSRF).
 */
export const keepFlow = (flow: Kept[keyof Kept]) =>
  sessionStorage.setItem(storageKey(flow.kind), JSON.stringify(flow));

/** What was begun in this tab, once. */
export function takeFlow<K extends keyof Kept>(kind: K): Kept[K] | undefined {
  const kept = sessionStorage.getItem(storageKey(kind));
  sessionStorage.removeItem(storageKey(kind));
  try {
    return schemas[kind].parse(JSON.parse(kept ?? '')) as Kept[K];
  } catch {
    return undefined;
  }
}
