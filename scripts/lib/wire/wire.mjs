// Compares two recordings of what the integration tests ask and are answered: pure functions, see
// ../wire-diff.mjs.
import { UNDER_WAY, maskExchange, textOf } from './wire-exchange.mjs';

/** @typedef {import('./wire-exchange.mjs').Exchange} Exchange */
/** @typedef {import('./wire-exchange.mjs').Masked} Masked */
/**
 * @typedef {object} Difference
 * @property {string} test
 * @property {string} call method and address
 * @property {string} where as in `answer.status` or `answer.body.items[].name`
 * @property {string} before
 * @property {string} after
 */
/** @typedef {{ path: string, before: unknown, after: unknown }} Change */

const absent = '(absent)';
/** Tests with simultaneous requests: which one wins, and how often a value precedes another, is chance. */
const race = /\bat once\b|\bat the same (moment|time)\b|\bin the moment of\b|\bunder way\b/;

/**
 * Where two values differ. Lists are sets (see maskValue): elements that only one side has are compared as
 * pairs, one by one.
 * @param {unknown} before @param {unknown} after @param {string} [path] @returns {Change[]}
 */
export function changes(before, after, path = '') {
  if (textOf(before) === textOf(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const [ours, theirs] = [before, after].map((list) => new Set(list.map(textOf)));
    const gone = before.filter((v) => !theirs?.has(textOf(v)));
    const come = after.filter((v) => !ours?.has(textOf(v)));
    return Array.from({ length: Math.max(gone.length, come.length) }).flatMap((_, i) =>
      changes(i < gone.length ? gone[i] : absent, i < come.length ? come[i] : absent, `${path}[]`),
    );
  }
  const objects = [before, after].every((v) => v && typeof v === 'object' && !Array.isArray(v));
  if (!objects) return [{ path, before, after }];
  const [a, b] = /** @type {Record<string, unknown>[]} */ ([before, after]);
  /** @param {Record<string, unknown> | undefined} object @param {string} key */
  const at = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : absent);
  return [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].flatMap((key) =>
    changes(at(a, key), at(b, key), path ? `${path}.${key}` : key),
  );
}

/**
 * The exchanges of each test, masked, each different one once: how often a test repeats a request until the
 * answer changes depends on time.
 * @param {Exchange[]} exchanges @param {(exchange: Exchange) => string} keyOf
 * @returns {Map<string, Map<string, Masked>>}
 */
function byTest(exchanges, keyOf) {
  /** @type {Map<string, Map<string, Masked>>} */
  const tests = new Map();
  for (const exchange of exchanges) {
    const key = keyOf(exchange);
    const masked = maskExchange(exchange);
    const its = tests.get(key) ?? /** @type {Map<string, Masked>} */ (new Map());
    tests.set(key, its.set(textOf(masked), masked));
  }
  for (const its of tests.values())
    for (const [text, { request }] of its)
      if (text.includes(UNDER_WAY) && request.method === 'GET') its.delete(text);
  return tests;
}

/**
 * Names the test of an exchange: by its full name, so that it may move to another file; with the
 * file where two files have a test of that name.
 * @param {Exchange[][]} recordings
 * @param {[string, string][]} renamed files, or beginnings of names of tests: old, new
 */
function namer(recordings, renamed) {
  /** @param {string} name */
  const now = (name) => {
    const [old, other] = renamed.find(([old]) => name === old || name.startsWith(`${old} `)) ?? [];
    return old === undefined ? name : `${other}${name.slice(old.length)}`;
  };
  const shared = new Set(['setup']);
  for (const recording of recordings) {
    /** @type {Map<string, string>} */
    const files = new Map();
    for (const { file, test } of recording) {
      if ((files.get(now(test)) ?? now(file)) !== now(file)) shared.add(now(test));
      files.set(now(test), now(file));
    }
  }
  return (/** @type {Exchange} */ { file, test }) =>
    shared.has(now(test)) ? `${now(file)}: ${now(test)}` : now(test);
}

/** @param {Masked} masked */
const callOf = ({ request }) => `${String(request.method)} ${String(request.url)}`;
/** @param {Masked} masked */
const routeOf = (masked) => callOf(masked).split('?', 1)[0] ?? '';
/** @param {unknown} value */
const shown = (value) =>
  (typeof value === 'string' ? value : (textOf(value) ?? absent)).slice(0, 300);

/**
 * Pairs each exchange that only one side has with the most similar one of the other side; those with the same request
 * come first.
 * @param {Masked[]} before
 * @param {Masked[]} after
 * @returns {[Masked | undefined, Masked | undefined][]}
 */
