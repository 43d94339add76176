import { enrolmentTexts } from './enrolment-texts';
import type { ExportFile } from '../platform/context/context';
import {
  agreementRows,
  participationRows,
  nameShownRows,
  sessionRows,
  openedRosterRows,
  transitionRows,
} from './personal-data.read';

/** The files of the data export about a participant, and about a researcher's rosters. */
export const enrolmentExports: readonly ExportFile[] = [
  {
    name: 'participations',
    position: 70,
    explains: enrolmentTexts.sentence('export.participations'),
    sections: [
      { name: 'participations', read: participationRows },
      { name: 'moves', read: transitionRows },
    ],
  },
  {
    name: 'agreements',
    position: 80,
    explains: enrolmentTexts.sentence('export.agreements'),
    sections: [{ name: 'agreements', read: agreementRows }],
  },
  {
    name: 'roster-accesses',
    position: 90,
    explains: enrolmentTexts.sentence('export.roster-accesses'),
    sections: [
      { name: 'own_name_shown', read: nameShownRows },
      { name: 'rosters_opened', read: openedRosterRows },
    ],
  },
  {
    name: 'studies',
    position: 120,
    sections: [{ name: 'sessions', read: sessionRows }],
  },
];
