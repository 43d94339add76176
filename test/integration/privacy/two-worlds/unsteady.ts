/**
 * Values that follow the clock of the machine or are drawn by chance, and are not of the form of an id:
 * of these the two worlds are compared by form alone.
 */
export const unsteady: readonly (readonly [operation: string, path: string, why: string])[] = [
  ['GET /api/sign-ins/', '.body.items[].last_used_at', 'written now and then, beside the answer'],
  ['GET /api/webhooks/{id}/messages/', '.body.items[].created_at', 'by the clock of the database'],
  ['GET /api/sessions/{id}/external-returns/', '.body.codes.completed', 'drawn'],
  ['GET /api/sessions/{id}/external-returns/', '.body.codes.screened_out', 'drawn'],
  ['GET /api/sessions/{id}/external-returns/', '.body.codes.failed_check', 'drawn'],
  ['PUT /api/sessions/{id}/external-returns/', '.body.codes.completed', 'drawn'],
  ['PUT /api/sessions/{id}/external-returns/', '.body.codes.screened_out', 'drawn'],
  ['PUT /api/sessions/{id}/external-returns/', '.body.codes.failed_check', 'drawn'],
];
const known = new Set(unsteady.map(([operation, path]) => `${operation} ${path}`));
export const isUnsteady = (operation: string, path: string): boolean =>
  known.has(`${operation} ${path.replace(/\[\d+\]/g, '[]')}`);
