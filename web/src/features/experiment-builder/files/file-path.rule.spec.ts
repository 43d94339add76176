import { isStudyPath } from '../../../../../contracts/study-files/study-path';
import { portableFilePath } from './file-path.rule';

test.each([
  ['cat.png', 'cat.png'],
  ['my cat (1).png', 'my_cat_1_.png'],
  ['Bär.PNG', 'Bär.PNG'],
  ['..\\..\\x.png', '_.._x.png'],
  ['.hidden', 'hidden'],
  ['...', 'file'],
])('the file %s gets the path %s, which is valid in a study', (name, path) => {
  expect(portableFilePath(name)).toBe(path);
  expect(isStudyPath(path)).toBe(true);
});
