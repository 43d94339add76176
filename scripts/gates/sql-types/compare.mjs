import ts from 'typescript';
import { declarationOf } from './declarations.mjs';
import { withoutCasts } from './nodes.mjs';
import { rowTypeOf } from './row-type.mjs';
import { TypeMatch } from './type-match.mjs';
import { writtenColumns } from './written-columns.mjs';

/** @typedef {import('./sent-statements.mjs').Sending} Sending */
/** @typedef {import('./texts.mjs').Variant} Variant */
/** @typedef {import('./database.mjs').Description} Description */
/** @typedef {import('./database.mjs').Catalogue} Catalogue */
/** @typedef {import('./database.mjs').Column} Column */
/** A fault, and the node at which it is reported. @typedef {{ node: ts.Node, message: string }} Fault */

/**
 * Compares the types of a statement's parameters and rows in PostgreSQL with the types that the
 * program gives them.
 */
export class StatementTypeChecker {
  /** @param {ts.TypeChecker} checker @param {Catalogue} catalogue */
  constructor(checker, catalogue) {
    this.checker = checker;
    this.catalogue = catalogue;
    this.match = new TypeMatch(checker, catalogue);
    this.mandatory = new Set(
      [...catalogue.columns.values()].flatMap(({ name, nullable }) => (nullable ? [] : [name])),
    );
  }

  /**
   * Compares the parameters that the program passes with those that the statement takes.
   * @param {Sending} sending
   * @param {Variant} variant
   * @param {Description} description
   * @returns {Fault[]}
   */
  parameters(sending, variant, { parameters: wanted }) {
    const at = sending.parameters ?? sending.sink.node;
    const given = sending.parameters
      ? this.list(sending.parameters, sending.env, variant)
      : { items: [] };
    if ('of' in given) return wanted.flatMap((oid, i) => this.parameter(given.of, oid, i, at));
    if (given.items.length !== wanted.length)
      return [
        {
          node: at,
          message: `the statement has ${wanted.length} parameters, ${given.items.length} are given`,
        },
      ];
    const written = writtenColumns(variant.text);
    return given.items.flatMap(({ node, type }, i) => {
      const faults = this.parameter(type, wanted[i] ?? 0, i, node);
      const column = written.get(i + 1)?.find((one) => this.mandatory.has(one));
      return faults.length === 0 && column !== undefined && TypeMatch.allowsNull(type)
        ? [{ node, message: `$${i + 1} can be null, ${column} cannot` }]
        : faults;
    });
  }

  /**
   * Compares the types that the product declares for a generated statement with those that
   * PostgreSQL reports.
   * @param {Description} description
   * @param {readonly string[]} parameters
   * @param {Readonly<Record<string, string>>} columns
   * @returns {string[]}
   */
  declared(description, parameters, columns) {
    const types = description.parameters.map((oid) => this.match.nameOf(oid));
    const found = Object.fromEntries(
      description.columns.map(({ name, type }) => [name, this.match.nameOf(type)]),
    );
    const [is, should] = [
      [types, found],
      [parameters, columns],
    ].map((one) => JSON.stringify(one));
    return is === should ? [] : [`parameters and columns are ${is}, not ${should}`];
  }

  /**
   * Checks that a value of this type can be sent for one parameter.
   * @param {ts.Type} type @param {number} oid @param {number} i @param {ts.Node} node @returns {Fault[]}
   */
  parameter(type, oid, i, node) {
    return this.match.writes(type, oid)
      ? []
      : [
          {
            node,
            message: `$${i + 1} is ${this.match.nameOf(oid)}, the value is ${this.match.print(type)}`,
          },
        ];
  }

  /**
   * Returns the types of the elements of an array; if its length is unknown, one type for all
   * elements.
   * @param {ts.Expression} list
   * @param {import('./texts.mjs').Env} env
   * @param {Variant} variant
   * @returns {{ items: { node: ts.Node, type: ts.Type }[] } | { of: ts.Type }}
   */
  list(list, env, variant) {
    const node = withoutCasts(list);
    if (ts.isConditionalExpression(node)) {
      const holds = variant.when.get(node.condition.getText());
      if (holds !== undefined)
        return this.list(holds ? node.whenTrue : node.whenFalse, env, variant);
    }
    if (ts.isArrayLiteralExpression(node)) {
      /** @type {{ node: ts.Node, type: ts.Type }[]} */
      const items = [];
      for (const element of node.elements) {
        if (!ts.isSpreadElement(element)) {
          items.push({ node: element, type: this.typeOf(element, env) });
          continue;
        }
        const spread = this.list(element.expression, env, variant);
        if ('of' in spread) return spread;
        items.push(...spread.items);
      }
      return { items };
    }
    const known = declarationOf(this.checker, node, env);
    if (known.kind === 'expression' && known.node !== node)
      return this.list(known.node, known.env, variant);
    const type = this.checker.getTypeAtLocation(node);
    if (this.checker.isTupleType(type))
      return {
        items: this.checker
          .getTypeArguments(/** @type {ts.TypeReference} */ (type))
          .map((one) => ({ node, type: one })),
      };
    return { of: this.match.elementOf(type) };
  }

