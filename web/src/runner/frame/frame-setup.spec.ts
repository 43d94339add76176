import { conditionHash } from '../../lib/preview-condition';
import { setupFrom } from './frame-setup';

describe('the setup of a study’s page', () => {
  const condition = { name: 'fast & "slow" ä', delay: 3 };
  const hash = conditionHash + encodeURIComponent(JSON.stringify(condition));
  const run = JSON.stringify({ ...setupFrom(''), seed: 's', participant: 'p', condition: null });

  it('takes the condition from the address in a preview', () => {
    expect(setupFrom('', hash)).toMatchObject({
      seed: '',
      condition,
    });
    expect(setupFrom('', '#elsewhere').condition).toBeNull();
    expect(setupFrom('', '#commonlab=%7B').condition).toBeNull();
  });

  it('is given by the runner in a run, whatever the address contains', () => {
    expect(setupFrom(run, hash)).toMatchObject({ seed: 's', participant: 'p', condition: null });
  });

  it('has the study’s name of the frame for a page in an inner frame', () => {
    const inside = (inner: unknown) =>
      setupFrom(JSON.stringify({ ...(JSON.parse(run) as object), inner })).inner;
    expect(inside({ name: 'below' })).toEqual({ name: 'below' });
    expect(inside({ name: 3 })).toBeUndefined();
    expect(setupFrom(run).inner).toBeUndefined();
  });
});
