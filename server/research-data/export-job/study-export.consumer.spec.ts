import { TooLarge } from '../../platform/storage/archive';
import { BreaksStandard } from '../bids-psych-ds/checked-files';
import { failureOf } from './study-export.consumer';

test('an export fails without a retry, and names the reason, when a retry cannot help', () => {
  expect(failureOf(new TooLarge('a file'))).toBe('too_large');
  expect(failureOf(new BreaksStandard([{ code: 'TSV_EQUAL_ROWS', path: 'a.tsv' }]))).toBe(
    'breaks_standard',
  );
  expect(failureOf(new Error('connection lost'))).toBe('other');
});
