/**
 * Makes jsdom remember two answers until the document changes: the control of a label, and the labels
 * of a control. A query by label or by role needs them for each element, and jsdom alone searches
 * the whole document each time. web/src/test/jsdom-answers.spec.ts checks
 * that the answers stay the same.
 * @typedef {{ _version: number, _globalObject: object, _ids?: Record<string, Node[]> }} Root
 * @typedef {object} Node
 * @property {string} [localName]
 * @property {Node | null} [control]
 * @property {object} [_labels]
 * @property {(options: object) => Root} getRootNode
 * @property {(namespace: null, name: string) => boolean} hasAttributeNS
 * @property {(namespace: null, name: string) => string} getAttributeNS
 * @typedef {{ isLabelable: (node: Node) => boolean }} Controls
 * @typedef {{ domSymbolTree: { treeIterator(root: Root): Iterable<Node> } }} Constants
 * @typedef {{ element: Root, query: () => Node[] }} Live
 * @typedef {{ createImpl: (of: object, args: [], live: Live) => object }} NodeList
 * @typedef {{ implForWrapper: (wrapper: object) => unknown }} Utils
 */
/**
 * @param {string} name @returns {unknown} a part of jsdom that has no types
 */
const part = (name) => require(`jsdom/lib/jsdom/living/${name}`);
/**
 * Finds the prototype of jsdom's implementation of an element.
 * @param {string} name @returns {object}
 */
const prototypeOf = (name) => {
  const loaded = part(`nodes/HTML${name}Element-impl.js`);
  return /** @type {{ implementation: { prototype: object } }} */ (loaded).implementation.prototype;
};

// Loads jsdom's main file first, so that the parts of jsdom load in the order that jsdom requires.
part('../../api.js');
const { isLabelable } = /** @type {Controls} */ (part('helpers/form-controls.js'));
const { domSymbolTree } = /** @type {Constants} */ (part('helpers/internal-constants.js'));
const { createImpl } = /** @type {NodeList} */ (part('generated/NodeList.js'));
const { implForWrapper } = /** @type {Utils} */ (part('generated/utils.js'));

/** @type {WeakMap<Root, { version: number, labels: Node[] }>} */
const labelsOf = new WeakMap();
/**
 * Returns all labels of a document or shadow tree, remembered until the tree changes.
 * @param {Root} root @returns {Node[]}
 */
function labelsIn(root) {
  const known = labelsOf.get(root);
  if (known?.version === root._version) return known.labels;
  const labels = [...domSymbolTree.treeIterator(root)].filter(
    ({ localName }) => localName === 'label',
  );
  labelsOf.set(root, { version: root._version, labels });
  return labels;
}

/** @param {Node} control */
function labelsFor(control) {
  if (!isLabelable(control)) return null;
  if (control._labels) return control._labels;
  const root = control.getRootNode({});
  control._labels = createImpl(root._globalObject, [], {
    element: root,
    query: () => labelsIn(root).filter((label) => label.control === control),
  });
  return control._labels;
}
for (const name of ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'])
  Object.defineProperty(prototypeOf(name), 'labels', {
    configurable: true,
    /** @this {Node} */
    get() {
      return labelsFor(this);
    },
  });

const label = prototypeOf('Label');
const jsdomControl = Object.getOwnPropertyDescriptor(label, 'control');
Object.defineProperty(label, 'control', {
  configurable: true,
  /** @this {Node} @returns {unknown} */
  get() {
    const root = this.hasAttributeNS(null, 'for') ? this.getRootNode({}) : undefined;
    const named = root?._ids?.[this.getAttributeNS(null, 'for')];
    // If several elements have this id, the label belongs to the first one in the document. In this
    // case jsdom itself searches for the element.
    const [only] = named?.length === 1 ? named : [];
    if (only && only.getRootNode({}) === root) return isLabelable(only) ? only : null;
    return jsdomControl?.get?.call(this);
  },
});

module.exports = { implForWrapper, part };
