import { operationNameOfRow } from '../all-rows';
import type { ExpectedAnswer, AuthorisationRow } from '../row';

/** The policies that require a role in a study. */
export const studyRolePolicies: ReadonlySet<string> = new Set([
  'collaborator.manage',
  'collaborator.read',
  'collaborator.remove',
  'consent.versions',
  'consent.withdraw',
  'message.researcher',
  'receipt.names',
  'rehearsal.read',
  'rehearsal.run',
  'session.manage',
  'session.read',
  'slot.manage',
  'study.copy',
  'study.edit',
  'study.read',
  'study_data.export',
]);

type Cells = Record<'editor' | 'analyst' | 'viewer' | 'removed', ExpectedAnswer>;
/**
 * The expected answer to each role in a study (docs/domain.md, 1). By default, removed
 * collaborators get 404, and analysts the same answer as viewers.
 */
const to = (
  editor: ExpectedAnswer,
  viewer: ExpectedAnswer,
  removed: ExpectedAnswer = 'not_found',
  analyst: ExpectedAnswer = viewer,
): Cells => ({ editor, analyst, viewer, removed });
const readers = to(200, 200);
/**
 * The answers to calls that only people who run the study may make: editors get `cell`, viewers and
 * analysts 403, removed collaborators 404.
 */
const runners = (cell: ExpectedAnswer): Cells => to(cell, 'forbidden');
/** The answers to calls that read data: editors and analysts get `cell`, viewers 403. */
const data = (cell: ExpectedAnswer): Cells => to(cell, 'forbidden', 'not_found', cell);
/**
 * The answers for a recruiting study: its page is public, so removed collaborators get 403, not
 * 404.
 */
const ofPublic = (editor: ExpectedAnswer, viewer: ExpectedAnswer): Cells =>
  to(editor, viewer, 'forbidden');
const publicData = to(200, 'forbidden', 'forbidden', 200);
const owner = to('forbidden', 'forbidden');

