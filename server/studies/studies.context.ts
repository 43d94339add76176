import { Account } from '../access/accounts/account.entity';
import { studiesErrors } from '../../contracts/studies/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { isOwnedBySql, studyPolicies } from './study.policy';
import {
  defineContext,
  accountHolderDeclaration,
  noPersonalData,
  accountRowsSection,
} from '../platform/context/context';
import { StoredFile } from '../platform/storage/stored-file.entity';
import { StudyCollaborator } from './people/collaborator.entity';
import { Consent } from './consents/consent.entity';
import { FormerOwner } from './people/former-owner.entity';
import { readOwnConsentRows, readOwnStudyRows } from './own-data/owned-research.read';
import { studiesErasure } from './studies.erasure';
import { studiesEvents } from './studies.events';
import { StudiesModule } from './studies.module';
import { StudyVariableRow } from './variables/study-variable.entity';
import { Study } from './study.entity';
import { studiesTexts } from './studies-texts';

const ofTheOwner = {
  about: 'the researcher who owns the study',
  erased: { stays: 'research outlives its owner; the id of an erased account leads to no name' },
  exported: { in: 'studies' },
} as const;

export const studies = defineContext({
  name: 'studies',
  about: 'Studies and their consent documents.',
  texts: [studiesTexts],
  errors: declareErrors(studiesErrors, (code, values) =>
    studiesTexts.sentence(`error.${code}`, values),
  ),
  modules: [StudiesModule],
  events: studiesEvents,
  policies: studyPolicies,
  studyOf: { study: (_, id) => Promise.resolve(id) },
  tables: [
    {
      entity: Study,
      holds: 'a study: title, description, eligibility, reward, state',
      personalData: ofTheOwner,
      retention: {
        kept: 'for ever, archived when its owner is erased; of a class until 180 days after it was archived (CLASSROOM_DAYS)',
      },
    },
    {
      entity: Consent,
      holds: 'one version of a consent document',
      personalData: ofTheOwner,
      retention: { kept: 'for ever: agreements refer to it; of a class study with the study' },
    },
    {
      entity: StudyVariableRow,
      holds: 'what the people of a study say of a variable of its data',
      personalData: noPersonalData('words about a column, not about anybody who took part'),
      retention: { kept: 'as long as its study, or until its people take it away' },
    },
    {
      entity: FormerOwner,
      holds: 'that an account owned a study before it passed to another researcher, and until when',
      personalData: {
        about: 'the researcher who owned the study',
        erased: {
          stays: 'who launched a study is part of the research; the id leads to no name',
        },
        exported: { in: 'studies' },
      },
      retention: { kept: 'for ever, like the study: receipts say under whom somebody agreed' },
    },
    {
      entity: StudyCollaborator,
      holds:
        'that an account edits or views the study of another, and since when its owner opens the roster to it',
      personalData: accountHolderDeclaration('studies'),
      retention: { kept: 'until the role is taken or left, or with the account' },
    },
  ],
  views: {
    'research.study_profile': 'a study as sessions, catalogue, mails and exports need it',
    'research.consent_document': 'a version of a consent document',
    'identity.reader_by_day': 'researchers to whom lists show moments when the day is over',
  },
  erasure: studiesErasure,
  contentUses: [
    `SELECT c.study_id, c.title, c.sha256 FROM research.consent c
     WHERE c.kind = 'pdf' AND c.sha256 = ANY($1::text[])`,
  ],
  exportFiles: [
    {
      name: 'studies',
      position: 120,
      explains: studiesTexts.sentence('export.studies'),
      sections: [
        { name: 'studies', read: readOwnStudyRows },
        { name: 'consent_documents', read: readOwnConsentRows },
        // Leaves out two columns: the id of the study's owner, and the id of a roster access, which
        // only launches use.
        accountRowsSection(
          'collaborations',
          'identity.study_collaborator',
          'sees_roster_by',
          'roster_opening',
        ),
        accountRowsSection('owned_before', 'research.study_former_owner'),
      ],
    },
  ],
  keeps: [
    {
      of: Account,
      because: 'a researcher who has begun a study before verifying the address',
      exists: `FROM research.study s WHERE ${isOwnedBySql('s', 'kept.id')}`,
    },
    {
      of: StoredFile,
      because: 'a consent document that is a file',
      exists: `FROM research.consent c WHERE c.kind = 'pdf' AND c.sha256 = kept.sha256`,
    },
  ],
});
