import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Template, TemplateSharing } from '../../../contracts/teaching/templates';
import { classroomForMember } from '../model/membership';

interface ScriptRow {
  script_name: string | null;
  script: string | null;
}
type TemplateRow = Omit<Template, 'script'> & ScriptRow;

const scriptOf = (row: ScriptRow | undefined): TemplateSharing['script'] =>
  row?.script_name == null || row.script === null
    ? null
    : { name: row.script_name, text: row.script };

@Injectable()
export class TemplatesRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists the templates of a classroom for its members, sorted by the template's title. Leaves out
   * templates whose study is archived.
   * @throws DomainError not_found
   */
  async ofClassroom(classroomId: string, accountId: string): Promise<Template[]> {
    await classroomForMember(this.source, 'read', classroomId, accountId);
    const rows: TemplateRow[] = await this.source.query(
      `SELECT st.id AS study_id, st.title, st.description, st.duration_minutes, s.pooled, t.script_name, t.script
       FROM research.template_share s
       JOIN research.template t ON t.study_id = s.study_id
       JOIN research.study_profile st ON st.id = s.study_id AND st.state <> 'archived'
       WHERE s.classroom_id = $1 ORDER BY st.title, st.id`,
      [classroomId],
    );
    return rows.map(({ script_name, script, ...row }) => ({
      ...row,
      script: scriptOf({ script_name, script }),
    }));
  }

  /**
   * Lists the classrooms with which a study is shared as a template, sorted by the classroom's
   * title. Also reads the template's analysis script. The caller must check the permission.
   */
  async sharingOf(studyId: string): Promise<TemplateSharing> {
    const [template]: ScriptRow[] = await this.source.query(
      `SELECT script_name, script FROM research.template WHERE study_id = $1`,
      [studyId],
    );
    const shares: TemplateSharing['shares'] = await this.source.query(
      `SELECT s.classroom_id, c.title, s.pooled
       FROM research.template_share s JOIN identity.classroom c ON c.id = s.classroom_id
       WHERE s.study_id = $1 ORDER BY c.title, c.id`,
      [studyId],
    );
    return { script: scriptOf(template), shares };
  }
}
