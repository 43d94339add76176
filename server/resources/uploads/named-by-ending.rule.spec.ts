import { resourceTypes } from '../../../contracts/resources/file-types';
import { isNamedByEnding } from './named-by-ending.rule';

it('The ending of a name decides about texts alone', () => {
  expect(resourceTypes.filter(isNamedByEnding)).toEqual([
    'text/csv',
    'text/tab-separated-values',
    'text/plain',
    'application/json',
    'text/vtt',
  ]);
});