const cells: Readonly<Record<string, Cells>> = {
  'GET /api/studies/{id}/, that recruits': to(200, 200, 200),
  'GET /api/studies/{id}/, a draft': readers,
  'PUT /api/studies/{id}/, a draft': runners(200),
  'PUT /api/studies/{id}/, the approved researcher’s, which everybody sees': ofPublic(
    200,
    'forbidden',
  ),
  'DELETE /api/studies/{id}/': owner,
  'PUT /api/studies/{id}/archived/, a draft': owner,
  'POST /api/studies/{id}/copies/, a draft': to(201, 201),
  'PUT /api/studies/{id}/consent/': runners(200),
  // The request names a file of the owner as the consent form. An editor may use only the editor's
  // own files and shared files.
  'PUT /api/studies/{id}/consent/file/': runners('not_found'),
  'PUT /api/studies/{id}/consent/{version}/published/': runners(200),
  'GET /api/studies/{id}/template/': runners(200),
  'PUT /api/studies/{id}/template/': runners(200),
  'GET /api/studies/{id}/consents/': readers,
  'GET /api/studies/{id}/consents/, of one that recruits': ofPublic(200, 200),
  'GET /api/studies/{id}/consent/{version}/, of one that recruits': ofPublic(200, 200),
  'PUT /api/studies/{id}/consent/{version}/, of one that recruits': ofPublic(200, 'forbidden'),
  'GET /api/studies/{id}/consent/, of one that recruits': to(200, 200, 200),
  'GET /api/studies/{id}/consent/, of a draft': readers,
  'POST /api/studies/{id}/classroom-review/, of a study of no class': runners('not_class_study'),
  'POST /api/studies/{id}/sessions/': runners(201),
  'GET /api/sessions/{id}/': readers,
  'PUT /api/sessions/{id}/': runners(200),
  'PUT /api/sessions/{id}/, launching': runners(200),
  'GET /api/sessions/{id}/roster/': runners(200),
  'GET /api/sessions/{id}/runs/': data(200),
  'GET /api/sessions/{id}/run-errors/': data(200),
  'GET /api/sessions/{id}/conditions/': data(200),
  'GET /api/sessions/{id}/cost/': runners(200),
  'PUT /api/sessions/{id}/roster/{entry}/payment/': runners('method_not_offered'),
  'POST /api/sessions/{id}/bonuses/, before the launch': runners('session_unpaid'),
  'POST /api/sessions/{id}/bonuses/': runners(200),
  'POST /api/sessions/{id}/pay-by-answers/': runners('not_paid_by_answers'),
  'POST /api/sessions/{id}/top-up/': runners(200),
  'GET /api/receipts/disbursement-log/{id}/names/': to('forbidden', 'not_found'),
  'GET /api/receipts/disbursement-log/{id}/names/, of an anonymous session': to(
    'session_anonymous',
    'not_found',
  ),
  'GET /api/studies/{id}/payment-methods/': readers,
  'PUT /api/studies/{id}/payment-methods/': runners(200),
  'GET /api/sessions/{id}/batch-session/': data(200),
  'GET /api/sessions/{id}/progress/': readers,
  'POST /api/sessions/{id}/decisions/, about a tag that nobody has': runners('validation_failed'),
  'PUT /api/sessions/{id}/roster/{entry}/': runners(200),
  'GET /api/sessions/{id}/external-returns/': runners(200),
  'PUT /api/sessions/{id}/external-returns/': runners(200),
  'GET /api/sessions/{id}/slots/': readers,
  'POST /api/sessions/{id}/slots/, to a study that runs elsewhere': runners('no_slots_here'),
  'PUT /api/sessions/{id}/slots/': runners(200),
  'PUT /api/slots/{id}/': runners(200),
  'DELETE /api/slots/{id}/': runners(204),
  'GET /api/sessions/{id}/attendance/': runners('forbidden'),
  'GET /api/sessions/{id}/slots/calendar/': readers,
  'GET /api/studies/{id}/collaborators/': readers,
  'POST /api/studies/{id}/collaborators/': owner,
  'DELETE /api/studies/{id}/invitations/{invitation}/': owner,
  'PUT /api/studies/{id}/collaborators/{account}/': owner,
  'PUT /api/studies/{id}/collaborators/{account}/roster/': owner,
  'DELETE /api/studies/{id}/collaborators/{account}/': owner,
  'POST /api/studies/{id}/transfer/': owner,
  'DELETE /api/studies/{id}/transfer/': owner,
  'POST /api/studies/{id}/exports/': data(202),
  'GET /api/studies/{id}/exports/': data(200),
  'GET /api/studies/{id}/data-preview/': data(200),
  'GET /api/studies/{id}/data-preview/, of a study that everybody sees': publicData,
  'GET /api/studies/{id}/exports/, of a study that everybody sees': publicData,
  'GET /api/studies/{id}/timing/': data(200),
  'GET /api/studies/{id}/timing/, of a study that everybody sees': publicData,
  'GET /api/studies/{id}/variables/': data(200),
  'GET /api/studies/{id}/variables/, of a study that everybody sees': publicData,
  'PUT /api/studies/{id}/variables/': runners(200),
  'GET /api/studies/{id}/imported-data/': data(200),
  'DELETE /api/studies/{id}/imported-data/': runners(204),
  'POST /api/studies/{id}/outside-data/, without a file': runners('malformed_body'),
  'GET /api/studies/{id}/outside-data/': data(200),
  'DELETE /api/studies/{id}/outside-data/{file}/': runners('not_found'),
  'POST /api/studies/{id}/rehearsals/': runners(201),
  'GET /api/studies/{id}/rehearsals/': readers,
  'GET /api/rehearsals/{id}/': readers,
  'GET /api/rehearsals/{id}/rows/': readers,
  'DELETE /api/rehearsals/{id}/': runners(204),
  'POST /api/rehearsals/{id}/runs/': runners(200),
  'POST /api/rehearsals/{id}/trials/': runners(200),
  'PUT /api/rehearsals/{id}/runs/{run}/': runners(200),
  'GET /api/sessions/{id}/conversations/': runners(200),
  'GET /api/sessions/{id}/roster/{entry}/messages/': runners(200),
  'POST /api/sessions/{id}/roster/{entry}/messages/': runners(201),
  'PUT /api/sessions/{id}/roster/{entry}/messages/read/': runners(204),
  'POST /api/sessions/{id}/roster/{entry}/messages/{message}/report/': runners(204),
  'POST /api/sessions/{id}/broadcasts/': runners(202),
  'GET /api/sessions/{id}/broadcasts/': runners(200),
};
/**
 * What a viewer may read in addition, if the owner has opened the roster of the session to them.
 */
const withRoster: Readonly<Record<string, ExpectedAnswer>> = {
  'GET /api/sessions/{id}/roster/': 200,
  'GET /api/sessions/{id}/attendance/': 200,
};
export const expectedAnswersByRole = ({
  endpoint,
  what,
}: AuthorisationRow): (Cells & Record<'reader', ExpectedAnswer>) | undefined => {
  const name = `${operationNameOfRow(endpoint)}${what && `, ${what}`}`;
  const found = cells[name];
  return found && { ...found, reader: withRoster[name] ?? found.viewer };
};