  /**
   * Returns the type of an expression. For a name of type `any` or `unknown`, returns the type of
   * the expression that the program assigns to it.
   * @param {ts.Expression} node @param {import('./texts.mjs').Env} env @returns {ts.Type}
   */
  typeOf(node, env) {
    const type = this.checker.getTypeAtLocation(node);
    if (!(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))) return type;
    const known = declarationOf(this.checker, node, env);
    return known.kind === 'expression' && known.node !== node
      ? this.typeOf(known.node, known.env)
      : type;
  }

  /**
   * Compares the rows of a statement with the row type that the program declares.
   * @param {Sending} sending
   * @param {string} text
   * @param {Description} description
   * @param {{ counted: boolean, optional: (i: number) => boolean }} plan
   * @returns {Fault[]}
   */
  rows({ sink }, text, { columns }, { counted, optional }) {
    const expected = rowTypeOf(this.checker, sink, counted);
    if ('fault' in expected) return [{ node: sink.node, message: expected.fault }];
    const { row } = expected;
    if (!row || row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return [];
    return this.fields(row, sink.node, text, columns, optional).map((message) => ({
      node: sink.node,
      message,
    }));
  }

  /**
   * Compares the fields of a row type with the columns of the statement.
   * @param {ts.Type} row @param {ts.Node} at @param {string} text
   * @param {readonly Column[]} columns @param {(i: number) => boolean} optional
   * @returns {string[]}
   */
  fields(row, at, text, columns, optional) {
    const all = this.checker.getIndexTypeOfType(row, ts.IndexKind.String);
    const properties = this.checker.getPropertiesOfType(row);
    const names = columns.map(({ name }) => name);
    const superfluous = properties.flatMap(({ name, flags }) =>
      names.includes(name) || flags & ts.SymbolFlags.Optional
        ? []
        : [`the row type has a field \`${name}\`, the statement has no such column`],
    );
    return [
      ...superfluous,
      ...columns.flatMap((column, i) => {
        const property = properties.find(({ name }) => name === column.name);
        const type = property ? this.checker.getTypeOfSymbolAtLocation(property, at) : all;
        if (!type) return [`the statement has a column \`${column.name}\`, the row type has not`];
        return this.field(type, column, optional(i), text);
      }),
    ];
  }

  /**
   * Returns the differences between a field of the row type and its column of the statement.
   * @param {ts.Type} type
   * @param {Column} column
   * @param {boolean} optional
   * @param {string} text
   * @returns {string[]} empty if it fits
   */
  field(type, column, optional, text) {
    const { name } = column;
    if (!this.match.reads(type, column.type))
      return [
        `column \`${name}\` is ${this.match.nameOf(column.type)}, the row type says ${this.match.print(type)}`,
      ];
    const stored = this.catalogue.columns.get(`${column.table}.${column.column}`);
    if (!stored) return [];
    if (!TypeMatch.allowsNull(type)) {
      if (optional)
        return [`column \`${name}\` (${stored.name}) is null where the outer join finds no row`];
      if (stored.nullable && !isExcluded(stored.name, text))
        return [`column \`${name}\` (${stored.name}) can be null, the row type says it cannot`];
    }
    const strange = TypeMatch.literals(type)?.filter(
      (value) => stored.values && !stored.values.includes(value),
    );
    return strange?.length
      ? [
          `column \`${name}\` (${stored.name}) is never ${strange.map((one) => `'${one}'`).join(', ')}`,
        ]
      : [];
  }
}

/**
 * Whether the text of a statement compares the column with a value, or sets it: for example
 * `column IS NOT NULL`, `column < $1`, `SET column = $1`. The gate then assumes that the column is
 * not null in the rows that the statement returns.
 * @param {string} column schema, table and column
 * @param {string} text
 */
function isExcluded(column, text) {
  const name = column.slice(column.lastIndexOf('.') + 1);
  return new RegExp(
    `\\b${name}\\b(\\s+IS NOT NULL|\\s*(=|<|>|<=|>=|BETWEEN)\\s)|[=<>]\\s*(\\w+\\.)?${name}\\b`,
    'i',
  ).test(text);
}
