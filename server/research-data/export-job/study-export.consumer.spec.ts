import { ArchiveTooLargeError } from '../../platform/storage/archive';
import { StandardViolation } from '../bids-psych-ds/checked-files';
import { exportFailureOf } from './study-export.consumer';

test('an export fails without a retry, and names the reason, when a retry cannot help', () => {
  expect(exportFailureOf(new ArchiveTooLargeError('a file'))).toBe('too_large');
  expect(exportFailureOf(new StandardViolation([{ code: 'TSV_EQUAL_ROWS', path: 'a.tsv' }]))).toBe(
    'breaks_standard',
  );
  expect(exportFailureOf(new Error('connection lost'))).toBe('other');
});
