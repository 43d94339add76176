/**
 * @typedef {{ ref: string, dependsOn?: string[] }} Edge
 * @typedef {{ 'bom-ref': string, name: string, version?: string, group?: string }} Component
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Edge[] }} Bom
 */

/**
 * Parts of other projects whose files the repository contains. `version` and `licence` (SPDX)
 * describe the part; `text` is the file with the text of the licence.
 */
export const copiedParts = [
  {
    name: '@tabler/icons',
    version: '3.51.0',
    licence: 'MIT',
    text: 'web/src/ui/icons/LICENSE.txt',
  },
  {
    name: 'Noto Sans',
    version: '2.015',
    licence: 'OFL-1.1',
    text: 'server/payments/receipts/pdf/noto-sans/OFL.txt',
  },
];

/** The copied parts, as components of the bill of materials. */
export const copiedComponents = copiedParts.map(({ name, version, licence }) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  licenses: [{ license: { id: licence } }],
}));

/** @param {Component} component */
export const componentNameOf = ({ group, name }) => (group ? `${group}/${name}` : name);

/**
 * Selects the shipped packages: those that the programs load, those in the web app, the libraries
 * that are copied for studies, and all their dependencies. Leaves out packages that are only for
 * building and testing.
 * @param {Bom} bom of all installed packages
 * @param {(name: string) => boolean} isShipped whether a direct dependency is shipped
 * @returns {Bom}
 */
export function shippedComponentsOf(bom, isShipped) {
  const edges = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const byRef = new Map(bom.components.map((one) => [one['bom-ref'], one]));
  const root = bom.metadata.component['bom-ref'];
  /**
   * Whether a component is the workspace that lists the libraries copied for studies. Its `name` is
   * only the name of its folder, so this compares the reference.
   * @param {string} ref
   */
  const isCopies = (ref) => ref.startsWith('@commonlab/study-libraries');
  const wanted = new Set();
  /** @param {string} ref */
  const take = (ref) => {
    if (wanted.has(ref)) return;
    wanted.add(ref);
    for (const next of edges.get(ref) ?? []) take(next);
  };
  const first = (edges.get(root) ?? []).filter(
    (ref) =>
      isCopies(ref) || isShipped(componentNameOf(byRef.get(ref) ?? { 'bom-ref': ref, name: ref })),
  );
  for (const ref of first) take(ref);
  return {
    ...bom,
    components: bom.components.filter((one) => wanted.has(one['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => ref === root || wanted.has(ref))
      .map((edge) => (edge.ref === root ? { ...edge, dependsOn: first } : edge)),
  };
}

/**
 * Lists the names of the packages that a source file imports.
 * @param {string} source
 */
export const packagesImportedBy = (source) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"./][^'"]*)['"]/g)].map(([, path = '']) =>
    path.split('/', path.startsWith('@') ? 2 : 1).join('/'),
  );
