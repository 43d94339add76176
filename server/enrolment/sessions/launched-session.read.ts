import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Batcher } from '../../platform/concurrency/batcher';
import { prepared } from '../../platform/db/prepared';
import type { Session, SessionSnapshot } from '../model/session.entity';
import { isStudentOfClassSql } from '../model/session-facts.sql';

/**
 * The part of a session that never changes after a launch (docs/domain.md, 2), so a process may
 * cache it.
 */
export interface LaunchedSession {
  id: string;
  study_id: string;
  privacy_level: PrivacyLevel;
  /**
   * Whom the session admits, as its launch decided. The key of a private link is not cached here,
   * since it can be renewed.
   */
  audience: Session['audience'];
  /** The classroom whose students alone take part; null for every other audience. */
  classroom_id: string | null;
  consent_id: string;
  consent_sha256: string;
  /**
   * The texts of the frozen consent form, one for each language. `locale` is null if the author did
   * not state the language.
   */
  consent_texts: { locale: string | null; sha256: string }[];
  /** How many questions a participant answers before agreeing. */
  consent_questions: number;
  start_within_minutes: number;
  snapshot: SessionSnapshot;
}

const remembered = 5_000;

type Launched = LaunchedSession & { launched: true };
type Row =
  | Launched
  | (Omit<LaunchedSession, 'consent_id' | 'consent_sha256' | 'snapshot'> & {
      launched: false;
      consent_id: string | null;
      consent_sha256: string | null;
      snapshot: SessionSnapshot | null;
    });

const read = prepared<Row>(
  'launched-sessions',
  `SELECT s.id, s.study_id, s.privacy_level, s.audience, s.classroom_id, s.consent_id, s.consent_sha256,
     s.start_within_minutes, s.snapshot, s.launched_at IS NOT NULL AS launched,
     jsonb_build_array(jsonb_build_object('locale', c.locale, 'sha256', s.consent_sha256))
       || coalesce((SELECT jsonb_agg(jsonb_build_object('locale', t -> 'locale', 'sha256', t -> 'sha256'))
         FROM jsonb_array_elements(c.translations) AS t), '[]') AS consent_texts,
     coalesce(jsonb_array_length(c.comprehension -> 'questions'), 0) AS consent_questions
   FROM research.session s LEFT JOIN research.consent_document c ON c.id = s.consent_id
   WHERE s.id = ANY($1::uuid[])`,
);

const sessionOf = ({ launched: _, ...session }: Launched): LaunchedSession => session;

@Injectable()
export class LaunchedSessionRead {
  private readonly known = new LRUCache<string, LaunchedSession>({ max: remembered });
  /** Combines simultaneous lookups of sessions that are not cached yet into one statement. */
  private readonly asked: Batcher<string, LaunchedSession | null | undefined>;

  constructor(private readonly source: DataSource) {
    this.asked = new Batcher(async (ids) => {
      const found = new Map(
        (await read(source, [[...new Set(ids)]])).map((row) => [
          row.id,
          row.launched ? sessionOf(row) : null,
        ]),
      );
      // PostgreSQL writes ids in lower case; callers may use upper case.
      return ids.map((id) => found.get(id.toLowerCase()));
    });
  }

  /**
   * Whether a person may enrol in a session by private link: the person must have the link's
   * current key, or must have taken part in the session before.
   * @param pseudonyms of the person in the study
   */
  async mayEnter(
    id: string,
    key: string | undefined,
    pseudonyms: readonly Buffer[],
  ): Promise<boolean> {
    const [found]: unknown[] = await this.source.query(
      `SELECT 1 FROM research.session s WHERE s.id = $1 AND (s.link_key = $2 OR EXISTS (
         SELECT FROM research.participation p WHERE p.session_id = s.id AND p.pseudonym = ANY($3::bytea[])))`,
      [id, key ?? null, pseudonyms],
    );
    return found !== undefined;
  }

  /**
   * Whether an account may enrol in a classroom's sessions: as a student, while the classroom is
   * open.
   */
  async isOfClass(classroomId: string, accountId: string): Promise<boolean> {
    const [found]: { is_of_class: boolean }[] = await this.source.query(
      `SELECT ${isStudentOfClassSql('$1::uuid', '$2::uuid')} AS is_of_class`,
      [accountId, classroomId],
    );
    return found?.is_of_class === true;
  }

  /**
   * Reads the frozen part of a session, from the cache if possible.
   * @returns null for a session that was never launched, undefined for one that does not exist.
   */
  async byId(id: string): Promise<LaunchedSession | null | undefined> {
    const known = this.known.get(id);
    if (known) return known;
    const session = await this.asked.load(id);
    if (session) this.known.set(session.id, session);
    return session;
  }
}
