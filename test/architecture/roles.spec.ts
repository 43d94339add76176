import { StudyRole } from '../../contracts/collaborators/collaborators';
import { roleMay } from '../../server/studies/study.policy';
import { mayRun, readsData } from '../../web/src/domain/collaborators/role.rule';

test.each(StudyRole.options)('pages offer the role %s what the server permits', (role) => {
  expect(mayRun(role)).toBe(roleMay(role, 'run'));
  expect(mayRun(role)).toBe(roleMay(role, 'edit'));
  expect(readsData(role)).toBe(roleMay(role, 'read_data'));
});

test('pages offer nothing without a role', () => {
  for (const none of [null, undefined])
    expect([mayRun(none), readsData(none)]).toEqual([false, false]);
});
