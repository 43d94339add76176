/**
 * What several pages share, and no first page: in few files, none of which needs another that needs
 * it. The bundler's own way of putting small files together makes such circles, and then a module
 * runs before what it uses has run.
 *
 * @typedef {object} Part
 * @property {Set<string>} modules
 * @property {Set<string>} pages the files that load it, whose names are entries and dynamic imports
 * @property {Set<number>} needs other parts
 * @property {number} size in bytes, before compression
 */

/** Below so many bytes (before compression), a part goes with the one that it is most often loaded with. */
const small = 8_000;
/** So many bytes a merge may add to all pages together that do not need them. */
const most = 40_000;

/**
 * Whether one leads to the other through a third: to put them together would close a circle.
 * @param {Map<number, Part>} parts @param {number} from @param {number} to
 */
function leadsAround(parts, from, to) {
  /** @type {Set<number>} */
  const seen = new Set();
  const next = [...(parts.get(from)?.needs ?? [])].filter((one) => one !== to);
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === to) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    next.push(...(parts.get(one)?.needs ?? []));
  }
  return false;
}

/** @param {Part} one @param {Part} other the bytes that pages would load and not need */
const waste = (one, other) =>
  one.size * [...other.pages].filter((page) => !one.pages.has(page)).length +
  other.size * [...one.pages].filter((page) => !other.pages.has(page)).length;

/**
 * @param {Map<number, Part>} parts without a circle; changed in place
 */
export function mergeSmall(parts) {
  const done = new Set();
  for (;;) {
    const [next] = [...parts]
      .filter(([id, { size }]) => size < small && !done.has(id))
      .sort(([a, x], [b, y]) => x.size - y.size || a - b);
    if (!next) return;
    const [id, part] = next;
    const [best] = [...parts]
      .filter(([other]) => other !== id)
      .map(([other, its]) => ({ other, its, cost: waste(part, its) }))
      .filter(({ cost }) => cost <= most)
      .sort((a, b) => a.cost - b.cost || a.other - b.other)
      .filter(({ other }) => !leadsAround(parts, id, other) && !leadsAround(parts, other, id));
    if (!best) {
      done.add(id);
      continue;
    }
    const { other, its } = best;
    for (const module of part.modules) its.modules.add(module);
    for (const page of part.pages) its.pages.add(page);
    for (const need of part.needs) its.needs.add(need);
    its.size += part.size;
    parts.delete(id);
    for (const one of parts.values()) if (one.needs.delete(id)) one.needs.add(other);
    its.needs.delete(other);
    done.delete(other);
  }
}

/**
 * For each module that no first page loads and that several pages share, the name of its file.
 * @param {readonly import('./framed-chunks.mjs').Output[]} output of a build in which each set of
 * pages has files of its own @param {ReadonlyMap<string, string>} taken modules that have a file
 * @returns {Map<string, string>}
 */
export function sharedPlaces(output, taken) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const numbers = new Map(chunks.map(({ fileName }, i) => [fileName, i]));
  const isPage = (/** @type {import('./framed-chunks.mjs').Output} */ one) =>
    one.isEntry === true || one.isDynamicEntry === true;
  /** @type {Map<number, Part>} */
  const parts = new Map();
  chunks.forEach((chunk, id) => {
    const modules = Object.entries(chunk.modules ?? {}).filter(([name]) => !taken.has(name));
    if (isPage(chunk) || modules.length === 0) return;
    parts.set(id, {
      modules: new Set(modules.map(([name]) => name)),
      pages: new Set(),
      needs: new Set(),
      size: modules.reduce((sum, [, { renderedLength }]) => sum + (renderedLength ?? 0), 0),
    });
  });
  for (const page of chunks.filter(isPage)) {
    const seen = new Set([page.fileName]);
    const next = [...(page.imports ?? [])];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const number = numbers.get(name);
      if (number === undefined) continue;
      parts.get(number)?.pages.add(page.fileName);
      next.push(...(chunks[number]?.imports ?? []));
    }
  }
  // A file whose modules went elsewhere still leads on: what it needs is needed by who needs it.
  for (const [id, part] of parts) {
    const seen = new Set();
    const next = [...(chunks[id]?.imports ?? [])];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      const number = numbers.get(name);
      if (number === undefined || seen.has(number)) continue;
      seen.add(number);
      if (parts.has(number)) part.needs.add(number);
      else next.push(...(chunks[number]?.imports ?? []));
    }
    part.needs.delete(id);
  }
  mergeSmall(parts);
  return new Map(
    [...parts.values()].flatMap(({ modules }, i) =>
      [...modules].map((module) => /** @type {const} */ ([module, `shared-${i + 1}`])),
    ),
  );
}

/**
 * The files of a build that need each other, each circle once; with one, a page may not open.
 * @param {Readonly<Record<string, { imports?: string[] }>>} manifest
 * @returns {string[]} such as `a -> b -> a`
 */
export function circlesOf(manifest) {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  const visit = (/** @type {string} */ key, /** @type {string[]} */ way) => {
    const at = way.indexOf(key);
    if (at >= 0) return void found.push([...way.slice(at), key].join(' -> '));
    if (done.has(key)) return;
    for (const next of manifest[key]?.imports ?? []) visit(next, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key, []);
  return found;
}
