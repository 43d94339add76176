import { z } from 'zod';
import { endpoint } from './endpoint';
import { GivenInstant, Id, Instant, Page, pageOf, text } from './fields';
import { limits } from './limits';

export const ReviewState = z.enum(['pending', 'approved', 'rejected', 'superseded']);
export const Review = z.object({
  _id: Id, state: ReviewState, requested_at: Instant, decided_at: Instant.nullable(), reason: z.string().nullable(),
  decided_by: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  researcher: z.object({ _id: Id, first_name: z.string(), last_name: z.string(), email: z.string(), email_verified: z.boolean() }),
  organization: z.string(), organization_ror_id: z.string().nullable(), interests: z.string().nullable(),
}).meta({ id: 'Review' });
export type Review = z.output<typeof Review>;

export const ReviewDecision = z.strictObject({ decision: z.enum(['approve', 'reject']), reason: text(limits.notes) }).meta({ id: 'ReviewDecision' });

export const listReviews = endpoint('GET', '/api/reviews/', {
  summary: 'The review queue and its history', query: z.object({ state: ReviewState.optional(), ...Page }), replies: { 200: pageOf(Review) }, errors: ['forbidden'], access: ['bearer'],
});
export const decideReview = endpoint('PUT', '/api/reviews/{user_id}/', {
  summary: 'Approve or reject a researcher', params: z.strictObject({ user_id: Id }), body: ReviewDecision, replies: { 200: Review }, errors: ['forbidden', 'already_decided'], access: ['bearer'],
});

export const Invitation = z.object({ _id: Id, code: z.string().optional(), max_uses: z.int().nullable(), uses: z.int(), expires_at: Instant.nullable(), created_at: Instant }).meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;
export const NewInvitation = z.strictObject({ max_uses: z.int().min(1).max(100_000).optional(), expires_at: GivenInstant.optional() }).meta({ id: 'NewInvitation' });
export const createInvitation = endpoint('POST', '/api/invitations/', { summary: 'Create an invitation code; the code is shown only here', body: NewInvitation, replies: { 201: Invitation }, errors: ['forbidden'], access: ['bearer'] });
export const listInvitations = endpoint('GET', '/api/invitations/', { summary: 'Invitation codes and their use', query: z.object(Page), replies: { 200: pageOf(Invitation) }, errors: ['forbidden'], access: ['bearer'] });

export const Organization = z.object({ name: z.string(), ror_id: z.string().nullable(), country: z.string().nullable(), domains: z.array(z.string()) }).meta({ id: 'Organization' });
export const findOrganizations = endpoint('GET', '/api/researchers/organizations/', { summary: 'Organizations that researchers have named', query: z.object({ org: z.string().max(200).optional() }), replies: { 200: pageOf(Organization) } });
