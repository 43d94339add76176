import type { RunEnvironment } from '../../../contracts/runtime/runtime';
import { TimingsSharedByFive, type RunMeasurements } from './timing-columns';

const at = (frame_ms: number) => ({
  frame_ms,
  frames: 1_000,
  missed: 0,
  longest_ms: 20,
  clock_ms: 0.1,
  long_tasks: 0,
  ms: null,
});
const desktop: RunEnvironment = { device: 'desktop', browser: 'firefox', isolated: true };
const tablet: RunEnvironment = { device: 'tablet', browser: 'safari', isolated: false };
let people = 0;
const anonymous = (frame_ms: number, environment: RunEnvironment | null): RunMeasurements => ({
  run: { isAnonymous: true, participant: `p${(people += 1)}`, session_id: 's' },
  timing: at(frame_ms),
  environment,
});
const times = (count: number, make: () => RunMeasurements) => Array.from({ length: count }, make);

describe('Bands of timing in an anonymous session', () => {
  it('are exported when five people share them with device and browser', () => {
    const all = times(5, () => anonymous(16.7, desktop));
    const told = new TimingsSharedByFive(all);
    expect(all.map((one) => told.bands(one)?.refresh_hz)).toEqual([60, 60, 60, 60, 60]);
  });

  it('are withheld when one of the five has a different device', () => {
    const one = anonymous(8.33, tablet);
    const all = [...times(4, () => anonymous(8.33, desktop)), one];
    const told = new TimingsSharedByFive(all);
    expect(all.map((each) => told.bands(each))).toEqual([null, null, null, null, null]);
  });

  it('count people, not attempts', () => {
    const one = anonymous(16.7, desktop);
    const told = new TimingsSharedByFive([one, one, one, one, one]);
    expect(told.bands(one)).toBeNull();
  });
});
