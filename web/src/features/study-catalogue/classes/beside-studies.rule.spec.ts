import type { Assignment, StudentSubmission } from '../../../../../contracts/teaching/assignments';
import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import type { CatalogueFilterValues } from '../catalogue';
import { shownAlternatives, interleave } from './beside-studies.rule';

const now = Date.parse('2026-12-01T12:00:00Z');
const all: CatalogueFilterValues = { text: '', minutes: null, paid: false, credit: false };
const own = (more: Partial<Assignment>, state: Classroom['state'] = 'open'): StudentAssignment => ({
  assignment: {
    kind: 'alternative',
    title: 'Read a paper',
    minutes: 30,
    due_at: null,
    submission: null,
    ...more,
  } as Assignment,
  classroom: { state, course: null } as Classroom,
});
const accepted = { state: 'accepted' } as StudentSubmission;

describe('an alternative assignment that the catalogue may show beside studies', () => {
  it.each([
    ['open', own({}), {}, 1],
    ['an assignment to take part', own({ kind: 'take_study' }), {}, 0],
    ['accepted', own({ submission: accepted }), {}, 0],
    ['over', own({ due_at: '2026-12-01T11:00:00Z' }), {}, 0],
    ['of a closed class', own({}, 'closed'), {}, 0],
    ['as long as wanted', own({}), { minutes: 30 }, 1],
    ['longer than wanted', own({}), { minutes: 15 }, 0],
    ['where paid studies are wanted', own({}), { paid: true }, 0],
    ['where credit is wanted', own({ credits: 50 }), { credit: true }, 1],
    ['without credit, where credit is wanted', own({ credits: null }), { credit: true }, 0],
    ['with the text of the search', own({}), { text: 'PAPER' }, 1],
    ['without the text of the search', own({}), { text: 'faces' }, 0],
  ] as const)('is hidden or shown: %s', (_, one, filters: Partial<CatalogueFilterValues>, count) =>
    expect(shownAlternatives([one], { ...all, ...filters }, now)).toHaveLength(count),
  );
});

it('two lists are interleaved, and the rest of the longer one follows', () => {
  expect(interleave([1, 2], ['a', 'b', 'c', 'd'])).toEqual([1, 'a', 2, 'b', 'c', 'd']);
  expect(interleave([1, 2], [])).toEqual([1, 2]);
});
