import pg from 'pg';
import ts from 'typescript';

/** @typedef {import('./database.mjs').Catalogue} Catalogue */

const numbers = ['int2', 'int4', 'float4', 'float8', 'oid'];
const bigNumbers = ['int8', 'numeric'];
const moments = ['timestamptz', 'timestamp', 'date'];
const documents = ['json', 'jsonb'];

/**
 * Returns the members of a union type; the type itself if it is no union.
 * @param {ts.Type} type @returns {readonly ts.Type[]}
 */
const members = (type) => (type.isUnion() ? type.types : [type]);

/**
 * @param {ts.Type} type
 * @param {number} flags
 */
const has = (type, flags) => (type.flags & flags) !== 0;

/** Decides whether a TypeScript type fits the type of an SQL value. */
export class TypeMatch {
  /** @param {ts.TypeChecker} checker @param {Catalogue} catalogue */
  constructor(checker, catalogue) {
    this.checker = checker;
    this.catalogue = catalogue;
  }

  /**
   * @param {number} oid @returns {string} PostgreSQL's name of the type
   */
  nameOf(oid) {
    const type = this.catalogue.types.get(oid);
    if (!type) return String(oid);
    return type.element ? `${this.nameOf(type.element)}[]` : type.name;
  }

  /** @param {ts.Type} type */
  print(type) {
    return this.checker
      .typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
      .slice(0, 120);
  }

  /** @param {ts.Type} type */
  static allowsNull(type) {
    return members(type).some((one) => has(one, ts.TypeFlags.Null | ts.TypeFlags.Unknown));
  }

  /**
   * @param {ts.Type} type @returns {string[] | undefined} its values, if it is a union of string
   *   literals
   */
  static literals(type) {
    const found = members(type).filter((one) => !has(one, ts.TypeFlags.Null));
    return found.every((one) => one.isStringLiteral())
      ? found.flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
      : undefined;
  }

  /**
   * Whether each member of a union type fits; the members null and undefined always do.
   * @param {ts.Type} type without null @param {(one: ts.Type) => boolean} fits
   */
  static every(type, fits) {
    return members(type).every(
      (one) => has(one, ts.TypeFlags.Null | ts.TypeFlags.Undefined) || fits(one),
    );
  }

  /**
   * Whether a row type may declare this type for a column: it must fit the values that the driver
   * returns for the PostgreSQL type `oid`.
   * @param {ts.Type} type @param {number} oid
   * @returns {boolean}
   */
  reads(type, oid) {
    if (has(type, ts.TypeFlags.Any)) return false;
    if (has(type, ts.TypeFlags.Unknown)) return true;
    const known = this.catalogue.types.get(oid);
    const name = known?.name ?? '';
    return TypeMatch.every(type, (one) => {
      if (known?.element) {
        // For types without a parser, such as arrays of citext, the driver returns the literal '{a,b}' as a string.
        if (!parsesArray(oid)) return isString(one);
        return this.checker.isArrayType(one) && this.reads(this.elementOf(one), known.element);
      }
      if (documents.includes(name)) return !isNamed(one, ['Date', 'Buffer', 'Uint8Array']);
      if (name === 'bytea') return isNamed(one, ['Buffer', 'Uint8Array']);
      if (name === 'bool') return has(one, ts.TypeFlags.BooleanLike);
      if (numbers.includes(name)) return has(one, ts.TypeFlags.NumberLike);
      if (moments.includes(name)) return isNamed(one, ['Date']);
      if (name === 'interval' || name === 'point') return has(one, ts.TypeFlags.Object);
      return isString(one);
    });
  }

  /**
   * Whether the driver sends a value of this type in the form that PostgreSQL expects for the
   * parameter.
   * @param {ts.Type} type @param {number} oid
   * @returns {boolean}
   */
  writes(type, oid) {
    if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return false;
    const known = this.catalogue.types.get(oid);
    const name = known?.name ?? '';
    return members(type).every((one) => {
      if (has(one, ts.TypeFlags.Null)) return true;
      if (known?.element)
        return (
          (this.checker.isArrayType(one) || this.checker.isTupleType(one)) &&
          this.writes(this.elementOf(one), known.element)
        );
      // The driver sends an object as JSON, but a list as a PostgreSQL array.
      if (documents.includes(name))
        return (
          isString(one) || (has(one, ts.TypeFlags.Object) && !this.checker.isArrayLikeType(one))
        );
      if (name === 'bytea') return isNamed(one, ['Buffer', 'Uint8Array']);
      if (name === 'bool') return has(one, ts.TypeFlags.BooleanLike);
      if (numbers.includes(name)) return has(one, ts.TypeFlags.NumberLike);
      if (bigNumbers.includes(name))
        return isString(one) || has(one, ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike);
      // A JavaScript Date is refused: the driver would write its day in the time zone of the
      // process.
      if (name === 'date') return isString(one);
      if (moments.includes(name)) return isString(one) || isNamed(one, ['Date']);
      return isString(one);
    });
  }

  /**
   * Returns the type of a list's elements.
   * @param {ts.Type} list @returns {ts.Type}
   */
  elementOf(list) {
    return this.checker.getIndexTypeOfType(list, ts.IndexKind.Number) ?? this.checker.getAnyType();
  }
}

/**
 * Whether the driver parses arrays of this type into JavaScript arrays.
 * @param {number} oid of an array
 */
function parsesArray(oid) {
  /** @type {unknown} */
  const parser = pg.types.getTypeParser(oid);
  const parse = /** @type {(text: string) => unknown} */ (parser);
  return Array.isArray(parse('{}'));
}

/** Whether a type is a string, or a branded string. @param {ts.Type} type @returns {boolean} */
const isString = (type) =>
  has(type, ts.TypeFlags.StringLike) || (type.isIntersection() && type.types.some(isString));

/**
 * @param {ts.Type} type @param {readonly string[]} names
 */
const isNamed = (type, names) => names.includes(type.symbol?.name ?? '');
