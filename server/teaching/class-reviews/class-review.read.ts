import { Injectable } from '@nestjs/common';
import type { ClassReview } from '../../../contracts/teaching/class-studies';
import type { Caller } from '../../access/caller';
import { fullNameSql } from '../../access/accounts/full-name.sql';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import type { StoredReviewContent } from '../model/class-review.entity';
import { builderNamesSql } from './builders.sql';
import { readReviewComments } from './review-comments';
import { reviewContentInLanguage, readCurrentReviewContent } from './review-content';
import { reviewState, approvalInForce } from './review-state.rule';
import { readReviewSubmissions } from './review-steps';
import { readReviewedStudy } from './reviewed-study';

interface StoredReview {
  digest: string;
  content: StoredReviewContent;
  words: string | null;
  by: string | null;
  at: Date;
  decided_at: Date | null;
  decision_words: string | null;
}

/** Reads the review of a class study, for its builders and the classroom's staff. */
@Injectable()
export class ClassReviewRead {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError not_found */
  of(studyId: string, { person, language }: Caller): Promise<ClassReview> {
    return this.unitOfWork.run(async (tx) => {
      const { study, classroom, own, mayDecide } = await readReviewedStudy(
        tx,
        studyId,
        person.account_id,
      );
      const present = await readCurrentReviewContent(tx, study);
      const steps = await readReviewSubmissions(tx, studyId);
      const approval = approvalInForce(steps);
      const submitted = steps[0] ? await stored(tx, steps[0].id) : undefined;
      const approved = approval ? await stored(tx, approval.id) : undefined;
      return {
        study: { _id: study.id, title: study.title },
        classroom: { _id: classroom.id, title: classroom.title },
        builders: await buildersOf(tx, studyId),
        own,
        may_decide: mayDecide,
        state: reviewState(steps, present.digest),
        submitted: submitted
          ? {
              ...submitted,
              content: reviewContentInLanguage(submitted.content, language),
              at: submitted.at.toISOString(),
              decided_at: submitted.decided_at?.toISOString() ?? null,
            }
          : null,
        approved: approved
          ? {
              digest: approved.digest,
              content: reviewContentInLanguage(approved.content, language),
            }
          : null,
        present: {
          digest: present.digest,
          content: reviewContentInLanguage(present.content, language),
        },
        comments: await readReviewComments(tx, study, person.account_id),
      };
    });
  }
}

async function stored(tx: Transaction, id: string): Promise<StoredReview | undefined> {
  const [review] = await tx.query<StoredReview>(
    `SELECT r.digest, r.content, r.words, CASE WHEN p.id IS NOT NULL THEN ${fullNameSql('p')} END AS by,
       r.submitted_at AS at, r.decided_at, r.decision_words
     FROM identity.class_review r LEFT JOIN identity.person p ON p.id = r.submitted_by WHERE r.id = $1`,
    [id],
  );
  return review;
}

async function buildersOf(tx: Transaction, studyId: string): Promise<string[]> {
  const [study] = await tx.query<{ names: string[] }>(
    `SELECT ${builderNamesSql('st')} AS names FROM research.study_profile st WHERE st.id = $1`,
    [studyId],
  );
  return study?.names ?? [];
}
