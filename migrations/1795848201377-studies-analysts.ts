import type { MigrationInterface, QueryRunner } from 'typeorm';

const roles = (options: string) => `
  ALTER TABLE identity.study_collaborator DROP CONSTRAINT study_collaborator_role_check,
    ADD CONSTRAINT study_collaborator_role_check CHECK (role IN (${options}));
  ALTER TABLE identity.study_invitation DROP CONSTRAINT study_invitation_role_check,
    ADD CONSTRAINT study_invitation_role_check CHECK (role IN (${options}));
`;

/** A collaborator may read the data of a study without names, and change nothing. */
export class StudiesAnalysts1795848201377 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(roles(`'editor', 'analyst', 'viewer'`));
  }

  /** An analyst becomes a viewer, who may less. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE identity.study_collaborator SET role = 'viewer' WHERE role = 'analyst';
      UPDATE identity.study_invitation SET role = 'viewer' WHERE role = 'analyst';
    `);
    await runner.query(roles(`'editor', 'viewer'`));
  }
}
