import type { Observation } from './observations';

/**
 * Values that differ between the two compared histories (worlds) because they depend on the machine
 * or are random, and do not look like an id. They are compared by form (`x` for each letter and
 * digit), or not at all if even their length is random.
 */
const unsteady: readonly (readonly [
  operation: string,
  path: string,
  by: 'form' | 'nothing',
  why: string,
])[] = [
  ['GET /api/sign-ins/', '.body.items[].last_used_at', 'form', 'written beside an answer'],
  ...['GET', 'PUT'].flatMap((method) =>
    ['completed', 'screened_out', 'failed_check'].map(
      (code) =>
        [
          `${method} /api/sessions/{id}/external-returns/`,
          `.body.codes.${code}`,
          'form',
          'drawn at the first reading',
        ] as const,
    ),
  ),
  ['POST /api/deposits/', '.body.reference', 'form', 'drawn for each transfer'],
  ['PUT /api/deposits/{id}/', '.body.reference', 'form', 'drawn for each transfer'],
  ['GET /api/deposits/', '.body.items[].reference', 'form', 'drawn for each transfer'],
  ...['reference', 'bank_reference'].map(
    (name) =>
      [
        'GET /api/receipts/{type}/{id}/',
        `.body.file.receipt.${name}`,
        'form',
        'drawn for each transfer',
      ] as const,
  ),
  ...[
    ['POST /api/classrooms/{id}/join-code/', '.body.code'],
    ['GET /api/classrooms/', '.body.items[].join_code.code'],
    ['GET /api/classrooms/{id}/', '.body.join_code.code'],
    ['PUT /api/classrooms/{id}/', '.body.join_code.code'],
    ['POST /api/memberships/', '.body.join_code.code'],
  ].map(([operation = '', path = '']) => [operation, path, 'form', 'drawn'] as const),
  // The values below depend on objects that requests of the authorisation matrix create, such as
  // slots.
  ...['GET /api/sessions/{id}/slots/', 'PUT /api/slots/{id}/'].flatMap((operation) =>
    ['.body.starts_at', '.body.ends_at', '.body.slots[].starts_at', '.body.slots[].ends_at'].map(
      (path) => [operation, path, 'form', 'nine days from now, by the database'] as const,
    ),
  ),
  ...[
    '.files.manifest.json.files[].sha256',
    '.files.bundle.json.files[].sha256',
    '.files.bundle.json.data_sha256',
  ].map(
    (path) =>
      [
        'GET /api/study-exports/{id}/download/',
        path,
        'form',
        'of rows in an order by chance; the rows are compared themselves',
      ] as const,
  ),
  [
    'POST /api/classrooms/{id}/pools/',
    '.body.export.state',
    'nothing',
    'whether a worker has begun with it before the answer',
  ],
  [
    'GET /api/studies/{id}/exports/',
    '.body.items[].size',
    'nothing',
    'of packed ids; what is packed is compared itself',
  ],
];
const known = new Map(unsteady.map(([operation, path, by]) => [`${operation} ${path}`, by]));
const form = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[A-Za-z0-9]/g, 'x') : typeof value;

/** Matches a time of the machine's clock, which is days behind the simulated day. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/**
 * The end of yesterday by the clock of the machine: times before it must be the same in both
 * histories.
 */
let ended = Date.now();
export const setEndOfYesterdayToNow = (): void => void (ended = Date.now());
const isLaterByMachine = (value: unknown): boolean => {
  if (typeof value !== 'string' || !isMoment.test(value)) return false;
  const at = Date.parse(value);
  return at >= ended && at <= Date.now();
};

export function isExpectedToDiffer(
  operation: string,
  path: string,
  one: unknown,
  other: unknown,
): boolean {
  if (isLaterByMachine(one) && isLaterByMachine(other)) return true;
  const by = known.get(`${operation} ${path.replace(/\[\d+\]/g, '[]')}`);
  return by === 'nothing' || (by === 'form' && form(one) === form(other));
}

/** Lists without an order, which are sorted before they are compared. */
const inNoOrder: readonly (readonly [operation: string, list: string])[] = [
  ['GET /api/sessions/{id}/external-returns/', 'arrived'],
  ['PUT /api/sessions/{id}/external-returns/', 'arrived'],
  ['GET /api/sessions/{id}/broadcasts/', 'items'],
  ['GET /api/expenses/', 'items'],
  // The matrix adds two identities at the same time before this call, so their order is random.
  ['PUT /api/users/profile/', 'identities'],
];
const withoutIds = (one: unknown) =>
  JSON.stringify(one).replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    '',
  );

interface ReceiptAnswer {
  body?: { file?: { receipt: string } };
}
/**
 * Parses the signed text of a receipt, without its signature, and sorts the lines of a log, whose
 * order is random.
 */
function readReceipt(what: unknown): unknown {
  const { body } = what as ReceiptAnswer;
  if (!body?.file) return what;
  const receipt = JSON.parse(body.file.receipt) as { lines?: unknown[] };
  const lines = receipt.lines?.map(withoutIds).sort();
  return { ...(what as object), body: { ...body, file: { receipt: { ...receipt, lines } } } };
}

export function inCanonicalOrder({ operation, what }: Observation): unknown {
  if (operation === 'GET /api/receipts/{type}/{id}/') return readReceipt(what);
  const list = inNoOrder.find(([name]) => name === operation)?.[1];
  const { body } = (what ?? {}) as { body?: Record<string, unknown> };
  const items = list === undefined ? undefined : body?.[list];
  if (list === undefined || !Array.isArray(items)) return what;
  const sorted = items
    .map((one: unknown) => [withoutIds(one), one] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
  return { ...(what as object), body: { ...body, [list]: sorted } };
}
