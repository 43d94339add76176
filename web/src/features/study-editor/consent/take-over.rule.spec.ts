/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { replaceNamesWithBlanks, namesInStudy } from './take-over.rule';

const study = {
  title: 'Faces [pilot]',
  researcher: { _id: '', first_name: 'Ada', last_name: 'Berg', organization: 'Uni Köln' },
};
const names = namesInStudy(study);

test.each([
  [
    'the title of the study, whatever its signs',
    'In Faces [pilot] you look.',
    'In [[Faces  pilot ]] you look.',
  ],
  [
    'the whole name before the last name',
    'Ask Ada Berg, or Dr. Berg.',
    'Ask [[Ada Berg]], or Dr. [[Berg]].',
  ],
  ['no part of another word', 'Bergen and Heidelberg stay.', 'Bergen and Heidelberg stay.'],
  ['letters beyond English', 'UNI KÖLN keeps it.', '[[UNI KÖLN]] keeps it.'],
  [
    'addresses',
    'Write to ada@uni.example or see https://uni.example/study.',
    'Write to [[ada@uni.example]] or see [[https://uni.example/study.]]',
  ],
  [
    'telephone numbers, and no others',
    'Call +49 221 123-45 67; it takes 20 minutes for 4.50 €.',
    'Call [[+49 221 123-45 67]]; it takes 20 minutes for 4.50 €.',
  ],
  ['blanks as they are', '[[Ada Berg]] and [[minutes]]', '[[Ada Berg]] and [[minutes]]'],
])('a form copied from another study has marked blanks for: %s', (_, text, result) => {
  expect(replaceNamesWithBlanks(text, names)).toBe(result);
});

test('short and empty names are not replaced by blanks', () => {
  const short = {
    title: 'A',
    researcher: { ...study.researcher, last_name: 'Li', organization: null },
  };
  expect(namesInStudy(short)).toEqual(['Ada Li']);
});
