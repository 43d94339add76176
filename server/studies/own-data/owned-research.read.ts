import { rowsOf, type PagedRows, type Snapshot } from '../../platform/db/snapshot';
import { ownConsentDocuments, ownStudies } from './own-data.sql';

/** A researcher's own studies, without data of their participants, for the data export. */
export const studyRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownStudies, [ownerId]));

/** All versions of the consent forms of a researcher's own studies, for the data export. */
export const consentRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownConsentDocuments, [ownerId]));
