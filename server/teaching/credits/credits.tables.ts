import { accountHolderDeclaration, type TableDeclaration } from '../../platform/context/context';
import { FormerStudyPersonRow } from '../withheld-names/former-study-person.entity';
import { FormerMemberRow } from '../withheld-names/former-member.entity';
import { CreditAccountRow, CreditRow, ParticipationCreditRow } from './credit.entity';

const ofStudent = { about: 'the student, by a keyed hash', erased: { by: 'statement' } } as const;

/**
 * For each table of credits and of former roles: whose data it holds, and how the data are erased.
 * The former roles decide which names and credits are withheld.
 */
export const creditsTables: readonly TableDeclaration[] = [
  {
    entity: ParticipationCreditRow,
    holds: 'that a participation is due credit, for how many quarters of an hour, since which day',
    personalData: {
      about: 'the participant, by pseudonym',
      erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
      exported: { not: 'the credits that are granted for it are' },
    },
    retention: { kept: 'as long as the participation, so that none is granted twice' },
  },
  {
    entity: CreditRow,
    holds: 'a credit: quarters of an hour, study or alternative, the course in which it counts',
    personalData: { ...ofStudent, exported: { in: 'teaching' } },
    retention: { kept: 'for ever: courses count it' },
  },
  {
    entity: CreditAccountRow,
    holds: 'the accounts of the ledger that have the sums of a student in a course',
    personalData: { ...ofStudent, exported: { not: 'sums of the credits, which are exported' } },
    retention: { kept: 'for ever: accounts must stay verifiable' },
  },
  {
    entity: FormerStudyPersonRow,
    holds: 'that an account owned a study or worked on it, so that credit from it stays withheld',
    personalData: accountHolderDeclaration('teaching'),
    retention: { kept: 'as long as the study, or until the account is deleted' },
  },
  {
    entity: FormerMemberRow,
    holds: 'a role that an account had in a classroom, so that names stay withheld',
    personalData: accountHolderDeclaration('teaching'),
    retention: { kept: 'until the classroom is archived' },
  },
];
