import { reviewsMails } from './reviews/mails/reviews.mails';
import { researchersRateLimits } from './researchers.rate-limits';
import * as contract from '../../contracts/researchers/researchers';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  noPersonalData,
  accountRowsSection,
} from '../platform/context/context';
import { Invitation } from './invitations/invitation.entity';
import { Organization } from './organizations/organization.entity';
import { researchersEvents } from './researchers.events';
import { ResearchersModule } from './researchers.module';
import { Review } from './reviews/review.entity';
import { researchersTexts } from './researchers-texts';

const keyPurposes = ['invitation'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const researchers = defineContext({
  name: 'researchers',
  about: 'Who may do research here: reviews, invitation codes, organizations.',
  texts: [researchersTexts],
  modules: [ResearchersModule],
  controllers: async () => [
    (await import('./reviews/reviews.controller.js')).ReviewsController,
    (await import('./reviews/own-review.controller.js')).OwnReviewController,
    (await import('./invitations/invitations.controller.js')).InvitationsController,
    (await import('./organizations/organizations.controller.js')).OrganizationsController,
  ],
  endpoints: endpointsOf(contract),
  events: researchersEvents,
  mails: [reviewsMails],
  limits: Object.values(researchersRateLimits),
  tables: [
    {
      entity: Review,
      holds: 'a review of a researcher: what was given, what was decided, by whom, why',
      personalData: accountHolderDeclaration('reviews'),
      retention: { kept: 'as long as the account' },
    },
    {
      entity: Invitation,
      holds: 'the keyed hash of an invitation code, its terms and uses',
      personalData: {
        about: 'the administrator who created it',
        erased: { stays: 'the id of an erased account leads to no name' },
        exported: { in: 'invitations' },
      },
      retention: { kept: 'for ever, as a record of who let researchers in' },
    },
    {
      entity: Organization,
      holds: 'an organization to choose from',
      personalData: noPersonalData('organizations to choose from'),
      retention: { kept: 'for ever; an import replaces what the registry changed' },
    },
  ],
  keyPurposes,
  exportFiles: [
    {
      name: 'reviews',
      position: 100,
      explains: researchersTexts.sentence('export.reviews'),
      sections: [
        accountRowsSection('reviews', 'identity.review', 'decided_by'),
        {
          name: 'reviews_decided',
          table: 'identity.review',
          where: 'decided_by = $1',
          without: ['account_id', 'decided_by', 'organization', 'organization_ror_id', 'interests'],
        },
      ],
    },
    {
      name: 'invitations',
      position: 110,
      explains: researchersTexts.sentence('export.invitations'),
      sections: [
        {
          name: 'invitations_created',
          table: 'identity.invitation',
          where: 'created_by = $1',
          without: ['code_hash', 'created_by'],
        },
      ],
    },
  ],
});
