import { Injectable } from '@nestjs/common';
import { rowsOf, type PagedRows } from './paged-rows';
import type { Snapshot } from './snapshot';

/** Whose participations these are only the link table knows: under the role that may read it. */
const taken =
  'identity.participation_link l JOIN research.participation p ON p.id = l.participation_id WHERE l.account_id = $1';

/** What the schema `research` and the rosters hold about one person. */
@Injectable()
export class ResearchDataRead {
  participations(snapshot: Snapshot, accountId: string): PagedRows[] {
    const participations = `SELECT to_jsonb(p) || jsonb_build_object('pseudonym', encode(p.pseudonym, 'hex'),
        'study_title', coalesce(s.snapshot ->> 'title', t.title),
         'session', jsonb_build_object('privacy_level', s.privacy_level, 'state', s.state,
           'launched_at', s.launched_at, 'closes_at', s.closes_at, 'closed_at', s.closed_at,
           'reward_amount', s.reward_amount, 'reward_currency', s.reward_currency)) AS row
       FROM research.participation p JOIN research.session s ON s.id = p.session_id
       JOIN research.study t ON t.id = p.study_id
       WHERE p.id = ANY($1::uuid[]) ORDER BY p.created_at, p.id`;
    const moves = `SELECT to_jsonb(m) - 'id' AS row FROM research.participation_move m
      JOIN research.participation p ON p.id = m.participation_id WHERE p.id = ANY($1::uuid[])
      ORDER BY p.created_at, p.id, m.at, m.id`;
    return [
      { name: 'participations', pages: this.ofEach(snapshot, accountId, participations) },
      { name: 'moves', pages: this.ofEach(snapshot, accountId, moves) },
    ];
  }

  /**
   * Each is its own receipt: the document with its text, the version, the fingerprint, and the seal
   * of the chain that it stands in.
   */
  async *agreements(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
    const known = snapshot.pages<{ study_id: string; pseudonym: string }>(
      `SELECT p.study_id, encode(p.pseudonym, 'hex') AS pseudonym FROM ${taken}
       GROUP BY p.study_id, p.pseudonym ORDER BY min(p.created_at), p.study_id`,
      [accountId],
      'commonlab_link',
    );
    for await (const page of known) {
      yield* rowsOf(
        snapshot.pages<{ row: object }>(
          `SELECT to_jsonb(a) || jsonb_build_object('pseudonym', encode(a.pseudonym, 'hex'),
            'seal', encode(a.seal, 'hex'), 'study_title', t.title,
           'document', jsonb_build_object('title', c.title, 'kind', c.kind, 'state', c.state, 'text', c.body_markdown)) AS row
         FROM research.agreement a JOIN research.consent c ON c.id = a.consent_id JOIN research.study t ON t.id = a.study_id
         WHERE EXISTS (SELECT FROM unnest($1::uuid[], $2::text[]) AS mine (study_id, pseudonym)
         WHERE mine.study_id = a.study_id AND decode(mine.pseudonym, 'hex') = a.pseudonym)
         ORDER BY a.at, a.id`,
          [page.map((one) => one.study_id), page.map((one) => one.pseudonym)],
        ),
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
      section(
        'studies',
        `SELECT to_jsonb(t) - 'owner_id' AS row FROM research.study t WHERE owner_id = $1 ORDER BY created_at, id`,
      ),
      section(
        'consent_documents',
        `SELECT to_jsonb(c) AS row FROM research.consent c
         JOIN research.study t ON t.id = c.study_id WHERE t.owner_id = $1
         ORDER BY c.created_at, c.id`,
      ),
      section(
        'sessions',
        `SELECT to_jsonb(s) - 'snapshot' || jsonb_build_object('title', coalesce(s.snapshot ->> 'title', t.title)) AS row
         FROM research.session s JOIN research.study t ON t.id = s.study_id WHERE t.owner_id = $1 ORDER BY s.created_at, s.id`,
      ),
    ];
  }

  /**
   * Who saw this person's name; and which rosters this person opened, without the names that were
   * on them.
   */
  rosters(snapshot: Snapshot, accountId: string): PagedRows[] {
    const rosters_opened = snapshot.pages<object>(
      `SELECT at, study_id, session_id, count(*)::int AS names_shown FROM identity.roster_access
       WHERE researcher_id = $1 GROUP BY at, study_id, session_id ORDER BY at, session_id`,
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
      `SELECT r.id, r.at, r.researcher_id, r.study_id, r.session_id, coalesce(s.snapshot ->> 'title', t.title) AS study_title
       FROM identity.roster_access r
       LEFT JOIN research.session s ON s.id = r.session_id LEFT JOIN research.study t ON t.id = r.study_id
       WHERE r.account_id = $1 ORDER BY r.at, r.id`,
      [accountId],
      'commonlab_link',
    );
    for await (const page of pages) {
      const researchers = await snapshot.query<{ id: string }>(
        `SELECT id, first_name, last_name, organization FROM identity.account WHERE id = ANY($1::uuid[])`,
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
      `SELECT p.id FROM ${taken} ORDER BY p.created_at, p.id`,
      [accountId],
      'commonlab_link',
    )) {
      yield* rowsOf(snapshot.pages<{ row: object }>(sql, [page.map(({ id }) => id)]));
    }
  }
}
