import { z } from 'zod';
import { studyBuildersOnly, researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Email, Id, IdParams, Instant } from '../base/fields';
import { StudyOffer } from './study-transfer';

/**
 * Roles that an invitation can give. An invitation cannot make a person the owner: for that, the
 * owner offers the study (contracts/collaborators/study-transfer.ts).
 */
export const CollaboratorRole = z.enum(['editor', 'analyst', 'viewer']);
export type CollaboratorRole = z.output<typeof CollaboratorRole>;
export const StudyRole = z.enum(['owner', ...CollaboratorRole.options]);
export type StudyRole = z.output<typeof StudyRole>;

export const Collaborator = z
  .object({
    /** The id of the account. */
    _id: Id,
    first_name: z.string(),
    last_name: z.string(),
    role: StudyRole,
    since: Instant,
    /**
     * Since when this collaborator has access to rosters with names. The access covers the sessions
     * that were launched after this time. Null without that access, and for the owner, who always
     * has it.
     */
    sees_roster_since: Instant.nullable(),
  })
  .meta({ id: 'Collaborator' });
export type Collaborator = z.output<typeof Collaborator>;
/** An open invitation to a study; it is deleted if the person declines it. */
export const StudyInvitation = z
  .object({ _id: Id, email: z.string(), role: CollaboratorRole, expires_at: Instant })
  .meta({ id: 'StudyInvitation' });
export type StudyInvitation = z.output<typeof StudyInvitation>;
export const StudyAccess = z
  .object({
    /** The owner first, then the others in the order in which they got their role. */
    people: z.array(Collaborator),
    /** The open invitations. Only the owner gets them; for all others the list is empty. */
    invitations: z.array(StudyInvitation),
    /**
     * The offer of the ownership. Only the owner and the collaborator to whom the study is offered
     * get it.
     */
    offer: StudyOffer.nullable(),
  })
  .meta({ id: 'StudyAccess' });
export type StudyAccess = z.output<typeof StudyAccess>;
/** What a person who opens the link of an invitation mail reads before accepting or declining. */
export const OfferedRole = z
  .object({
    title: z.string(),
    /**
     * The role in the study that the person would get. `owner` means that the ownership of the
     * study is offered (contracts/collaborators/study-transfer.ts).
     */
    role: StudyRole,
    owner: z.object({ first_name: z.string(), last_name: z.string() }),
    /** For an offer of the ownership of a study: whether its owner stays as an editor. Null for an invitation. */
    stays: z.boolean().nullable(),
    expires_at: Instant,
  })
  .meta({ id: 'OfferedRole' });
export type OfferedRole = z.output<typeof OfferedRole>;

/**
 * The key in the link of a mail. Requests send it in the body, since logs contain the URLs of
 * requests.
 */
const Key = z.string().min(20).max(100);
const read = { ...studyBuildersOnly, policy: 'collaborator.read' } as const;
const manage = { ...studyBuildersOnly, policy: 'collaborator.manage' } as const;
const Person = z.strictObject({ id: Id, account: Id });

export const readCollaborators = endpoint('GET', '/api/studies/{id}/collaborators/', {
  summary: 'Who has which role in a study',
  access: read,
  params: IdParams,
  replies: { 200: StudyAccess },
  errors: ['forbidden', 'not_found'],
});
export const inviteCollaborator = endpoint('POST', '/api/studies/{id}/collaborators/', {
  summary: 'Invite somebody by mail; the answer is the same whether the address has an account',
  access: manage,
  params: IdParams,
  body: z.strictObject({ email: Email, role: CollaboratorRole }),
  replies: { 201: StudyInvitation },
  errors: [
    'forbidden',
    'email_not_verified',
    'not_found',
    'too_many_collaborators',
    'study_archived',
  ],
});
export const withdrawStudyInvitation = endpoint(
  'DELETE',
  '/api/studies/{id}/invitations/{invitation}/',
  {
    summary: 'Withdraw an invitation that waits for its answer',
    access: manage,
    params: z.strictObject({ id: Id, invitation: Id }),
    replies: { 204: null },
    errors: ['forbidden', 'not_found'],
  },
);
export const changeCollaborator = endpoint('PUT', '/api/studies/{id}/collaborators/{account}/', {
  summary: 'Give a collaborator another role',
  access: manage,
  params: Person,
  body: z.strictObject({ role: CollaboratorRole }),
  replies: { 200: StudyAccess },
  errors: ['forbidden', 'not_found'],
});
/** Gives a collaborator access to names in a study's rosters, or ends it (docs/decisions/collaborators.md). */
export const setRosterAccess = endpoint(
  'PUT',
  '/api/studies/{id}/collaborators/{account}/roster/',
  {
    summary:
      'Open the roster of the sessions that are launched from now on to a collaborator, or end that at once',
    access: { ...researchersOnly, policy: 'collaborator.manage' },
    params: Person,
    body: z.strictObject({ open: z.boolean() }),
    replies: { 200: StudyAccess },
    errors: ['forbidden', 'not_found', 'sandbox_only'],
  },
);
export const removeCollaborator = endpoint('DELETE', '/api/studies/{id}/collaborators/{account}/', {
  summary: 'Take the role of a collaborator, or leave a study',
  access: { ...studyBuildersOnly, policy: 'collaborator.remove' },
  params: Person,
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
export const readOfferedRole = endpoint('POST', '/api/collaborations/offers/', {
  summary: 'The study and the role that a mail’s link offers',
  access: { ...studyBuildersOnly, policy: 'collaborator.answer' },
  body: z.strictObject({ key: Key }),
  replies: { 200: OfferedRole },
  errors: ['forbidden', 'not_found'],
});
export const answerStudyInvitation = endpoint('POST', '/api/collaborations/', {
  summary: 'Accept or decline an invitation; its link counts once',
  access: { ...studyBuildersOnly, policy: 'collaborator.answer' },
  body: z.strictObject({ key: Key, answer: z.enum(['accept', 'decline']) }),
  replies: { 200: z.object({ study_id: Id.nullable() }) },
  errors: ['forbidden', 'email_not_verified', 'not_found', 'own_study', 'takes_part'],
});
