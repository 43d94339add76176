import { previewConditionPrefix } from '../../lib/preview-condition';
import { frameSetupFrom } from './frame-setup';

describe('the setup of a study’s page', () => {
  const condition = { name: 'fast & "slow" ä', delay: 3 };
  const hash = previewConditionPrefix + encodeURIComponent(JSON.stringify(condition));
  const run = JSON.stringify({
    ...frameSetupFrom(''),
    seed: 's',
    participant: 'p',
    condition: null,
  });

  it('takes the condition from the address in a preview', () => {
    expect(frameSetupFrom('', hash)).toMatchObject({
      seed: '',
      condition,
    });
    expect(frameSetupFrom('', '#elsewhere').condition).toBeNull();
    expect(frameSetupFrom('', '#commonlab=%7B').condition).toBeNull();
  });

  it('is given by the runner in a run, whatever the address contains', () => {
    expect(frameSetupFrom(run, hash)).toMatchObject({
      seed: 's',
      participant: 'p',
      condition: null,
    });
  });

  it('contains the name that the study gave to the frame, if the page is in an inner frame', () => {
    const inside = (inner: unknown) =>
      frameSetupFrom(JSON.stringify({ ...(JSON.parse(run) as object), inner })).inner;
    expect(inside({ name: 'below' })).toEqual({ name: 'below' });
    expect(inside({ name: 3 })).toBeUndefined();
    expect(frameSetupFrom(run).inner).toBeUndefined();
  });
});
