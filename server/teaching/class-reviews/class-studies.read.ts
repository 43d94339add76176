import { Injectable } from '@nestjs/common';
import type { ClassStudy } from '../../../contracts/teaching/class-studies';
import { launchContent } from '../../enrolment/launch/launch-content';
import { utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { studiesOfClass, type StudyOfClass } from '../../studies/classes/studies-of-class';
import { roleSql } from '../../studies/study.policy';
import { classroomForMember } from '../model/membership';
import { builderNamesSql } from './builders.sql';
import { reviewState, approvalInForce, type ReviewSubmission } from './review-state.rule';

/** What the list and the page of a class study need in addition to the study's own row. */
interface Row {
  id: string;
  builders: string[];
  own: boolean;
  template: ClassStudy['template'];
  pooled: boolean;
  /** The newest first. */
  reviews: (ReviewSubmission & { at: number })[];
  /** The session that is recruiting, and the texts of the study that its launch copied. */
  session_id: string | null;
  launched: Launched | null;
}
interface Launched {
  title: string;
  duration_minutes: number;
  offers_credit: boolean;
}

/** Lists the class studies of a classroom as the reader may see them (docs/domain.md, 8). */
@Injectable()
export class ClassStudiesRead {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Reads the class studies of a classroom.
   * - A student gets their own studies, and those that recruit participants, with the texts that
   * the launch copied. In a classroom that is not open, no study recruits.
   * - Staff get all studies, but without `session_id`: the session could reveal whether a person
   * takes part.
   * @throws DomainError not_found for people who are not members
   */
  ofClassroom(classroomId: string, accountId: string): Promise<ClassStudy[]> {
    return this.unitOfWork.run(async (tx) => {
      const { role } = await classroomForMember(tx, 'read', classroomId, accountId);
      const isStudent = role === 'student';
      const rows = new Map(
        (await rowsOf(tx, classroomId, accountId)).map((row) => [row.id, row] as const),
      );
      const shown: ClassStudy[] = [];
      for (const study of await studiesOfClass(tx, classroomId)) {
        const row = rows.get(study.id);
        if (!row) continue;
        if (row.own || !isStudent) shown.push(await whole(tx, study, row, isStudent));
        else if (row.session_id && row.launched) shown.push(recruiting(study, row, row.launched));
      }
      return shown;
    });
  }
}

const rowsOf = (tx: Transaction, classroomId: string, accountId: string): Promise<Row[]> =>
  tx.query<Row>(
    `SELECT st.id, ${builderNamesSql('st')} AS builders, ${roleSql('st', '$2::uuid')} IS NOT NULL AS own,
       (SELECT jsonb_build_object('study_id', f.template_id, 'title', f.template_title)
         FROM research.fork f WHERE f.study_id = st.id) AS template,
       EXISTS (SELECT FROM research.fork f WHERE f.study_id = st.id AND f.pooled) AS pooled,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'digest', r.digest,
           'at', (extract(epoch FROM coalesce(r.decided_at, r.submitted_at)) * 1000)::bigint)
         ORDER BY r.submitted_at DESC, r.id DESC), '[]')
         FROM identity.class_review r WHERE r.study_id = st.id) AS reviews,
       open.id AS session_id, open.snapshot AS launched
     FROM research.study_profile st JOIN identity.classroom c ON c.id = st.classroom_id
     LEFT JOIN LATERAL (
       SELECT s.id, s.snapshot FROM research.recruitment s
       WHERE s.study_id = st.id AND s.audience = 'classroom' AND s.state = 'active' AND c.state = 'open'
       ORDER BY s.launched_at DESC, s.id DESC LIMIT 1) open ON true
     WHERE st.classroom_id = $1`,
    [classroomId, accountId],
  );

/** Makes the complete view of a study, for its builders and the classroom's staff. */
async function whole(
  tx: Transaction,
  study: StudyOfClass,
  row: Row,
  isStudent: boolean,
): Promise<ClassStudy> {
  const [newest] = row.reviews;
  return {
    ...common(study, row),
    title: study.title,
    duration_minutes: study.duration_minutes,
    offers_credit: study.offers_credit,
    review: reviewState(row.reviews, await presentDigest(tx, study, row.reviews)),
    review_day: newest ? utcDay(new Date(newest.at)) : null,
    session_id: isStudent ? row.session_id : null,
  };
}

/**
 * Makes the view of a recruiting study for students who do not build it: the texts that the launch of
 * its session copied.
 */
const recruiting = (study: StudyOfClass, row: Row, launched: Launched): ClassStudy => ({
  ...common(study, row),
  title: launched.title,
  duration_minutes: launched.duration_minutes,
  offers_credit: launched.offers_credit,
  review: null,
  review_day: null,
  session_id: row.session_id,
});

const common = (study: StudyOfClass, row: Row) => ({
  _id: study.id,
  builders: row.builders,
  own: row.own,
  template: row.template,
  pooled: row.pooled,
  recruiting: row.session_id !== null,
  created_at: study.created_at.toISOString(),
});

/**
 * Computes the digest of the study's present content, for comparison with the approved content; ''
 * if no approval is valid.
 */
async function presentDigest(
  tx: Transaction,
  study: StudyOfClass,
  reviews: readonly ReviewSubmission[],
): Promise<string> {
  return approvalInForce(reviews) ? (await launchContent(tx, study)).digest : '';
}
