import { Injectable } from '@nestjs/common';
import type {
  PoolContent,
  PooledStudiesPort,
  PoolKey,
  PoolSqlRunner,
} from '../../research-data/pools/pooled-studies';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { mayOnStudySql } from '../../studies/study.policy';

/** SQL condition: whether a study (a row with `id`) was ever launched. */
const isLaunchedSql = (study: string): string =>
  `EXISTS (SELECT FROM research.recruitment r WHERE r.study_id = ${study}.id AND r.launched_at IS NOT NULL)`;

/**
 * SQL for a WITH clause: the copies of the classroom's templates whose data are pooled, as `pooled
 * (template_id, study_id, title, launched, reads)`. `reads`: whether the account may read the
 * study's data.
 * @param classroom, account operands of type uuid
 */
export const pooledStudiesSql = (classroom: string, account: string): string => `pooled AS (
  SELECT f.template_id, st.id AS study_id, st.title, ${isLaunchedSql('st')} AS launched,
    ${mayOnStudySql('read_data', 'st', account)} AS reads
  FROM research.fork f JOIN research.study_profile st ON st.id = f.study_id
  WHERE st.classroom_id = ${classroom} AND f.pooled AND f.template_id IS NOT NULL)`;

interface Row {
  study_id: string;
  title: string;
  pooled: boolean;
  launched: boolean;
}

/** Decides which class studies are pooled, and who may read the pooled data. */
@Injectable()
export class ClassPools implements PooledStudiesPort {
  async contentOf(on: PoolSqlRunner, { templateId, classroomId }: PoolKey): Promise<PoolContent> {
    const [template] = await on.query<{ title: string; description: string }>(
      `SELECT title, description FROM research.study_profile WHERE id = $1`,
      [templateId],
    );
    const rows = await on.query<Row>(
      `SELECT st.id AS study_id, st.title, f.pooled, ${isLaunchedSql('st')} AS launched
       FROM research.fork f JOIN research.study_profile st ON st.id = f.study_id
       WHERE f.template_id = $1 AND st.classroom_id = $2 ORDER BY st.id`,
      [templateId, classroomId],
    );
    const pooled = rows.filter((row) => row.pooled);
    const studies = pooled.filter(({ launched }) => launched);
    return {
      title: template?.title ?? '',
      description: template?.description ?? '',
      studies: studies.map(({ study_id, title }) => ({ study_id, title })),
      left_out: {
        not_pooled: rows.length - pooled.length,
        not_launched: pooled.length - studies.length,
      },
    };
  }

  /**
   * Whether the account may read the pooled data: the classroom's staff may, and students who may
   * read the data of a study in the pool.
   */
  async mayRead(
    on: PoolSqlRunner,
    { templateId, classroomId }: PoolKey,
    accountId: string,
  ): Promise<boolean> {
    const found = await on.query(
      `WITH ${pooledStudiesSql('$2::uuid', '$3::uuid')}
       SELECT 1 FROM identity.class_member m JOIN pooled p ON p.template_id = $1
       WHERE m.classroom_id = $2::uuid AND m.account_id = $3::uuid
         AND (${isStaffSql('m')} OR p.launched AND p.reads) LIMIT 1`,
      [templateId, classroomId, accountId],
    );
    return found.length > 0;
  }
}
