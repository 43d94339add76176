import pg from 'pg';
import { returnsRowCount, nullableJoinColumns } from './plans.mjs';

/**
 * What PostgreSQL reports about a statement that it does not run.
 * @typedef {{ name: string, type: number, table: number, column: number }} Column
 * @typedef {{ parameters: number[], columns: Column[] }} Description
 * @typedef {{ message: string, position?: number }} Refusal
 * @typedef {{ counted: boolean, optional: (i: number) => boolean }} Planned
 * `counted`: the statement is an UPDATE or DELETE. `optional`: an outer join can null the column
 */

/** The part of a `pg` connection that can parse and describe statements. */
/**
 * @typedef {{
 *   parse(query: { name: string, text: string, types: number[] }): void,
 *   describe(message: { type: 'S', name: string }): void,
 *   sync(): void,
 *   once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void,
 *   removeListener(event: 'parameterDescription', listener: Function): void,
 * }} Connection
 */

/**
 * A query object for `pg` that only describes a statement: it sends Parse, Describe and Sync, but
 * neither Bind nor Execute.
 */
class Describe {
  /**
   * Prepares the description of one statement; `done` receives the answer of PostgreSQL.
   * @param {string} text
   * @param {(description: Description | Refusal) => void} done
   */
  constructor(text, done) {
    this.text = text;
    this.done = done;
    /** @type {Description} */
    this.found = { parameters: [], columns: [] };
    /** Receives the types of the parameters. @param {{ dataTypeIDs: number[] }} message */
    this.listener = (message) => {
      this.found.parameters = message.dataTypeIDs;
    };
  }

  /** @param {unknown} given */
  submit(given) {
    const connection = /** @type {Connection} */ (given);
    this.connection = connection;
    connection.once('parameterDescription', this.listener);
    connection.parse({ name: '', text: this.text, types: [] });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  /**
   * Receives the columns of the result.
   * @param {{ fields: { name: string, dataTypeID: number, tableID: number, columnID: number }[] }} message
   */
  handleRowDescription({ fields }) {
    this.found.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      column: columnID,
    }));
  }

  /** Receives an error of PostgreSQL. @param {Error & { position?: string }} error */
  handleError(error) {
    this.end({
      message: error.message,
      ...(error.position !== undefined && { position: Number(error.position) }),
    });
  }

  /** Ends the query. The client of pg calls this method at the end of a query that had no error. */
  handleReadyForQuery() {
    this.end(this.found);
  }

  /** Ends the query with its result. @param {Description | Refusal} found */
  end(found) {
    this.connection?.removeListener('parameterDescription', this.listener);
    this.done(found);
  }
}

/**
 * @typedef {{ name: string, kind: string, element: number }} Type
 * kind: as in `pg_type.typtype`; element: of an array, else 0
 * @typedef {{ name: string, nullable: boolean, values: readonly string[] | undefined }} TableColumn
 * values: what a check constraint allows
 * @typedef {{ types: ReadonlyMap<number, Type>, columns: ReadonlyMap<string, TableColumn> }} Catalogue
 * columns: by `<oid of the table>.<number>`
 */

/** The roles of the programs (docs/architecture.md, "Database roles"). */
const roles = ['commonlab_app', 'commonlab_link', 'commonlab_export'];

/** A connection of a superuser to a migrated database. */
export class DatabaseConnection {
  /** @param {string} url */
  constructor(url) {
    this.client = new pg.Client({ connectionString: url });
    /** @type {string[]} */
    this.roles = [];
  }

  async open() {
    await this.client.connect();
    /** @type {import('pg').QueryResult<{ name: string }>} */
    const { rows } = await this.client.query(
      `SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1::text[])
       ORDER BY array_position($1::text[], rolname::text)`,
      [roles],
    );
    this.roles = rows.map(({ name }) => name);
  }

  close() {
    return this.client.end();
  }

  /** Makes a temporary table, so that statements that use it can be described. @param {string} command */
  async makeTable(command) {
    await this.client.query(
      command
        .replace(/CREATE TEMP TABLE( IF NOT EXISTS)?/i, 'CREATE TEMP TABLE IF NOT EXISTS')
        .replace(/ON COMMIT DROP/i, '')
        // `CREATE TABLE … AS` cannot have parameters here. Only the columns of the table matter, so
        // this replaces each parameter by null.
        .replace(/\$\d+/g, 'NULL'),
    );
  }

