import { z } from 'zod';
import {
  anyone,
  credentialInRequest,
  researchersOrAdministrators,
  signedIn,
  signedInExceptForActions,
} from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  Email,
  QueryFlag,
  optionalPersonName,
  Id,
  IdParams,
  Instant,
  optionalSingleLine,
  optionalMultilineText,
  personName,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { Language } from '../base/languages';
import { limits } from '../base/limits';
import { Region, ReportedRegion, ReportedTimeZone, TimeZone } from '../base/region';
import { OperatorPageHash } from '../operator/operator';
import { refusePasswordMismatch, Password } from './password';

export const AccountStatus = z.enum(['NEW', 'ACTIVE']);
export const Role = z.enum(['ADMINISTRATOR']);

export const User = z
  .object({
    _id: Id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    role: Role.nullable(),
    is_researcher: z.boolean(),
    /**
     * Whether the person may build class studies: as a student of a classroom that allows it, or by
     * a role in a class study (docs/domain.md, 8).
     */
    builds: z.boolean(),
    organization: z.string().nullable(),
    organization_ror_id: z.string().nullable(),
    interests: z.string().nullable(),
    researcher_privilege: z.boolean().nullable(),
    status: AccountStatus,
    language: Language,
    /**
     * The time zone that the browser reported at the registration or a sign-in, or the one that the
     * person chose in the profile; null where neither is known.
     */
    zone: z.string().nullable(),
    region: z.string().nullable(),
    deletion_at: Instant.nullable(),
    identities: z.array(z.object({ provider: z.string(), created_at: Instant })),
    created_at: Instant,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;
/**
 * 256 random bits that a browser keeps when a person registers in it. If the browser sends them
 * together with the key from the confirmation mail, the server also signs the person in.
 */
const BrowserSecret = z.string().regex(/^[\w-]{43}$/, { error: 'invalid' });

/**
 * `deletion_cancelled`: the person had requested the deletion of the account, and this sign-in
 * cancelled it. Absent otherwise.
 */
export const SignedInUser = User.extend({
  token: z.string().optional(),
  token_expires_at: Instant.optional(),
  deletion_cancelled: z.literal(true).optional(),
}).meta({ id: 'SignedInUser' });
export const SignUp = z
  .strictObject({
    email: Email,
    password: Password,
    password_confirmation: z.string().max(limits.password.max),
    first_name: personName(limits.name),
    last_name: optionalPersonName(limits.name),
    is_researcher: z.boolean(),
    invitation_code: optionalSingleLine(64).optional(),
    language: Language.optional(),
    zone: ReportedTimeZone,
    region: ReportedRegion,
    browser_secret: BrowserSecret.optional(),
    terms_version: OperatorPageHash.optional(),
  })
  .superRefine((v, ctx) => {
    refusePasswordMismatch(v, ctx);
    if (v.is_researcher && !v.invitation_code)
      ctx.addIssue({ code: 'custom', path: ['invitation_code'], message: 'required' });
    if (!v.is_researcher && v.invitation_code !== undefined)
      ctx.addIssue({ code: 'custom', path: ['invitation_code'], message: 'not_allowed' });
  })
  .meta({ id: 'SignUp' });

/**
 * The query of the login form (docs/specification.md, 7). The server ignores all other parameters.
 * `is_researcher` and `invitation_code` matter only when a person signs in with an identity
 * provider for the first time.
 */
export const ProfileQuery = z.object({
  remember: QueryFlag.optional(),
  token_issuer: z.string().max(40).optional(),
  is_researcher: QueryFlag.optional(),
  invitation_code: z.string().max(64).optional(),
});

export const ProfileDetails = z
  .strictObject({
    action: z.literal('profile').optional(),
    first_name: personName(limits.name).optional(),
    last_name: optionalPersonName(limits.name).optional(),
    organization: optionalSingleLine(limits.title).nullable().optional(),
    organization_ror_id: z
      .string()
      .regex(/^https:\/\/ror\.org\/0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}$/, { error: 'invalid' })
      .nullable()
      .optional(),
    interests: optionalMultilineText(limits.notes).nullable().optional(),
    language: Language.optional(),
    zone: TimeZone.optional(),
    region: Region.optional(),
  })
  .refine(({ action: _, ...rest }) => hasAnyChange(rest), { error: 'nothing_to_change' });
export const ProfileChange = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('remove-token'), token: z.string().min(1).max(200) }),
    z.strictObject({ action: z.literal('email-verify') }),
    z.strictObject({
      action: z.literal('activate'),
      key: z.string().min(1).max(200),
      browser_secret: BrowserSecret.optional(),
    }),
    ProfileDetails,
  ])
  .meta({ id: 'ProfileChange' });

