import ts from 'typescript';

/** @typedef {{ name: string, data: Record<string, string> }} PluginData */

/**
 * Reads how a jsPsych plugin describes the data that it records: the comments in `info.data`.
 * @param {string} source its src/index.ts
 * @returns {PluginData | undefined} undefined if the plugin describes no data
 */
export function readPluginData(source) {
  const object = pluginInfoOf(source);
  if (!object) return undefined;
  const named = initializerOf(object, 'name');
  const recorded = initializerOf(object, 'data');
  const fields = recorded && objectLiteralOf(recorded);
  if (!named || !ts.isStringLiteralLike(named) || !fields) return undefined;
  /** @type {[string, string][]} */
  const described = fields.properties.flatMap((property) => {
    const text = jsDocOf(property);
    /** @type {[string, string][]} */
    const said = property.name && text ? [[propertyNameOf(property.name), text]] : [];
    return said;
  });
  return { name: named.text, data: Object.fromEntries(described) };
}

/** Finds the object literal of a plugin's `info`. @param {string} source its src/index.ts */
export function pluginInfoOf(source) {
  const file = ts.createSourceFile('index.ts', source, ts.ScriptTarget.Latest, true);
  const info = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === 'info');
  return info?.initializer && objectLiteralOf(info.initializer);
}

/** @param {ts.PropertyName} name */
export const propertyNameOf = (name) => (ts.isStringLiteralLike(name) ? name.text : name.getText());

/**
 * Finds the object literal of an expression, whether or not casts are around it.
 * @param {ts.Expression} expression @returns {ts.ObjectLiteralExpression | undefined}
 */
export function objectLiteralOf(expression) {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression))
    return objectLiteralOf(expression.expression);
  return undefined;
}

/**
 * Finds the expression that an object literal assigns to a property.
 * @param {ts.ObjectLiteralExpression} object @param {string} name
 */
export const initializerOf = (object, name) =>
  object.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => propertyNameOf(property.name) === name)?.initializer;

/**
 * Returns the comment before a property as one line, without the markup of links.
 * @param {ts.Node} node
 */
export function jsDocOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = comment && ts.isJSDoc(comment) ? ts.getTextOfJSDocComment(comment.comment) : '';
  return (text ?? '')
    .replace(/\{@link\s+(\S+?)(?:\s+[^}]*)?\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
