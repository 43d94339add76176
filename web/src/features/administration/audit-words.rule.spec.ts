/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditActions, type AuditDetails } from '../../../../contracts/audit/audit';
import { auditDetailsText, isSignInFailureCount, auditSentenceKey } from './audit-words.rule';

const [ada, alex] = [{ _id: '1' }, { _id: '2' }];
const english = JSON.parse(
  readFileSync(join(__dirname, '../../../../locales/en/administration.json'), 'utf8'),
) as { audit: { said: Record<string, string>; name: Record<string, string> } };

test.each(auditActions)('%s has a name and a sentence for every kind of actor', (action) => {
  expect(english.audit.name[action]).toBeTruthy();
  const told: AuditDetails[] = [
    {},
    { decision: 'approve' },
    { decision: 'reject' },
    { step: 'downloaded' },
    { step: 'asked' },
  ];
  for (const actor of [ada, alex, null])
    for (const details of told) {
      expect(
        english.audit.said[auditSentenceKey({ action, actor, subject: ada, details })],
      ).toBeTruthy();
    }
});

test('an action on the person’s own account has a different sentence than an action by somebody else', () => {
  expect(
    auditSentenceKey({ action: 'deletion-requested', actor: ada, subject: ada, details: {} }),
  ).toBe('deletion-requested');
  expect(
    auditSentenceKey({ action: 'deletion-requested', actor: alex, subject: ada, details: {} }),
  ).toBe('deletion-requested_other');
  expect(
    auditSentenceKey({
      action: 'review-decided',
      actor: alex,
      subject: ada,
      details: { decision: 'reject' },
    }),
  ).toBe('review-decided_reject');
});

test('failed sign-ins of an hour are recognized as a count, and records of a single one are not', () => {
  const failed = (details: AuditDetails) =>
    isSignInFailureCount({ action: 'sign-in-failed', details });
  expect(failed({ count: 3, network: 'a1b2c3d4e5f6' })).toBe(true);
  expect(failed({ method: 'password', code: 'invalid_credentials' })).toBe(false);
});

test('details are shown in words if known, otherwise unchanged, so that nothing of a record is hidden', () => {
  const words = (key: string) => ({ 'detail.method': 'by', 'value.true': 'yes' })[key];
  expect(
    auditDetailsText(
      { method: 'password', second_factor: true, reason: 'Left us', expires_at: null },
      words,
    ),
  ).toEqual({ reason: 'Left us', facts: ['by: password', 'second_factor: yes'] });
});

test('the details of a record do not show the id of a sign-in', () => {
  expect(
    auditDetailsText({ sign_in: '0193a1b2-0000-7000-8000-000000000001', ended: 2 }, () => undefined)
      .facts,
  ).toEqual(['ended: 2']);
});
