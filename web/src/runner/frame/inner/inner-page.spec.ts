import { nameAgain, storeChange } from './inner-page';

it('window.name holds the name that the study gave the inner frame, and the run’s data that was there is returned by a function', () => {
  window.name = 'the run';
  const now = nameAgain({ name: 'below' });
  expect([window.name, now()]).toEqual(['below', 'the run']);
  // After each change, the storage writes the run's data into the name again.
  window.name = 'the run, later';
  expect([window.name, now()]).toEqual(['below', 'the run, later']);
});

it('an inner page stores its data by way of the outer page, in each storage area', () => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const memory = sessionStorage;
  storeChange({ area: 'local', key: 'a', value: 'one' }, memory);
  storeChange({ area: 'local', key: 'a', value: '!', keep: 2 }, memory);
  storeChange({ area: 'session', key: 'b', value: 'two' }, memory);
  storeChange({ area: 'memory', key: 'c', value: 'three' }, memory);
  storeChange({ area: 'cookie', key: 'd', value: 'four' }, memory);
  storeChange({ area: 'cookie', key: 'd', value: 'ty', keep: 4 }, memory);
  expect([localStorage.getItem('a'), sessionStorage.getItem('b'), memory.getItem('c')]).toEqual([
    'on!',
    'two',
    'three',
  ]);
  expect(document.cookie).toBe('d=fourty');
  storeChange({ area: 'local', key: 'a', value: null }, memory);
  storeChange({ area: 'cookie', key: 'd', value: null }, memory);
  expect([localStorage.getItem('a'), document.cookie]).toEqual([null, '']);
});
