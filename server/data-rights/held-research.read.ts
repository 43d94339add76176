import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '../platform/unit-of-work';
import type { Held, Rows } from './held.read';

interface Taken { id: string; study_id: string; pseudonym: string }

/** Whose participations these are only the link table knows: under the role that may read it, and no longer than needed. */
const takenBy = async (tx: Transaction, accountId: string): Promise<Taken[]> => {
  await tx.as('commonlab_link');
  const taken = await tx.query<Taken>(
    `SELECT p.id, p.study_id, encode(p.pseudonym, 'hex') AS pseudonym FROM identity.participation_link l JOIN research.participation p ON p.id = l.participation_id WHERE l.account_id = $1`, [accountId]);
  await tx.as('commonlab_app');
  return taken;
};

/** What the schema `research` and the rosters hold about one person. */
@Injectable()
export class HeldResearchRead {
  constructor(private readonly work: UnitOfWork) {}

  participations(accountId: string): Promise<Held> {
    return this.work.run(async (tx) => {
      const ids = (await takenBy(tx, accountId)).map((t) => t.id);
      const participations = await rowsOf(tx,
        `SELECT to_jsonb(p) || jsonb_build_object('pseudonym', encode(p.pseudonym, 'hex'), 'study_title', coalesce(s.snapshot ->> 'title', t.title),
           'session', jsonb_build_object('privacy_level', s.privacy_level, 'state', s.state, 'launched_at', s.launched_at, 'closes_at', s.closes_at, 'closed_at', s.closed_at, 'reward_amount', s.reward_amount, 'reward_currency', s.reward_currency)) AS row
         FROM research.participation p JOIN research.session s ON s.id = p.session_id JOIN research.study t ON t.id = p.study_id WHERE p.id = ANY($1::uuid[]) ORDER BY p.created_at, p.id`, [ids]);
      const moves = await rowsOf(tx, `SELECT to_jsonb(m) - 'id' AS row FROM research.participation_move m WHERE m.participation_id = ANY($1::uuid[]) ORDER BY m.at, m.id`, [ids]);
      return { participations, moves };
    });
  }

  /** Each is its own receipt: the document with its text, the version, the fingerprint, and the seal of the chain that it stands in. */
  agreements(accountId: string): Promise<Rows> {
    return this.work.run(async (tx) => {
      const taken = await takenBy(tx, accountId);
      return rowsOf(tx,
        `SELECT to_jsonb(a) || jsonb_build_object('pseudonym', encode(a.pseudonym, 'hex'), 'seal', encode(a.seal, 'hex'), 'study_title', t.title,
           'document', jsonb_build_object('title', c.title, 'kind', c.kind, 'state', c.state, 'text', c.body_markdown)) AS row
         FROM research.agreement a JOIN research.consent c ON c.id = a.consent_id JOIN research.study t ON t.id = a.study_id
         WHERE EXISTS (SELECT FROM unnest($1::uuid[], $2::text[]) AS mine (study_id, pseudonym) WHERE mine.study_id = a.study_id AND decode(mine.pseudonym, 'hex') = a.pseudonym)
         ORDER BY a.at, a.id`,
        [taken.map((t) => t.study_id), taken.map((t) => t.pseudonym)],
      );
    });
  }

  /** A researcher's own, without anybody who took part. */
  studies(accountId: string): Promise<Held> {
    return this.work.run(async (tx) => ({
      studies: await rowsOf(tx, `SELECT to_jsonb(t) - 'owner_id' AS row FROM research.study t WHERE owner_id = $1 ORDER BY created_at, id`, [accountId]),
      consent_documents: await rowsOf(tx, `SELECT to_jsonb(c) AS row FROM research.consent c JOIN research.study t ON t.id = c.study_id WHERE t.owner_id = $1 ORDER BY c.created_at, c.id`, [accountId]),
      sessions: await rowsOf(tx,
        `SELECT to_jsonb(s) - 'snapshot' || jsonb_build_object('title', coalesce(s.snapshot ->> 'title', t.title)) AS row
         FROM research.session s JOIN research.study t ON t.id = s.study_id WHERE t.owner_id = $1 ORDER BY s.created_at, s.id`, [accountId]),
    }));
  }

  /** Who saw this person's name; and which rosters this person opened, without the names that were on them. */
  rosters(accountId: string): Promise<Held> {
    return this.work.run(async (tx) => {
      const shown = await tx.query<{ researcher_id: string }>(
        `SELECT r.id, r.at, r.researcher_id, r.study_id, r.session_id, coalesce(s.snapshot ->> 'title', t.title) AS study_title FROM identity.roster_access r
         LEFT JOIN research.session s ON s.id = r.session_id LEFT JOIN research.study t ON t.id = r.study_id WHERE r.account_id = $1 ORDER BY r.at, r.id`, [accountId]);
      const rosters_opened = await tx.query<object>(
        `SELECT at, study_id, session_id, count(*)::int AS names_shown FROM identity.roster_access WHERE researcher_id = $1 GROUP BY at, study_id, session_id ORDER BY at`, [accountId]);
      await tx.as('commonlab_app');
      const researchers = await tx.query<{ id: string }>(`SELECT id, first_name, last_name, organization FROM identity.account WHERE id = ANY($1::uuid[])`, [shown.map((s) => s.researcher_id)]);
      const byId = new Map(researchers.map((r) => [r.id, r]));
      return { own_name_shown: shown.map(({ researcher_id, ...row }) => ({ ...row, researcher: byId.get(researcher_id) ?? { id: researcher_id } })), rosters_opened };
    }, { role: 'commonlab_link' });
  }
}

const rowsOf = async (tx: Transaction, sql: string, parameters: unknown[]): Promise<Rows> => (await tx.query<{ row: object }>(sql, parameters)).map(({ row }) => row);
