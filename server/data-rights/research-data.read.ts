import { Injectable } from '@nestjs/common';
import * as enrolment from '../enrolment/own-data.sql';
import { ownConsentDocuments, ownStudies } from '../studies/own-data.sql';
import { rowsOf, type PagedRows } from './paged-rows';
import type { Snapshot } from './snapshot';

/** What the schema `research` and the rosters hold about one person. */
@Injectable()
export class ResearchDataRead {
  participations(snapshot: Snapshot, accountId: string): PagedRows[] {
    const ofEach = (sql: string) => this.ofEach(snapshot, accountId, sql);
    return [
      { name: 'participations', pages: ofEach(enrolment.participationRows) },
      { name: 'moves', pages: ofEach(enrolment.moveRows) },
    ];
  }

  /**
   * Each is its own receipt: the document with its text, the version, the fingerprint, and the seal
   * of the chain that it stands in.
   */
  async *agreements(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
    const known = snapshot.pages<{ study_id: string; pseudonym: string }>(
      enrolment.ownPseudonyms,
      [accountId],
      'commonlab_link',
    );
    for await (const page of known) {
      yield* rowsOf(
        snapshot.pages<{ row: object }>(enrolment.agreementRows, [
          page.map((one) => one.study_id),
          page.map((one) => one.pseudonym),
        ]),
      );
    }
  }

  /** A researcher's own, without anybody who took part. */
  studies(snapshot: Snapshot, accountId: string): PagedRows[] {
    const section = (name: string, sql: string): PagedRows => ({
      name,
      pages: rowsOf(snapshot.pages<{ row: object }>(sql, [accountId])),
    });
    return [
      section('studies', ownStudies),
      section('consent_documents', ownConsentDocuments),
      section('sessions', enrolment.ownSessions),
    ];
  }

  /**
   * Who saw this person's name; and which rosters this person opened, without the names that were
   * on them.
   */
  rosters(snapshot: Snapshot, accountId: string): PagedRows[] {
    const rosters_opened = snapshot.pages<object>(
      enrolment.rostersOpened,
      [accountId],
      'commonlab_link',
    );
    return [
      { name: 'own_name_shown', pages: this.shown(snapshot, accountId) },
      { name: 'rosters_opened', pages: rosters_opened },
    ];
  }

  private async *shown(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
    const pages = snapshot.pages<{ researcher_id: string }>(
      enrolment.ownNameShown,
      [accountId],
      'commonlab_link',
    );
    for await (const page of pages) {
      const researchers = await snapshot.query<{ id: string }>(
        `SELECT id, first_name, last_name, organization FROM identity.researcher_byline WHERE id = ANY($1::uuid[])`,
        [page.map((one) => one.researcher_id)],
      );
      const byId = new Map(researchers.map((one) => [one.id, one]));
      yield page.map(({ researcher_id, ...row }) => ({
        ...row,
        researcher: byId.get(researcher_id) ?? { id: researcher_id },
      }));
    }
  }

  /**
   * A page of participations under the role of the link; what is known of them, as the application.
   */
  private async *ofEach(snapshot: Snapshot, accountId: string, sql: string): PagedRows['pages'] {
    for await (const page of snapshot.pages<{ id: string }>(
      enrolment.ownParticipationIds,
      [accountId],
      'commonlab_link',
    )) {
      yield* rowsOf(snapshot.pages<{ row: object }>(sql, [page.map(({ id }) => id)]));
    }
  }
}
