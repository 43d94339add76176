import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores which people once had a role in a study. An instructor who had such a role never sees
 * which of their own students earned credit in that study (withheld-credit.ts).
 */
export class TeachingFormerPeople1795985234817 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.former_study_person (
        study_id uuid NOT NULL CONSTRAINT former_study_person_study_id_fkey REFERENCES research.study (id),
        account_id uuid NOT NULL CONSTRAINT former_study_person_account_id_fkey
          REFERENCES identity.account (id) ON DELETE CASCADE,
        CONSTRAINT former_study_person_pkey PRIMARY KEY (study_id, account_id)
      );
      CREATE INDEX former_study_person_account ON identity.former_study_person (account_id);
      GRANT SELECT ON identity.former_study_person TO commonlab_app;

      -- Triggers run as the owner, and nobody may execute them. Not where the account itself is being deleted.
      CREATE FUNCTION identity.note_former_collaborator() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO identity.former_study_person (study_id, account_id)
          SELECT OLD.study_id, a.id FROM identity.account a WHERE a.id = OLD.account_id
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE FUNCTION identity.note_former_owner() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO identity.former_study_person (study_id, account_id)
          SELECT OLD.id, a.id FROM identity.account a WHERE a.id = OLD.owner_id
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION identity.note_former_collaborator(), identity.note_former_owner() FROM PUBLIC;
      CREATE TRIGGER collaborator_left AFTER DELETE ON identity.study_collaborator
        FOR EACH ROW EXECUTE FUNCTION identity.note_former_collaborator();
      CREATE TRIGGER owner_changed AFTER UPDATE OF owner_id ON research.study
        FOR EACH ROW WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id)
        EXECUTE FUNCTION identity.note_former_owner();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER owner_changed ON research.study;
      DROP TRIGGER collaborator_left ON identity.study_collaborator;
      DROP FUNCTION identity.note_former_owner(), identity.note_former_collaborator();
      DROP TABLE identity.former_study_person;
    `);
  }
}
