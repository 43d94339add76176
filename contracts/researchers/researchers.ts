import { z } from 'zod';
import { administratorsOnly, anyone, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  EnteredInstant,
  Id,
  IdParams,
  Instant,
  optionalSingleLine,
  PageQuery,
  pageSchemaOf,
  multilineText,
} from '../base/fields';
import { limits } from '../base/limits';

export const ResearcherReviewState = z.enum(['pending', 'approved', 'rejected', 'superseded']);
export const ResearcherReview = z
  .object({
    _id: Id,
    state: ResearcherReviewState,
    requested_at: Instant,
    decided_at: Instant.nullable(),
    reason: z.string().nullable(),
    decided_by: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
    researcher: z.object({
      _id: Id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      email_verified: z.boolean(),
    }),
    organization: z.string(),
    organization_ror_id: z.string().nullable(),
    interests: z.string().nullable(),
    /**
     * Hints for the administrator who decides, never a decision by themselves. A worker computes
     * them; they are null until then. `domain_matches` is null where the result is unknown: the
     * organization has no known domains, or the address matches but the researcher has not verified
     * it.
     */
    signals: z
      .object({
        domain_matches: z.boolean().nullable(),
        /** The address matches one of the organization's domains, but the researcher has not verified it. */
        domain_unproven: z.boolean(),
        /**
         * Whether the identifier that the person gave is in the list of organizations; null where
         * none was given, and in older hints, from before this check existed.
         */
        organization_listed: z.boolean().nullable(),
        orcid: z.string().nullable(),
        single_sign_on: z.boolean(),
        earlier_approved: z.int(),
        earlier_rejected: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'Review' });
export type ResearcherReview = z.output<typeof ResearcherReview>;

/**
 * The decision of an administrator. `review_id` names the review that it is about; without it, the
 * decision is about the pending review.
 */
export const ReviewDecision = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    reason: multilineText(limits.notes),
    review_id: Id.optional(),
  })
  .meta({ id: 'ReviewDecision' });

export const listReviews = endpoint('GET', '/api/reviews/', {
  summary: 'The review queue and its history',
  access: administratorsOnly,
  query: z.object({
    state: ResearcherReviewState.optional(),
    researcher: Id.optional(),
    ...PageQuery,
  }),
  replies: { 200: pageSchemaOf(ResearcherReview) },
  errors: ['forbidden', 'second_factor_missing'],
});
/**
 * The decision about the researcher's own review. It does not name the administrator. The
 * researcher also gets the reason by mail.
 */
export const OwnReview = z
  .object({
    last_decision: z
      .object({ state: z.enum(['approved', 'rejected']), decided_at: Instant, reason: z.string() })
      .nullable(),
  })
  .meta({ id: 'OwnReview' });
export type OwnReview = z.output<typeof OwnReview>;
export const readOwnReview = endpoint('GET', '/api/reviews/own/', {
  summary: 'The last decision about the own affiliation, with its reason',
  access: signedIn,
  replies: { 200: OwnReview },
});
export const decideReview = endpoint('PUT', '/api/reviews/{user_id}/', {
  summary: 'Approve or reject a researcher',
  access: administratorsOnly,
  params: z.strictObject({ user_id: Id }),
  body: ReviewDecision,
  replies: { 200: ResearcherReview },
  errors: ['forbidden', 'second_factor_missing', 'already_decided'],
});

export const Invitation = z
  .object({
    _id: Id,
    code: z.string().optional(),
    max_uses: z.int().nullable(),
    uses: z.int(),
    label: z.string().nullable(),
    expires_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    created_by: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;
export const NewInvitation = z
  .strictObject({
    max_uses: z.int().min(1).max(100_000).optional(),
    expires_at: EnteredInstant.optional(),
    label: optionalSingleLine(limits.name).optional(),
  })
  .meta({ id: 'NewInvitation' });
export const createInvitation = endpoint('POST', '/api/invitations/', {
  summary: 'Create an invitation code; the code is shown only here',
  access: administratorsOnly,
  body: NewInvitation,
  replies: { 201: Invitation },
  errors: ['forbidden', 'second_factor_missing'],
});
export const listInvitations = endpoint('GET', '/api/invitations/', {
  summary: 'Invitation codes and their use',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(Invitation) },
  errors: ['forbidden', 'second_factor_missing'],
});

/**
 * Changes or revokes an invitation. The value of `max_uses` must not be below the number of uses so
 * far. A revoked invitation cannot be restored.
 */
export const InvitationChange = z
  .strictObject({
    max_uses: z.int().min(1).max(100_000).nullable().optional(),
    expires_at: EnteredInstant.nullable().optional(),
    label: optionalSingleLine(limits.name).nullable().optional(),
    revoked: z.literal(true).optional(),
  })
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'InvitationChange' });
export const changeInvitation = endpoint('PUT', '/api/invitations/{id}/', {
  summary: 'Limit, expire or revoke an invitation code',
  access: administratorsOnly,
  params: IdParams,
  body: InvitationChange,
  replies: { 200: Invitation },
  errors: ['forbidden', 'second_factor_missing', 'illegal_transition'],
});

export const Organization = z
  .object({
    name: z.string(),
    ror_id: z.string().nullable(),
    country: z.string().nullable(),
    domains: z.array(z.string()),
  })
  .meta({ id: 'Organization' });
export const findOrganizations = endpoint('GET', '/api/researchers/organizations/', {
  summary: 'Organizations by name, misspelt or abbreviated too',
  access: anyone,
  query: z.object({ org: z.string().max(200).optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(Organization) },
  compressed: true,
});
