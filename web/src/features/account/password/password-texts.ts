import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { adviceFrom } from './password-advice.rule';

// 400 kB of leaked passwords, needed only where a password is chosen: this file is a chunk of its
// own. They contain the common words and names of many languages; lists of English words would
// double what a phone loads for a hint.
const estimator = new ZxcvbnFactory({
  dictionary: common.dictionary,
  graphs: common.adjacencyGraphs,
});

/** @param about the person's name and address */
export const adviceOn = (password: string, about: readonly string[]) => {
  const { score, sequence } = estimator.check(password.slice(0, 100), [...about]);
  return adviceFrom(password, score, sequence);
};