function pairs(before, after) {
  const left = [...before];
  const right = [...after];
  /** @type {[Masked, Masked][]} */
  const found = [];
  for (const nameOf of [(/** @type {Masked} */ m) => textOf(m.request), callOf, routeOf])
    for (const one of [...left]) {
      const alike = right
        .filter((other) => nameOf(other) === nameOf(one))
        .map((other) => ({ other, far: changes(one, other).length }))
        .sort((a, b) => a.far - b.far)[0];
      if (!alike) continue;
      found.push([one, alike.other]);
      left.splice(left.indexOf(one), 1);
      right.splice(right.indexOf(alike.other), 1);
    }
  return [
    ...found,
    ...left.map((one) => /** @type {[Masked, undefined]} */ ([one, undefined])),
    ...right.map((one) => /** @type {[undefined, Masked]} */ ([undefined, one])),
  ];
}

/**
 * A kind of answer that a call gives, whatever it says.
 * @param {Masked} masked
 */
const kindOf = ({ request, answer: { status, headers, body } }) => {
  const of = body && typeof body === 'object' ? /** @type {Record<string, unknown>} */ (body) : {};
  const route = `${String(request.method)} ${String(request.url)}`.split('?', 1)[0];
  return textOf([route, status, headers, of.code, Object.keys(of).sort()]);
};

/** @param {Map<string, Map<string, Masked>>[]} recordings */
const kindsOf = (recordings) =>
  new Set(
    recordings.flatMap((tests) =>
      [...tests.values()].flatMap((its) => [...its.values()].map(kindOf)),
    ),
  );

/**
 * Exchanges that every earlier recording has and the later one lacks, and exchanges of the later one that no earlier
 * one has. In a test of a race, an answer does not count as a difference if the other side has an answer of the same
 * kind anywhere.
 * @param {string} test
 * @param {Map<string, Masked>[]} before
 * @param {Map<string, Masked>} after
 * @param {{ before: Set<string>, after: Set<string> }} kinds
 * @returns {Difference[]}
 */
function compareTest(test, before, after, kinds) {
  const chance = race.test(test);
  const [first, ...others] = before;
  const gone = [...(first ?? [])]
    .filter(([text]) => !after.has(text) && others.every((other) => other.has(text)))
    .map(([, masked]) => masked)
    .filter((masked) => !chance || !kinds.after.has(kindOf(masked)));
  const come = [...after]
    .filter(([text]) => !before.some((one) => one.has(text)))
    .map(([, masked]) => masked)
    .filter((masked) => !chance || !kinds.before.has(kindOf(masked)));
  return pairs(gone, come).flatMap(([one, other]) => {
    const call = callOf(/** @type {Masked} */ (one ?? other));
    if (one && other)
      return changes(one, other).map(({ path, ...values }) => ({
        test,
        call,
        where: path,
        before: shown(values.before),
        after: shown(values.after),
      }));
    /** @param {Masked | undefined} side */
    const answer = (side) =>
      side
        ? `${String(side.answer.status)} ${shown(side.answer.body ?? side.answer.headers)}`
        : absent;
    return { test, call, where: 'exchange', before: answer(one), after: answer(other) };
  });
}

/**
 * @param {Exchange[][]} before recordings of one state of the code: with more than one, what
 * differs between them by chance is no difference
 * @param {Exchange[]} after
 * @param {{ renamed?: [string, string][] }} [options]
 * @returns {{ tests: number[], onlyBefore: string[], onlyAfter: string[], differences: Difference[]
 * }} tests: how many, in each recording
 */
export function compare(before, after, { renamed = [] } = {}) {
  const keyOf = namer([...before, after], renamed);
  const ours = before.map((recording) => byTest(recording, keyOf));
  const theirs = byTest(after, keyOf);
  const kinds = { before: kindsOf(ours), after: kindsOf([theirs]) };
  const names = [...(ours[0]?.keys() ?? [])].filter((test) => ours.every((one) => one.has(test)));
  return {
    tests: [...ours, theirs].map(({ size }) => size),
    onlyBefore: names.filter((test) => !theirs.has(test)),
    onlyAfter: [...theirs.keys()].filter((test) => !ours.some((one) => one.has(test))),
    differences: names.flatMap((test) => {
      const others = theirs.get(test);
      const its = ours.flatMap((one) => one.get(test) ?? []);
      return others ? compareTest(test, its, others, kinds) : [];
    }),
  };
}

/**
 * Equal differences of many tests as one.
 * @param {Difference[]} differences
 * @returns {(Omit<Difference, 'test' | 'call'> & { tests: string[], calls: string[] })[]} the most
 * frequent first
 */
export function grouped(differences) {
  /** @type {Map<string, ReturnType<typeof grouped>[number]>} */
  const groups = new Map();
  for (const { test, call, ...rest } of differences) {
    const key = textOf(rest.where === 'exchange' ? { ...rest, call } : rest);
    const group = groups.get(key) ?? { ...rest, tests: [], calls: [] };
    if (!group.tests.includes(test)) group.tests.push(test);
    if (!group.calls.includes(call)) group.calls.push(call);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.tests.length - a.tests.length);
}
