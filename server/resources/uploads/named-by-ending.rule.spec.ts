import { resourceFileTypes } from '../../../contracts/resources/file-types';
import { isTypedByExtension } from './named-by-ending.rule';

it("the extension of a file's name decides its type only for texts", () => {
  expect(resourceFileTypes.filter(isTypedByExtension)).toEqual([
    'text/csv',
    'text/tab-separated-values',
    'text/plain',
    'application/json',
    'text/vtt',
  ]);
});
