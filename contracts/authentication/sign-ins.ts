import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { QueryFlag, Id, IdParams, Instant, PageQuery, pageSchemaOf } from '../base/fields';
import { identityProviders } from './identities';

/**
 * How a person signed in. `verification`: by confirming the email address in the browser that
 * registered.
 */
export const SignInMethod = z.enum(['password', 'verification', ...identityProviders]);
export type SignInMethod = z.output<typeof SignInMethod>;
/** A browser that is signed in. It is described by its user agent, never by its network address. */
export const SignInRecord = z
  .object({
    _id: Id,
    device: z.string().nullable(),
    method: SignInMethod.nullable(),
    second_factor: z.boolean(),
    remembered: z.boolean(),
    current: z.boolean(),
    created_at: Instant,
    last_used_at: Instant,
    expires_at: Instant,
  })
  .meta({ id: 'SignInRecord' });

export const listSignIns = endpoint('GET', '/api/sign-ins/', {
  summary: 'Where the own account is signed in, the newest sign-in first',
  access: signedIn,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(SignInRecord) },
});
export const endSignIn = endpoint('DELETE', '/api/sign-ins/{id}/', {
  summary: 'Sign one browser out',
  access: { ...signedIn, policy: 'sign-in.own' },
  params: IdParams,
  replies: { 204: null },
});
export const endSignIns = endpoint('DELETE', '/api/sign-ins/', {
  summary: 'Sign out everywhere, or everywhere else',
  access: signedIn,
  query: z.object({ except_current: QueryFlag.optional() }),
  replies: { 200: z.object({ ended: z.int() }) },
});
