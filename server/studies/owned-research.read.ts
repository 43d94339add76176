import { rowsOf, type PagedRows, type Snapshot } from '../platform/db/snapshot';
import { ownConsentDocuments, ownStudies } from './own-data.sql';

/** For the data export: a researcher's own studies, without data of their participants. */
export const studyRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownStudies, [ownerId]));

/** For the data export: every version of the consent documents of these studies. */
export const consentRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownConsentDocuments, [ownerId]));
