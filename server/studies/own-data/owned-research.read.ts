import { rowsOf, type PagedRows, type Snapshot } from '../../platform/db/snapshot';
import { ownConsentDocuments, ownStudies } from './own-data.sql';

/** A researcher's own studies, without data of their participants, for the data export. */
export const studyRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownStudies, [ownerId]));

/** Every version of these studies' consent documents, for the data export. */
export const consentRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(snapshot.pages<{ row: object }>(ownConsentDocuments, [ownerId]));
