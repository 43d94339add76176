import type { Jatos } from './jatos-api';
import { jatosMemory } from './jatos-memory';

function pageOf(studySessionData: unknown) {
  let load: () => void = () => undefined;
  const stored: unknown[] = [];
  const jatos = {
    studySessionData,
    onLoad: (then: () => void) => void (load = then),
    setStudySessionData: (data: unknown) => void stored.push(data),
  } as unknown as Jatos;
  return { jatos, stored, loads: () => load() };
}

describe('the memory between the pages of a run in JATOS', () => {
  beforeEach(() => sessionStorage.clear());

  it('is available immediately in the same tab, and not in a different run', () => {
    jatosMemory(pageOf({}).jatos, 'run').setItem('name', 'x');
    expect(jatosMemory(pageOf({}).jatos, 'run').getItem('name')).toBe('x');
    expect(jatosMemory(pageOf({}).jatos, 'other').getItem('name')).toBeNull();
  });

  it('is stored in the session data of the run beside the study’s own data', async () => {
    const { jatos, stored, loads } = pageOf({ own: 1 });
    const memory = jatosMemory(jatos, 'run');
    memory.setItem('a', '1');
    loads();
    memory.setItem('b', '2');
    await Promise.resolve();
    expect(stored).toEqual([{ own: 1, commonlab: { a: '1', b: '2' } }]);
  });

  it('is read from the session data in another tab, without overwriting newer values of this page', () => {
    const { jatos, loads } = pageOf({ commonlab: { a: 'old', b: 'old' } });
    const memory = jatosMemory(jatos, 'run');
    memory.setItem('a', 'new');
    loads();
    expect([memory.getItem('a'), memory.getItem('b')]).toEqual(['new', 'old']);
  });

  it('does not restore a value that this page removed before JATOS loaded', async () => {
    jatosMemory(pageOf({}).jatos, 'run').setItem('a', '1');
    const { jatos, stored, loads } = pageOf({ commonlab: { a: '1' } });
    const memory = jatosMemory(jatos, 'run');
    memory.removeItem('a');
    loads();
    await Promise.resolve();
    expect(memory.getItem('a')).toBeNull();
    expect(stored).toEqual([{ commonlab: {} }]);
  });
});
