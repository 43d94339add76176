import * as contract from '../../contracts/collaborators/collaborators';
import { collaboratorsErrors } from '../../contracts/collaborators/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import * as transfer from '../../contracts/collaborators/study-transfer';
import { defineContext, endpointsOf, retentionUntilExpiry } from '../platform/context/context';
import { collaboratorsEvents } from './collaborators.events';
import { collaboratorsRateLimits } from './collaborators.rate-limits';
import { CollaboratorsModule } from './collaborators.module';
import { collaboratorsPolicies } from './collaborators.policy';
import { collaboratorsTexts } from './collaborators-texts';
import { StudyInvitationRow } from './invitation.entity';
import { StudyOfferRow } from './offer.entity';
import { collaboratorsMails } from './mails/collaborators.mails';

const keyPurposes = ['study-invitation', 'study-offer'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const collaborators = defineContext({
  name: 'collaborators',
  about:
    'Invitations of researchers to the studies of others, and studies that pass to another owner.',
  texts: [collaboratorsTexts],
  errors: declareErrors(collaboratorsErrors, (code, values) =>
    collaboratorsTexts.sentence(`error.${code}`, values),
  ),
  modules: [CollaboratorsModule],
  controllers: async () => [
    (await import('./collaborators.controller.js')).CollaboratorsController,
  ],
  endpoints: [...endpointsOf(contract), ...endpointsOf(transfer)],
  events: collaboratorsEvents,
  policies: collaboratorsPolicies,
  mails: [collaboratorsMails],
  limits: Object.values(collaboratorsRateLimits),
  keyPurposes,
  tables: [
    {
      entity: StudyInvitationRow,
      holds: 'the address that a study’s owner invited, and the role',
      personalData: {
        about: 'the person who is invited, and the researcher who invites',
        erased: { by: 'foreign key' },
        exported: { not: 'somebody else’s address; it is gone with the answer, or after 14 days' },
      },
      retention: retentionUntilExpiry('14 days, or until it is answered or withdrawn'),
    },
    {
      entity: StudyOfferRow,
      holds: 'to which collaborator, or address, a study’s owner offers it, and whether they stay',
      personalData: {
        about: 'the person to whom the study is offered, and the researcher who offers it',
        erased: { by: 'foreign key' },
        exported: { not: 'it is gone with the answer, or after 14 days' },
      },
      retention: retentionUntilExpiry('14 days, or until it is answered or taken back'),
    },
  ],
});
