import { unwrapRows, type PagedRows, type Snapshot } from '../../platform/db/snapshot';
import { ownConsentDocumentsSql, ownStudiesSql } from './own-data.sql';

/** Reads a researcher's own studies, without data of their participants, for the data export. */
export const readOwnStudyRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  unwrapRows(snapshot.pages<{ row: object }>(ownStudiesSql, [ownerId]));

export const readOwnConsentRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  unwrapRows(snapshot.pages<{ row: object }>(ownConsentDocumentsSql, [ownerId]));
