import { hideRunInWindowName, storeInnerPageChange } from './inner-page';

it('window.name holds the name that the study gave the inner frame, and the run’s data that was there is returned by a function', () => {
  window.name = 'the run';
  const now = hideRunInWindowName({ name: 'below' });
  expect([window.name, now()]).toEqual(['below', 'the run']);
  // In a study, the storage writes the run's data into `window.name` again after each change.
  window.name = 'the run, later';
  expect([window.name, now()]).toEqual(['below', 'the run, later']);
});

it('an inner page stores its data by way of the outer page, in each storage area', () => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const memory = sessionStorage;
  storeInnerPageChange({ area: 'local', key: 'a', value: 'one' }, memory);
  storeInnerPageChange({ area: 'local', key: 'a', value: '!', keep: 2 }, memory);
  storeInnerPageChange({ area: 'session', key: 'b', value: 'two' }, memory);
  storeInnerPageChange({ area: 'memory', key: 'c', value: 'three' }, memory);
  storeInnerPageChange({ area: 'cookie', key: 'd', value: 'four' }, memory);
  storeInnerPageChange({ area: 'cookie', key: 'd', value: 'ty', keep: 4 }, memory);
  expect([localStorage.getItem('a'), sessionStorage.getItem('b'), memory.getItem('c')]).toEqual([
    'on!',
    'two',
    'three',
  ]);
  expect(document.cookie).toBe('d=fourty');
  storeInnerPageChange({ area: 'local', key: 'a', value: null }, memory);
  storeInnerPageChange({ area: 'cookie', key: 'd', value: null }, memory);
  expect([localStorage.getItem('a'), document.cookie]).toEqual([null, '']);
});