  /**
   * Asks PostgreSQL for the plan of a statement. Tries the roles of the programs in turn, until one
   * has the privileges that the statement needs.
   * @param {string} text
   * @param {boolean} asOwner whether to try the role of the tables' owner as well
   * @returns {Promise<Planned | Refusal>}
   */
  async plan(text, asOwner) {
    /** @type {Refusal} */
    let refusal = { message: 'there is no role that may run it' };
    for (const role of [...this.roles, ...(asOwner ? ['none'] : [])])
      try {
        await this.client.query(`SET ROLE ${role}`);
        /** @type {import('pg').QueryResult<{ 'QUERY PLAN': { Plan: import('./plans.mjs').Plan }[] }>} */
        const { rows } = await this.client.query(
          `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`,
        );
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
        if (plan) return { counted: returnsRowCount(plan), optional: nullableJoinColumns(plan) };
      } catch (error) {
        refusal = {
          message: `${error instanceof Error ? error.message : String(error)} (as ${role})`,
        };
      } finally {
        await this.client.query('RESET ROLE');
      }
    return refusal;
  }

  /**
   * Describes the parameters and columns of a statement without running it.
   * @param {string} text @returns {Promise<Description | Refusal>}
   */
  describe(text) {
    return new Promise((resolve) => {
      /** @type {unknown} */
      const submittable = new Describe(text, resolve);
      this.client.query(/** @type {import('pg').Submittable} */ (submittable));
    });
  }

  /** @returns {Promise<Catalogue>} */
  async catalogue() {
    /** @type {import('pg').QueryResult<{ oid: number, name: string, kind: string, element: number }>} */
    const types = await this.client.query(
      `SELECT t.oid::int AS oid, t.typname AS name, t.typtype AS kind,
         CASE WHEN t.typcategory = 'A' THEN t.typelem::int ELSE 0 END AS element FROM pg_type t`,
    );
    /** @type {import('pg').QueryResult<{ id: string, name: string, nullable: boolean, checks: string[] }>} */
    const columns = await this.client.query(
      `SELECT a.attrelid::int || '.' || a.attnum AS id, n.nspname || '.' || c.relname || '.' || a.attname AS name,
         NOT a.attnotnull AS nullable,
         ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')`,
    );
    const known = new Map(
      columns.rows.map(({ id, name, nullable, checks }) => [
        id,
        { name, nullable, values: valuesOf(checks) },
      ]),
    );
    await this.addViews(known);
    return { types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])), columns: known };
  }

  /**
   * Adds the columns of views to `known`. A column of a view may be null if its underlying column
   * may be null, or if an outer join of the view finds no row. For a computed column this is
   * unknown.
   * @param {Map<string, TableColumn>} known
   */
  async addViews(known) {
    /** @type {import('pg').QueryResult<{ oid: number, definition: string }>} */
    const { rows } = await this.client.query(
      `SELECT c.oid::int AS oid, pg_get_viewdef(c.oid) AS definition FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY c.oid`,
    );
    // Reads the views in the order of their creation, so that each view comes after the views that
    // it selects from.
    for (const { oid, definition } of rows) {
      const [described, plan] = [
        await this.describe(definition),
        await this.plan(definition.replace(/;$/, ''), true),
      ];
      if ('message' in described || 'message' in plan) continue;
      described.columns.forEach(({ table, column }, i) => {
        const behind = known.get(`${table}.${column}`);
        if (behind)
          known.set(`${oid}.${i + 1}`, {
            ...behind,
            nullable: behind.nullable || plan.optional(i),
          });
      });
    }
  }
}

/**
 * Returns the allowed values of a column, from a check such as `CHECK ((state = ANY
 * (ARRAY['a'::text, 'b'::text])))`.
 * @param {readonly string[]} checks
 */
function valuesOf(checks) {
  for (const check of checks) {
    const list =
      /^CHECK \(\(\(?\w+\)?(?:::text)? = ANY \(\(?ARRAY\[(.*)\]\)?(?:::text\[\])?\)\)\)$/.exec(
        check,
      )?.[1];
    if (list) return [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
  }
  return undefined;
}
