import { StudyRole } from '../../contracts/collaborators/collaborators';
import { isPermittedForRole } from '../../server/studies/study.policy';
import { mayManageStudy, mayReadStudyData } from '../../web/src/domain/collaborators/role.rule';

test.each(StudyRole.options)('pages offer the role %s what the server permits', (role) => {
  expect(mayManageStudy(role)).toBe(isPermittedForRole(role, 'run'));
  expect(mayManageStudy(role)).toBe(isPermittedForRole(role, 'edit'));
  expect(mayReadStudyData(role)).toBe(isPermittedForRole(role, 'read_data'));
});

test('pages offer a person without a role nothing that needs a role', () => {
  for (const none of [null, undefined])
    expect([mayManageStudy(none), mayReadStudyData(none)]).toEqual([false, false]);
});
