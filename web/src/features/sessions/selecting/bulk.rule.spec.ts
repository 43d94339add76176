/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { aSession } from '../../../test/a-session';
import { bulkActions, isBulkActionPossible } from './bulk.rule';

test.each([
  ['a running session', {}, ['pause', 'close']],
  ['a paused one', { state: 'paused' }, ['resume', 'close']],
  ['one that waits for its opening', { state: 'scheduled' }, ['close']],
  ['one whose consent form was withdrawn', { state: 'paused', consent_withdrawn: true }, ['close']],
  ['a closed one', { state: 'closed' }, []],
  ['an editor’s', { role: 'editor' }, ['pause', 'close']],
  ['one that somebody may only watch', { role: 'viewer' }, []],
] as const)(
  'the possible bulk actions for %s depend on its state and the role',
  (_, session, possible) => {
    expect(bulkActions.filter((bulk) => isBulkActionPossible(bulk, aSession(session)))).toEqual(
      possible,
    );
  },
);