export const PublicProfile = z
  .object({
    _id: Id,
    first_name: z.string(),
    last_name: z.string(),
    organization: z.string().nullable(),
    verified: z.boolean(),
    orcid: z.string().nullable(),
  })
  .meta({ id: 'PublicProfile' });

export const register = endpoint('POST', '/api/users/', {
  summary: 'Create an account',
  access: anyone,
  body: SignUp,
  replies: { 201: User },
  errors: ['invalid_invitation'],
});
export const readProfile = endpoint('GET', '/api/users/profile/', {
  summary: 'Sign in, or read the own profile',
  access: credentialInRequest('basic', 'bearer'),
  query: ProfileQuery,
  replies: { 200: SignedInUser },
  errors: [
    'invalid_credentials',
    'unsupported_issuer',
    'invalid_identity_token',
    'issuer_unavailable',
    'identity_proof_needed',
    'identity_unknown',
    'identity_taken',
    'invalid_invitation',
    'account_disabled',
    'second_factor_required',
  ],
});
/**
 * `activate` and `remove-token` need no sign-in: the body contains a credential. For `activate`:
 * - The answer contains a token if the body also has the secret of the browser that registered.
 * - 409 `other_registration`: the secret belongs to another registration of this email address.
 * - 403 `sign_in_first`: an identity provider created the account, and the caller is not signed in
 *   to this account. After 403 and 409, the key can be used again.
 * - `already_confirmed`: the key was used before, and is less than 24 hours old.
 */
export const changeProfile = endpoint('PUT', '/api/users/profile/', {
  summary: 'Change the own profile, verify the email, sign out',
  access: signedInExceptForActions('activate', 'remove-token'),
  body: ProfileChange,
  replies: { 200: SignedInUser, 202: null, 204: null },
  errors: [
    'invalid_key',
    'already_confirmed',
    'sign_in_first',
    'other_registration',
    'unauthenticated',
  ],
});
export const deleteAccount = endpoint('DELETE', '/api/users/profile/', {
  summary: 'Ask for the deletion of the own account',
  access: signedIn,
  replies: { 202: z.object({ deletion_at: Instant }) },
  errors: ['researcher_deletion', 'last_administrator'],
});
export const readUser = endpoint('GET', '/api/users/{id}/', {
  summary: 'One account: the own one, or any for administrators',
  access: { ...signedIn, policy: 'account.read' },
  params: IdParams,
  replies: { 200: User },
});
export const readPublicProfile = endpoint('GET', '/api/users/public/{id}/', {
  summary: 'The public profile of a researcher',
  access: anyone,
  params: IdParams,
  replies: { 200: PublicProfile },
});
export const findUsers = endpoint('GET', '/api/users/', {
  summary: 'Find researchers; administrators find everyone',
  access: researchersOrAdministrators,
  query: z.object({
    text: z.string().max(200).optional(),
    role: z.enum(['ADMINISTRATOR', 'researcher', 'participant']).optional(),
    /**
     * `LEAVING` lists accounts whose holders have requested the deletion, until an administrator acts on the request.
     */
    status: z.enum(['NEW', 'ACTIVE', 'DISABLED', 'DELETING', 'LEAVING']).optional(),
    ...PageQuery,
  }),
  /** `alike` is true if no name contains the search text, and the answer lists similar names instead. */
  replies: {
    200: pageSchemaOf(
      PublicProfile.extend({
        email: z.string().optional(),
        status: AccountStatus.optional(),
        is_researcher: z.boolean().optional(),
        researcher_privilege: z.boolean().nullable().optional(),
        role: Role.nullable().optional(),
        disabled_at: Instant.nullable().optional(),
        deletion_at: Instant.nullable().optional(),
        deletion_requested_at: Instant.nullable().optional(),
        created_at: Instant.optional(),
      }),
    ).extend({ alike: z.literal(true).optional() }),
  },
  errors: ['forbidden', 'second_factor_missing'],
});
