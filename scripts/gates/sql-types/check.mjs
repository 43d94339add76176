import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { StatementTypeChecker } from './compare.mjs';
import { DatabaseConnection } from './database.mjs';
import { generatedSqlStatements } from './declared.mjs';
import { UnresolvedText } from './nodes.mjs';
import { canBeExplained } from './plans.mjs';
import { SentStatements, enclosingFunction, loadServerProgram } from './sent-statements.mjs';

/** @typedef {import('./sent-statements.mjs').Sink} Sink */
/** @typedef {import('./sent-statements.mjs').Sending} Sending */
/** @typedef {import('./database.mjs').Refusal} Refusal */
/** @typedef {import('./texts.mjs').Variant} Variant */

/**
 * The file that lists the statements whose text is known only when the program runs. A key names
 * the file and the function that send the statement. The value says why the text is not known
 * earlier. The gate reports statements that are missing in the list, and entries that belong to no
 * statement.
 */
const listName = 'scripts/gates/sql-types/unresolved.json';

/**
 * Reads the list of statements whose text is unknown; empty if there is no list. The value of each
 * entry is the reason.
 * @param {string} root @returns {Record<string, string>}
 */
function unresolvedOf(root) {
  const path = join(root, listName);
  if (!existsSync(path)) return {};
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(path, 'utf8'));
  return /** @type {Record<string, string>} */ (list);
}

/** The beginning of a command that makes a temporary table. */
const makesTable = /^\s*CREATE TEMP TABLE/i;

/**
 * Splits an SQL text at its semicolons into commands. A text with parameters is one command. SQL
 * comments in a text must not contain semicolons.
 * @param {Sending} sending
 * @param {Variant} variant
 */
const commandsOf = ({ parameters }, { text }) =>
  parameters ? [text] : text.split(';').filter((command) => command.trim() !== '');

/**
 * Returns the key of a statement in unresolved.json: the file and the function that send it.
 * @param {SentStatements} sends @param {Sink} sink
 */
const nameOf = (sends, { node }) => {
  const around = enclosingFunction(node);
  const symbol = around && sends.nameOf(around);
  return `${sends.place(node).split(':')[0] ?? ''} ${symbol?.name ?? ''}`.trim();
};

/**
 * The source files whose commands run as the owner of the tables (`npm run audit:cut`, the seed of
 * the demo, the migration).
 */
const runsAsOwner = new Set([
  'server/audit/cut-audit.ts',
  'server/enrolment/demo/spread-moments.ts',
  'server/platform/db/record-baselines.ts',
]);
/**
 * Whether the program runs the statement as the owner of the tables.
 * @param {SentStatements} sends @param {Sink} sink
 */
const ofTheOwner = (sends, { node }) => runsAsOwner.has(sends.place(node).split(':')[0] ?? '');

/**
 * Finds the place in the sources to which an error of PostgreSQL refers.
 * @param {SentStatements} sends @param {Sink} sink @param {Refusal} refusal
 * @returns {string} the place of the error. If the program assembles the text from parts, the place
 *   where the text begins
 */
function placeOf(sends, { text }, { position }) {
  const isWritten = ts.isStringLiteralLike(text) && text.getText().slice(1, -1) === text.text;
  return sends.place(text, isWritten ? position : 0);
}

/**
 * Checks all statements of the server and the workers.
 * @param {string} root
 * @param {string} url of a superuser of a migrated database
 * @returns {Promise<{ faults: string[], statements: number, calls: number }>}
 */
export async function checkStatements(root, url) {
  const listed = unresolvedOf(root);
  const sends = new SentStatements(loadServerProgram(root), root);
  const database = new DatabaseConnection(url);
  await database.open();
  try {
    const compare = new StatementTypeChecker(sends.checker, await database.catalogue());
    /** @type {Set<string>} */
    const faults = new Set();
    /** @type {Set<string>} */
    const needed = new Set();
    /** @type {Sending[]} */
    const found = [];
    for (const sink of sends.sinks) {
      if (sink.way === 'unknown') {
        faults.add(
          `${sends.place(sink.node)} sends a text in a way that scripts/gates/sql-types/sent-statements.mjs does not know`,
        );
        continue;
      }
      try {
        found.push(...sends.of(sink));
      } catch (error) {
        if (!(error instanceof UnresolvedText)) throw error;
        const name = nameOf(sends, sink);
        needed.add(name);
        if (!(name in listed))
          faults.add(
            `${sends.place(sink.text)} the text of the statement is not constant: ${error.message}; ` +
              `write it with constants, or list \`${name}\` in ${listName}`,
          );
      }
    }
    for (const name of Object.keys(listed))
      if (!needed.has(name)) faults.add(`${listName} lists \`${name}\` without need`);

    for (const sending of found)
      for (const variant of sending.variants)
        for (const command of commandsOf(sending, variant))
          if (makesTable.test(command)) await database.makeTable(command);

    let statements = 0;
    for (const sending of found)
      for (const variant of sending.variants)
        for (const command of commandsOf(sending, variant)) {
          statements++;
          for (const fault of await checkOne(sends, database, compare, sending, variant, command))
            faults.add(fault);
        }
    for (const { where, text, parameters, columns } of generatedSqlStatements(root)) {
      statements++;
      const described = await database.describe(text);
      if ('message' in described) faults.add(`${where}: ${described.message}`);
      else
        for (const fault of compare.declared(described, parameters, columns))
          faults.add(`${where}: ${fault}`);
    }
    return { faults: [...faults].sort(), statements, calls: sends.sinks.length };
  } finally {
    await database.close();
  }
}

/**
 * Checks one text of a statement: PostgreSQL must accept it, and the types must match.
 * @param {SentStatements} sends @param {DatabaseConnection} database @param {StatementTypeChecker} compare
 * @param {Sending} sending @param {Variant} variant @param {string} command
 * @returns {Promise<string[]>}
 */
async function checkOne(sends, database, compare, sending, variant, command) {
  const { sink } = sending;
  const described = await database.describe(command);
  if ('message' in described) return [`${placeOf(sends, sink, described)} ${described.message}`];
  /** @type {import('./database.mjs').Planned} */
  let plan = { counted: false, optional: () => false };
  if (canBeExplained(command)) {
    const planned = await database.plan(command, sink.way === 'pg' || ofTheOwner(sends, sink));
    if ('message' in planned) return [`${sends.place(sink.text)} ${planned.message}`];
    plan = planned;
  }
  return [
    ...compare.parameters(sending, variant, described),
    ...compare.rows(sending, command, described, plan),
  ].map(({ node, message }) => `${sends.place(node)} ${message}`);
}
