import { useEffect, useState } from 'react';
import type { BrowserRequirement } from './browser.rule';

/**
 * Lists the requirements of a study that this browser does not meet; null while the code of the
 * check is loading. If that code cannot be loaded, no requirement counts as unmet, since the
 * browser is checked again before the start.
 */
export function useUnmetRequirements(
  requirements: readonly BrowserRequirement[],
): readonly BrowserRequirement[] | null {
  const [unmet, setUnmet] = useState<readonly BrowserRequirement[] | null>(null);
  useEffect(() => {
    if (requirements.length === 0) return;
    let gone = false;
    import('./browser.rule').then(
      (rule) => !gone && setUnmet(rule.unmetRequirements(requirements, rule.factsOfThisBrowser())),
      () => !gone && setUnmet([]),
    );
    return () => {
      gone = true;
    };
  }, [requirements]);
  return requirements.length === 0 ? requirements : unmet;
}
